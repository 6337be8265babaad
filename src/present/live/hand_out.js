// The page to hand out of what is seen.

async function handOut() {
  const beside = find("#live-beside").value;
  const answer = await new Question("hand_out").told({ grammar: givenGrammar(), text: chosenText(), beside });
  if (answer === null) return;
  download(answer, "bracket24.html");
  sayShortly("Downloaded bracket24.html.");
}
