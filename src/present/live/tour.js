// A tour of the page, which can be left at any time.

/** What is outlined, the pane that it is in, and what is said of it. */
const TOUR = [
  ["text-panel", "tree", "Type a text. The page parses it at every key."],
  ["rules-panel", "tree", "The tree of the text: branches, or boxes under the letters."],
  ["grammar-panel", "grammar", "The grammar. With your first key it becomes a copy of your own."],
  ["transport", "tree", "Go through the parse: with the slider, with ← and →, or by Play. What is at work is marked in the text, the tree and the grammar."],
  ["drawer", "drawer", "Every step, the memo table, the railroad diagram, what an edit changed, and tests."],
  ["bar", "tree", "Ten examples and a course to begin with. Press ? for all keys."],
];

/** Shows a step of the tour; behind the last it is over. */
function showTour(index) {
  find(".toured")?.classList.remove("toured");
  const panel = find("#tour");
  panel.hidden = index >= TOUR.length;
  if (panel.hidden) return slider.focus();
  const [id, pane, words] = TOUR[index];
  showPane(pane);
  find(`#${id}`).classList.add("toured");
  const isLast = index + 1 === TOUR.length;
  const next = doing(isLast ? "Begin" : "Next", () => showTour(index + 1));
  const leave = isLast ? [] : [" ", doing("Leave", () => showTour(TOUR.length))];
  panel.replaceChildren(element("p", `${index + 1} of ${TOUR.length}: ${words}`), next, ...leave);
  next.focus();
}

find("#tour").addEventListener("keydown", ({ key }) => key === "Escape" && showTour(TOUR.length));
