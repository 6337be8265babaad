// Where the nodes of a tree stand: a parent over the middle of its children, and
// all as narrow as that allows; `present/parse/layout.rs` says after whom.

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
  const children = nodes.map(() => []);
  const offsets = new Array(nodes.length).fill(0);
  const outlines = new Array(nodes.length);
  const roots = [];
  nodes.forEach((node, index) => {
    node.text = shorten(node.text, LONGEST_TEXT);
    node.width = Math.max(node.label.length, node.text.length) * CHARACTER + 16;
    (node.parent === null ? roots : children[node.parent]).push(index);
  });
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const below = placed(children[index], outlines, offsets);
    outlines[index] = [[-nodes[index].width / 2, nodes[index].width / 2], ...below];
  }
  const levels = placed(roots, outlines, offsets);
  const left = Math.min(0, ...levels.map(([start]) => start)) - GAP / 2;
  const right = Math.max(0, ...levels.map(([, end]) => end)) + GAP / 2;
  nodes.forEach((node, index) => {
    const parent = nodes[node.parent];
    node.row = parent ? parent.row + 1 : 0;
    node.x = (parent ? parent.x : -left) + offsets[index];
    node.y = node.row * ROW + ROW / 2;
    node.reach = null;
    if (parent) parent.reach = [parent.reach?.[0] ?? node.x, node.x];
  });
  return { nodes, width: nodes.length ? right - left : 0, height: levels.length * ROW };
}

/**
 * Puts subtrees side by side, as far from their middle as `offsets` then says,
 * and returns from where to where they reach on each level.
 */
function placed(indices, outlines, offsets) {
  const fromLeft = packed(indices.map((index) => outlines[index]));
  const mirrored = indices.map((index) => outlines[index].map(([start, end]) => [-end, -start]));
  const fromRight = packed(mirrored.reverse()).reverse();
  const levels = [];
  indices.forEach((index, place) => {
    const offset = (fromLeft[place] - fromRight[place]) / 2;
    offsets[index] = offset;
    outlines[index].forEach(([start, end], level) => {
      levels[level] = [levels[level]?.[0] ?? start + offset, end + offset];
    });
    outlines[index] = null;
  });
  return levels;
}

/** The places from the first on, each as near to those before it as it can be. */
function packed(outlines) {
  const ends = [];
  return outlines.map((outline) => {
    let place = ends.length ? -Infinity : 0;
    outline.forEach(([start], level) => {
      if (level < ends.length) place = Math.max(place, ends[level] + GAP - start);
    });
    outline.forEach(([, end], level) => {
      ends[level] = end + place;
    });
    return place;
  });
}

/** A text with its middle left out where it is longer than `most`. */
function shorten(text, most) {
  if (text.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`;
}
