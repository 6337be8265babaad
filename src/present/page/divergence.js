// Where a grammar diverges from ordinary arithmetic, and why.

// How much is shown of a long text before the operator, of the operand, and after.
const BEFORE_OPERATOR = 24;
const LONGEST_OPERAND = 40;
const AFTER_OPERAND = 16;

/** Shows the two right operands at which the grammars diverge; hidden if none do. */
function showDivergence(section, { data: { grammar, divergence }, text }) {
  section.hidden = divergence === null;
  if (divergence === null) return;
  const [heading, list, cause] = section.children;
  heading.replaceChildren("Where ", code(grammar), " diverges from ordinary arithmetic");
  const items = divergence.taken.map((taken) => [
    element("dt", code(taken.grammar)),
    element("dd", takenText(text, divergence.operator, taken), takenWords(text, taken)),
  ]);
  list.replaceChildren(...items.flat());
  cause.replaceChildren("Why: ", ...prose(divergence.cause), ".");
}

/** The text around the operator, with its right operand marked. */
function takenText(text, operator, { start, end }) {
  const from = operator > BEFORE_OPERATOR ? operator - BEFORE_OPERATOR : 0;
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
