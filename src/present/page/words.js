// Sentences about what happened, as lists of texts and elements.

/** A text, if any, with the parts between backticks as code. A space as code would be invisible, so
    it becomes a word. */
function prose(text) {
  return (text ?? "").split("`").map((part, index) => (part === " " && index % 2 ? "space" : index % 2 ? code(part) : part));
}

/** The sentence for a position of the slider. */
function sentence(reading, moment) {
  if (moment.isReduction) return stepSentence(reading, moment);
  const event = reading.eventAt(moment);
  if (!event) return [reading.hasRules ? "No rule has been tried yet." : "Nothing has been read yet."];
  switch (event.kind) {
    case TERMINAL_MATCH:
    case TERMINAL_FAIL:
      return terminalSentence(reading, event);
    case BACKTRACK:
      return backtrackSentence(event);
    case MOMENT:
      return [...prose(event.said[0].toUpperCase() + event.said.slice(1)), "."];
    default:
      return ruleSentence(reading, moment, event);
  }
}

function ruleSentence(reading, moment, { call }) {
  const name = code(reading.ruleName(call));
  if (moment.options.isPackrat && call.earlier) {
    return [name, ` is looked up at ${place(call.start)}: `, ...lookupWords(reading, call)];
  }
  if (call.isOpenAt(moment.event)) return [name, ` begins at ${place(call.start)}.`];
  return call.matched ? matchSentence(reading, call, name) : failSentence(reading, call, name);
}

function lookupWords(reading, call) {
  return call.matched
    ? ["the memo has ", code(shorten(reading.textOf(call), 60)), "."]
    : ["the memo says that it fails here."];
}

function terminalSentence(reading, event) {
  const { terminal, wanted } = reading.data.tried[event.what];
  const name = code(shorten(terminal, 40));
  const ahead = ["", "Looking ahead: ", "Looking ahead for what must not follow: "][event.lookahead];
  if (event.kind === TERMINAL_FAIL) {
    const seen = seenWords(reading.text, event.start);
    return [`${ahead}${ahead ? "w" : "W"}anted `, ...prose(wanted), ...seen, ` at ${place(event.start)}.`];
  }
  const text = shorten(reading.textOf(event), 60);
  if (text === "") return [ahead, name, ` matched at ${place(event.start)}.`];
  return [ahead, name, " matched ", code(text), `, ${columns(event)}.`];
}

function matchSentence(reading, call, name) {
  if (call.isEmpty) return [name, ` matched the empty text at ${place(call.start)}.`];
  const text = shorten(reading.textOf(call), 60);
  return [name, " matched ", code(text), `, ${columns(call)}.`];
}

function backtrackSentence({ start }) {
  return [`Backtracked to ${place(start)}: the parser discards its matches from there on.`];
}

/** The maximum number of expected tokens to list, because nobody can take in more at a glance. */
const MOST_WANTED = 10;

function failSentence(reading, call, name) {
  const wanted = reading.wantedBy(call);
  const others = wanted.splice(wanted.length > MOST_WANTED ? MOST_WANTED - 1 : MOST_WANTED).length;
  if (others > 0) wanted.push(`one of ${others} others`);
  const seen = seenWords(reading.text, call.reached);
  const words = wanted.length ? ["wanted ", ...alternatives(wanted), ...seen] : seen.slice(1);
  return [name, ` failed at ${place(call.reached)}: `, ...words, "."];
}

/** Words in a row, the last one after "or". */
function alternatives(words) {
  return words.flatMap((word, index) => {
    const between = index === 0 ? "" : index === words.length - 1 ? " or " : ", ";
    return [between, ...prose(word)];
  });
}

/** A text with its line ends and tabs as they are written in a grammar. */
function visible(text) {
  return text.replaceAll(/[\n\r\t]/g, (it) => JSON.stringify(it).slice(1, -1));
}

/** Words for the text at a place where the parser wanted something else. */
function seenWords(text, at) {
  const seen = [...text.slice(at, at + 2)][0];
  return seen === undefined ? [", ", "the text ends"] : [", ", "saw ", code(visible(seen))];
}

