// The grammar: its choice, its mistakes, its rules.

const grammarEditor = new Editor("live-grammar", grammarTyped);
const grammarQuestion = new Question("grammar");

const TOKENS = /(?<comment>\/\/.*)|(?<string>"(?:\\.|[^"\\])*"|'[^']+')|(?<defined>^\w+(?=\s*=))/gm;

/** Shows the rules that the program adds to those of the text. */
const sharedEditor = new Editor("live-shared", () => {});

for (const editor of [grammarEditor, sharedEditor]) {
  editor.tokens = (text) => {
    if (editor.coloured?.text !== text) {
      const parts = text.matchAll(TOKENS).map(({ index, 0: part, groups }) => {
        const [name] = Object.entries(groups).find(([, value]) => value !== undefined);
        return { start: index, end: index + part.length, name };
      });
      editor.coloured = { text, parts: [...parts] };
    }
    return editor.coloured.parts;
  };
}

/** Typing after a pause of this many milliseconds begins another edit. */
const PAUSE = 3000;

const grammarFile = new EditedFile(
  "live",
  grammarEditor,
  () => (live.choice.kind === "file" ? Object.assign(live.base, { name: live.choice.name }) : { ...live.base, name: null }),
  () => (live.choice.kind === "built-in" ? null : `grammar ${live.choice.kind} ${live.choice.name}`),
);
grammarFile.changed = () => checkGrammar();

grammarFile.saved = () => {
  showSaving();
  rememberPlace();
  checkExercise();
};

function grammarTyped() {
  if (live.choice.kind === "built-in") return copyGrammar(live.base.text);
  const now = Date.now();
  if (now - live.typed > PAUSE) live.before = live.good;
  live.typed = now;
  grammarFile.keep();
  checkGrammar();
}

/** Shows the grammars to choose from. */
function showChoices() {
  const { kind, name } = live.choice;
  const ownNames = new Set(workNames("grammar own "));
  if (kind === "own") ownNames.add(name);
  const own = ownNames.size ? [optionGroup("Yours", [...ownNames].map((it) => option(`own ${it}`, it)))] : [];
  const files = filesEndingIn(".pest");
  if (exercise && !files.includes(exercise.file)) files.unshift(exercise.file);
  // The edited file may no longer be in the folder.
  if (kind === "file" && !files.includes(name)) files.unshift(name);
  const inFolder = files.length ? [optionGroup("In the folder", files.map((it) => option(`file ${it}`, it)))] : [];
  const builtIn = optionGroup("Built in", opening.grammars.map((it) => option(`built-in ${it}`, it)));
  const select = find("#live-choice");
  select.replaceChildren(option("new", "New grammar …"), ...own, ...inFolder, builtIn);
  select.value = `${kind} ${name}`;
  showSaving();
}

function showSaving() {
  const isFile = live.choice.kind === "file";
  find("#live-restart").hidden = opening.may_write || live.choice.kind === "built-in" || !grammarFile.isChanged;
  const save = find("#live-save");
  save.hidden = !opening.may_write || !isFile && !(live.choice.kind === "own" && opening.takes_new_files);
  const isSaved = isFile && !grammarFile.isUnsaved;
  save.textContent = isSaved ? "Saved" : "Save";
  setAttributes(save, { "aria-disabled": isSaved });
}

/** Chooses a grammar; `source` is its text if the text was edited before. */
async function chooseGrammarOf(kind, name, source = null, start = "") {
  live.choice = { kind, name };
  const isGiven = source !== null;
  const work = !isGiven && kind !== "built-in" ? recallWork(grammarFile.key()) : null;
  source ??= work?.text ?? null;
  live.start = start;
  live.isNew = true;
  document.body.dataset.other = "false";
  [live.good, live.before] = [null, null];
  grammarFile.ask(null);
  let [base, known] = [{ text: source ?? "", digest: null }, null];
  if (work !== null) base = work.base;
  else if (kind === "file" && exercise?.file === name && !opening.may_write) base = { ...exercise.given };
  else if (kind === "file") {
    const answer = await fileQuestion.ask({ name });
    if (answer === null) return;
    if (answer.problem) {
      say(...problemWords(answer.problem));
      if (source === null) return chooseGrammarOf("built-in", "left");
    } else base = { text: answer.text, digest: answer.digest };
  } else if (kind === "built-in") {
    known = await grammarQuestion.told({ grammar: { name } });
    if (known === null) return;
    base = { text: known.source, digest: null };
  }
  live.base = base;
  grammarEditor.text = source ?? base.text;
  live.good = base.text;
  live.before = base.text;
  if (isGiven) grammarFile.keep();
  showChoices();
  if (work !== null) grammarFile.follow();
  await checkGrammar(known);
}

