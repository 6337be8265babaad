// A text area with marks below its letters.

class Editor {
  /** `changed` is called whenever a person has typed. */
  constructor(id, changed) {
    this.area = find(`#${id}`);
    this.under = this.area.previousElementSibling;
    this.marks = [];
    this.area.addEventListener("input", () => {
      // Marks of what was typed before would stand in the wrong places.
      this.mark([]);
      changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    new ResizeObserver(() => this.follow()).observe(this.area);
  }

  get text() {
    return this.area.value;
  }

  /** Puts in another text, and leaves the cursor where it was. */
  set text(text) {
    if (this.area.value === text) return;
    const { selectionStart, selectionEnd } = this.area;
    this.area.value = text;
    if (document.activeElement === this.area) this.area.setSelectionRange(selectionStart, selectionEnd);
    this.mark([]);
  }

  /** Marks places, each with a `start`, an `end` and the `name` of its class. */
  mark(marks) {
    this.marks = marks;
    const { text } = this;
    const ends = [0, text.length, ...marks.flatMap(({ start, end }) => [start, end])];
    const places = [...new Set(ends)].filter((at) => at <= text.length).sort((a, b) => a - b);
    const pieces = [];
    places.forEach((from, index) => {
      for (const { start, end } of marks) {
        if (start === from && end <= start) pieces.push(classed("span", "here"));
      }
      const to = places[index + 1];
      if (to === undefined) return;
      const names = marks.filter(({ start, end }) => start <= from && to <= end).map(({ name }) => name);
      pieces.push(classed("span", names.join(" "), text.slice(from, to)));
    });
    // The last line is there even where nothing stands in it.
    this.under.replaceChildren(...pieces, "\n");
    this.area.setAttribute("aria-invalid", marks.some(({ name }) => name === "wrong" || name === "here"));
    this.follow();
  }

  follow() {
    this.under.scrollTop = this.area.scrollTop;
    this.under.style.height = `${this.area.offsetHeight}px`;
  }

  /** Selects a stretch and goes there. */
  select(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
  }
}

/** Line and column of a place, as words. */
function lineAndColumn(text, at) {
  const before = text.slice(0, at).split("\n");
  const column = `column ${before.at(-1).length + 1}`;
  return text.includes("\n") ? `line ${before.length}, ${column}` : column;
}

/** What is said of marks, each with a button that leads there. */
function markWords(editor, marks) {
  return marks.map(({ kind, start, end, message, advice }) => {
    const jump = element("button", lineAndColumn(editor.text, start));
    jump.type = "button";
    jump.addEventListener("click", () => editor.select(start, end));
    const words = [...prose(message), ...(advice ? ["; ", ...prose(advice)] : [])];
    return element("p", kind === "warning" ? "Warning, " : "", jump, ": ", ...words);
  });
}
