// Exercises: the task, and the result at every keystroke.

const exerciseQuestion = new Question("exercise_check");
const startQuestion = new Question("exercise");

/** The chosen exercise, and all exercises. */
let exercise = null;
let exercises = [];

const exerciseTrees = [
  new TreeView(find("#exercise-wanted"), "Tree wanted", () => {}),
  new TreeView(find("#exercise-yours"), "Your tree", () => {}),
];

/** The nodes of a tree in brackets, such as `(sum (number "8") 4)`. */
function nodesInBrackets(tree) {
  const [nodes, open] = [[], []];
  let isLabel = false;
  for (const [part] of (tree ?? "").matchAll(/[()]|"(?:\\.|[^"\\])*"|[^\s()]+/g)) {
    if (part === ")") open.pop();
    else if (part.startsWith('"')) nodes[open.at(-1)].text = part.slice(1, -1);
    else if (part !== "(") {
      nodes.push({ label: part, text: "", parent: open.at(-1) ?? null });
      if (isLabel) open.push(nodes.length - 1);
    }
    isLabel = part === "(";
  }
  return nodes;
}

/** Shows the wanted tree next to that of the answer. */
function showBoth(found) {
  const sides = found ? [found.reference, found.yours] : [];
  const hasTrees = sides.some(({ tree }) => tree);
  find("#exercise-trees").hidden = !hasTrees;
  if (hasTrees) showSides(exerciseTrees, ["Wanted", "Yours"], sides.map((it) => ({ ...it, nodes: nodesInBrackets(it.tree) })), found.text);
}

/** A student's progress in an exercise, which only the browser keeps. */
function stateOf(name) {
  return recallWork(`exercise ${name}`)?.state ?? "new";
}

async function showExercises() {
  find("#exercise-bar").hidden = !opening.exercises;
  if (!opening.exercises) return;
  const answer = await new Question("exercises").ask({});
  if (answer === null || answer.problem) return;
  exercises = answer.map((it) => (opening.may_write ? it : { ...it, state: stateOf(it.name) }));
  const signs = { new: "", started: " …", done: " ✓" };
  const select = find("#exercise-choice");
  const items = exercises.map(({ name, title, state: how }, index) => option(name, `${index + 1}. ${title}${signs[how]}`));
  select.replaceChildren(option("", "No exercise"), ...items);
  select.value = exercise?.name ?? "";
}

/** Begins an exercise, or continues it. */
async function chooseExercise(name, text = null) {
  exercise = null;
  for (const id of ["text", "hints", "done"]) find(`#exercise-${id}`).replaceChildren();
  tellExercise("", null);
  showBoth(null);
  find("#exercise-panel").hidden = !name;
  find("#exercise-hint").hidden = !name;
  showTabs();
  if (!name) return;
  const answer = await startQuestion.told({ name });
  if (answer === null) return;
  const { file, source } = answer;
  const noted = recallWork(`exercise ${name}`);
  exercise = { name, file, hints: 0, told: [], text: null, state: "started", ...noted, given: { text: source, digest: null } };
  // No failing text replaces the text of a link.
  if (text !== null) exercise.text ??= "";
  noteExercise();
  textEditor.text = text ?? exercise.text ?? textEditor.text;
  chosenTab = "exercise-panel";
  showPane("drawer");
  find("#exercise-choice").value = name;
  find("#exercise-hints").replaceChildren(...exercise.told.map((hint) => element("pre", hint)));
  find("#exercise-text").replaceChildren(element("h2", answer.title), ...answer.text.map((it) => element("p", ...prose(it))));
  if (opening.may_write) await listFiles();
  await chooseGrammarOf("file", file);
  await showExercises();
  showTabs();
}

/** Keeps the progress in the exercise. */
function noteExercise() {
  const { name, given, ...noted } = exercise;
  keepWork(`exercise ${name}`, noted);
}

