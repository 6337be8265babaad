// Makes the page to hand out from what is shown.

async function handOut() {
  const beside = find("#live-beside").value;
  const answer = await new Question("hand_out").told({ grammar: givenGrammar(), text: chosenText(), beside });
  if (answer === null) return;
  download(answer, "bracket24.html");
  sayShortly("Downloaded bracket24.html.");
}
