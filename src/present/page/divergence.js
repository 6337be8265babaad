// Shows where a grammar diverges from ordinary arithmetic, and why.

// The maximum number of characters shown before the operator, of the operand, and after the
// operand.
const BEFORE_OPERATOR = 24;
const LONGEST_OPERAND = 40;
const AFTER_OPERAND = 16;

/** Shows the two right operands at which the grammars diverge; hidden if they do not diverge. */
function showDivergence(section, reading) {
  const { data: { grammar, divergence }, text } = reading;
  section.hidden = divergence === null;
  if (divergence === null) return;
  const [heading, list, cause] = section.firstElementChild.children;
  heading.replaceChildren("Where ", code(grammar), " diverges from ordinary arithmetic");
  const items = divergence.taken.map((taken) => [
    element("dt", code(taken.grammar)),
    element("dd", takenText(text, divergence.operator, taken), takenWords(text, taken)),
  ]);
  list.replaceChildren(...items.flat());
  cause.replaceChildren(...(divergence.cause === "" ? [] : ["Why: ", ...prose(divergence.cause), "."]));
  showBothTrees(reading);
}

/** The expression trees of ordinary arithmetic and of another grammar, side by side. */
function showBothTrees(other) {
  const { divergence } = other.data;
  const ordinary = readingOf(data.readings.findIndex((it) => it.grammar === divergence.taken[0].grammar));
  [ordinary, other].forEach((reading, index) => {
    // Everything is evaluated, and no step is current.
    const moment = { ...reading.at(reading.last), step: Infinity };
    const marked = new Set([operandNode(reading, divergence.taken[index])]);
    const shown = operationNodes(reading, moment, { selected: null, links: NO_LINKS, marked });
    const [name, panel] = find("#both-trees").children[index].children;
    const { value, error } = reading.data;
    name.replaceChildren(code(reading.data.grammar), ...(value === null ? [": no value, ", ...prose(error)] : [` = ${value}`]));
    bothTrees[index].show(shown, shown.find(({ classes }) => classes.includes("differs"))?.key, reading.text);
    panel.hidden = false;
  });
}

/** The largest operand or operation within the text that an operator takes. */
function operandNode({ data: { expression_nodes: nodes } }, { start, end }) {
  return [...nodes.keys()].findLast((index) => start <= nodes[index].start && nodes[index].end <= end);
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

/** The words about the rule that takes the operand. */
function takenWords(text, { start, end, rules }) {
  const operand = code(shorten(text.slice(start, end), LONGEST_OPERAND));
  const says = ["its right operand is ", operand];
  if (rules === null) return classed("span", "by", ...says);
  const [operation, level] = rules.map(code);
  return classed("span", "by", ...says, ", by ", operation, " in the rule ", level);
}
