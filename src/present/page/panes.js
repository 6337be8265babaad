// The panes: tabs, draggable borders, large type, and the settings that are kept.

const drawer = find("#drawer");
const tabList = drawer.querySelector("[role=tablist]");

/** The person's settings, kept between visits if the browser allows it. */
const kept = (() => {
  try {
    return JSON.parse(localStorage.getItem("bracket24") ?? "{}");
  } catch {
    return {};
  }
})();

function keep(name, value) {
  kept[name] = value;
  try {
    localStorage.setItem("bracket24", JSON.stringify(kept));
  } catch {
    // A setting that cannot be kept lasts until the page is closed.
  }
}

/** The id of the tab that a person has chosen. */
let chosenTab = null;

function tabPanels() {
  return [...drawer.children].filter(({ dataset }) => dataset.tab);
}

/** Makes a tab for each panel. */
function makeTabs() {
  tabList.replaceChildren(...tabPanels().map((panel) => {
    const tab = element("button", panel.dataset.tab);
    Object.assign(tab, { type: "button", id: `tab-${panel.id}` });
    setAttributes(tab, { role: "tab", "aria-controls": panel.id });
    setAttributes(panel, { role: "tabpanel", "aria-labelledby": tab.id, tabindex: 0 });
    tab.addEventListener("click", () => chooseTab(panel.id));
    return tab;
  }));
  showTabs();
}

function chooseTab(id) {
  chosenTab = id;
  // A lecture begins with the panels closed.
  const { style } = document.body;
  if (style.getPropertyValue("--rows") === `${LEAST_PANE}%`) style.setProperty("--rows", `${USUAL_ROWS}%`);
  showPane("drawer");
  showTabs();
  scheduleRender();
}

/** Shows the chosen tab, or else the most informative one. */
function showTabs() {
  const offered = tabPanels().filter(({ hidden }) => !hidden);
  const ids = [chosenTab, "exercise-panel", "hand-panel", "failure", "divergence"];
  const open = ids.map((wanted) => offered.find(({ id }) => id === wanted)).find(Boolean) ?? offered[0];
  for (const panel of tabPanels()) {
    const [tab, isOpen] = [find(`#tab-${panel.id}`), panel === open];
    tab.hidden = panel.hidden;
    tab.tabIndex = isOpen ? 0 : -1;
    setAttributes(tab, { "aria-selected": isOpen });
    if (isOpen) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    panel.dataset.open = isOpen;
  }
}

function isTabOpen(id) {
  return find(id).dataset.open === "true";
}

/** Goes to the next tab by an arrow key, or to a tab by its number. */
function tabByKey(key) {
  const tabs = [...tabList.children].filter(({ hidden }) => !hidden);
  const place = tabs.findIndex(({ tabIndex }) => tabIndex === 0);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const next = step ? tabs.at((place + step) % tabs.length) : tabs[Number(key) - 1];
  next?.click();
  return next;
}

/** Chooses the pane that is visible if there is room for only one. */
function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of find("#panes").children) {
    setAttributes(button, { "aria-pressed": button.dataset.pane === name });
  }
}

/** The minimum size of a pane, in percent of the window. */
const LEAST_PANE = 5;

/** The usual height of the panels, in percent of the window. */
const USUAL_ROWS = 34;

/** Functions that put each border back to its last place; a lecture has places of its own. */
const showBorders = [];

/** Lets a person drag a border, or move it with the arrow keys. `usual` is the size of the pane
    after the border. */
function makeSplitter(name, usual, inLecture = usual) {
  const place = () => (isLecture() ? `${name} in a lecture` : name);
  const asUsual = () => (isLecture() ? inLecture : usual);
  const border = find(`#${name}`);
  const isWide = name === "columns";
  // Part of the tree always stays visible above the drawer.
  const most = isWide ? 80 : 60;
  const set = (percent, isChosen = true) => {
    const size = Math.round(10 * Math.min(most, Math.max(LEAST_PANE, percent))) / 10;
    document.body.style.setProperty(`--${name}`, `${size}%`);
    setAttributes(border, { "aria-valuenow": Math.round(size), "aria-valuemin": LEAST_PANE, "aria-valuemax": most });
    if (isChosen) keep(place(), size);
  };
  const move = ({ clientX, clientY }) => set(100 * (1 - (isWide ? clientX / innerWidth : clientY / innerHeight)));
  border.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    border.setPointerCapture(event.pointerId);
    border.addEventListener("pointermove", move);
  });
  border.addEventListener("lostpointercapture", () => border.removeEventListener("pointermove", move));
  border.addEventListener("dblclick", () => set(asUsual()));
  border.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 2, ArrowUp: 2, ArrowRight: -2, ArrowDown: -2 }[event.key];
    if (!step || hasModifier(event)) return;
    event.preventDefault();
    event.stopPropagation();
    set((kept[place()] ?? asUsual()) + step);
  });
  const show = () => set(kept[place()] ?? asUsual(), false);
  showBorders.push(show);
  show();
}

function isLecture() {
  return document.documentElement.classList.contains("lecture");
}

/** Switches to large type without editors, or back. */
function toggleLecture() {
  const isOn = document.documentElement.classList.toggle("lecture");
  setAttributes(find("#lecture"), { "aria-pressed": isOn });
  showBorders.forEach((show) => show());
  scrollWithin(find("#source"), find('#source [aria-current="true"]'));
  for (const tree of [rulesTree, operationsTree]) tree.setOptions({ largest: isOn ? 2 : 1 });
}

/** Switches between light and dark, whatever the system prefers. */
function toggleDark() {
  const isDark = getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)";
  showScheme(isDark ? "light" : "dark");
  keep("scheme", isDark ? "light" : "dark");
}

function showScheme(scheme) {
  if (scheme) document.documentElement.style.colorScheme = scheme;
}

/** The action of a key that clicks one of the boxes above the tree. */
function press(id) {
  return () => find(id).click();
}

function openHelp() {
  find("#help").showModal();
}

/** Makes the panes respond. */
function listenToPanes() {
  makeTabs();
  makeSplitter("columns", 42);
  makeSplitter("rows", USUAL_ROWS, LEAST_PANE);
  showPane("tree");
  showScheme(kept.scheme);
  tabList.addEventListener("keydown", (event) => {
    if (hasModifier(event) || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    tabByKey(event.key).focus();
  });
  find("#panes").addEventListener("click", ({ target }) => showPane(target.dataset.pane ?? "tree"));
  find("#lecture").addEventListener("click", toggleLecture);
  find("#ask").addEventListener("click", openHelp);
}
