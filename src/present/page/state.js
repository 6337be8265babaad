// The choices of the person, and the moves that change them.

const [slider, play, textPanel] = ["#slider", "#play", "#text"].map(find);
const readings = new Map();
const rulesTree = new TreeView(find("#rules-tree"), "Parse tree", (key) => select("rule", key));
const operationsTree = new TreeView(find("#operations-tree"), "Expression tree (AST)", (key) =>
  select("operation", key),
);
const bothTrees = ["#ordinary-tree", "#other-tree"].map(
  (id, index) => new TreeView(find(id), ["Ordinary expression tree", "Its expression tree"][index], () => {}),
);
const mendedTree = new TreeView(find("#mended-tree"), "Parse tree of the corrected text", () => {});

/** The choices of the person; everything that is shown follows from them. */
const state = {
  grammar: 0,
  position: 0,
  /** The choice of the events to show. */
  options: { everyAttempt: false, terminals: true, isPackrat: false, showsPairs: false },
  /** Whether the person, not the grammar, has chosen pairs or calls. */
  hasChosenPairs: false,
  /** The item chosen in one of the views: `{ kind, key }`. */
  selected: null,
  /** The timer of the play button. */
  timer: null,
  isPrinting: false,
};

/** The `Reading` of the chosen grammar. */
function reading() {
  return readingOf(state.grammar);
}

/** The `Reading` of a grammar, made when it is first needed. */
function readingOf(grammar) {
  if (!readings.has(grammar)) {
    readings.set(grammar, new Reading(data.readings[grammar], data.expression));
  }
  return readings.get(grammar);
}

let knownStops = { key: null, list: [] };

/** The positions at which the slider stops. */
function stops() {
  const key = JSON.stringify([state.grammar, state.options]);
  if (knownStops.key !== key) knownStops = { key, list: reading().stops(state.options) };
  return knownStops.list;
}

/** The moment of a position. */
function momentAt(position) {
  return { ...reading().at(position), options: state.options };
}

/** Chooses something, or nothing if `kind` is null. */
function select(kind, key) {
  state.selected = kind === null ? null : { kind, key };
  scheduleRender();
}

/** Goes to a position, or to the last stop before it. */
function moveTo(position) {
  state.position = stops()[stopAt(position)];
  scheduleRender();
}

/** Goes to an event, and shows events of its kind. */
function goTo(position) {
  if (!stops().includes(position)) {
    state.options = { ...state.options, everyAttempt: true, terminals: reading().hasTerminals, isPackrat: false };
    showOptions();
    prepareStops();
  }
  moveTo(position);
}

/** The number of the last stop that is not after a position. */
function stopAt(position) {
  const list = stops();
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (list[middle] <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function moveToStop(stop) {
  const list = stops();
  moveTo(list[Math.min(Math.max(stop, 0), list.length - 1)]);
}

function moveBy(number) {
  moveToStop(stopAt(state.position) + number);
}

/** Changes which events are shown, and stays at the current event if that is still shown. */
function setOption(name, value) {
  state.options = { ...state.options, [name]: value };
  prepareStops();
  moveTo(state.position);
}

/** Shows the pairs that pest returns, or all calls of rules. */
function showPairs(showsPairs) {
  state.hasChosenPairs = true;
  state.options = { ...state.options, showsPairs };
  showOptions();
  scheduleRender();
}

/** Changes the grammar and keeps the same place: start, event, step or end; or goes to the place
    where the new grammar rejects the text. */
function chooseGrammar(grammar) {
  const before = reading();
  const { event, step, isReduction, isLast } = before.at(state.position);
  Object.assign(state, { grammar, selected: null });
  prepareGrammar();
  const { eventCount, last, data: { failure } } = reading();
  if (failure?.event != null) return goTo(failure.event + 1);
  const events = Math.min(event + 1, eventCount);
  const place = isReduction ? eventCount + step + 1 : events;
  moveTo(isLast ? last : place);
}

/** Shows other data from now on. */
function replaceData(made) {
  data = made;
  readings.clear();
  knownStops = { key: null, list: [] };
  state.selected = null;
  find("#rails").dataset.rule = "";
}
