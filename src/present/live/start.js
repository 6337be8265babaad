// What the page does first.

/** Goes where the address says, or to what the program was started with. */
async function openPlace() {
  const place = placeInAddress();
  find("#live-beside").value = place.get("beside") ?? "";
  for (const name of ["failing", "each"]) find(`#live-${name}`).checked = place.get(name) === "1";
  textEditor.text = place.get("text") ?? "(5-8-7)*6";
  if (place.get("tests")) await chooseTests(place.get("tests"));
  if (place.get("examples")) testsEditor.text = place.get("examples");
  const name = place.get("grammar") ?? opening.grammar;
  const source = place.get("source") ?? (name === opening.grammar ? opening.source : null);
  // A file of the folder may have the name of one's own text, or of a file elsewhere.
  const isOwn = place.has("grammar") ? place.get("own") === "1" : !opening.is_file;
  const isOpen = !place.has("grammar") && exercises.find(({ state: how }) => how !== "done")?.name;
  const chosen = place.get("exercise") ?? isOpen;
  if (opening.exercises && chosen) await chooseExercise(chosen, place.get("source"));
  else if (opening.grammars.includes(name)) await chooseGrammarOf("built-in", name);
  else if (isOwn && source !== null) await chooseGrammarOf("own", name, source);
  else if (live.files.some((file) => file.name === name)) await chooseGrammarOf("file", name, place.get("source"));
  else if (source !== null) await chooseGrammarOf("own", name, source);
  else await chooseGrammarOf("built-in", "left");
  const start = place.get("start") ?? "";
  if (start) {
    live.start = start;
    await checkGrammar();
  }
  if (place.has("at") || place.has("reading")) await readText(place);
  runTests();
}

function listenToEditors() {
  find("#live-text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    acceptMend();
  });
  find("#live-mend").addEventListener("click", acceptMend);
  for (const id of ["beside", "failing", "each"]) find(`#live-${id}`).addEventListener("change", textChanged);
  find("#live-text").addEventListener("keyup", ({ key }) => {
    if (find("#live-each").checked && key.startsWith("Arrow")) readText();
  });
  find("#live-choice").addEventListener("change", ({ target }) => {
    const [kind, ...name] = target.value.split(" ");
    leavePlace();
    chooseGrammarOf(kind, name.join(" "));
  });
  find("#live-start").addEventListener("change", ({ target }) => {
    live.start = target.value;
    checkGrammar();
  });
  find("#live-copy").addEventListener("click", () => copyGrammar());
  find("#live-save").addEventListener("click", saveGrammar);
  document.addEventListener("selectionchange", showRailsAtCursor);
  for (const id of ["change", "rails"]) find(`#tab-${id}-panel`).addEventListener("click", id === "change" ? showChange : showRailsAtCursor);
  // Once it is chosen.
  find("#grammars").addEventListener("change", () => setTimeout(showChosen));
  grammarEditor.area.addEventListener("click", chooseInGrammar);
  grammarEditor.area.addEventListener("keydown", grammarKey);
  for (const { area } of [textEditor, grammarEditor, testsEditor]) {
    area.addEventListener("keydown", ({ key }) => key === "Escape" && slider.focus());
  }
  find("#examples").addEventListener("change", ({ target }) => openExample(target.value));
  find("#change-with").addEventListener("change", showChange);
  find("#tests-choice").addEventListener("change", ({ target }) => chooseTests(target.value));
  for (const kind of ["read", "refused", "tree"]) find(`#tests-${kind}`).addEventListener("click", () => addTest(kind));
  find("#hand-target").addEventListener("input", () => showHand(chosenText()));
  find("#hand-out").addEventListener("click", handOut);
  find("#exercise-choice").addEventListener("change", ({ target }) => chooseExercise(target.value));
  find("#exercise-hint").addEventListener("click", showHint);
  addEventListener("hashchange", openPlace);
  document.addEventListener("visibilitychange", watchFolder);
}

find("#shown").classList.add("empty");
listenToPanes();
showExamples();
showChoices();
showComparisons();
showTestsChoices();
listenToEditors();
await showExercises();
if (opening.folder) {
  const answer = await new Question("files").ask({});
  if (!answer?.problem) live.files = answer ?? [];
}
await openPlace();
watchFolder();
document.body.dataset.ready = "true";
