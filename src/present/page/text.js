// The expression, with the part marked that an event or a step is about.

/** The expression with the part in question marked, and what a step makes of it. */
function showText(panel, reading, moment) {
  panel.dataset.length = lengthClass(reading.text);
  const lines = moment.isReduction ? stepLines(reading, moment) : [readLine(reading, moment)];
  panel.replaceChildren(...lines);
  const place = panel.querySelector(".caret") ?? panel.querySelector(".current");
  scrollWithin(panel, place);
}

function lengthClass(text) {
  if (text.length <= 24) return "short";
  return text.length <= 120 ? "middle" : "long";
}

function readLine(reading, moment) {
  const { text } = reading;
  const [start, end, caret] = markedPart(reading, moment);
  const mark = classed("mark", "current", text.slice(start, end));
  mark.dataset.outcome = outcomeOf(reading, moment);
  const caretMark = classed("span", "caret");
  const marks = caret === start ? [caretMark, mark] : [mark, caretMark];
  const unread = classed("span", "unread", text.slice(end));
  return classed("p", "line", text.slice(0, start), ...marks, unread);
}

/** What the mark's underline tells. */
function outcomeOf(reading, moment) {
  if (reading.backtrack(moment)) return "failed";
  const call = reading.currentCall(moment);
  if (!call || call.isOpenAt(moment.event)) return "tried";
  return call.matched ? "matched" : "failed";
}

/** Start and end of what is tried or matched, and where the reading stands. */
function markedPart(reading, moment) {
  const backtrack = reading.backtrack(moment);
  if (backtrack) return [backtrack.start, backtrack.end, backtrack.start];
  const call = reading.currentCall(moment);
  if (!call) return [0, 0, 0];
  if (call.matched && !call.isOpenAt(moment.event)) return [call.start, call.end, call.end];
  return [call.start, Math.min(call.start + 1, reading.text.length), call.start];
}

function stepLines({ data }, { step }) {
  const { before, start, end, result } = data.steps[step];
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