function tellExercise(said, passed) {
  const panel = find("#exercise-said");
  if (panel.textContent !== said) panel.textContent = said;
  panel.className = passed === null ? "" : passed ? "passed" : "failed";
  find("#panes [data-pane=drawer]").textContent = { passed: "Exercise ✓", failed: "Exercise ✗" }[panel.className] ?? "Details";
}

/** A grammar without comments and without extra blanks outside quotes, which do not change the result of a check. */
function withoutBlanks(source) {
  return source.replace(/("(?:\\.|[^"\\])*"|'[^']+')|(?:\/\/.*|\s)+/g, (_, text) => text ?? " ").trim();
}

/** The last check, stored because the program takes a while to find that a grammar is right. */
let lastCheck = null;

async function askAboutExercise({ name }, source) {
  const rules = `${name} ${withoutBlanks(source)}`;
  if (lastCheck?.rules === rules) {
    exerciseQuestion.cancel();
    return lastCheck.answer;
  }
  const answer = await exerciseQuestion.ask({ name, source });
  // With write access the answer is not stored, because asking also records the result. An answer
  // with errors is not stored either, because an edit of blanks moves their places.
  if (answer && !answer.problem && !answer.errors && !opening.may_write) lastCheck = { rules, answer };
  return answer;
}

/** Checks the grammar in the editor. If it is right, saves it and records the result. */
async function checkExercise() {
  if (exercise === null || live.choice.name !== exercise.file) return;
  const source = grammarEditor.text;
  const answer = await askAboutExercise(exercise, source);
  if (answer === null) return;
  if (answer.problem) return tellExercise(answer.problem.error, null);
  tellExercise(answer.said.trim(), answer.passed);
  showNext(answer.passed);
  showBoth(answer.counterexample);
  // The editor shows the text on which the grammar fails. In the end, the last such text stays.
  const text = answer.counterexample?.text;
  const isOwn = exercise.text !== null && textEditor.text !== exercise.text;
  if (text !== undefined && !isOwn && text !== exercise.text) {
    exercise.text = text;
    typeText(text);
  } else if (answer.passed && exercise.text === null && mended !== null) typeText(mended.text);
  if (source !== grammarEditor.text) return;
  const how = answer.passed ? "done" : "started";
  const isOther = exercise.state !== how;
  exercise.state = how;
  noteExercise();
  if (!opening.may_write) return isOther && showExercises();
  if (!answer.passed) return;
  // After saving, the page checks the grammar again, which records the result.
  if (grammarFile.isChanged) await grammarFile.save();
  else await showExercises();
}

/** Says that the exercise is done, and offers the next one. */
function showNext(passed) {
  find("#exercise-hint").hidden = passed;
  const done = find("#exercise-done");
  if (!passed) return done.replaceChildren();
  if (done.hasChildNodes()) return;
  const next = exercises[exercises.findIndex(({ name }) => name === exercise.name) + 1];
  const on = next ? [" ", doing(`Next: ${next.title} ▶`, () => chooseExercise(next.name))] : [];
  done.replaceChildren(element("strong", "✓ Done."), ...on);
  find("#exercise-hints").replaceChildren();
  done.scrollIntoView({ block: "nearest" });
}

async function showHint() {
  if (exercise === null) return;
  const answer = await new Question("exercise_hint").ask({ name: exercise.name, source: grammarEditor.text, hints: exercise.hints });
  if (answer === null) return;
  exercise.hints = answer.number ?? exercise.hints;
  chooseTab("exercise-panel");
  const said = answer.problem ? answer.problem.error : answer.said.trim();
  const hints = find("#exercise-hints");
  // After the last hint, the program returns the same hint again.
  if (hints.lastElementChild?.textContent !== said) hints.append(element("pre", said));
  if (answer.number && exercise.told.at(-1) !== said) exercise.told.push(said);
  noteExercise();
  hints.lastElementChild.scrollIntoView({ block: "nearest" });
}
