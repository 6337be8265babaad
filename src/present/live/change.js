// What an edit changes: the shortest text that is read otherwise than before.

const changeQuestion = new Question("difference");
const changeTrees = [
  new TreeView(find("#change-before"), "Tree before", () => {}),
  new TreeView(find("#change-now"), "Tree now", () => {}),
];

/** What the grammar is compared with. */
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

/** Shows in what the grammar differs from what it was. */
async function showChange() {
  const panel = find("#change-panel");
  if (live.choice.kind === "built-in" && ["", "saved"].includes(find("#change-with").value)) {
    changeQuestion.cancel();
    return showDifference(null, "Change the grammar, or choose another to compare it with.");
  }
  const compared = comparedGrammar();
  if (panel.dataset.open !== "true" || compared === null || !("source" in compared ? compared.source : true)) return;
  if (compared.source === grammarEditor.text) return showDifference(null, "Nothing was changed.");
  find("#change-said").textContent = "Looking for it …";
  const answer = await changeQuestion.ask({ a: { ...compared, start: live.start }, b: givenGrammar() });
  if (answer === null) return;
  if (answer.problem) return showDifference(null, problemWords(answer.problem));
  const { difference, tried } = answer;
  showDifference(difference, difference ? null : `No text is read otherwise, of ${tried.toLocaleString("en")} that were tried.`);
}

const DIFFERENCES = {
  accepted: " is read by one of them only: ",
  value: " has another value: ",
  grouping: " has another tree: ",
  refused: " fails at another place: ",
};

function showDifference(difference, said) {
  find("#change-trees").hidden = difference === null;
  if (difference === null) return find("#change-said").replaceChildren(...[said].flat());
  const { expression, kind, a, b } = difference;
  const button = doing(code(expression || "nothing"), () => typeText(expression));
  button.id = "change-text";
  find("#change-said").replaceChildren(button, DIFFERENCES[kind], `${outcomeWords(a)} before, ${outcomeWords(b)} now.`);
  [a, b].forEach((side, index) => {
    const [name, panel] = find("#change-trees").children[index].children;
    name.textContent = `${["Before", "Now"][index]}: ${outcomeWords(side)}`;
    panel.hidden = side.nodes.length === 0;
    changeTrees[index].show(treeNodes(side.nodes), null, expression);
  });
  doScrolls();
}

function outcomeWords({ tree, value, error }) {
  if (value !== null) return value;
  return tree === null ? "refused" : (error ?? "read");
}
