// Showing the state.

/** Shows what depends on the grammar alone. */
function prepareGrammar() {
  const { data: chosen, last, eventCount } = reading();
  slider.max = last;
  find("#scale").style.setProperty("--read", `${(100 * eventCount) / Math.max(last, 1)}%`);
  find("#steps").replaceChildren();
  find("#grammar-name").textContent = chosen.grammar;
  find("#brackets").textContent = chosen.tree;
  for (const panel of ["#steps-panel", "#operations-panel"]) find(panel).hidden = chosen.tree === null;
  find(`#grammars input[value="${state.grammar}"]`).checked = true;
  showDivergence(find("#divergence"), reading());
  showSource(find("#source"), reading());
}

let isScheduled = false;

/** Shows the state before the next frame, once for many changes. */
function scheduleRender() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    render();
  });
}

function render() {
  const shown = reading();
  const moment = shown.at(state.isPrinting ? shown.last : state.position);
  document.body.dataset.phase = moment.isReduction ? "reduction" : "reading";
  showText(textPanel, shown, state.isPrinting ? shown.at(shown.eventCount) : moment);
  showPosition(shown, moment);
  showStack(find("#stack"), shown, moment);
  showSteps(find("#steps"), shown, moment);
  showTrees(shown, moment);
  showSelected(shown, moment);
  showValue(shown, moment);
  rememberPlace();
}

function showPosition(shown, moment) {
  const words = sentence(shown, moment);
  const line = find("#sentence");
  // The slider says its own value; while playing it would never be silent.
  const isSilent = state.timer !== null || document.activeElement === slider;
  setAttributes(line, { "aria-live": isSilent ? "off" : "polite" });
  line.replaceChildren(...words);
  const position = positionWords(shown, moment);
  find("#position").textContent = position;
  slider.value = moment.position;
  setAttributes(slider, { "aria-valuetext": `${position}: ${line.textContent}` });
  disable(["#first", "#back"], moment.position === 0);
  disable(["#forward", "#last"], moment.isLast);
}

/** Says of buttons that they lead nowhere; they keep the focus they have. */
function disable(buttons, isDisabled) {
  for (const id of buttons) setAttributes(find(id), { "aria-disabled": isDisabled });
}

function showTrees(shown, moment) {
  const { everyAttempt, selected } = state;
  const keyOf = (kind) => (selected?.kind === kind ? selected.key : null);
  showTree(rulesTree, ruleNodes(shown, moment, { everyAttempt, selected: keyOf("rule") }));
  showTree(operationsTree, operationNodes(shown, moment, { selected: keyOf("operation") }));
}

function showTree(tree, nodes) {
  tree.show(nodes, nodes.findLast(({ classes }) => classes.includes("current"))?.key);
}

/** The chosen node, or the rule that the slider is at. */
function showSelected(shown, moment) {
  const { selected } = state;
  find("#follow").hidden = selected === null;
  if (selected?.kind === "operation") {
    find("#selected-heading").textContent = "Selected operation";
    showDetails(find("#selected"), operationDetails(shown, selected.key));
    markDefinition(find("#source"), null);
    return;
  }
  const call = selected ? shown.callOfEvent[selected.key] : shown.currentCall(moment);
  find("#selected-heading").textContent = selected ? "Selected rule" : "Rule at this place";
  showDetails(find("#selected"), call ? callDetails(shown, call, moment) : []);
  markDefinition(find("#source"), call && shown.ruleName(call));
}

function showValue({ data: { value, error } }, { isLast }) {
  find("#value-line").hidden = !isLast;
  const words = value === null ? ["none: ", ...prose(error)] : [value];
  find("#value").replaceChildren(...(isLast ? words : []));
}
