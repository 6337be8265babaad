// The form with the filters for the hands.

const form = find("#filters");
const FILTERED = ["cards", "template", "other", "from", "to", "level", "sort", "fraction", "negative", "false"];
const controls = Object.fromEntries(FILTERED.map((id) => [id, find(`#${id}`)]));

/** The filters in the form. */
function filtersOfForm() {
  const whole = ({ value }) => (/^\d+$/.test(value) ? Number(value) : null);
  const templates = [controls.template, controls.other].map(({ value }) => value);
  return {
    cards: controls.cards.value.trim(),
    templates: [...new Set(templates.filter((it) => it !== "").map(Number))],
    from: whole(controls.from),
    to: whole(controls.to),
    sort: controls.sort.value,
    fraction: controls.fraction.checked,
    negative: controls.negative.checked,
    onlyFalse: controls.false.checked,
    level: whole(controls.level),
  };
}

/** Puts the filters into the form. */
function showFilters() {
  const { cards, templates, from, to, sort, fraction: byFraction, negative, onlyFalse, level } = state.filters;
  controls.cards.value = cards;
  controls.template.value = templates[0] ?? "";
  controls.other.value = templates[1] ?? "";
  controls.from.value = from ?? "";
  controls.to.value = to ?? "";
  controls.level.value = level ?? "";
  controls.sort.value = sort;
  controls.fraction.checked = byFraction;
  controls.negative.checked = negative;
  controls.false.checked = onlyFalse;
  checkCounts();
}

/** Reports limits for the number of solutions that are not whole numbers. */
function checkCounts() {
  const isCount = ({ value, validity }) => !validity.badInput && /^\d*$/.test(value);
  const all = [controls.from, controls.to];
  const problem = all.every(isCount) ? "" : "The number of solutions must be a whole number, 0 or more.";
  for (const control of all) {
    control.setCustomValidity(isCount(control) ? "" : problem);
    setAttributes(control, { "aria-invalid": !isCount(control) });
  }
  find("#counts-problem").textContent = problem;
}

function prepareFilters() {
  for (const select of [controls.template, controls.other]) {
    select.append(...LIVE.map(templateChoice));
  }
  controls.level.append(...data.levels.map((name, level) => choice(name, level)));
  const isRated = HANDS.some(({ level }) => level !== null);
  for (const it of document.querySelectorAll(".rated")) it.hidden = !isRated;
  for (const it of document.querySelectorAll(".by-template")) it.hidden = LIVE.length === 0;
  controls.negative.parentElement.hidden = !HANDS.some(({ needs }) => needs & BY_NEGATIVE);
  find("#false-choice").hidden = !HANDS.some(({ needs }) => needs & FALSE);
  form.addEventListener("input", () => {
    checkCounts();
    setFilters(filtersOfForm());
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    setFilters(ANY);
    showFilters();
  });
}

/** The filters, in words. */
function askedWords({ cards, templates, from, to, fraction: byFraction, negative, onlyFalse, level, sort }) {
  const words = [
    cards && `with the cards ${cards}`,
    templates.length > 0 && `by ${templates.map((it) => data.templates[it].text).join(" and ")}`,
    from !== null && `${from} solutions or more`,
    to !== null && `${to} solutions or fewer`,
    level !== null && data.levels[level],
    byFraction && "every solution goes by way of a fraction",
    negative && "every solution goes by way of a negative number",
    onlyFalse && "only false solutions",
    `sorted by ${controls.sort.querySelector(`[value=${sort}]`).textContent}`,
  ];
  return words.filter(Boolean).join("; ");
}

function templateChoice(template) {
  const { text, hands } = data.templates[template];
  return choice(`${text} (${hands})`, template);
}

function choice(text, value) {
  return Object.assign(element("option", text), { value });
}