/** The initial text of a new grammar. */
const NEW_GRAMMAR = `/// The whole text.
file = { SOI ~ word ~ ("," ~ word)* ~ EOI }

/// One letter or more.
word = @{ ASCII_ALPHA+ }
`;

/** Begins a grammar under a name that the person chooses. */
function newGrammar() {
  const given = prompt("Name of the new grammar:", "mine.pest")?.trim().replace(/(\.pest)?$/, ".pest");
  const isTaken = recallWork(`grammar own ${given}`) !== null || filesEndingIn(".pest").includes(given);
  const isOdd = given && /[/\\:*?"<>|\p{Cc}]|^\./u.test(given);
  if (isOdd) say(code(given), " cannot be the name of a file: use letters, digits, blanks, ", code("-"), " and ", code("_"), ".");
  else if (given && isTaken) say("There is already a grammar ", code(given), ".");
  if (!given || isOdd || isTaken) return showChoices();
  typeText("one,two");
  return chooseGrammarOf("own", given, NEW_GRAMMAR);
}

/** An unused name for the person's own grammar, made from the name `like`. */
function freeName(like) {
  const stem = like.replace(/\.pest$/, "");
  const taken = new Set([...filesEndingIn(".pest"), ...workNames("grammar own "), ...workNames("grammar file "), like]);
  let name = `my_${stem}.pest`;
  for (let number = 2; taken.has(name); number += 1) name = `my_${stem}${number}.pest`;
  return name;
}

/** `name`, or an unused name if a file has it, or the browser keeps another text under it. */
function nameFor(name, source) {
  const work = recallWork(`grammar own ${name}`);
  const isFree = !filesEndingIn(".pest").includes(name) && (work === null || work.text === source);
  return isFree ? name : freeName(name);
}

/** Copies the grammar to a grammar of the person's own; `text` is the original text. */
function copyGrammar(text = grammarEditor.text) {
  live.choice = { kind: "own", name: freeName(live.choice.name) };
  live.isNew = true;
  document.body.dataset.other = "false";
  live.base = { text, digest: null };
  [live.good, live.before] = [text, text];
  grammarFile.keep();
  showChoices();
  checkGrammar();
  grammarEditor.area.focus();
}

/** Saves the person's own grammar as a file of the folder. */
async function saveGrammar() {
  if (live.choice.kind !== "own") return;
  const { name } = live.choice;
  // A file may have got the name since.
  await listFiles();
  live.choice = { kind: "file", name: filesEndingIn(".pest").includes(name) ? freeName(name) : name };
  live.base = { text: null, digest: null };
  if (await grammarFile.save()) keepWork(`grammar own ${name}`, null);
  else live.choice = { kind: "own", name };
  showChoices();
}

/** Asks about the grammar, unless `known` is the answer, and parses the text with it again. */
async function checkGrammar(known = null) {
  showSaving();
  rememberPlace();
  const reading = readText();
  const source = grammarEditor.text;
  const answer = known ?? (await grammarQuestion.ask({ grammar: givenGrammar() }));
  await reading;
  // If somebody typed meanwhile, the editor asks again.
  if (answer === null || source !== grammarEditor.text) return;
  if (answer.problem) return find("#live-grammar-said").replaceChildren(element("p", ...problemWords(answer.problem)));
  live.grammar = { ...answer, source };
  const names = { error: "wrong", warning: "warned" };
  grammarEditor.mark(answer.marks.map(({ kind, start, end }) => ({ start, end, name: end > start ? names[kind] : "here" })));
  find("#live-grammar-said").replaceChildren(...markWords(grammarEditor, answer.marks));
  showStarts();
  showRailsAtCursor();
  checkExercise();
  showChange();
  if (answer.errors.length > 0) return;
  live.good = source;
  runTests();
}

/** After a click on a part of the grammar, shows its match; with Ctrl, goes to its rule. */
function chooseInGrammar({ ctrlKey, metaKey }) {
  const at = grammarEditor.area.selectionStart;
  if (ctrlKey || metaKey) return goToRule();
  if (grammarEditor.area.selectionEnd !== at || !grammarEditor.isRead) return;
  const site = reading().data.definitions.flatMap(({ leaves }) => leaves).find(([start, end]) => start <= at && at <= end);
  if (site) select("site", site[0]);
}

/** The keys of the editor: they apply a fix, complete a name, or go to the rule of a name. */
function grammarKey(event) {
  const { key, altKey, ctrlKey } = event;
  if (key !== "Control" && key !== " ") find("#completions").replaceChildren();
  const isOurs = key === "F12" || (altKey && key === "Enter") || (ctrlKey && key === " ");
  if (!isOurs) return;
  event.preventDefault();
  if (key === "F12") goToRule();
  else if (key === " ") completeRule();
  else find("#live-grammar-said button:nth-of-type(2)")?.click();
}

const BUILT_IN = ["SOI", "EOI", "ANY", "ASCII_DIGIT", "ASCII_ALPHA", "ASCII_ALPHANUMERIC", "NEWLINE", "WHITESPACE", "COMMENT"];

/** The last completion: what was typed, and the name that replaced it. */
let completed = { end: -1 };

/** Completes the name at the cursor; each further call takes the next possible name. */
function completeRule() {
  const { text, area } = grammarEditor;
  const end = area.selectionStart;
  const typed = /\w*$/.exec(text.slice(0, end))[0];
  const isNext = completed.end === end && completed.put === typed;
  const stem = isNext ? completed.stem : typed;
  const rules = text.matchAll(/^\s*(\w+)\s*=/gm).map(([, name]) => name);
  const names = [...new Set([...rules, ...BUILT_IN])].filter((name) => name.startsWith(stem) && name !== stem);
  if (names.length === 0) return;
  // The letters of the name after the cursor are removed.
  const rest = /^\w*/.exec(text.slice(end))[0].length;
  const put = names[(isNext ? names.indexOf(typed) + 1 : 0) % names.length];
  grammarEditor.replace([[end - typed.length, end + rest, put]]);
  completed = { end: area.selectionStart, stem, put };
  find("#completions").replaceChildren(...names.map((name) => element(name === put ? "mark" : "span", name)));
}

/** Goes from a name to its rule. */
function goToRule() {
  const { text, area } = grammarEditor;
  const name = `${/\w*$/.exec(text.slice(0, area.selectionStart))}${/^\w*/.exec(text.slice(area.selectionStart))}`;
  const rule = live.grammar?.definitions.find((it) => it.rule === name);
  if (rule) grammarEditor.select(rule.start, rule.start + name.length);
}

/** Shows the rules that can be the start rule. */
function showStarts() {
  const { definitions, errors } = live.grammar;
  if (errors.length > 0) return;
  const select = find("#live-start");
  select.replaceChildren(option("", "default start"), ...definitions.map(({ rule }) => option(rule, `from ${rule}`)));
  if (!definitions.some(({ rule }) => rule === live.start)) live.start = "";
  select.value = live.start;
}

/** Shows the diagram of the rule at the cursor, until a step in another rule is shown. */
function showRailsAtCursor() {
  if (!isTabOpen("#rails-panel") || live.grammar === null || document.activeElement !== grammarEditor.area) return;
  const at = grammarEditor.area.selectionStart;
  const { definitions } = live.grammar;
  const around = definitions.find(({ start, end }) => start <= at && at <= end) ?? definitions.find(({ start }) => at <= start);
  const panel = find("#rails");
  panel.dataset.rule = "";
  if (!around) return;
  panel.replaceChildren(element("p", code(around.rule)), ...(around.rails ? [picture(around.rails)] : ["It has no diagram here."]));
}
