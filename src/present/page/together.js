// All readers of a text side by side, each as far into the text as the reader that the slider
// moves.

/** Shows every reader at its last event that is not farther in the text than this reader. */
function showTogether(panel, reading, moment) {
  const reach = reachesOf(reading)[moment.event] ?? 0;
  const columns = data.readings.map((_, index) => {
    const other = readingOf(index);
    const event = other === reading ? moment.event : reachesOf(other).findLastIndex((it) => it <= reach);
    return readerColumn(other, moment.isReduction ? other.last : event + 1);
  });
  panel.replaceChildren(...columns);
}

/** For each event, the farthest place that the reader has reached after it. */
function reachesOf(reading) {
  let farthest = 0;
  return (reading.reaches ??= reading.events.map(({ end }) => (farthest = Math.max(farthest, end))));
}

/** A reader: the text, what it does, and its stacks or open rules. */
function readerColumn(reading, position) {
  const { grammar, is_packrat: isPackrat } = reading.data;
  const options = { ...state.options, isPackrat };
  reading.ownStops ??= reading.stops({ ...options, everyAttempt: true });
  const stop = reading.ownStops.findLast((it) => it <= position);
  const moment = { ...reading.at(stop), options };
  const stacks = reading.hasRules
    ? [["open rules", reading.stack(moment).map((call) => reading.ruleName(call))]]
    : stacksAt(reading, moment);
  const lines = moment.isReduction ? stepLines(reading, moment) : [readLine(reading, moment, [])];
  return element(
    "div",
    element("h2", grammar),
    ...lines,
    element("p", ...sentence(reading, moment)),
    ...stacks.map(([title, items]) => element("p", `${title}: `, code(items.join("  ") || "none"))),
    element("p", `${reading.ownStops.indexOf(stop)} of ${reading.ownStops.length - 1}; in all ${triedWords(reading.data)}`),
  );
}
