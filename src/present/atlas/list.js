// A list of thousands of items. Only the items in view are in the document.

// The number of items above the view, and below it, that are also in the document, so that
// scrolling shows no gaps.
const AROUND = 12;

class LongList {
  /** `fill(row, item)` fills a row; the list calls `choose(item, isClicked)` if a person clicks an
      item or moves to it. */
  constructor(panel, label, fill, choose) {
    Object.assign(this, { panel, fill, choose, items: [], chosen: -1 });
    this.room = classed("div", "room");
    this.room.setAttribute("role", "presentation");
    panel.replaceChildren(this.room);
    setAttributes(panel, { role: "listbox", tabindex: 0, "aria-labelledby": label });
    panel.addEventListener("scroll", () => this.draw());
    panel.addEventListener("keydown", (event) => this.pressed(event));
    panel.addEventListener("click", ({ target }) => {
      const row = target.closest("[role=option]");
      if (row) this.moveTo(Number(row.dataset.place), true);
    });
    new ResizeObserver(() => this.measure()).observe(panel);
  }

  /** Shows other items; `chosen` is one of them, or no item. */
  show(items, chosen) {
    this.items = items;
    this.chosen = items.indexOf(chosen);
    this.room.replaceChildren();
    this.measure();
    if (this.chosen >= 0) this.scrollTo(this.chosen);
    else this.panel.scrollTop = 0;
    this.draw();
  }

  /** Marks another item as the chosen one. */
  mark(item) {
    this.chosen = this.items.indexOf(item);
    if (this.chosen >= 0) this.scrollTo(this.chosen);
    this.draw();
  }

  measure() {
    this.height = parseFloat(getComputedStyle(this.panel).getPropertyValue("--row")) * rem();
    this.view = this.panel.clientHeight;
    this.room.style.height = `${this.items.length * this.height}px`;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.panel.scrollTop / this.height) - AROUND);
    const last = Math.min(this.items.length, Math.ceil((this.panel.scrollTop + this.view) / this.height) + AROUND);
    const shown = new Set();
    for (let place = first; place < last; place += 1) shown.add(place);
    if (this.chosen >= 0) shown.add(this.chosen);
    for (const row of [...this.room.children]) {
      if (!shown.delete(Number(row.dataset.place))) row.remove();
    }
    for (const place of shown) this.room.append(this.row(place));
    for (const row of this.room.children) {
      setAttributes(row, { "aria-selected": Number(row.dataset.place) === this.chosen });
    }
    if (this.chosen >= 0) setAttributes(this.panel, { "aria-activedescendant": this.idOf(this.chosen) });
    else this.panel.removeAttribute("aria-activedescendant");
  }

  row(place) {
    const row = element("div");
    this.fill(row, this.items[place]);
    setAttributes(row, {
      id: this.idOf(place),
      role: "option",
      "aria-posinset": place + 1,
      "aria-setsize": this.items.length,
      "data-place": place,
    });
    row.style.top = `${place * this.height}px`;
    return row;
  }

  idOf(place) {
    return `${this.panel.id}-${place}`;
  }

  scrollTo(place) {
    this.panel.scrollTop = nearest(this.panel.scrollTop, this.view, place * this.height, (place + 1) * this.height);
  }

  moveTo(place, isClicked = false) {
    this.mark(this.items[place]);
    this.choose(this.items[place], isClicked);
  }

  pressed(event) {
    const page = Math.max(1, Math.floor(this.view / this.height) - 1);
    const moves = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined || event.shiftKey || hasModifier(event) || this.items.length === 0) return;
    event.preventDefault();
    this.moveTo(Math.min(Math.max(this.chosen + move, 0), this.items.length - 1));
  }
}

/** The number of pixels in a `rem`. */
function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
