// The definition of a rule, with marks on the parts that are tried.

/**
 * The body of a rule as elements. `marks` maps each tried item to its outcome; a person can choose
 * every part that was ever tried.
 */
function definitionParts(reading, rule, marks = new Map()) {
  const definition = reading.definitions.get(rule);
  if (!definition) return ["built into pest"];
  const [start, end] = definition.body;
  return markedSource(reading, definition, start, end, marks);
}

/** A piece of the grammar's text, with its parts as elements. */
function markedSource(reading, definition, start, end, marks) {
  const { source } = reading.data;
  const marked = markedSites(reading, [marks]);
  const parts = [];
  let at = start;
  for (const [from, to] of definition.leaves) {
    if (from < at || to > end) continue;
    parts.push(source.slice(at, from), sitePart(source.slice(from, to), from, marked));
    at = to;
  }
  parts.push(source.slice(at, end));
  return parts;
}

/** The places of parts in the grammar, with their outcomes. */
function markedSites(reading, parts) {
  const each = parts.flatMap((it) => [...it]);
  return each.flatMap(([what, outcome]) => reading.sitesOf(what).map(([from, to]) => ({ from, to, outcome })));
}

function sitePart(text, at, marked) {
  const part = classed("span", "site", text);
  part.dataset.site = at;
  markOutcome(part, marked);
  return part;
}

/** For each open call, the part that is tried at a moment, with its outcome. */
function partsAtWork(reading, moment) {
  const stack = reading.stack(moment);
  const event = reading.eventAt(moment);
  return stack.map((call, index) => {
    const inner = stack[index + 1];
    if (inner) return new Map([[inner.what, outcomeOfCall(inner, moment.event)]]);
    const isOwn = event && event.kind > FAIL && event.call === call;
    return new Map(isOwn ? [[event.what, event.kind === TERMINAL_MATCH ? "matched" : "failed"]] : []);
  });
}

function outcomeOfCall(call, event) {
  if (call.isOpenAt(event)) return "tried";
  return call.matched ? "matched" : "failed";
}

// The grammar's own text.

/** Shows the grammar's text, with an element for each rule and for each part of a rule. */
function showSource(panel, reading) {
  const { source, definitions } = reading.data;
  const pieces = [];
  let at = 0;
  for (const definition of definitions) {
    const piece = element(
      "span",
      ...markedSource(reading, definition, definition.start, definition.end, new Map()),
    );
    piece.dataset.rule = definition.rule;
    pieces.push(source.slice(at, definition.start), piece);
    at = definition.end;
  }
  panel.replaceChildren(...pieces, source.slice(at));
}

/** Marks the current rule, the tried parts of all open rules, and the linked parts. */
function markSource(panel, reading, moment, rule, sites) {
  for (const piece of panel.children) {
    const isCurrent = piece.dataset.rule === rule;
    if (isCurrent && piece.getAttribute("aria-current") !== "true") scrollWithin(panel, piece);
    setAttributes(piece, { "aria-current": isCurrent });
  }
  const marked = markedSites(reading, partsAtWork(reading, moment));
  for (const part of panel.querySelectorAll(".site")) markOutcome(part, marked);
  markSites(panel, sites);
}

/** Shows the outcome of a part of the grammar, if it is one of the marked parts. */
function markOutcome(part, marked) {
  const at = Number(part.dataset.site);
  const around = marked.findLast(({ from, to }) => from <= at && at < to);
  if (around) part.dataset.outcome = around.outcome;
  else delete part.dataset.outcome;
}

/** Marks the parts of a definition that are linked. */
function markSites(panel, sites) {
  for (const part of panel.querySelectorAll(".site")) {
    part.classList.toggle("linked", sites.has(Number(part.dataset.site)));
  }
}
