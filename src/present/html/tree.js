// A tree as SVG in a panel that scrolls. Only the nodes in view are in the document, so a tree of
// thousands of nodes is as fast as a tree of ten.

// The margin around the panel in pixels. Nodes in it are drawn, so that scrolling shows no gaps.
const MARGIN = 200;

// The scale in print: people read paper from a shorter distance than a screen.
const ON_PAPER = 0.8;

// The minimum scale of a tree that is fitted into its panel.
const SMALLEST = 0.5;

// The maximum length of a text under which a tree can be drawn.
const LONGEST_UNDER = 400;

class TreeView {
  /** The view calls `choose` with the key of a node that a person clicks or moves to. */
  constructor(panel, label, choose) {
    this.panel = panel;
    this.choose = choose;
    this.characters = svg("g", { class: "characters", "aria-hidden": "true" });
    this.svg = svg("svg", { role: "tree", "aria-label": label });
    this.svg.append(this.characters);
    this.empty = element("p", "Nothing yet.");
    this.panel.replaceChildren(this.svg, this.empty);
    this.drawn = new Map();
    this.layout = layOut([]);
    this.focused = null;
    this.showsAll = false;
    this.scale = 1;
    /** The view calls it after fitting the tree into the panel. The argument says whether the whole
        tree is visible. */
    this.fitted = () => {};
    /** How the tree is shown: whether it is fitted into the panel, whether it is drawn under
        the text, whether chains are joined, and its largest scale. */
    this.options = { fits: true, isUnder: false, joins: true, largest: 1 };
    /** The keys of the folded nodes. */
    this.folds = new Set();
    /** The size of the panel, and how far it is scrolled. They are stored, because the browser
        would have to lay out the page for each question. */
    this.room = { width: 0, height: 0 };
    this.offset = { left: 0, top: 0 };
    this.panel.addEventListener("scroll", () => {
      const { left, top } = this.offset;
      this.offset = { left: panel.scrollLeft, top: panel.scrollTop };
      if (this.offset.left !== left || this.offset.top !== top) this.draw();
    });
    new ResizeObserver(() => this.resized()).observe(this.panel);
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /**
   * Shows nodes, parents before children, and scrolls the current node into view. The `key` of a
   * node stays the same from one call to the next.
   */
  show(nodes, currentKey, text = "") {
    this.shown = [nodes, currentKey, text];
    const own = nodes.map((node) => ({ ...node, keys: [node.key], lines: [...(node.lines ?? [node.label])] }));
    const open = folded(own, this.folds);
    const isUnder = this.options.isUnder && text.length <= LONGEST_UNDER;
    const kept = this.options.joins && !isUnder ? joined(open) : open;
    for (const node of kept) {
      if (node.hidden) node.lines[node.lines.length - 1] += ` +${node.hidden}`;
    }
    this.layOut(kept, isUnder, text);
    this.places = new Map();
    this.layout.nodes.forEach(({ keys }, index) => keys.forEach((key) => this.places.set(key, index)));
    if (!this.places.has(this.focused)) this.focused = this.layout.nodes[0]?.key ?? null;
    this.setSize();
    this.svg.toggleAttribute("hidden", nodes.length === 0);
    this.empty.hidden = nodes.length > 0;
    this.drawCharacters();
    this.scrollTo(this.layout.nodes[this.places.get(currentKey)]);
    this.draw();
  }

  /** Places the nodes, which stay where they are if only their state has changed. */
  layOut(nodes, isUnder, text) {
    const shape = nodes.map(({ key, parent, lines, text: read }) => [key, parent, lines, read].join("\t"));
    const signature = isUnder ? null : shape.join("\n");
    if (signature !== null && signature === this.signature) {
      nodes.forEach((node, index) => {
        const { mark, classes, name, keys, italics } = node;
        Object.assign(this.layout.nodes[index], { mark, classes, name, keys, italics });
      });
      return;
    }
    this.signature = signature;
    this.layout = isUnder ? layUnder(nodes, text) : layOut(nodes);
  }

  /** Shows the same nodes with other options. */
  setOptions(options) {
    Object.assign(this.options, options);
    if (this.shown) this.show(...this.shown);
    doScrolls();
  }

  resized() {
    const most = parseFloat(getComputedStyle(this.panel).maxHeight);
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = this.panel;
    const hadRoom = this.room.width > 0;
    this.room = { width, height: Number.isNaN(most) ? height : most };
    // The panel does not scroll as far as asked if the tree has become smaller.
    this.offset = { left, top };
    if (this.options.fits) this.setSize();
    if (!hadRoom && this.shown) {
      this.scrollTo(this.layout.nodes[this.places.get(this.shown[1])]);
      doScrolls();
    }
    this.draw();
  }

  /** Draws all nodes, for print, or only the nodes in view. */
  showAll(showsAll) {
    this.showsAll = showsAll;
    this.setSize();
    this.draw();
  }

  setSize() {
    const { width, height } = this.layout;
    this.scale = this.showsAll ? ON_PAPER : this.options.fits ? this.fittingScale() : 1;
    const size = { width: width * this.scale, height: height * this.scale };
    setAttributes(this.svg, { ...size, viewBox: `0 0 ${width} ${height}` });
  }

  /** The scale at which the whole tree is visible. */
  fittingScale() {
    const { width, height } = this.layout;
    const { width: wide, height: high } = this.room;
    const isDrawn = width > 0 && wide > 0;
    const wanted = isDrawn ? Math.min(this.options.largest, (wide - 2) / width, high / height) : 1;
    this.fitted(wanted >= SMALLEST);
    return Math.max(SMALLEST, wanted);
  }

  scrollTo(node) {
    const { scale, room, offset } = this;
    // Before the panel has a size, nothing is in view: `resized` scrolls.
    if (!node || room.width === 0) return;
    const half = node.width / 2 + GAP;
    const [start, end] = [(node.x - half) * scale, (node.x + half) * scale];
    const left = Math.max(0, nearest(offset.left, room.width, start, end));
    const [over, under] = [(node.top - GAP) * scale, (node.top + node.height + GAP) * scale];
    const top = Math.max(0, nearest(offset.top, room.height, over, under));
    if (left === offset.left && top === offset.top) return;
    this.offset = { left, top };
    treeScrolls.push([this.panel, this.offset]);
  }

  drawCharacters() {
    const { characters } = this.layout;
    while (this.characters.children.length > characters.length) this.characters.lastChild.remove();
    while (this.characters.children.length < characters.length) this.characters.append(svg("text"));
    characters.forEach(({ character, x, y }, index) => {
      setText(this.characters.children[index], character, { x, y });
    });
  }

  draw() {
    const isInView = this.viewTest();
    const unused = new Map(this.drawn);
    const { nodes } = this.layout;
    let before = this.characters;
    nodes.forEach((node, index) => {
      if (!isInView(node) && node.key !== this.focused) return;
      before = this.drawn.get(node.key) ?? this.add(node, before);
      unused.delete(node.key);
      this.update(before, node, index);
    });
    for (const [key, group] of unused) {
      group.remove();
      this.drawn.delete(key);
    }
  }

  /** Makes a test of whether a node or the line above its children is in the panel. */
  viewTest() {
    if (this.showsAll) return () => true;
    const { offset, room } = this;
    const [left, right] = [offset.left - MARGIN, offset.left + room.width + MARGIN];
    const [top, bottom] = [offset.top - MARGIN, offset.top + room.height + MARGIN];
    return ({ x, y, width, reach }) => {
      const [from, to] = reach ?? [x - width / 2, x + width / 2];
      const [start, end] = [Math.min(x, from) * this.scale, Math.max(x, to) * this.scale];
      const at = y * this.scale;
      return at > top && at < bottom && end > left && start < right;
    };
  }

  /** Adds a node after another, so that screen readers read them in order. */
  add(node, before) {
    const group = svg("g", { role: "treeitem", "data-key": node.key });
    const texts = ["label", "matched", "mark"].map((name) => svg("text", { class: name }));
    group.append(svg("title"), svg("path", { class: "stem" }), svg("path"), svg("rect"), ...texts);
    this.drawn.set(node.key, group);
    before.after(group);
    return group;
  }

  update(group, node, index) {
    const [title, line, branches, box, label, text, mark] = group.children;
    const { x, top, width, height, lines } = node;
    const left = x - width / 2;
    const inside = this.folds.has(node.keys.at(-1)) ? false : node.reach ? true : undefined;
    setAttributes(group, {
      class: node.classes.join(" "),
      "data-place": index,
      "aria-level": node.row + 1,
      "aria-selected": node.classes.includes("selected"),
      tabindex: node.key === this.focused ? 0 : -1,
    });
    if (inside === undefined) group.removeAttribute("aria-expanded");
    else setAttributes(group, { "aria-expanded": inside });
    setText(title, node.name);
    setAttributes(line, { d: node.parent === null || node.isUnder ? "" : stem(node, this.layout.nodes) });
    setAttributes(branches, { d: node.reach ? fork(node) : "" });
    setAttributes(box, { x: left, y: top, width, height, rx: 6 });
    showLines(label, lines, node.italics ?? [], x, top + LINE);
    setText(text, node.text, { x, y: top + (lines.length + 1) * LINE });
    setText(mark, node.mark, { x: left + width, y: top + 4 });
  }

  /** Hides the nodes inside a node, or shows them again. */
  fold(node, isFolded) {
    for (const key of node.keys) this.folds.delete(key);
    if (isFolded) this.folds.add(node.keys.at(-1));
    this.show(...this.shown);
    doScrolls();
    this.drawn.get(this.focused)?.focus({ preventScroll: true });
  }

  clicked(event) {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place === undefined) return;
    const node = this.layout.nodes[place];
    if (event.detail === 2) this.fold(node, !this.folds.has(node.keys.at(-1)));
    else this.moveTo(Number(place));
  }

