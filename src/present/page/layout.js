// Where the nodes of a tree stand: a parent above its children, each subtree in
// a strip of its own, so that a growing tree only moves what is around it.

const ROW = 58;
const BOX = 40;
const GAP = 10;
const CHARACTER = 7.9;
const LONGEST_TEXT = 18;

/**
 * Places nodes that are listed parents before children. Each has a `parent`
 * (an index or null), a `label` and a `text`; it gets `x` and `y` of the middle
 * of its box, its `width`, and from where to where its children reach.
 */
function layOut(nodes) {
  const { strips, below } = stripWidths(nodes);
  const starts = new Array(nodes.length);
  // Where the next child of each goes.
  const free = new Array(nodes.length);
  let width = 0;
  let rows = 0;
  nodes.forEach((node, index) => {
    const parent = nodes[node.parent];
    starts[index] = parent ? free[node.parent] : width;
    if (parent) free[node.parent] += strips[index];
    else width += strips[index];
    node.row = parent ? parent.row + 1 : 0;
    rows = Math.max(rows, node.row + 1);
    free[index] = starts[index] + (strips[index] - below[index]) / 2;
    node.x = starts[index] + strips[index] / 2;
    node.y = node.row * ROW + ROW / 2;
    node.reach = null;
    if (parent) parent.reach = [parent.reach?.[0] ?? node.x, node.x];
  });
  return { nodes, width, height: rows * ROW };
}

/** How wide each node is with all that is below it, and what is below alone. */
function stripWidths(nodes) {
  for (const node of nodes) {
    node.text = shorten(node.text, LONGEST_TEXT);
    node.width = Math.max(node.label.length, node.text.length) * CHARACTER + 16;
  }
  const strips = new Array(nodes.length);
  const below = new Array(nodes.length).fill(0);
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index];
    strips[index] = Math.max(node.width + GAP, below[index]);
    if (node.parent !== null) below[node.parent] += strips[index];
  }
  return { strips, below };
}

/** A text with its middle left out where it is longer than `most`. */
function shorten(text, most) {
  if (text.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`;
}
