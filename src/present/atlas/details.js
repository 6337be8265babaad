// The open hand, with its solutions and their trees.

/** The number of solutions to show before a person asks for more. */
const FIRST_SOLUTIONS = 40;

function showHand(hand) {
  find("#hand-heading").textContent = hand ? hand.text : "No hand is open";
  const list = find("#solutions");
  list.replaceChildren();
  find("#rest").replaceChildren();
  find("#rating").hidden = true;
  if (!hand) {
    find("#hand-summary").textContent = "Choose one from the list.";
    return;
  }
  find("#hand-summary").textContent = summaryOf(hand);
  showRating(hand);
  addSolutions(hand, FIRST_SOLUTIONS);
  // The first tree is open from the start.
  const first = list.querySelector("details");
  if (first) first.open = true;
}

function summaryOf({ count, needs }) {
  if (count === 0) return data.incomplete ? `No solution by ${data.incomplete}.` : `It cannot make ${data.target}.`;
  const detours = [needs & BY_FRACTION && "a fraction", needs & BY_NEGATIVE && "a negative number"].filter(Boolean);
  const need = detours.length ? ` Each goes by way of ${detours.join(" and ")}.` : "";
  return `It has ${counted(count, "solution")}.${need}`;
}

/** Shows how hard the hand is for people, and why. */
function showRating({ points, level, reasons }) {
  const rating = find("#rating");
  rating.hidden = points === null;
  if (rating.hidden) return;
  rating.firstChild.textContent = `Difficulty: ${level === null ? "" : `${data.levels[level]}, `}${points} points`;
  const why = reasons.map((it) => it.text + (it.points === null ? "" : `: ${it.points < 0 ? "−" : "+"}${Math.abs(it.points)}`));
  rating.lastChild.replaceChildren(...why.map((text) => element("li", text)));
}

/** Adds solutions of the hand until `most` are shown, and says how to see the others. */
function addSolutions(hand, most) {
  const list = find("#solutions");
  const numbers = hand.solutions.slice(list.children.length, most);
  list.append(...numbers.map((number) => solutionItem(solutionOf(number, hand.cards))));
  const rest = hand.solutions.length - list.children.length;
  const words = [];
  if (rest > 0) {
    const button = Object.assign(element("button", `Show ${rest} more`), { type: "button" });
    button.addEventListener("click", () => {
      addSolutions(hand, Infinity);
      list.children[most].querySelector("summary").focus();
    });
    words.push(button);
  }
  const left = hand.count - hand.solutions.length;
  const command = `bracket24 solve ${hand.text}${data.options && ` ${data.options}`}`;
  if (left > 0) words.push(`${left} more do not fit here; this command lists all: `);
  else words.push("In a terminal: ");
  words.push(code(command));
  find("#rest").replaceChildren(...words);
}

function solutionItem(solution) {
  const tree = classed("div", "tree");
  const button = Object.assign(element("button", data.templates[solution.template].text), { type: "button" });
  button.className = "template";
  button.setAttribute("aria-label", `Hands of the template ${data.templates[solution.template].text}`);
  button.addEventListener("click", () => openTemplates([solution.template]));
  const marks = markWords(solution.marks).map((words) => classed("span", "fact", words));
  if (solution.marks & FALSE) marks.at(-1).classList.add("false");
  const summary = element("summary", code(solution.text), ...marks);
  const about = element("p", "Template ", button);
  const details = element("details", summary, about, tree);
  // A tree is drawn when it is first opened.
  details.addEventListener("toggle", () => {
    if (tree.firstChild) return;
    new TreeView(tree, `Expression tree of ${solution.text}`, () => {}).show(solutionNodes(solution), null);
    doScrolls();
  });
  return element("li", details);
}