  pressed(event) {
    if (hasModifier(event)) return;
    const node = this.layout.nodes[this.places.get(this.focused)];
    if (node && ["+", "-"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      this.fold(node, event.key === "-");
      return;
    }
    const place = this.neighbour(this.places.get(this.focused), event.key);
    if (place === undefined || hasModifier(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(place);
  }

  /** The place that a key leads to from `place`; undefined for other keys. */
  neighbour(place, key) {
    const { nodes } = this.layout;
    const inRow = (index) => nodes[index].row === nodes[place].row;
    const isChild = (index) => nodes[index].parent === place;
    const places = [...nodes.keys()];
    const after = () => places.slice(place + 1);
    const orHere = (found) => found ?? place;
    switch (key) {
      case "ArrowUp":
        return orHere(nodes[place].parent);
      case "ArrowDown":
        return orHere(after().find(isChild));
      case "ArrowLeft":
        return orHere(places.slice(0, place).findLast(inRow));
      case "ArrowRight":
        return orHere(after().find(inRow));
      case "Home":
        return 0;
      case "End":
        return nodes.length - 1;
      case "Enter":
      case " ":
        return place;
      default:
        return undefined;
    }
  }

  moveTo(place) {
    const node = this.layout.nodes[place];
    this.focused = node.key;
    this.scrollTo(node);
    doScrolls();
    this.choose(node.key);
    this.draw();
    this.drawn.get(node.key).focus({ preventScroll: true });
  }
}

/** Shows the names in a box, one below the other, some of them in italics. */
function showLines(label, lines, italics, x, y) {
  const words = [...lines, "", ...italics].join("\n");
  if (label.dataset.words !== words) {
    label.dataset.words = words;
    label.replaceChildren(...lines.map((line) => {
      const name = svg("tspan", italics.includes(line) ? { class: "silent" } : {});
      return Object.assign(name, { textContent: line });
    }));
  }
  [...label.children].forEach((line, index) => setAttributes(line, { x, y: y + index * LINE }));
}

/** The line from the top of a box up to the fork of its parent. */
function stem({ x, top, parent }, nodes) {
  return `M${x} ${top}V${nodes[parent].fork}`;
}

/** The line from the bottom of a box down, and then across above its children. */
function fork({ x, top, height, fork: to, reach: [left, right] }) {
  return `M${x} ${top + height}V${to}M${Math.min(x, left)} ${to}H${Math.max(x, right)}`;
}
