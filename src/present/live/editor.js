// A text area with marks below its letters.

class Editor {
  /** The editor calls `changed` whenever a person has typed. */
  constructor(id, changed) {
    this.area = find(`#${id}`);
    this.under = this.area.previousElementSibling;
    [this.marks, this.work] = [[], []];
    this.area.addEventListener("input", () => {
      // The old marks would be in the wrong places.
      this.work = [];
      this.mark([]);
      changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    new ResizeObserver(() => {
      this.follow();
      this.reveal();
    }).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Replaces the text, and leaves the cursor where it was. */
  set text(text) {
    if (this.area.value === text) return;
    const { selectionStart, selectionEnd } = this.area;
    this.area.value = text;
    if (document.activeElement === this.area) this.area.setSelectionRange(selectionStart, selectionEnd);
    this.work = [];
    this.mark([]);
  }

  /** Marks mistakes. Each mark has a `start`, an `end` and the `name` of its class. */
  mark(marks) {
    this.marks = marks;
    this.area.setAttribute("aria-invalid", marks.some(({ name }) => name === "wrong" || name === "here"));
    this.draw();
  }

  /** Marks the parts that the current step uses, and scrolls to them. */
  showWork(work) {
    if (JSON.stringify(work) === JSON.stringify(this.work)) return;
    this.work = work;
    this.draw();
    this.reveal();
  }

  /** Scrolls to the part that the current step uses, but not while the person is typing. */
  reveal() {
    if (document.activeElement === this.area) return;
    const rule = this.work.find(({ name }) => name === "at-work");
    const parts = this.work.filter(({ name }) => ["tried", "matched", "failed"].includes(name));
    const inside = parts.findLast(({ start, end }) => rule && rule.start <= start && end <= rule.end);
    const goal = inside ?? rule ?? parts.at(-1);
    let at = 0;
    const piece = goal && [...this.under.children].find(({ textContent: { length } }) => (at += length) > goal.start);
    if (!piece) return;
    const { offsetTop: top, offsetHeight: height } = piece;
    this.area.scrollTop = nearest(this.area.scrollTop, this.area.clientHeight, top - height, top + 2 * height);
  }

  draw() {
    const { text } = this;
    const marks = [...this.marks, ...this.work, ...this.tokens(text)];
    const ends = [0, text.length, ...marks.flatMap(({ start, end }) => [start, end])];
    const places = [...new Set(ends)].filter((at) => at <= text.length).sort((a, b) => a - b);
    const pieces = [];
    places.forEach((from, index) => {
      for (const { start, end, name } of marks) {
        if (start === from && end <= start) pieces.push(classed("span", name === "here" ? name : "caret"));
      }
      const to = places[index + 1];
      if (to === undefined) return;
      const names = marks.filter(({ start, end }) => start <= from && to <= end).map(({ name }) => name);
      pieces.push(classed("span", names.join(" "), text.slice(from, to)));
    });
    this.area.parentElement.dataset.length = lengthClass(text);
    // The added line end keeps an empty last line visible.
    this.under.replaceChildren(...pieces, "\n");
    this.follow();
  }

  /** The coloured parts of the text; a plain text has none. */
  tokens() {
    return [];
  }

  follow() {
    this.under.scrollTop = this.area.scrollTop;
    this.under.style.height = `${this.area.offsetHeight}px`;
  }

  /** Replaces ranges as if by typing, so that the person can undo it. */
  replace(edits) {
    this.area.focus();
    for (const [start, end, text] of edits.toSorted((a, b) => b[0] - a[0])) {
      this.area.setSelectionRange(start, end);
      document.execCommand(text ? "insertText" : "delete", false, text);
    }
  }

  /** Selects a range and moves the focus to it. */
  select(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
  }
}

/** The messages of marks, each with a button that goes to its place, and a button for its fix. */
function markWords(editor, marks) {
  return marks.map(({ kind, start, end, message, advice, mend }) => {
    const jump = doing(placeIn(editor.text, start), () => editor.select(start, end));
    const words = [...prose(message), ...(advice ? ["; ", ...prose(advice)] : [])];
    const button = mend?.length ? [" ", doing("Fix", () => editor.replace(mend))] : [];
    return element("p", kind === "warning" ? "Warning, " : "", jump, ": ", ...words, ...button);
  });
}
