// Exercises: what is to be done, and what comes of it at every key.

const exerciseQuestion = new Question("exercise_check");

/** The exercise that is chosen. */
let exercise = null;

async function showExercises() {
  find("#exercise-panel").hidden = !opening.exercises;
  if (!opening.exercises) return;
  const answer = await new Question("exercises").ask({});
  if (answer === null || answer.problem) return;
  const signs = { new: "", started: " …", done: " ✓" };
  const select = find("#exercise-choice");
  const chosen = exercise?.name ?? "";
  select.replaceChildren(option("", "choose one"), ...answer.map(({ name, title, state: how }) => option(name, `${title}${signs[how]}`)));
  select.value = chosen;
}

/** Begins an exercise, or goes on with it. */
async function chooseExercise(name, source = null) {
  exercise = null;
  find("#exercise-text").replaceChildren();
  find("#exercise-hints").replaceChildren();
  tellExercise("", null);
  if (!name) return;
  const answer = await new Question("exercise").ask({ name });
  if (answer === null) return;
  if (answer.problem) return say(...problemWords(answer.problem));
  exercise = { name, file: answer.file };
  find("#exercise-choice").value = name;
  find("#exercise-text").replaceChildren(...answer.text.map((it) => element("p", ...prose(it))));
  if (!live.files.some(({ name: known }) => known === answer.file)) live.files.push({ name: answer.file, digest: answer.digest });
  await chooseGrammarOf("file", answer.file, source);
  await showExercises();
}

function tellExercise(said, passed) {
  const panel = find("#exercise-said");
  if (panel.textContent !== said) panel.textContent = said;
  panel.className = passed === null ? "" : passed ? "passed" : "failed";
}

/** Checks what is in the editor; what is right is saved, and noted. */
async function checkExercise() {
  if (exercise === null || live.choice.name !== exercise.file) return;
  const source = grammarEditor.text;
  const answer = await exerciseQuestion.ask({ name: exercise.name, source });
  if (answer === null) return;
  if (answer.problem) return tellExercise(answer.problem.error, null);
  tellExercise(answer.said.trim(), answer.passed);
  if (!answer.passed || source !== grammarEditor.text) return;
  // Once saved it is checked again, and noted.
  if (grammarFile.isChanged) await grammarFile.save();
  else await showExercises();
}

async function showHint() {
  if (exercise === null) return;
  const answer = await new Question("exercise_hint").ask({ name: exercise.name, source: grammarEditor.text });
  if (answer === null) return;
  const said = answer.problem ? answer.problem.error : answer.said.trim();
  const hints = find("#exercise-hints");
  // The last one comes again.
  if (hints.lastElementChild?.textContent !== said) hints.append(element("pre", said));
}
