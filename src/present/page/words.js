// Sentences about what happened, as lists of texts and elements.

function code(text) {
  return element("code", text);
}

/** A text, if any, with the parts between backticks as code. */
function prose(text) {
  return (text ?? "").split("`").map((part, index) => (index % 2 ? code(part) : part));
}

/** The sentence for a position of the slider. */
function sentence(reading, moment) {
  if (moment.isReduction) return stepSentence(reading, moment);
  const backtrack = reading.backtrack(moment);
  if (backtrack) return backtrackSentence(backtrack);
  const call = reading.currentCall(moment);
  if (!call) return ["No rule has been tried yet."];
  const name = code(reading.ruleName(call));
  if (call.isOpenAt(moment.event)) {
    return [name, ` begins at ${place(call.start)}.`];
  }
  return call.matched ? matchSentence(reading, call, name) : failSentence(reading, call, name);
}

function matchSentence(reading, call, name) {
  if (call.isEmpty) return [name, ` matched nothing at ${place(call.start)}, which it may.`];
  const text = shorten(reading.textOf(call), 60);
  return [name, " matched ", code(text), `, ${columns(call)}.`];
}

function backtrackSentence({ start }) {
  return [`Backtracked to ${place(start)}: what matched from there on is discarded.`];
}

function failSentence(reading, call, name) {
  const seen = [...reading.text.slice(call.reached, call.reached + 2)][0];
  return [
    name,
    ` failed at ${place(call.reached)}: it saw `,
    ...(seen === undefined ? ["the end of the text."] : [code(seen), "."]),
  ];
}

function stepSentence({ data, stepCount }, { step }) {
  const { operation, result, error, rule } = data.steps[step];
  const text = code(shorten(operation, 60));
  const heading = `Step ${step + 1} of ${stepCount}: `;
  if (result === null) return [heading, text, " cannot be evaluated: ", ...prose(error), "."];
  const enclosing = rule === null ? [] : [" The rule ", code(rule), " contains both operands."];
  return [heading, text, ...resultWords(operation, result), ".", ...enclosing];
}

/** The result of an operation; 8/3 stays 8/3. */
function resultWords(operation, { value }) {
  return value === operation ? [" is a fraction and stays"] : [" is ", code(value)];
}

/** A place of the expression; where it has several lines, with the line. */
function place(at) {
  const before = data.expression.slice(0, at).split("\n");
  const column = `column ${[...before.at(-1)].length + 1}`;
  return data.expression.includes("\n") ? `line ${before.length}, ${column}` : column;
}

function columns({ start, end }) {
  const [first, last] = [place(start), place(end - 1)];
  if (end - start < 2 || first === last) return first;
  const isOneLine = !data.expression.includes("\n");
  return isOneLine ? `${first.replace("column", "columns")} to ${last.split(" ").at(-1)}` : `${first} to ${last}`;
}

/** Which position this is, as the number beside the slider says. */
function positionWords(reading, { position, step, isReduction }) {
  if (isReduction) return `step ${step + 1} of ${reading.stepCount}`;
  if (position === 0) return `before the first of ${reading.eventCount} events`;
  return `event ${position} of ${reading.eventCount}`;
}

/** The state of a rule, for those who do not see the tree. */
function callWords(reading, call, event) {
  const name = reading.ruleName(call);
  const text = reading.textOf(call);
  if (call.isOpenAt(event)) return `${name}, being tried from ${place(call.start)}`;
  if (!call.matched) return `${name}, failed at ${place(call.reached)}`;
  const fate = call.discarded === event ? ", backtracked" : "";
  return `${name}, matched ${text === "" ? "nothing" : text}${fate}`;
}
