// What a person has chosen, and the moves that change it.

const data = JSON.parse(find("#data").textContent);

const [slider, play, textPanel] = ["#slider", "#play", "#text"].map(find);
const readings = new Map();
const rulesTree = new TreeView(find("#rules-tree"), "Parse tree", (key) => select("rule", key));
const operationsTree = new TreeView(find("#operations-tree"), "Expression tree (AST)", (key) =>
  select("operation", key),
);

/** What a person has chosen; all that is shown follows from it. */
const state = {
  grammar: 0,
  position: 0,
  everyAttempt: false,
  /** A node that was chosen: `{ kind, key }`. */
  selected: null,
  /** The timer of the play button. */
  timer: null,
  isPrinting: false,
};

/** The chosen grammar's reading, made when it is first looked at. */
function reading() {
  const { grammar } = state;
  if (!readings.has(grammar)) {
    readings.set(grammar, new Reading(data.readings[grammar], data.expression));
  }
  return readings.get(grammar);
}

function select(kind, key) {
  state.selected = { kind, key };
  scheduleRender();
}

function moveTo(position) {
  const { last } = reading();
  state.position = Math.min(Math.max(position, 0), last);
  scheduleRender();
}

function moveBy(direction) {
  moveTo(reading().nextStop(state.position, direction, state.everyAttempt));
}

/** Changes the grammar and keeps to the same place: start, event, step or end. */
function chooseGrammar(grammar) {
  const before = reading();
  const { event, step, isReduction, isLast } = before.at(state.position);
  Object.assign(state, { grammar, selected: null });
  const { eventCount, last } = reading();
  const events = Math.min(event + 1, eventCount);
  const place = isReduction ? eventCount + step + 1 : events;
  prepareGrammar();
  moveTo(isLast ? last : place);
}
