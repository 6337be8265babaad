// The page on paper.

/** The widest tree that can still be read when a sheet of paper holds it. */
const PAPER = 1100;

/** Paper has the last state, whole trees or their outlines, and all steps. */
function setPrinting(isPrinting) {
  if (state.isPrinting === isPrinting) return;
  state.isPrinting = isPrinting;
  render();
  for (const tree of [rulesTree, operationsTree]) {
    const fits = tree.layout.width <= PAPER;
    tree.showAll(isPrinting && fits);
    tree.panel.classList.toggle("too-wide", !fits);
    tree.panel.nextElementSibling.replaceChildren(
      ...(isPrinting && !fits ? [outline(tree.layout.nodes)] : []),
    );
  }
}
