// Shows which hands two templates share.

/** The templates that solve a hand, from the most hands to the fewest; none if no listed
    hand has a template. */
const LIVE = (HANDS.some(({ templates }) => templates.size > 0) ? data.templates : [])
  .map((_, index) => index)
  .filter((index) => data.templates[index].hands > 0)
  .sort((a, b) => data.templates[b].hands - data.templates[a].hands);

const MOST = data.templates[LIVE[0]]?.hands ?? 1;

const templateList = new LongList(find("#templates"), "templates-heading", fillTemplate, (template) => openTemplates([template]));

function fillTemplate(row, template) {
  const { text, hands, only } = data.templates[template];
  const numbers = classed("span", "numbers", String(hands), classed("span", "only", `${only} only`));
  numbers.firstChild.after(" ");
  const bar = classed("span", "bar", classed("span", "alone"));
  bar.style.width = `${(100 * hands) / MOST}%`;
  bar.firstChild.style.width = `${(100 * only) / hands}%`;
  row.append(code(text), " ", numbers, classed("span", "track", bar));
}

/** Marks the templates whose hands are listed. */
function markTemplates() {
  const { templates } = state.filters;
  templateList.mark(templates.length === 1 ? templates[0] : null);
  const pressed = String(templates.toSorted((a, b) => a - b));
  for (const button of find("#shared").querySelectorAll("button")) {
    setAttributes(button, { "aria-pressed": templates.length > 0 && button.dataset.templates === pressed });
  }
}

function showTemplates() {
  const dead = data.templates.length - LIVE.length;
  const only = LIVE.filter((index) => data.templates[index].only > 0).length;
  find("#templates-summary").textContent =
    `${counted(LIVE.length, "template")} solve a hand; ${only} of them solve a hand that no other template solves.` +
    (dead > 0 ? ` ${counted(dead, "template")} more solve none.` : "");
  templateList.show(LIVE, null);
  find("#templates-panel").hidden = LIVE.length === 0;
  find("#shared-panel").hidden = LIVE.length === 0 || data.commonest.length < 2;
  showShared();
}

/** Shows a table of the commonest templates: for any two, how many hands both solve. */
function showShared() {
  const { commonest, shared } = data;
  const texts = commonest.map((index) => data.templates[index].text);
  const header = (scope, text) => setScope(element("th", code(text)), scope);
  const most = Math.max(...shared.flatMap((row, index) => row.slice(0, index)), 1);
  const caption = element("caption", `The ${texts.length} templates that solve the most hands; choose a number to see the hands.`);
  const head = element("tr", element("td"), ...texts.slice(0, -1).map((text) => header("col", text)));
  const rows = texts.slice(1).map((text, above) => {
    const cells = shared[above + 1].slice(0, above + 1).map((hands, column) => {
      const pair = [commonest[above + 1], commonest[column]];
      return sharedCell(hands, most, pair);
    });
    return element("tr", header("row", text), ...cells);
  });
  find("#shared").replaceChildren(caption, element("thead", head), element("tbody", ...rows));
}

function setScope(cell, scope) {
  cell.scope = scope;
  return cell;
}

function sharedCell(hands, most, pair) {
  const button = Object.assign(element("button", String(hands)), { type: "button" });
  const [one, other] = pair.map((index) => data.templates[index].text);
  setAttributes(button, {
    "aria-label": `${counted(hands, "hand")}: ${one} and ${other}`,
    "aria-pressed": false,
    "data-templates": pair.toSorted((a, b) => a - b),
  });
  button.addEventListener("click", () => openTemplates(pair));
  const cell = element("td", button);
  cell.style.setProperty("--share", `${Math.round((40 * hands) / most)}%`);
  return cell;
}
