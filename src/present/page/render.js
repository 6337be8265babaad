// Shows the state.

/** Shows what depends on the grammar alone. */
function prepareGrammar() {
  const shown = reading();
  const { failure } = shown.data;
  // If the parse fails, there is no tree, so the page shows the failed attempts.
  if (failure) state.options = { ...state.options, everyAttempt: true };
  find("#steps").replaceChildren();
  find("#stack").replaceChildren();
  find("#grammar-name").textContent = shown.data.source_name;
  // A page without values does not mention them.
  for (const [name, title] of [["steps", "Evaluation"], ["operations", "Expression tree"]]) {
    find(`#${name}-panel`).hidden = !shown.hasValues;
    find(`#${name}-heading`).textContent = shown.hasValues ? title : "";
  }
  // A reader without rules builds only the expression tree, which then takes the place of both.
  const place = find(shown.hasRules ? "#work-panel" : "#stage");
  if (!place.contains(find("#operations-panel"))) place.append(find("#operations-panel"));
  for (const panel of ["#rules", "#selected", "#rails", "#memo", "#source"]) {
    find(`${panel}-panel`).hidden = !shown.hasRules;
  }
  document.body.dataset.rules = shown.hasRules;
  find("#together-panel").hidden = data.view !== "readers";
  find("#stack-heading").textContent = shown.hasRules ? "Open rules" : "Stacks";
  // The memo is on if the reader has one.
  if (shown.data.counts !== null) state.options = { ...state.options, isPackrat: shown.data.is_packrat };
  if (!state.hasChosenPairs) state.options = { ...state.options, showsPairs: shown.data.shows_pairs };
  showOptions();
  find("#furthest").hidden = (failure?.event ?? null) === null;
  const chosen = find(`#grammars input[value="${state.grammar}"]`);
  chosen.checked = true;
  chosen.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
  prepareStops();
  showFailure(find("#failure"), shown);
  showDivergence(find("#divergence"), shown);
  showSource(find("#source"), shown);
  showTabs();
}

/** Updates the choice of shown events, and disables the kinds that the page does not have. */
function showOptions() {
  const shown = reading();
  const { everyAttempt, terminals, isPackrat, showsPairs } = state.options;
  find("#pairs").checked = showsPairs;
  find("#attempts").checked = everyAttempt && shown.hasFailures;
  find("#terminals").checked = terminals && shown.hasTerminals;
  find("#packrat").checked = isPackrat;
  find("#attempts").disabled = !shown.hasFailures;
  find("#terminals").disabled = !shown.hasTerminals;
  find("#packrat").disabled = !shown.hasFailures || shown.data.counts !== null;
}

/** Updates what depends on the choice of shown events. */
function prepareStops() {
  const list = stops();
  const read = list.length - 1 - reading().stepCount;
  slider.max = list.length - 1;
  find("#scale").style.setProperty("--read", `${(100 * read) / Math.max(list.length - 1, 1)}%`);
}

let isScheduled = false;

/** Shows the state before the next frame, once for many changes. */
function scheduleRender() {
  if (isScheduled || data === null) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    render();
  });
}

function render() {
  const shown = reading();
  const moment = momentAt(state.isPrinting ? lastPosition(shown) : state.position);
  const links = linksOf(shown, state.selected);
  document.body.dataset.phase = moment.isReduction ? "reduction" : "reading";
  showText(textPanel, shown, state.isPrinting ? momentAt(endOfReading(shown)) : moment, links);
  showPosition(shown, moment);
  showStack(find("#stack"), shown, moment, links);
  showSteps(find("#steps"), shown, moment, links);
  showTrees(shown, moment, links);
  showSelected(shown, moment, links);
  showValue(shown, moment);
  const isListed = state.isPrinting && ["trace", "readers"].includes(data.view);
  if (isListed || isTabOpen("#calls-panel")) showTrace(find("#calls-panel"), shown, moment);
  if (isTabOpen("#together-panel")) showTogether(find("#together-panel"), shown, moment);
  if (isTabOpen("#memo-panel")) showMemo(find("#memo"), shown, moment);
  if (isTabOpen("#rails-panel")) showRails(find("#rails"), shown, moment, links);
  doScrolls();
  rendered(shown, moment, links);
}

/** The printed position: the end, or the place where parsing fails. */
function lastPosition({ last, data: { failure } }) {
  return (failure?.event ?? last - 1) + 1;
}

function endOfReading({ eventCount, data: { failure } }) {
  return (failure?.event ?? eventCount - 1) + 1;
}

function showPosition(shown, moment) {
  const words = sentence(shown, moment);
  const line = find("#sentence");
  // A screen reader reads the slider's value anyway, and during play it would never be silent.
  const isSilent = state.timer !== null || document.activeElement === slider;
  setAttributes(line, { "aria-live": isSilent ? "off" : "polite" });
  line.replaceChildren(...words);
  find("#part").replaceChildren(...partWords(shown, moment));
  const position = positionWords(shown, moment, stops());
  find("#position").textContent = position;
  slider.value = stopAt(moment.position);
  setAttributes(slider, { "aria-valuetext": `${position}: ${line.textContent} ${find("#part").textContent}` });
  disable(["#first", "#back"], moment.position === 0);
  disable(["#forward", "#last"], moment.isLast);
}

/** Marks buttons as disabled; a focused button keeps the focus. */
function disable(buttons, isDisabled) {
  for (const id of buttons) setAttributes(find(id), { "aria-disabled": isDisabled });
}

function showTrees(shown, moment, links) {
  const { options, selected } = state;
  const keyOf = (kind) => (selected?.kind === kind ? selected.key : null);
  showTree(rulesTree, shown, ruleNodes(shown, moment, { ...options, links, selected: keyOf("rule") }));
  showTree(operationsTree, shown, operationNodes(shown, moment, { links, selected: keyOf("operation") }));
}

function showTree(tree, { text }, nodes) {
  const has = (name) => nodes.findLast(({ classes }) => classes.includes(name))?.key;
  tree.show(nodes, has("selected") ?? has("current"), text);
}

/** Shows the chosen node, or the rule that the slider is at. */
function showSelected(shown, moment, links) {
  const { selected } = state;
  const [heading, list] = [find("#selected-heading"), find("#selected")];
  find("#follow").hidden = selected === null;
  const call = selected?.kind === "rule" ? shown.callOf(selected.key) : shown.currentCall(moment);
  switch (selected?.kind) {
    case "operation":
      heading.textContent = "Selected operation";
      showDetails(list, operationDetails(shown, selected.key));
      break;
    case "site":
      heading.textContent = "Selected part of the grammar";
      showDetails(list, siteDetails(shown, selected.key, links));
      break;
    default:
      heading.textContent = selected ? "Selected rule" : "Rule at this place";
      showDetails(list, call ? callDetails(shown, call, moment) : []);
  }
  if (!shown.hasRules) return;
  const rule = selected?.kind === "site" ? definitionAt(shown, selected.key)?.rule : call && shown.ruleName(call);
  markSource(find("#source"), shown, moment, selected?.kind === "operation" ? null : rule, links.sites);
  for (const panel of [find("#stack"), list]) markSites(panel, links.sites);
}

function showValue({ hasValues, data: { value, error } }, { isLast }) {
  const isShown = isLast && (hasValues || error !== null);
  find("#value-line").hidden = !isShown;
  const words = value === null ? ["none, ", ...prose(error)] : [value];
  const shown = find("#value");
  shown.replaceChildren(...(isShown ? words : []));
  find("#value-line").replaceChildren(...(isShown ? ["Value: "] : []), shown);
}
