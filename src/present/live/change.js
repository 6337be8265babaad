// Shows the effect of an edit: the changed lines, and the shortest text that is parsed differently.

const changeQuestion = new Question("difference");
const changeTrees = [
  new TreeView(find("#change-before"), "Tree before", () => {}),
  new TreeView(find("#change-now"), "Tree now", () => {}),
];

/** The grammar to compare with. */
function comparedGrammar() {
  const { value } = find("#change-with");
  const name = live.choice.name;
  switch (value) {
    case "":
      return { name, source: live.before };
    case "saved":
      return { name, source: live.base.text };
    default:
      return value === name && live.choice.kind === "built-in" ? null : { name: value };
  }
}

function showComparisons() {
  const select = find("#change-with");
  const chosen = select.value;
  select.replaceChildren(option("", "the grammar before this edit"), option("saved", "the saved file"), ...opening.grammars.map((it) => option(it)));
  select.value = chosen;
}

/** The maximum number of pairs of lines to compare to find the lines that two texts share. */
const MOST_PAIRS = 1_000_000;

/** The removed and added lines. Each group of them follows the unchanged line before it. */
function changedLines(before, now) {
  const [old, young] = [before, now].map((it) => it.split("\n"));
  // For each pair of places, the number of lines that the texts after them share.
  const isTooMuch = old.length * young.length > MOST_PAIRS;
  const shared = [...old, ""].map(() => new Uint32Array(isTooMuch ? 0 : young.length + 1));
  for (let a = old.length - 1; a >= 0 && !isTooMuch; a -= 1) {
    for (let b = young.length - 1; b >= 0; b -= 1) {
      shared[a][b] = old[a] === young[b] ? shared[a + 1][b + 1] + 1 : Math.max(shared[a + 1][b], shared[a][b + 1]);
    }
  }
  const lines = [];
  let [a, b, same] = [0, 0, null];
  while (a < old.length || b < young.length) {
    if (old[a] === young[b] && a < old.length && b < young.length) {
      same = `  ${old[a]}`;
      [a, b] = [a + 1, b + 1];
      continue;
    }
    if (same !== null) lines.push(element("div", same));
    same = null;
    const isOld = a < old.length && (b >= young.length || shared[a + 1][b] >= shared[a][b + 1]);
    lines.push(isOld ? classed("del", "piece", `- ${old[a++]}`) : classed("ins", "piece", `+ ${young[b++]}`));
  }
  return lines;
}

/** Shows how the edited grammar differs from the compared grammar. */
async function showChange() {
  const panel = find("#change-panel");
  const compared = comparedGrammar();
  find("#change-lines").replaceChildren(...(compared?.source ? changedLines(compared.source, grammarEditor.text) : []));
  if (live.choice.kind === "built-in" && ["", "saved"].includes(find("#change-with").value)) {
    changeQuestion.cancel();
    return showDifference(null, "Edit the grammar, or choose another one to compare it with.");
  }
  if (panel.dataset.open !== "true" || compared === null || !("source" in compared ? compared.source : true)) return;
  if (compared.source === grammarEditor.text) return showDifference(null, "Nothing was changed.");
  if (live.grammar.errors.length > 0) {
    changeQuestion.cancel();
    return showDifference(null, "The grammar has an error.");
  }
  find("#change-said").textContent = "Looking for a text that shows a difference …";
  const answer = await changeQuestion.ask({ a: { ...compared, start: live.start }, b: givenGrammar() });
  if (answer === null) return;
  if (answer.problem) return showDifference(null, problemWords(answer.problem));
  const { difference, tried } = answer;
  showDifference(difference, difference ? null : `No difference in ${tried.toLocaleString("en")} texts.`);
}

const DIFFERENCES = {
  accepted: " is accepted by only one of them: ",
  value: " has a different value: ",
  grouping: " has a different tree: ",
  refused: " fails at a different place: ",
};

function showDifference(difference, said) {
  find("#change-trees").hidden = difference === null;
  if (difference === null) return find("#change-said").replaceChildren(...[said].flat());
  const { expression, kind, a, b } = difference;
  const name = find("#change-with").value.replace(/^(saved)?$/, "Before");
  const button = doing(code(expression || "nothing"), () => typeText(expression));
  button.id = "change-text";
  const [before, now] = [a, b].map(outcomeWords);
  const words = before === now ? [DIFFERENCES[kind].replace(": ", ".")] : [DIFFERENCES[kind], `${before} ${name === "Before" ? "before" : `by ${name}`}, ${now} now.`];
  find("#change-said").replaceChildren(button, ...words);
  showSides(changeTrees, [name, "Now"], [a, b], expression);
}

/** Shows how two grammars parse a text, in two figures. */
function showSides(views, names, sides, text) {
  sides.forEach((side, index) => {
    const { panel } = views[index];
    const outcome = outcomeWords(side);
    panel.previousElementSibling.textContent = outcome === "read" ? names[index] : `${names[index]}: ${outcome}`;
    panel.hidden = side.nodes.length === 0;
    views[index].show(treeNodes(side.nodes), null, text);
  });
  doScrolls();
}

/** The value, or a word for an outcome that has no value. */
function outcomeWords({ tree, value, error }) {
  return value ?? (tree === null ? "refused" : (error ?? "read"));
}
