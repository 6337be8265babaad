// The lists beside the tree, and the choice of grammar.

/** The open rules, outermost first. */
function showStack(list, reading, moment) {
  updateList(list, reading.stack(moment), (item, call) => {
    const isOpen = call.isOpenAt(moment.event);
    const key = `${call.enter} ${isOpen}`;
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    const words = isOpen ? `from ${place(call.start)}` : closedWords(reading, call);
    item.replaceChildren(code(reading.ruleName(call)), ` ${words}`);
  });
  scrollWithin(list, list.lastElementChild);
}

function closedWords(reading, call) {
  if (!call.matched) return "✗ failed";
  return `✓ matched ${shorten(reading.textOf(call), 20) || "nothing"}`;
}

/** The steps taken so far. */
function showSteps(list, reading, moment) {
  const taken = reading.data.steps.slice(0, moment.step + 1);
  updateList(list, taken, (item, step, index) => {
    if (!item.hasChildNodes()) item.append(...stepItem(step));
    setAttributes(item, { "aria-current": index === moment.step ? "step" : "false" });
  });
  scrollWithin(list, list.lastElementChild);
}

function stepItem({ before, start, end, operation, result, error, rule }) {
  if (result === null) return [code(operation), ": ", ...prose(error)];
  const replaced = element("u", before.slice(start, end));
  const by = rule === null ? [] : [" by ", code(rule)];
  return [
    classed("code", "whole", before.slice(0, start), replaced, before.slice(end)),
    classed("span", "result", code(operation), ...resultWords(operation, result), ...by),
    classed("code", "left", result.left),
  ];
}

/** A choice of grammar: its name, what it means, its value and its verdict. */
function grammarChoice({ grammar, summary, tree, value, error, verdict, ...tried }, index) {
  const radio = element("input");
  Object.assign(radio, { type: "radio", name: "grammar", value: index });
  const result = tree === null ? [] : value === null ? ["no value: ", ...prose(error)] : [`= ${value}`];
  const parts = [
    classed("span", "name", code(grammar), " ", ...result),
    classed("span", "summary", summary),
    classed("span", "tried", triedWords(tried)),
  ];
  if (verdict) parts.splice(1, 0, classed("span", "verdict", ...prose(verdict)));
  return element("label", radio, classed("span", "words", ...parts));
}

/** A grammar that does not read the expression: there is nothing to choose. */
function refusedCard({ grammar, summary, verdict }) {
  const parts = [
    classed("span", "name", code(grammar)),
    classed("span", "verdict", ...prose(verdict)),
    classed("span", "summary", summary),
  ];
  return classed("div", "refused", classed("span", "words", ...parts));
}

/** How many rule calls a grammar makes, and whether the page shows all of them. */
function triedWords({ rule_calls: calls, is_whole: isWhole }) {
  const count = `${calls.toLocaleString("en")} rule calls`;
  return isWhole ? count : `${count}; only those of the parse tree are shown`;
}
