// Where a grammar parts from ordinary arithmetic, and why.

// How much is shown of a long text before the sign, of the operand, and after.
const BEFORE_SIGN = 24;
const LONGEST_OPERAND = 40;
const AFTER_OPERAND = 16;

/** Shows what the two take for the operand in which they part; hidden without. */
function showParting(section, { data: { grammar, parting }, text }) {
  section.hidden = parting === null;
  if (parting === null) return;
  const [heading, list, cause] = section.children;
  heading.replaceChildren("Where ", code(grammar), " parts from ordinary arithmetic");
  const items = parting.taken.map((taken) => [
    element("dt", code(taken.grammar)),
    element("dd", takenText(text, parting.sign, taken), takenWords(text, taken)),
  ]);
  list.replaceChildren(...items.flat());
  cause.replaceChildren("Why: ", ...prose(parting.cause), ".");
}

/** The text around the sign, with the operand marked. */
function takenText(text, sign, { start, end }) {
  const from = sign > BEFORE_SIGN ? sign - BEFORE_SIGN : 0;
  const to = end + AFTER_OPERAND < text.length ? end + AFTER_OPERAND : text.length;
  const operand = element("mark", shorten(text.slice(start, end), LONGEST_OPERAND));
  const before = (from > 0 ? "…" : "") + text.slice(from, start);
  const after = text.slice(end, to) + (to < text.length ? "…" : "");
  return classed("code", "taken", before, operand, after);
}

/** Which rule takes the operand. */
function takenWords(text, { start, end, rules }) {
  const operand = code(shorten(text.slice(start, end), LONGEST_OPERAND));
  if (rules === null) return classed("span", "by", "takes ", operand);
  const [operation, level] = rules.map(code);
  return classed("span", "by", operation, " in ", level, " takes ", operand);
}