/** The part of a rule that the parser tries, and whether it was tried here before. */
function partWords(reading, moment) {
  const event = reading.eventAt(moment);
  if (!event || event.kind === MOMENT) return [];
  const isRule = event.kind <= FAIL;
  const around = isRule ? event.call.parent : event.call;
  const round = isRule ? event.call.round : event.round;
  const [site] = reading.sitesOf(event.what);
  const words = [];
  if (site && around) {
    const [, , number, count] = site;
    words.push("in ", code(reading.ruleName(around)));
    if (count > 0) words.push(`, ${ordinal(number)} of ${cardinal(count)} alternatives`);
    if (round > 0) words.push(`, ${ordinal(round)} time round`);
  }
  if (isRule && event.call.earlier) {
    const again = event.call.isOpenAt(moment.event) || moment.options.isPackrat;
    if (again) words.push(words.length ? "; again: " : "again: ", "a memo would know");
  }
  return words;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const CARDINALS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function cardinal(number) {
  return CARDINALS[number] ?? number.toLocaleString("en");
}

function ordinal(number) {
  if (number <= ORDINALS.length) return ORDINALS[number - 1];
  const isTeen = number % 100 > 10 && number % 100 < 14;
  const ending = (isTeen ? null : ["st", "nd", "rd"][(number % 10) - 1]) ?? "th";
  return `${number.toLocaleString("en")}${ending}`;
}

function stepSentence({ steps, stepCount }, { step }) {
  const { operation, result, error, rule } = steps[step];
  const text = code(shorten(operation, 60));
  const heading = `Step ${step + 1} of ${stepCount}: `;
  if (result === null) return [heading, text, " cannot be evaluated: ", ...prose(error), "."];
  const enclosing = rule === null ? [] : [" The rule ", code(rule), " contains this operation."];
  return [heading, text, ...resultWords(operation, result), ".", ...enclosing];
}

/** The result of an operation; 8/3 stays 8/3, and -4 is -4. */
function resultWords(operation, { value }) {
  if (value !== operation) return [" is ", code(value)];
  return [value.includes("/") ? " stays a fraction" : " is negative"];
}

/** Whether the expression has several lines. */
function hasLines() {
  return data.expression.includes("\n");
}

/** A place in the expression, with its line if the expression has several. */
function place(at) {
  return placeIn(data.expression, at);
}

/** A place in a text, with its line if the text has several. */
function placeIn(text, at) {
  const before = text.slice(0, at).split("\n");
  const column = `column ${[...before.at(-1)].length + 1}`;
  return text.includes("\n") ? `line ${before.length}, ${column}` : column;
}

/** Whether a place is between the two halves of one character. */
function isInside(text, at) {
  return /[\udc00-\udfff]/.test(text[at] ?? "") && at > 0;
}

/** A place in short: 17, or 2:17 if the expression has several lines. */
function shortPlace(at) {
  return place(at).replace("line ", "").replace(", column ", ":").replace("column ", "");
}

function columns({ start, end }) {
  const [first, last] = [place(start), place(isInside(data.expression, end - 1) ? end - 2 : end - 1)];
  if (end - start < 2 || first === last) return first;
  return !hasLines() ? `${first.replace("column", "columns")} to ${last.split(" ").at(-1)}` : `${first} to ${last}`;
}

/** The position in words, shown next to the slider. */
function positionWords({ stepCount, hasFailures }, { position, step, isReduction }, stops) {
  if (isReduction) return `step ${step + 1} of ${stepCount}`;
  const eventCount = stops.length - 1 - stepCount;
  const those = hasFailures ? "" : " of the tree";
  if (position === 0) return eventCount ? `before the first of ${eventCount} events${those}` : `no events${those}`;
  return `event ${stops.indexOf(position)} of ${eventCount}${those}`;
}

/** The state of a rule, for people who cannot see the tree. */
function callWords(reading, call, event) {
  const name = reading.ruleName(call);
  const text = reading.textOf(call);
  if (call.isOpenAt(event)) return `${name}, being tried from ${place(call.start)}`;
  if (!call.matched) return `${name}, failed at ${place(call.reached)}`;
  const fate = call.discarded === event ? ", backtracked" : "";
  return `${name}, matched ${text === "" ? "nothing" : text}${fate}`;
}
