// Shows the solutions of a hand that is typed instead of an expression.

const handQuestion = new Question("hand");

/** Whether a text is a hand: two cards or more with blanks between them. For a grammar that is not
 * built in, no text is a hand. */
function isHand(text) {
  return live.choice.kind === "built-in" && /^\s*(\d{1,9}|[atjqk])([\s,]+(\d{1,9}|[atjqk]))+\s*$/i.test(text);
}

/** Shows the solutions if the text is a hand. Returns whether the text is a hand. */
function showHand(text) {
  const panel = find("#hand-panel");
  const isOne = isHand(text) && !find("#live-each").checked;
  panel.hidden = !isOne;
  showTabs();
  if (!isOne) {
    handQuestion.cancel();
    return false;
  }
  readQuestion.cancel();
  document.body.dataset.waits = "false";
  showMend(null);
  textEditor.mark([]);
  sayOfText(element("p", "A hand has no tree. Its solutions are under “Hand”."));
  showStale(true);
  solveHand(text);
  return true;
}

async function solveHand(hand) {
  const target = find("#hand-target").value;
  const answer = await handQuestion.ask({ hand, target, grammar: givenGrammar() });
  if (answer === null) return;
  const [heading, list] = [find("#hand-heading"), find("#hand-solutions")];
  list.replaceChildren();
  if (answer.problem) return heading.replaceChildren(...problemWords(answer.problem));
  const { solutions, shown, target: wanted } = answer;
  const number = solutions.length;
  heading.textContent = `${hand.trim()} → ${wanted}: ${number === 0 ? "no solution" : number === 1 ? "1 solution" : `${number} solutions`}`;
  list.replaceChildren(...solutions.map((solution, index) => solutionItem(solution, shown[index])));
}

function solutionItem({ expression, template }, shown) {
  const button = doing(expression, () => typeText(expression));
  const item = element("li", button, " ", code(template));
  if (!shown) return item;
  const { others, nodes } = shown;
  if (others.length) {
    const words = others.map(({ grammar, value, error }) => `${grammar}: ${value ?? error}`);
    item.append(element("p", `Other grammars parse it differently: ${words.join(", ")}.`));
  }
  const panel = classed("div", "tree");
  const details = element("details", element("summary", "Its tree"), panel);
  details.addEventListener("toggle", () => {
    if (!details.open || panel.firstChild) return;
    new TreeView(panel, `Expression tree of ${expression}`, () => {}).show(treeNodes(nodes), null, expression);
    doScrolls();
  });
  item.append(details);
  return item;
}
