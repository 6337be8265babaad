// Follows changes that were made elsewhere: to the files, and to the work of the same person in
// another tab.

function followFiles(files) {
  live.files = files;
  showChoices();
  showTestsChoices();
  grammarFile.follow();
  testsFile.follow();
}

/** Shows what another tab has kept. Nothing is kept here, because the other tab may already have
    kept something newer. */
function followWork() {
  if (opening.may_write) return;
  grammarFile.recall();
  testsFile.recall();
  if (exercise) Object.assign(exercise, recallWork(`exercise ${exercise.name}`), { text: exercise.text });
  if (exercises.some(({ name, state: how }) => how !== stateOf(name))) showExercises();
}

/** Follows the storage of the browser, which another tab has changed. A tab in the background may be
    frozen, so it also looks when it is shown again. */
function watchWork() {
  addEventListener("storage", ({ key }) => {
    if (opening.may_write || (key !== null && !key.startsWith(WORK))) return;
    // The other tab has deleted all work.
    if (workNames("").length === 0) return openAfresh();
    followWork();
  });
  document.addEventListener("visibilitychange", () => document.hidden || followWork());
}
