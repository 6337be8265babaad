// Tests: a file for `grammar test`, run at every keystroke.

const testsEditor = new Editor("tests-text", testsTyped);
const testsQuestion = new Question("tests");

/** The file of the tests: its name, its text and its digest. */
const testsChoice = { name: null, text: "", digest: null };

const testsFile = new EditedFile("tests", testsEditor, () => testsChoice, () => `tests ${testsChoice.name ?? ""}`);
testsFile.changed = () => checkTests();
testsFile.saved = () => showTestsChoices();

function testsTyped() {
  testsFile.keep();
  checkTests();
}

function checkTests() {
  showTestsChoices();
  rememberPlace();
  runTests();
}

function showTestsChoices() {
  const files = filesEndingIn(".txt");
  if (testsChoice.name && !files.includes(testsChoice.name)) files.unshift(testsChoice.name);
  const select = find("#tests-choice");
  const more = opening.takes_new_files && testsChoice.name === null ? [option("+", "a new file …")] : [];
  select.replaceChildren(option("", "none"), ...files.map((name) => option(name)), ...more);
  select.value = testsChoice.name ?? "";
  const save = find("#tests-save");
  save.hidden = testsChoice.name === null || !opening.may_write;
  save.textContent = testsFile.isUnsaved ? "Save" : "Saved";
  setAttributes(save, { "aria-disabled": !testsFile.isUnsaved });
}

async function chooseTests(name) {
  if (name === "+") {
    const stem = live.choice.name.replace(/\.pest$/, "");
    Object.assign(testsChoice, { name: `${stem}_tests.txt`, text: null, digest: null });
    return testsTyped();
  }
  testsFile.ask(null);
  Object.assign(testsChoice, { name: name || null, text: "", digest: null });
  const work = recallWork(testsFile.key());
  if (work !== null) {
    Object.assign(testsChoice, work.base);
    testsEditor.text = work.text;
    testsFile.follow();
    checkTests();
  } else if (name) await testsFile.take();
  else checkTests();
}

/** Runs the tests, and shows which results are as expected. */
async function runTests() {
  const [list, said, count] = [find("#tests-list"), find("#tests-said"), find("#tests-count")];
  if (testsEditor.text.trim() === "") {
    testsQuestion.cancel();
    for (const it of [list, said, count]) it.replaceChildren();
    return;
  }
  const answer = await testsQuestion.ask({ grammar: givenGrammar(), tests: testsEditor.text });
  if (answer === null) return;
  // The grammar has an error: the last results stay.
  if (answer.problem) return;
  const { tests, marks } = answer;
  testsEditor.mark(marks.map(({ start, end }) => ({ start, end, name: end > start ? "wrong" : "here" })));
  said.replaceChildren(...markWords(testsEditor, marks));
  const [passed, skipped] = [true, null].map((it) => tests.filter((test) => test.passed === it).length);
  const rest = skipped ? `, ${skipped} skipped` : "";
  count.textContent = marks.length ? "not parsed" : `${passed} of ${tests.length - skipped} as expected${rest}`;
  list.replaceChildren(...tests.map(testItem));
}

function testItem({ name, text, expected, got, passed, expected_tree: wanted, tree, error }) {
  const open = doing(text || "(empty)", () => typeText(text));
  if (passed === null) return element("li", "– ", open, ` ${name}: skipped`);
  const words = passed ? [expected, wanted ? `: ${wanted}` : ""] : [`expected ${wanted ?? expected}, got ${tree && got === "read" ? tree : got}`, error ? `: ${error}` : ""];
  const item = element("li", passed ? "✓ " : "✗ ", open, ` ${name}: `, ...words);
  item.className = passed ? "passed" : "failed";
  return item;
}

/** The separators of tests with this mark after their signs. */
function separators(mark) {
  return new RegExp(`^(={3,}|-{3,})${mark.replaceAll(/[^]/g, "\\$&")}[^\\S\\n]*$`, "gm");
}

/** Adds the text to the tests. */
async function addTest(kind) {
  const text = chosenText();
  const line = kind === "tree" ? await treeLine(text) : null;
  if (kind === "tree" && line === null) return say("The text has no tree to add.");
  // All separators have the mark of the first one, and no line of a text may look like them.
  const used = /^={3,}([^\p{L}\p{N}\s=]*)[^\S\n]*$/mu.exec(testsEditor.text)?.[1] ?? "";
  let mark = used;
  while (text.match(separators(mark)) || (mark !== used && testsEditor.text.match(separators(mark)))) mark += "|";
  const earlier = testsEditor.text.replaceAll(separators(used), (_, signs) => signs + mark);
  const [outer, inner] = [`===${mark}`, `---${mark}`];
  const attribute = kind === "refused" ? ":error\n" : "";
  const name = text.trim().replaceAll(/\s+/g, " ").slice(0, 60) || "nothing";
  // The empty line after a text is not part of the text.
  const tree = line === null ? "\n" : `\n${inner}\n\n${line}\n`;
  const before = earlier === "" || earlier.endsWith("\n\n") ? earlier : `${earlier.trimEnd()}\n\n`;
  testsEditor.text = `${before}${outer}\n${name}\n${attribute}${outer}\n\n${text}\n${tree}`;
  chooseTab("tests-panel");
  testsTyped();
}

/** The tree of a text as an S-expression; null if the text is not matched to its end. */
async function treeLine(text) {
  const answer = await new Question("lines").ask({ grammar: givenGrammar(), lines: [text] });
  const line = answer?.problem ? undefined : answer?.[0];
  return line?.got === "read" ? line.tree : null;
}
