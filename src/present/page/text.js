// Shows the expression, with a mark on the part that an event or a step is about.

/** Shows the expression with the current part marked, and the result of a step. */
function showText(panel, reading, moment, { spans }) {
  panel.dataset.length = lengthClass(reading.text);
  const lines = moment.isReduction ? stepLines(reading, moment) : [readLine(reading, moment, spans)];
  panel.replaceChildren(...lines);
  const place = panel.querySelector(".caret") ?? panel.querySelector(".current");
  scrollWithin(panel, place);
}

function lengthClass(text) {
  if (text.length <= 24) return "short";
  return text.length <= 120 ? "middle" : "long";
}

function readLine(reading, moment, spans) {
  const { text, data: { failure } } = reading;
  const [start, end, caret] = markedPart(reading, moment);
  const marks = [
    ...spans.map(([from, to]) => ({ from, to, name: "linked" })),
    ...(failure ? failureMarks(failure) : []),
  ];
  const current = { from: start, to: end, outcome: outcomeOf(reading, moment) };
  return classed("p", "line", ...markedText(text, marks, current, caret));
}

/** A text in pieces, each with the marks of the parts around it. */
function markedText(text, marks, current, caret) {
  const ends = [0, text.length, current.from, current.to, caret];
  for (const { from, to } of marks) ends.push(from, to);
  const places = [...new Set(ends)].sort((a, b) => a - b);
  const pieces = [];
  places.forEach((from, index) => {
    if (from === caret) pieces.push(classed("span", "caret"));
    const to = places[index + 1];
    if (to === undefined) return;
    const isCurrent = current.from <= from && to <= current.to;
    const piece = element(isCurrent ? "mark" : "span", text.slice(from, to));
    if (isCurrent) Object.assign(piece, { className: "current" }).dataset.outcome = current.outcome;
    else if (from >= current.to) piece.classList.add("unread");
    for (const { from: start, to: end, name } of marks) {
      if (start <= from && to <= end) piece.classList.add(name);
    }
    pieces.push(piece);
  });
  return pieces;
}

/** The outcome that the mark's underline shows. */
function outcomeOf(reading, moment) {
  const event = reading.eventAt(moment);
  if (!event) return "tried";
  if (event.kind === ENTER) return "tried";
  if (event.kind === MOMENT) return event.failed ? "failed" : event.completes ? "matched" : "tried";
  return event.kind === MATCH || event.kind === TERMINAL_MATCH ? "matched" : "failed";
}

/** The start and end of the part that is tried or matched, and the place that the parser
    has reached. */
function markedPart(reading, moment) {
  const event = reading.eventAt(moment);
  if (!event) return [0, 0, 0];
  const { kind, start, end } = event;
  if (kind === BACKTRACK) return [start, end, start];
  if (kind === MOMENT && end > start) return [start, end, end];
  if (kind === MATCH || kind === TERMINAL_MATCH) return [start, end, end];
  const after = start + (isInside(reading.text, start + 1) ? 2 : 1);
  return [start, Math.min(after, reading.text.length), start];
}

function stepLines({ steps }, { step }) {
  const { before, start, end, result } = steps[step];
  const [prefix, suffix] = [before.slice(0, start), before.slice(end)];
  const replaced = classed("mark", "current", before.slice(start, end));
  const lines = [classed("p", "line", prefix, replaced, suffix)];
  if (result !== null) {
    const { left, from, to } = result;
    const changed = classed("mark", "changed", left.slice(from, to));
    lines.push(classed("p", "line", left.slice(0, from), changed, left.slice(to)));
  }
  return lines;
}

/** The place of the character of the expression at a point of the window. */
function characterAt(panel, x, y) {
  const line = panel.querySelector(".line");
  const point = document.caretPositionFromPoint?.(x, y);
  const [node, offset] = point
    ? [point.offsetNode, point.offset]
    : ((it) => [it?.startContainer, it?.startOffset])(document.caretRangeFromPoint?.(x, y));
  if (!node || !line.contains(node)) return null;
  const before = new Range();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
