// The play button and the keys.

/** Plays from the current position, or from the start if that is the end. */
function togglePlay() {
  if (state.timer !== null) return pause();
  if (state.position === reading().last) moveTo(0);
  state.timer = setInterval(playOn, Number(find("#pace").value));
  showPlaying(true);
}

function playOn() {
  moveBy(1);
  if (state.position === reading().last) pause();
}

function pause() {
  clearInterval(state.timer);
  state.timer = null;
  showPlaying(false);
}

function showPlaying(isPlaying) {
  const [sign, name] = play.children;
  sign.textContent = isPlaying ? "▮▮" : "▶";
  name.textContent = isPlaying ? "Pause" : "Play";
}

/** The actions of the keys. Away from the slider, the keys in `onSlider` scroll the page. */
const keys = {
  ArrowLeft: () => moveBy(-1),
  ArrowRight: () => moveBy(1),
  Home: () => moveTo(0),
  End: () => moveTo(reading().last),
  " ": togglePlay,
  p: () => showPairs(!state.options.showsPairs),
  b: press("#rules-isUnder"),
  j: press("#rules-joins"),
  f: press("#rules-fits"),
  l: toggleLecture,
  d: toggleDark,
  "?": openHelp,
  Escape: () => (state.selected === null && isLecture() ? toggleLecture() : select(null)),
};
const onSlider = {
  ArrowDown: keys.ArrowLeft,
  ArrowUp: keys.ArrowRight,
  PageDown: () => moveBy(-leap()),
  PageUp: () => moveBy(leap()),
};

/** The number of stops by which Page Up and Page Down move. */
function leap() {
  return Math.max(10, Math.round(stops().length / 40));
}

/** Performs the action of a key, unless the key means something else where it is pressed. */
function pressed(event) {
  const { key, target } = event;
  if (event.shiftKey && !hasModifier(event) && chosenByKey(target, key)) return event.preventDefault();
  const isTab = /^[1-9]$/.test(key) && (() => tabByKey(key));
  const action = (target === slider && onSlider[key]) || keys[key] || isTab;
  const isShifted = event.shiftKey && key !== "?";
  if (!action || isShifted || hasModifier(event) || !leavesKey(target, key)) return;
  event.preventDefault();
  if (key.length > 1) pause();
  action();
}

/** Whether an element has no use of its own for a key. */
function leavesKey(target, key) {
  if (find("#help").open) return false;
  if (key.length === 1 && key !== " ") return !target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");
  if (target.matches("button, [type=checkbox]")) return key !== " ";
  if (target.matches("[type=radio]")) return key === "Home" || key === "End";
  return [document.body, slider, textPanel].includes(target);
}
