// A tour of the page, which can be left at any time.

/** The outlined element, the pane that contains it, and the words about it. */
const TOUR = [
  ["text-panel", "tree", "Type a text. The page parses it at every keystroke."],
  ["rules-panel", "tree", "The tree of the text: branches, or boxes under the letters."],
  ["grammar-panel", "grammar", "The grammar. Edit it: the page updates at every keystroke."],
  ["transport", "tree", "Go through the parse with the slider, with ← and →, or with Play. The current step is marked in the text, the tree and the grammar."],
  ["drawer", "drawer", "Every step, the memo table, the railroad diagram, what an edit changed, and tests."],
  ["bar", "tree", "Ten examples and a course to begin with. Press ? for all keys."],
];

function leaveTour() {
  find(".toured")?.classList.remove("toured");
  find("#tour").hidden = true;
}

/** Shows a step of the tour; after the last one the tour is over. */
function showTour(index) {
  leaveTour();
  if (index >= TOUR.length) return slider.focus();
  const panel = find("#tour");
  panel.hidden = false;
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
