// Chooses a part of the text, an open rule, a step or a part of the grammar: by pointer, or by
// Shift and an arrow key in the focused panel.

/** Chooses what was clicked, if it can be chosen. */
function chosenByPointer({ target, clientX, clientY }) {
  const site = target.closest(".site");
  const call = target.closest("[data-call]");
  const step = target.closest("[data-step]");
  const shown = reading();
  if (site) return select("site", Number(site.dataset.site));
  if (call) return select("rule", Number(call.dataset.call));
  if (step) return selectStep(Number(step.dataset.step));
  if (!textPanel.contains(target)) return;
  const moment = momentAt(state.position);
  if (moment.isReduction) return selectStep(moment.step);
  const at = characterAt(textPanel, clientX, clientY);
  if (at !== null) selectCall(callAt(shown, Math.min(at, shown.text.length - 1), moment));
}

function selectCall(call) {
  if (call) select("rule", call.enter);
}

function selectStep(step) {
  const { expression_nodes: nodes } = reading().data;
  select("operation", nodes.findIndex((node) => node.step === step));
}

const FORWARD = ["ArrowRight", "ArrowDown"];
const BACKWARD = ["ArrowLeft", "ArrowUp"];

/** Chooses by a key; returns whether the key did so. */
function chosenByKey(target, key) {
  const direction = FORWARD.includes(key) ? 1 : BACKWARD.includes(key) ? -1 : 0;
  if (direction === 0) return false;
  switch (target.id) {
    case "text":
      return chooseText(key);
    case "stack":
      return chooseItem(target, direction, ({ call }) => selectCall(reading().events[call].call));
    case "steps":
      return chooseItem(target, direction, ({ step }) => selectStep(Number(step)));
    case "source":
      return chooseSite(target, direction);
    default:
      return false;
  }
}

/** Chooses the rule that matched the next character, or the rule around the chosen rule. */
function chooseText(key) {
  const shown = reading();
  const moment = momentAt(state.position);
  const chosen = state.selected?.kind === "rule" ? shown.callOf(state.selected.key) : null;
  const call = chosen ?? shown.currentCall(moment);
  switch (key) {
    case "ArrowUp":
      selectCall(call?.parent ?? call);
      return true;
    case "ArrowDown":
      selectCall(call && callAt(shown, call.start, moment));
      return true;
    default: {
      const at = key === "ArrowRight" ? (call?.end ?? 0) : (call?.start ?? 0) - 1;
      selectCall(callAt(shown, Math.min(Math.max(at, 0), shown.text.length - 1), moment));
      return true;
    }
  }
}

function chooseItem(list, direction, choose) {
  const items = [...list.children];
  const chosen = items.findIndex((item) => item.classList.contains("linked"));
  const from = chosen < 0 ? (direction > 0 ? -1 : items.length) : chosen;
  const next = items[Math.min(Math.max(from + direction, 0), items.length - 1)];
  if (next) {
    choose(next.dataset);
    scrollWithin(list, next);
  }
  return true;
}

function chooseSite(panel, direction) {
  const sites = [...panel.querySelectorAll(".site")];
  const isChosen = (it) => state.selected?.kind === "site" && Number(it.dataset.site) === state.selected.key;
  const current = sites.findIndex(isChosen);
  const inRule = sites.findIndex((it) => it.closest("[aria-current=true]"));
  const from = current >= 0 ? current : inRule - direction;
  const next = sites[Math.min(Math.max(from + direction, 0), sites.length - 1)];
  if (next) {
    select("site", Number(next.dataset.site));
    scrollWithin(panel, next);
  }
  return true;
}
