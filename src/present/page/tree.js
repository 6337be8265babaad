// A tree as SVG in a panel that scrolls. Only what the panel shows is in the
// document, so a tree of thousands of nodes is as quick as one of ten.

// What is drawn around the panel, in pixels, so that scrolling shows no gaps.
const MARGIN = 200;

// Paper is read from nearer than a screen.
const ON_PAPER = 0.8;

class TreeView {
  /** `choose` is called with the key of a node that is clicked or moved to. */
  constructor(panel, label, choose) {
    this.panel = panel;
    this.choose = choose;
    this.svg = svg("svg", { role: "tree", "aria-label": label });
    this.empty = element("p", "Nothing yet.");
    this.panel.replaceChildren(this.svg, this.empty);
    this.drawn = new Map();
    this.layout = layOut([]);
    this.focused = null;
    this.showsAll = false;
    this.panel.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.panel);
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /**
   * Shows nodes, parents before children, each with a `key` that stays the same
   * from one call to the next, and scrolls the current one into view.
   */
  show(nodes, currentKey) {
    this.layout = layOut(nodes);
    this.places = new Map(nodes.map((node, index) => [node.key, index]));
    if (!this.places.has(this.focused)) this.focused = nodes[0]?.key ?? null;
    this.setSize();
    this.svg.toggleAttribute("hidden", nodes.length === 0);
    this.empty.hidden = nodes.length > 0;
    this.scrollTo(nodes[this.places.get(currentKey)]);
    this.draw();
  }

  /** Draws all nodes, for paper, or again only those in view. */
  showAll(showsAll) {
    this.showsAll = showsAll;
    this.setSize();
    this.draw();
  }

  setSize() {
    const { width, height } = this.layout;
    const scale = this.showsAll ? ON_PAPER : 1;
    const size = { width: width * scale, height: height * scale };
    setAttributes(this.svg, { ...size, viewBox: `0 0 ${width} ${height}` });
  }

  scrollTo(node) {
    if (!node) return;
    const { panel } = this;
    const half = node.width / 2 + GAP;
    panel.scrollLeft = nearest(panel.scrollLeft, panel.clientWidth, node.x - half, node.x + half);
    const [top, bottom] = [node.y - ROW / 2, node.y + ROW / 2];
    panel.scrollTop = nearest(panel.scrollTop, panel.clientHeight, top, bottom);
  }

  draw() {
    const isInView = this.viewTest();
    const unused = new Map(this.drawn);
    const { nodes } = this.layout;
    let before = null;
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

  /** A test whether a node or the line above its children is in the panel. */
  viewTest() {
    if (this.showsAll) return () => true;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.panel;
    const [left, right] = [scrollLeft - MARGIN, scrollLeft + clientWidth + MARGIN];
    const [top, bottom] = [scrollTop - MARGIN, scrollTop + clientHeight + MARGIN];
    return ({ x, y, reach }) => {
      const [from, to] = reach ?? [x, x];
      return y > top && y < bottom && Math.max(x, to) > left && Math.min(x, from) < right;
    };
  }

  /** Adds a node after another, so that they are read out in their order. */
  add(node, before) {
    const group = svg("g", { role: "treeitem", "data-key": node.key });
    const texts = [1, 2, 3].map(() => svg("text"));
    group.append(svg("title"), svg("path", { class: "stem" }), svg("path"), svg("rect"), ...texts);
    this.drawn.set(node.key, group);
    if (before) before.after(group);
    else this.svg.prepend(group);
    return group;
  }

  update(group, node, index) {
    const [title, line, branches, box, label, text, mark] = group.children;
    const left = node.x - node.width / 2;
    const top = node.y - BOX / 2;
    setAttributes(group, {
      class: node.classes.join(" "),
      "data-place": index,
      "aria-level": node.row + 1,
      "aria-selected": node.classes.includes("selected"),
      tabindex: node.key === this.focused ? 0 : -1,
    });
    setText(title, node.name);
    setAttributes(line, { d: node.parent === null ? "" : stem(node) });
    setAttributes(branches, { d: node.reach ? fork(node) : "" });
    setAttributes(box, { x: left, y: top, width: node.width, height: BOX, rx: 6 });
    setText(label, node.label, { x: node.x, y: top + (node.text ? 17 : 25), class: "label" });
    setText(text, node.text, { x: node.x, y: top + 33, class: "matched" });
    setText(mark, node.mark, { x: left + node.width, y: top + 4, class: "mark" });
  }

  clicked(event) {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place !== undefined) this.moveTo(Number(place));
  }

  pressed(event) {
    const place = this.neighbour(this.places.get(this.focused), event.key);
    if (place === undefined || hasModifier(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(place);
  }

  /** The place that a key leads to from another; undefined for other keys. */
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
    this.choose(node.key);
    this.draw();
    this.drawn.get(node.key).focus({ preventScroll: true });
  }
}

/** The line from the head of a box up to the fork of its parent. */
function stem({ x, y }) {
  return `M${x} ${y - BOX / 2}V${y - ROW / 2}`;
}

/** The line from the foot of a box down, and along above its children. */
function fork({ x, y, reach: [from, to] }) {
  return `M${x} ${y + BOX / 2}V${y + ROW / 2}M${Math.min(x, from)} ${y + ROW / 2}H${Math.max(x, to)}`;
}
