// The printed page.

/** The width of the widest tree that is still legible on a sheet of paper. */
const PAPER = 1100;

/** Prepares the page for print: the last state, whole trees or their outlines, and all steps. */
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
