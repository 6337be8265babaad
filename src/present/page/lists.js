// The lists next to the tree, and the choice of grammar.

// Only the definitions of the innermost rules are shown: nobody can take in more.
const MOST_DEFINITIONS = 12;

/** Shows the open rules, outermost first, each with the part of it that is being tried. */
function showStack(list, reading, moment, { calls }) {
  if (!reading.hasRules) return showStacks(list, reading, moment);
  const stack = reading.stack(moment);
  const parts = partsAtWork(reading, moment);
  updateList(list, stack, (item, call, index) => {
    const isOpen = call.isOpenAt(moment.event);
    const isDetailed = isOpen && index >= stack.length - MOST_DEFINITIONS;
    const at = [...parts[index]].flat().join(" ");
    const key = `${call.enter} ${isOpen} ${isDetailed} ${at}`;
    item.classList.toggle("linked", calls.has(call.enter));
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    item.dataset.call = call.enter;
    const words = isOpen ? ` from ${place(call.start)}` : ` ${closedWords(reading, call)}`;
    const again = call.earlier ? [classed("span", "again", " again")] : [];
    const name = classed("span", "name", code(reading.ruleName(call)), words, ...again);
    const body = isDetailed ? definitionParts(reading, reading.ruleName(call), parts[index]) : [];
    item.replaceChildren(name, ...(isDetailed ? [classed("code", "body", ...body)] : []));
  });
  scrollWithin(list, list.lastElementChild);
}

function closedWords(reading, call) {
  if (!call.matched) return "✗ failed";
  return `✓ matched ${shorten(reading.textOf(call), 20) || "nothing"}`;
}

// The maximum number of steps to list. If there are many steps, their texts are long.
const MOST_STEPS = 60;

/** Shows the steps taken so far, or the last of them. */
function showSteps(list, reading, moment, links) {
  const count = moment.step + 1;
  const first = Math.max(0, count - MOST_STEPS);
  if (Number(list.dataset.first ?? 0) !== first) list.replaceChildren();
  list.dataset.first = first;
  list.start = first + 1;
  list.classList.toggle("cut", first > 0);
  updateList(list, reading.steps.slice(first, Math.max(count, 0)), (item, step, place) => {
    const index = first + place;
    if (!item.hasChildNodes()) item.append(...stepItem(step));
    setAttributes(item, { "aria-current": index === moment.step ? "step" : "false" });
    item.dataset.step = index;
    item.classList.toggle("linked", links.step === index);
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

// The maximum length of a value on a card. The whole value is under the expression.
const LONGEST_VALUE = 60;

/** A choice of grammar: its name, its summary, its value and its verdict. */
function grammarChoice(reading, index) {
  const { grammar, summary, has_values: hasValues, value, error, failure, verdict, counts } = reading;
  const radio = element("input");
  Object.assign(radio, { type: "radio", name: "grammar", value: index });
  const isStopped = counts !== null && !hasValues;
  const noValue = hasValues ? ["no value"] : isStopped ? ["stops"] : [];
  const result = failure ? [failure.is_given_up ? "gives up" : "rejects it"] : value === null ? noValue : [`= ${shorten(value, LONGEST_VALUE)}`];
  const parts = [
    classed("span", "name", code(grammar), " ", ...result),
    classed("span", "summary", summary),
    classed("span", "tried", triedWords(reading)),
  ];
  const said = failure ? null : (verdict ?? (value === null ? error : null));
  if (said) parts.splice(1, 0, classed("span", "verdict", ...prose(said)));
  const label = element("label", radio, classed("span", "words", ...parts));
  label.classList.toggle("failed", failure !== null);
  return label;
}

/** The work of a reader, usually its number of rule calls, and whether the page shows all of it. */
function triedWords({ rule_calls: calls, detail, counts }) {
  const count = counts ?? (calls === 1 ? "1 rule call" : `${calls.toLocaleString("en")} rule calls`);
  const rest = {
    terminals: "",
    rules: ", shown without terminals",
    tree: ": only those in the tree are shown",
  };
  return count + rest[detail];
}
