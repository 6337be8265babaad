// The page to hand out of what is seen.

async function handOut() {
  const beside = find("#live-beside").value;
  const answer = await new Question("hand_out").ask({ grammar: givenGrammar(), text: chosenText(), beside });
  if (answer === null) return;
  if (answer.problem) return say(...problemWords(answer.problem));
  download(answer, "bracket24.html");
  sayShortly("Downloaded bracket24.html.");
}
