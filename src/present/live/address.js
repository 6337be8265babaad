// Keeps the edited texts in the address of the page, so that a link brings them back.

let addressTimer = null;

/** Writes the state into the address, no more often than browsers allow. */
function rememberPlace() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writePlace, 300);
}

function writePlace() {
  const place = new URLSearchParams();
  const note = (name, value) => value && place.set(name, value);
  place.set("grammar", live.choice.name);
  note("own", live.choice.kind === "own" ? "1" : "");
  const isChanged = live.choice.kind === "own" || grammarEditor.text !== live.base.text;
  if (live.choice.kind !== "built-in" && isChanged) place.set("source", grammarEditor.text);
  note("start", live.start);
  place.set("text", textEditor.text);
  if (data !== null) {
    if (data.readings.length > 1) place.set("reading", reading().data.grammar);
    if (state.position !== reading().last) place.set("at", state.position);
  }
  note("beside", find("#live-beside").value);
  const { value: target, defaultValue: usual } = find("#hand-target");
  note("target", target === usual ? "" : target);
  for (const name of ["failing", "each"]) note(name, find(`#live-${name}`).checked ? "1" : "");
  note("exercise", find("#exercise-choice").value);
  note("tests", testsChoice.name);
  if (testsEditor.text !== testsChoice.text) place.set("examples", testsEditor.text);
  keepWork("place", `${place}`);
  const address = () => `${location.pathname}${location.search}#${place}`;
  for (const name of ["examples", "source"]) if (address().length >= LONGEST_ADDRESS) place.delete(name);
  if (address().length < LONGEST_ADDRESS) history.replaceState({ isOurs: true }, "", address());
}

/** Keeps the edited texts for the back button, before something else is opened. */
function leavePlace() {
  clearTimeout(addressTimer);
  writePlace();
  history.pushState({ isOurs: true }, "", location.href);
}

/** The maximum length of an address that all browsers keep. */
const LONGEST_ADDRESS = 60_000;

/** The place in the address. Without one, a person in a class returns to the last place. */
function placeToOpen() {
  const said = location.hash.slice(1) || (!opening.may_write && recallWork("place")) || "";
  return new URLSearchParams(said);
}
