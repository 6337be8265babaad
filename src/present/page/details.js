// What is known of one rule or one operation.

/** The rule of a call: its text, its definition and its step. */
function callDetails(reading, call, { event }) {
  const name = reading.ruleName(call);
  const definition = reading.definitions.find(({ rule }) => rule === name);
  const [from, to] = [call.enter + 1, call.exit + 1];
  const step = reading.data.nodes[call.node]?.step ?? null;
  return [
    ["Rule", [code(name)]],
    ["Text", textDetail(reading, call, event)],
    ["Definition", [element("pre", definition?.text.trimEnd() ?? "built into pest")]],
    ["Tried", [jump(`event ${from}`, from), " to ", jump(`event ${to}`, to)]],
    ["Worked out", stepDetail(reading, step)],
  ];
}

function textDetail(reading, call, event) {
  const column = call.start + 1;
  if (call.isOpenAt(event)) return [`being tried from column ${column}`];
  if (!call.matched) return [`gave up at column ${column}`];
  if (call.isEmpty) return [`nothing, at column ${column}`];
  return [code(shorten(reading.textOf(call), 200)), `, ${columns(call)}`];
}

function operationDetails(reading, index) {
  const node = reading.data.expressionNodes[index];
  return [
    [node.step === null ? "Number" : "Operation", [code(node.label)]],
    ["Text", [code(shorten(reading.textOf(node), 200)), `, ${columns(node)}`]],
    ["Worked out", stepDetail(reading, node.step)],
  ];
}

function stepDetail({ data, eventCount }, step) {
  if (step === null) return ["by no step of its own"];
  const { operation, value, error } = data.steps[step];
  const result = value === null ? [": ", ...prose(error)] : [" is ", code(value)];
  return [
    jump(`step ${step + 1}`, eventCount + step + 1),
    " ",
    code(shorten(operation, 60)),
    ...result,
  ];
}

/** A button that leads to a position. */
function jump(text, position) {
  const button = element("button", text);
  button.type = "button";
  button.dataset.position = position;
  return button;
}

/** Shows terms and what is said of each; a focused button keeps the focus. */
function showDetails(list, details) {
  const buttons = () => [...list.querySelectorAll("button")];
  const focused = buttons().indexOf(document.activeElement);
  const items = details.map(([term, value]) => [element("dt", term), element("dd", ...value)]);
  list.replaceChildren(...items.flat());
  buttons()[focused]?.focus({ preventScroll: true });
}
