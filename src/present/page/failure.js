// Shows why the parser rejects a text, and how to fix the text.

/** Shows the error, the open rules at its place, and the text after one edit that fixes it. */
function showFailure(section, reading) {
  const { failure } = reading.data;
  section.hidden = failure === null;
  if (failure === null) return;
  find("#failure-heading").replaceChildren(code(reading.data.grammar), failure.is_given_up ? " gives up: " : " rejects it: ", ...prose(failure.message));
  const text = markedText(reading.text, failureMarks(failure), { from: failure.start, to: failure.start }, failure.start);
  const seen = failure.end > failure.start ? code(visible(reading.text.slice(failure.start, failure.end))) : "the text ends";
  const details = [
    ["Text", [classed("code", "line", ...text)]],
    ["Found", [`at ${place(failure.start)}: `, seen]],
    ...(failure.expected.length ? [["Expected", alternatives(failure.expected)]] : []),
    ...(failure.open_bracket === null
      ? []
      : [["Open bracket", [`at ${place(failure.open_bracket)}, not closed`]]]),
    ...(failure.open_rules.length ? [["Open rules", openRules(failure)]] : []),
    ...(failure.expected.length ? [] : [["What to do", prose(failure.advice)]]),
  ];
  showDetails(find("#failure-details"), details);
  showMended(failure.mended);
}

function failureMarks({ start, end, open_bracket: bracket }) {
  const marks = end > start ? [{ from: start, to: end, name: "wrong" }] : [];
  if (bracket !== null) marks.push({ from: bracket, to: bracket + 1, name: "unclosed" });
  return marks;
}

function openRules({ open_rules: rules }) {
  const shown = rules.length > MOST_DEFINITIONS ? rules.slice(-MOST_DEFINITIONS) : rules;
  const words = shown.flatMap(({ rule, start }, index) => [
    index ? " › " : shown === rules ? "" : "… › ",
    code(rule),
    ` from ${place(start)}`,
  ]);
  return words;
}

/** Shows the fixed text and its tree, with a mark on the inserted piece. */
function showMended(mended) {
  find("#mended").hidden = mended === null;
  if (mended === null) return;
  const { text, start, end, removed, value, nodes } = mended;
  const pieces = [text.slice(0, start)];
  if (removed) pieces.push(classed("del", "piece", removed));
  if (end > start) pieces.push(classed("ins", "piece", text.slice(start, end)));
  pieces.push(text.slice(end));
  const edit = removed ? (end > start ? "replaced" : "removed") : "inserted";
  const result = value === null ? "" : ` = ${value}`;
  find("#mended-text").replaceChildren(
    "With ",
    code(end > start && edit === "inserted" ? text.slice(start, end) : removed),
    ` ${edit}${edit === "replaced" ? " with " : ""}`,
    ...(edit === "replaced" ? [code(text.slice(start, end))] : []),
    ": ",
    classed("code", "line", ...pieces),
    result,
  );
  const isPiece = (it) => end > start && start <= it.start && it.end <= end;
  const touches = (it) => it.start <= start && end <= it.end;
  mendedTree.show(
    nodes.map((node, key) => ({
      key,
      parent: node.parent,
      label: node.rules.join(" › "),
      lines: node.rules,
      text: text.slice(node.start, node.end),
      whole: `${key}`,
      name: `${node.rules.join(", ")}, matched ${text.slice(node.start, node.end)}`,
      mark: isPiece(node) ? "+" : "",
      span: [node.start, node.end],
      classes: [isPiece(node) ? "piece" : touches(node) && "mends"].filter(Boolean),
    })),
    null,
    text,
  );
}
