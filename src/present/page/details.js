// Details of one rule or one operation.

/** The rule of a call: its text, its definition and its step. */
function callDetails(reading, call, { event }) {
  const name = reading.ruleName(call);
  const definition = reading.definitions.find(({ rule }) => rule === name);
  const [from, to] = [call.enter + 1, call.exit + 1];
  return [
    ["Rule", [code(name)]],
    ["Text", textDetail(reading, call, event)],
    ["Definition", [element("pre", definition?.text.trimEnd() ?? "built into pest")]],
    ["Tried", [jump(`event ${from}`, from), " to ", jump(`event ${to}`, to)]],
    ...(reading.hasValues ? [["Evaluated", stepDetail(reading, call.isKept ? call : null)]] : []),
  ];
}

function textDetail(reading, call, event) {
  if (call.isOpenAt(event)) return [`being tried from ${place(call.start)}`];
  if (!call.matched) return [`failed at ${place(call.reached)}`];
  if (call.isEmpty) return [`nothing, at ${place(call.start)}`];
  return [code(shorten(reading.textOf(call), 200)), `, ${columns(call)}`];
}

function operationDetails(reading, index) {
  const node = reading.data.expression_nodes[index];
  return [
    [node.children.length === 0 ? "Number" : "Operation", [code(node.label)]],
    ["Text", [code(shorten(reading.textOf(node), 200)), `, ${columns(node)}`]],
    ["Evaluated", stepDetail(reading, node)],
  ];
}

/** The step that completes what a node of either tree stands for. */
function stepDetail({ data, eventCount }, node) {
  if (!node) return ["by no step: it is not part of the parse tree"];
  const { step } = node;
  if (step === null) return withoutStep(data, node);
  const { operation, result, error } = data.steps[step];
  const outcome = result === null ? [": ", ...prose(error)] : resultWords(operation, result);
  return [
    jump(`step ${step + 1}`, eventCount + step + 1),
    " ",
    code(shorten(operation, 60)),
    ...outcome,
  ];
}

function withoutStep({ expression_nodes: nodes, steps }, { start, end }) {
  const isWithin = (node) => start <= node.start && node.end <= end;
  const hasOperation = nodes.some((node) => node.children.length > 0 && isWithin(node));
  if (!hasOperation) return ["by no step of its own"];
  return ["by no step: ", code(steps.at(-1).operation), " cannot be evaluated"];
}

/** A button that leads to a position. */
function jump(text, position) {
  const button = element("button", text);
  button.type = "button";
  button.dataset.position = position;
  return button;
}

/** Shows terms with their values; a focused button keeps the focus. */
function showDetails(list, details) {
  const buttons = () => [...list.querySelectorAll("button")];
  const focused = buttons().indexOf(document.activeElement);
  const items = details.map(([term, value]) => [element("dt", term), element("dd", ...value)]);
  list.replaceChildren(...items.flat());
  buttons()[focused]?.focus({ preventScroll: true });
}
