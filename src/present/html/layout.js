// Lays out the nodes of a tree: a parent is above the middle of its children, and the tree is as
// narrow as this rule allows. `present/parse/layout.rs` names the source of the method.

const LINE = 16;
const BETWEEN_ROWS = 18;
const GAP = 10;
const CHARACTER = 7.9;
const LONGEST_TEXT = 18;

/**
 * Places nodes, which are listed parents before children. Each node has a `parent` (an index or
 * null), `lines` and a `text`. The function adds the `x` and `y` of the middle of its box, its
 * `width` and `height`, its `row`, and the `reach` of its children. Returns the nodes with the size
 * of the whole tree.
 */
function layOut(nodes) {
  const children = nodes.map(() => []);
  const offsets = new Array(nodes.length).fill(0);
  const outlines = new Array(nodes.length);
  const roots = [];
  nodes.forEach((node, index) => {
    node.text = shorten(node.text, LONGEST_TEXT);
    const letters = Math.max(...node.lines.map((line) => line.length), node.text.length);
    node.width = letters * CHARACTER + 16;
    node.height = (node.lines.length + (node.text ? 1 : 0)) * LINE + 8;
    (node.parent === null ? roots : children[node.parent]).push(index);
  });
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const below = placed(children[index], outlines, offsets);
    outlines[index] = [[-nodes[index].width / 2, nodes[index].width / 2], ...below];
  }
  const levels = placed(roots, outlines, offsets);
  const left = Math.min(0, ...levels.map(([start]) => start)) - GAP / 2;
  const right = Math.max(0, ...levels.map(([, end]) => end)) + GAP / 2;
  const heights = [];
  nodes.forEach((node, index) => {
    const parent = nodes[node.parent];
    node.row = parent ? parent.row + 1 : 0;
    node.x = (parent ? parent.x : -left) + offsets[index];
    heights[node.row] = Math.max(heights[node.row] ?? 0, node.height);
    node.reach = null;
    if (parent) parent.reach = [parent.reach?.[0] ?? node.x, node.x];
  });
  const tops = [GAP];
  heights.forEach((height, row) => tops.push(tops[row] + height + BETWEEN_ROWS));
  for (const node of nodes) {
    node.top = tops[node.row];
    node.y = node.top + node.height / 2;
    /** The height of the line above the children. */
    node.fork = tops[node.row + 1] - BETWEEN_ROWS / 2;
  }
  const height = heights.length ? tops.at(-1) - BETWEEN_ROWS + GAP / 2 : 0;
  return { nodes, width: nodes.length ? right - left : 0, height, characters: [] };
}

const UNDER_ROW = 26;
const NARROWEST = 16;

/**
 * Places nodes under the characters that they matched. A node is as wide as its characters, which
 * are spread out so that its name fits. A node has a `span`, whose end is null if the node is open.
 */
function layUnder(all, text) {
  const nodes = all.filter(({ span: [start, end], classes }) => end !== start || classes.includes("current"));
  const kept = new Map(nodes.map((node, index) => [node, index]));
  // A node has a single line, so its value goes next to its operation.
  for (const node of nodes) {
    if (node.text.startsWith("= ")) node.lines = [`${node.lines[0]} ${node.text}`];
  }
  const columns = new Array(text.length + 1).fill(NARROWEST);
  // An open rule reaches as far as the nodes inside it.
  const reach = new Map();
  for (const node of nodes.toReversed()) {
    const [start, end] = node.span;
    const to = Math.max(start + 1, end ?? 0, reach.get(node) ?? 0);
    node.columns = [start, to];
    const parent = all[node.parent];
    if (parent) reach.set(parent, Math.max(reach.get(parent) ?? 0, to));
  }
  const byLength = nodes.toSorted((a, b) => a.columns[1] - a.columns[0] - (b.columns[1] - b.columns[0]));
  for (const { columns: [from, to], lines } of byLength) {
    const needed = lines[0].length * CHARACTER + 12;
    const missing = needed - sum(columns.slice(from, to));
    for (let at = from; missing > 0 && at < to; at += 1) columns[at] += missing / (to - from);
  }
  const starts = [0];
  columns.forEach((width, at) => starts.push(starts[at] + width));
  let rows = 0;
  for (const node of nodes) {
    const parent = all[node.parent];
    node.row = parent?.row === undefined ? 0 : parent.row + 1;
    rows = Math.max(rows, node.row + 1);
    const [from, to] = node.columns.map((at) => starts[at]);
    node.text = "";
    Object.assign(node, { x: (from + to) / 2, width: to - from - 3, height: UNDER_ROW - 4 });
    node.top = (node.row + 1) * UNDER_ROW + 2;
    node.y = node.top + node.height / 2;
    node.reach = null;
    node.isUnder = true;
    if (parent) node.parent = kept.get(parent) ?? null;
  }
  // A character may take up two places.
  let at = 0;
  const characters = [...text].map((character) => {
    const from = at;
    at += character.length;
    return { character, x: (starts[from] + starts[at]) / 2, y: UNDER_ROW / 2 + 5 };
  });
  return { nodes, width: starts.at(-1), height: (rows + 1) * UNDER_ROW + 4, characters };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Puts subtrees side by side, stores their distances from the middle in `offsets`, and
 * returns the range that they cover on each level.
 */
function placed(indices, outlines, offsets) {
  if (indices.length === 1) {
    // A single subtree goes directly below its parent.
    const [only] = indices;
    const outline = outlines[only];
    outlines[only] = null;
    return outline;
  }
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

/** The positions of the subtrees from left to right, each as close to the earlier as possible. */
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

/** A text, with its middle left out if it is longer than `most`. */
function shorten(text, most) {
  const characters = [...text];
  if (characters.length <= most) return text;
  const half = Math.floor((most - 1) / 2);
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
