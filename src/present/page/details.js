// Details of one rule or one operation.

/** The rule of a call: its text, its definition and its step. */
function callDetails(reading, call, moment) {
  const name = reading.ruleName(call);
  const [from, to] = [call.enter + 1, call.exit + 1];
  const stack = reading.stack(moment);
  const parts = partsAtWork(reading, moment)[stack.indexOf(call)];
  return [
    ["Rule", [code(name)]],
    ["Text", textDetail(reading, call, moment.event)],
    ["Definition", [element("pre", ...definitionParts(reading, name, parts))]],
    ["Part of", partDetail(reading, call)],
    ["Tried", [jump(eventName(from), from), " to ", jump(eventName(to), to), ...againDetail(call)]],
    ...(reading.hasValues ? [["Evaluated", stepDetail(reading, call.isKept ? call : null)]] : []),
  ];
}

function eventName(position) {
  const stop = stops().indexOf(position);
  return stop < 0 ? "a hidden event" : `event ${stop}`;
}

/** The part of another rule that makes a call. */
function partDetail(reading, { parent, what, round }) {
  if (!parent) return ["no rule: this is the start rule"];
  const [site] = reading.sitesOf(what);
  if (!site) return [code(reading.ruleName(parent))];
  const words = [code(reading.ruleName(parent))];
  if (site[3] > 0) words.push(`, ${ordinal(site[2])} of ${cardinal(site[3])} alternatives`);
  if (round > 0) words.push(`, ${ordinal(round)} time round`);
  return words;
}

function againDetail({ earlier }) {
  if (!earlier) return [];
  const position = earlier.enter + 1;
  return ["; again: a memo would know it from ", jump(eventName(position), position)];
}

function textDetail(reading, call, event) {
  if (event < call.enter) return [`not tried yet, later from ${place(call.start)}`];
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

/** A part of the grammar, and what it matched. */
function siteDetails(reading, site, { spans }) {
  const { source } = reading.data;
  const definition = definitionAt(reading, site);
  const [start, end] = definition.leaves.find(([from]) => from === site);
  const texts = spans.slice(0, MOST_TEXTS).flatMap(([from, to], index) => [
    index ? ", " : "",
    code(shorten(reading.text.slice(from, to), 30) || "nothing"),
  ]);
  const more = spans.length > MOST_TEXTS ? [` and ${spans.length - MOST_TEXTS} more`] : [];
  return [
    ["Part", [code(source.slice(start, end))]],
    ["Of the rule", [code(definition.rule)]],
    ["Matched", spans.length ? [...texts, ...more] : ["nothing in the parse tree"]],
  ];
}

// The maximum number of texts to list for a part that matched often.
const MOST_TEXTS = 12;

function definitionAt({ data: { definitions } }, site) {
  return definitions.find(({ start, end }) => start <= site && site < end);
}

/** The step that completes the value of a node of either tree. */
function stepDetail({ data, steps, eventCount }, node) {
  if (!node) return ["never: it is not part of the parse tree"];
  const { step } = node;
  if (step === null) return withoutStep(data, node);
  const { operation, result, error } = steps[step];
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
  setAttributes(button, { type: "button", "data-position": position });
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
