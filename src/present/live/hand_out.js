// Downloads the page to hand out. The page opens at the place that the live page shows.

async function handOut() {
  const beside = find("#live-beside").value;
  const answer = await new Question("hand_out").told({ grammar: givenGrammar(), text: chosenText(), beside });
  if (answer === null) return;
  const place = new URLSearchParams({ grammar: reading().data.grammar, at: state.position });
  const page = (await answer.text()).replace("<html", `<html data-place="${place}"`);
  download(new Blob([page], { type: answer.type }), "bracket24.html");
  sayShortly("Downloaded bracket24.html.");
}
