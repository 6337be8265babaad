// The text, and how a grammar parses it.

const textEditor = new Editor("live-text", textChanged);
const readQuestion = new Question("read");
const linesQuestion = new Question("lines");

function textChanged() {
  readText();
  rememberPlace();
}

/** The text to parse: all of it, or the line at the cursor. */
function chosenText() {
  const { text, area } = textEditor;
  if (!find("#live-each").checked) return text;
  const start = text.slice(0, area.selectionStart).lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", start);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}

/** The place where the text to parse begins. */
function chosenStart() {
  const { text, area } = textEditor;
  return find("#live-each").checked ? text.slice(0, area.selectionStart).lastIndexOf("\n") + 1 : 0;
}

/** Asks for the parse of the text, and shows it. */
async function readText(place = null) {
  readLines();
  const text = chosenText();
  const offset = chosenStart();
  if (showHand(text)) return;
  document.body.dataset.waits = "true";
  const beside = find("#live-beside").value;
  const answer = await readQuestion.ask({ grammar: givenGrammar(), text, beside });
  if (answer === null) return;
  document.body.dataset.waits = "false";
  const { page, problem, error } = answer;
  if (problem || error) {
    sayOfText(classed("p", "failed", ...problemWords(problem ?? answer)));
    showMend(null);
    return showStale(true);
  }
  if (page === null) {
    textEditor.mark([]);
    showMend(null);
    sayOfText(classed("p", "failed", "Not parsed: the grammar has an error."));
    return showStale(true);
  }
  const own = page.readings.find(({ grammar }) => grammar === live.choice.name) ?? page.readings[0];
  // After a comparison, or after a text that failed as well, there is no good tree to keep.
  const isOther = data?.readings.length !== page.readings.length || reading().data.failure !== null;
  const isShown = own.failure === null || find("#live-failing").checked || isOther || live.isNew || beside;
  showStale(!isShown);
  if (isShown) showPage(page, place);
  else showOutcome(own, text, offset);
}

function sayOfText(...said) {
  find("#live-text-said").replaceChildren(...said);
}

/** Shows the options that have an effect on the text. */
function showTextOptions(hasFailed) {
  const wants = { failing: hasFailed, each: textEditor.text.includes("\n") };
  for (const [name, isWanted] of Object.entries(wants)) {
    const box = find(`#live-${name}`);
    box.parentElement.hidden = !isWanted && !box.checked;
  }
}

/** Underlines the mistake and says what was expected, or shows the value. */
function showOutcome({ failure, value, has_values: hasValues, error }, text, offset, reached = text.length) {
  showMend(failure?.mended ?? null);
  showTextOptions(failure !== null);
  if (failure === null) {
    textEditor.mark([]);
    const words = value !== null ? ["= ", element("strong", value)] : error !== null ? prose(error) : ["Accepted"];
    if (reached < text.length && !hasValues) return sayOfText(classed("p", "failed", "The match ends before ", placeIn(text, reached), "; ", code(shorten(JSON.stringify(text.slice(reached)), 30)), " is left over."));
    // A reader that stops has an error and no tree.
    return sayOfText(classed("p", hasValues || error === null ? "passed" : "failed", ...words));
  }
  const { message, start, end, expected, open_bracket: bracket, advice } = failure;
  const marks = [{ start: start + offset, end: Math.max(start, end) + offset, name: end > start ? "wrong" : "here" }];
  if (bracket !== null) marks.push({ start: bracket + offset, end: bracket + 1 + offset, name: "unclosed" });
  textEditor.mark(marks);
  const wanted = expected.length ? [" Expected ", ...alternatives(expected), "."] : advice ? [" ", ...prose(advice)] : [];
  sayOfText(classed("p", "failed", `${placeIn(text, start)}: `, ...prose(message), ".", ...wanted));
}

/** The text after one edit that fixes it, for the person to accept. */
let mended = null;

function showMend(made) {
  // An empty text gets no fix, because the fix would be an invented text.
  mended = chosenText() === "" ? null : made;
  find("#live-mend-line").hidden = mended === null;
  if (mended === null) return;
  find("#live-mended").replaceChildren(...editWords(mended));
  find("#live-mend").title = mended.text;
}

/** The edit that fixes a text, in words. */
function editWords({ text, start, end, removed }) {
  const [gone, put] = [removed, text.slice(start, end)].map((it) => code(shorten(visible(it), 14)));
  if (!removed) return ["Fix: insert ", put];
  return end > start ? ["Fix: replace ", gone, " with ", put] : ["Fix: remove ", gone];
}

function acceptMend() {
  if (mended === null) return;
  const start = chosenStart();
  const { text } = textEditor;
  const cursor = start + mended.end;
  textEditor.text = text.slice(0, start) + mended.text + text.slice(start + chosenText().length);
  textEditor.select(cursor, cursor);
  showMend(null);
  textChanged();
}

/** Shows the result for every line. */
async function readLines() {
  const list = find("#live-lines");
  const panel = find("#lines-panel");
  const isFirst = panel.hidden;
  panel.hidden = !find("#live-each").checked;
  if (isFirst && !panel.hidden) chosenTab = panel.id;
  showTabs();
  if (panel.hidden) return linesQuestion.cancel();
  const lines = textEditor.text.split("\n");
  const answer = await linesQuestion.ask({ grammar: givenGrammar(), lines });
  if (answer === null || answer.problem) return;
  const items = answer.map(({ got, value, tree, error }, index) => {
    const outcome = got === "read" ? (value !== null ? `= ${value}` : (error ?? tree)) : (error ?? "only a part is accepted");
    const item = element("li", doing(lines[index] || "(empty)", () => chooseLine(index)), " ", got === "read" ? "✓ " : "✗ ", ...(error ? prose(outcome) : [outcome]));
    item.className = got === "read" ? "passed" : "failed";
    return item;
  });
  list.replaceChildren(...items);
}

function chooseLine(index) {
  const lines = textEditor.text.split("\n");
  const start = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  textEditor.select(start, start + (lines[index]?.length ?? 0));
  readText();
}

/** Puts a text into the editor, as if it had been typed. */
function typeText(text) {
  textEditor.text = text;
  textChanged();
}
