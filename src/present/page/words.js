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
    return [name, ` begins at column ${call.start + 1}.`];
  }
  return call.matched ? matchSentence(reading, call, name) : failSentence(reading, call, name);
}

function matchSentence(reading, call, name) {
  if (call.isEmpty) return [name, ` matched nothing at column ${call.start + 1}, which it may.`];
  const text = shorten(reading.textOf(call), 60);
  return [name, " matched ", code(text), `, ${columns(call)}.`];
}

function backtrackSentence({ start }) {
  return [`Backtracked to column ${start + 1}: what matched from there on is discarded.`];
}

function failSentence(reading, call, name) {
  const seen = reading.text[call.reached];
  return [
    name,
    ` failed at column ${call.reached + 1}: it saw `,
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

function columns({ start, end }) {
  if (end - start < 2) return `column ${start + 1}`;
  return `columns ${start + 1} to ${end}`;
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
  if (call.isOpenAt(event)) return `${name}, being tried from column ${call.start + 1}`;
  if (!call.matched) return `${name}, failed at column ${call.reached + 1}`;
  const fate = call.discarded === event ? ", backtracked" : "";
  return `${name}, matched ${text === "" ? "nothing" : text}${fate}`;
}
