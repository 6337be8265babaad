// The railroad diagram of the current rule, with the path so far highlighted.

/** Shows the diagram of the chosen rule or, if none is chosen, of the innermost open rule. */
function showRails(panel, reading, moment, { sites }) {
  const call = railsCall(reading, moment);
  const rule = call && reading.ruleName(call);
  const definition = reading.definitions.get(rule);
  if (panel.dataset.rule !== `${state.grammar} ${rule}`) {
    panel.dataset.rule = `${state.grammar} ${rule}`;
    const none = rule ? [code(rule), " has no diagram here."] : ["No rule is active."];
    panel.replaceChildren(...(definition?.rails ? [element("p", code(rule)), picture(definition.rails)] : none));
  }
  const boxes = [...panel.querySelectorAll(".terminal, .nonterminal")];
  // If the picture combines parts, its boxes do not correspond to the parts.
  if (!definition || boxes.length !== definition.leaves.length) return;
  const outcomes = outcomesIn(reading, call, moment);
  boxes.forEach((box, index) => {
    const [start] = definition.leaves[index];
    box.dataset.site = start;
    box.dataset.outcome = outcomes.get(start) ?? "";
    box.classList.toggle("linked", sites.has(start));
  });
}

/** The chosen call or, if none is chosen, the innermost open call. */
function railsCall(reading, moment) {
  if (state.selected?.kind === "rule") return reading.callOf(state.selected.key);
  const call = reading.currentCall(moment);
  const isClosed = call && !moment.isReduction && !call.isOpenAt(moment.event);
  return isClosed ? (call.parent ?? call) : call;
}

/** An SVG element made from the page's own data. */
function picture(markup) {
  return document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);
}

/** The outcomes so far of the parts of a call's rule, by the site of each part. */
function outcomesIn(reading, call, { event }) {
  const outcomes = new Map();
  const last = Math.min(event, call.exit);
  for (let index = call.enter + 1; index <= last; index += 1) {
    const { kind, what, call: other } = reading.events[index];
    const isOwn = kind > FAIL ? other === call : other.parent === call;
    const isNow = index === event;
    if (!isOwn || (kind === BACKTRACK && !isNow)) continue;
    const outcome = kind === ENTER ? "tried" : kind === MATCH || kind === TERMINAL_MATCH ? "matched" : "failed";
    for (const [start, end] of reading.sitesOf(what)) {
      for (const [from] of reading.definitions.get(reading.ruleName(call))?.leaves ?? []) {
        // A part on the path stays highlighted, unless it fails right now.
        const isPast = outcomes.get(from) === "matched" && outcome === "failed" && !isNow;
        if (start <= from && from < end && !isPast) outcomes.set(from, outcome);
      }
    }
  }
  return outcomes;
}
