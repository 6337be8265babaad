// Lessons next to the editors, with commands that run at a click; and quizzes.

const lessonQuestion = new Question("lesson");
const commandQuestion = new Question("command");
const quizQuestion = new Question("quiz");

/** The menu options for the lessons, with a group for each course. */
async function lessonOptions() {
  const answer = await new Question("lessons").ask({});
  if (answer === null || answer.problem) return [];
  const courses = [...new Set(answer.map(({ course }) => course))];
  return courses.map((course) => {
    const lessons = answer.filter((it) => it.course === course);
    return optionGroup(`Lessons: ${course}`, lessons.map(({ lesson, name, title }) => option(`lesson ${name}`, `${lesson}. ${title}`)));
  });
}

function showCourse(...parts) {
  const panel = find("#course-panel");
  panel.hidden = false;
  find("#course-text").replaceChildren(...parts);
  panel.scrollTop = 0;
  // A lesson needs more room than the steps, so the drawer grows if nobody has chosen its height.
  if (kept.rows === undefined) document.body.style.setProperty("--rows", "55%");
  chooseTab("course-panel");
}

/** The HTML that the program has written, which contains no script. */
function written(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

async function showLesson(name) {
  const answer = await lessonQuestion.told({ name });
  if (answer === null) return;
  const text = written(answer.html);
  const [files, opened] = [new Map(answer.files), new Map(answer.opened)];
  for (const typed of text.querySelectorAll("pre b")) {
    const command = typed.textContent;
    if (!command.startsWith("bracket24 ")) continue;
    const pre = typed.closest("pre");
    const button = doing([command, " ▶"], () => runCommand(command, { name, files, opened: opened.get(command), pre, button }));
    typed.replaceWith(button);
  }
  // The last line names the command for the next lesson.
  if (answer.next) text.lastElementChild.replaceChildren(doing("Next lesson ▶", () => showLesson(answer.next)));
  showCourse(text);
}

/** Runs a command of a lesson, and shows its result here. */
async function runCommand(command, { name, files, opened, pre, button }) {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...kinds]) => kinds.find((it) => it !== undefined));
  const [, verb] = words;
  if (verb === "quiz") return startQuiz(words, name);
  if (verb === "exercise") return startExercise(words.at(-1));
  if (opened) await openRead(opened, files);
  button.disabled = true;
  const answer = await commandQuestion.ask({ name, command });
  button.disabled = false;
  if (answer === null) return;
  const printed = element("span", `\n${answer.problem?.error ?? answer.printed.trimEnd()}`);
  // The block may hold more commands, each with its output.
  const typed = [...pre.querySelectorAll("button, b")];
  const next = typed[typed.indexOf(button) + 1];
  let between = "";
  while (button.nextSibling && button.nextSibling !== next) {
    between = button.nextSibling.textContent;
    button.nextSibling.remove();
  }
  button.after(printed, next ? `\n${between.slice(between.lastIndexOf("\n"))}` : "");
  pre.classList.add("ran");
  button.focus({ preventScroll: true });
  pre.scrollIntoView({ block: "nearest" });
}

/** Opens the text and the grammar that a command reads. */
async function openRead({ text, grammar, start }, files) {
  if (text !== null) textEditor.text = text;
  if (files.has(grammar)) await chooseGrammarOf("own", nameFor(grammar, files.get(grammar)), files.get(grammar), start ?? "");
  else await chooseGrammarOf("built-in", grammar, null, start ?? "");
  chooseTab("course-panel");
}

async function startExercise(name) {
  if (opening.exercises) return chooseExercise(name);
  say("Start the page with ", code("bracket24 serve --exercises"), " to do this exercise here.");
}

/** Asks the questions of a quiz, one by one. */
function startQuiz(words, lesson) {
  const given = (name, usual) => words[words.indexOf(`--${name}`) + 1 || words.length] ?? usual;
  const quiz = { level: given("level", "2"), count: Number(given("count", 5)), seed: Number(given("seed", 1)), right: 0, lesson };
  quiz.kinds = given("kind", "").split(",").filter(Boolean);
  askQuestion(quiz, 0);
}

async function askQuestion({ lesson, ...quiz }, number) {
  const given = { ...quiz, number };
  const answer = await quizQuestion.told(given);
  if (answer === null) return;
  const said = element("div");
  setAttributes(said, { role: "status" });
  const input = element("input");
  setAttributes(input, { "aria-label": "Your answer", autocomplete: "off", spellcheck: "false" });
  const picks = answer.choices.map((choice, index) => {
    const letter = String.fromCharCode(65 + index);
    const toggle = () => { input.value = input.value.includes(letter) ? input.value.replace(letter, "") : input.value + letter; };
    const pick = doing(letter, toggle);
    setAttributes(pick, { "aria-label": `${letter}: ${choice}` });
    return pick;
  });
  const form = element("form", ...picks, input, element("button", "Answer"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const verdict = await quizQuestion.ask({ ...given, answer: input.value });
    if (verdict === null) return;
    if (verdict.problem) return said.replaceChildren(...problemWords(verdict.problem));
    form.remove();
    quiz.right += verdict.right ? 1 : 0;
    const isLast = number + 1 === answer.count;
    const score = element("p", element("strong", `${quiz.right} of ${answer.count} right.`));
    const next = isLast ? score : doing("Next question ▶", () => askQuestion({ lesson, ...quiz }, number + 1));
    said.className = verdict.right ? "passed" : "failed";
    said.replaceChildren(written(verdict.html), next);
    next.focus();
  });
  const back = doing("◀ Lesson", () => showLesson(lesson));
  showCourse(element("p", back, ` Question ${number + 1} of ${answer.count}`), written(answer.html), form, said);
  input.focus();
}
