// Starts the page.

/** Opens the place in the address, or the text and grammar that the program was started with. */
async function openPlace() {
  const place = placeToOpen();
  find("#live-beside").value = place.get("beside") ?? "";
  find("#hand-target").value = place.get("target") ?? find("#hand-target").defaultValue;
  for (const name of ["failing", "each"]) find(`#live-${name}`).checked = place.get(name) === "1";
  textEditor.text = place.get("text") ?? "(5-8-7)*6";
  await chooseTests(place.get("tests") ?? "");
  if (place.get("examples")) testsEditor.text = place.get("examples");
  const isOpen = !place.has("grammar") && exercises.find(({ state: how }) => how !== "done")?.name;
  const chosen = place.get("exercise") ?? isOpen;
  if (opening.exercises && chosen) await chooseExercise(chosen, place.get("text"));
  const isThere = exercise && [null, exercise.file].includes(place.get("grammar")) && [null, grammarEditor.text].includes(place.get("source"));
  if (!isThere) await openGrammar(place);
  const start = place.get("start") ?? "";
  if (start) {
    live.start = start;
    await checkGrammar();
  }
  if (place.has("at") || place.has("reading")) await readText(place);
  runTests();
}

/** Opens the grammar of a place, and does not overwrite the person's own kept work. */
async function openGrammar(place) {
  const name = place.get("grammar") ?? opening.grammar;
  const source = place.get("source") ?? (name === opening.grammar ? opening.source : null);
  const isFile = name === exercise?.file || live.files.some((file) => file.name === name);
  // A file of the folder may have the same name as the person's own text, or as a file elsewhere.
  const isOwn = place.has("grammar") ? place.get("own") === "1" : !opening.is_file;
  if (opening.grammars.includes(name)) return chooseGrammarOf("built-in", name);
  const kind = !isOwn && isFile ? "file" : "own";
  const work = recallWork(`grammar ${kind} ${name}`);
  const given = kind === "own" ? source : place.get("source");
  // Work that was written in this browser keeps its last state. A link with another text opens as a
  // copy.
  if (work && (given === null || given === work.text || history.state?.isOurs)) return chooseGrammarOf(kind, name);
  if (work) return chooseGrammarOf("own", freeName(name), given);
  if (kind === "file" || given !== null) return chooseGrammarOf(kind, name, given);
  if (name !== exercise?.file) return chooseGrammarOf("built-in", "left");
}

function listenToEditors() {
  find("#live-text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    acceptMend();
  });
  find("#live-mend").addEventListener("click", acceptMend);
  for (const id of ["beside", "failing", "each"]) find(`#live-${id}`).addEventListener("change", textChanged);
  find("#live-beside").addEventListener("change", ({ target }) => {
    if (target.value === "readers") chosenTab = "together-panel";
  });
  find("#live-text").addEventListener("keyup", ({ key }) => {
    if (find("#live-each").checked && key.startsWith("Arrow")) readText();
  });
  find("#live-choice").addEventListener("change", ({ target }) => {
    const [kind, ...name] = target.value.split(" ");
    leavePlace();
    if (kind === "new") return newGrammar();
    chooseGrammarOf(kind, name.join(" "));
  });
  find("#live-start").addEventListener("change", ({ target }) => {
    live.start = target.value;
    checkGrammar();
  });
  find("#live-copy").addEventListener("click", () => copyGrammar());
  find("#live-save").addEventListener("click", saveGrammar);
  find("#live-restart").addEventListener("click", () => grammarEditor.replace([[0, grammarEditor.text.length, live.base.text]]));
  find("#work-download").addEventListener("click", downloadWork);
  find("#work-delete").addEventListener("click", startAfresh);
  document.addEventListener("selectionchange", showRailsAtCursor);
  for (const id of ["change", "rails"]) find(`#tab-${id}-panel`).addEventListener("click", id === "change" ? showChange : showRailsAtCursor);
  // `showChosen` has to wait until the page has switched to the chosen grammar.
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
  find("#hand-target").addEventListener("input", () => {
    showHand(chosenText());
    rememberPlace();
  });
  find("#hand-out").addEventListener("click", handOut);
  find("#exercise-choice").addEventListener("change", ({ target }) => chooseExercise(target.value));
  find("#exercise-hint").addEventListener("click", showHint);
  addEventListener("hashchange", openPlace);
  addEventListener("pagehide", writePlace);
  document.addEventListener("visibilitychange", watchFolder);
}

find("#shown").classList.add("empty");
listenToPanes();
showExamples();
showChoices();
showComparisons();
showTestsChoices();
listenToEditors();
tellWork();
watchWork();
await Promise.all([showExercises(), listFiles()]);
await openPlace();
watchFolder();
document.body.dataset.ready = "true";
