// Shows the parse with the scripts of the page to hand out.

let isListening = false;

/** Shows other data; the slider stays at the end, or where it was. */
function showPage(made, place = null) {
  const before = data === null ? null : placeNow();
  pause();
  replaceData(made);
  find("#shown").classList.remove("empty");
  showTitle();
  const { isNew } = live;
  const chosen = place?.get("reading") ?? (isNew ? null : before?.chosen);
  live.isNew = false;
  const index = data.readings.findIndex(({ grammar }) => grammar === chosen);
  const own = data.readings.findIndex(({ grammar }) => grammar === live.choice.name);
  state.grammar = index >= 0 ? index : Math.max(own, 0);
  for (const panel of document.querySelectorAll(".words")) new ResizeObserver(() => letScroll(panel)).observe(panel);
  if (!isListening) {
    isListening = true;
    watchPanels();
    listen();
  }
  prepareGrammar();
  showChosen();
  const { last, data: { failure } } = reading();
  const at = place?.get("at");
  if (at != null && /^\d+$/.test(at)) moveTo(Math.min(Number(at), last));
  else if (failure?.event != null) goTo(failure.event + 1);
  else moveTo(before === null || before.isLast || isNew ? last : Math.min(before.at, last));
}

/** The grammar and the position. With a failed parse, every position counts as the end. */
function placeNow() {
  const { last, data: { grammar, failure } } = reading();
  return { chosen: grammar, at: state.position, isLast: failure !== null || state.position === last };
}

/** Says that the display is out of date, and names its text and its grammar. */
function showStale(isStale) {
  const around = find("#shown");
  if (data === null) return;
  // A grammar that was just opened has no earlier tree to show.
  around.classList.toggle("empty", isStale && live.isNew);
  around.classList.toggle("stale", isStale);
  // The columns of an algorithm without rules would hide the grammar.
  if (isStale) document.body.dataset.rules = true;
  scheduleRender();
  const known = find("#stale");
  known?.remove();
  if (!isStale) return;
  const { grammar, source } = reading().data;
  const isEdited = !`${source}\n`.startsWith(`${grammarEditor.text}\n`);
  const by = grammar !== live.choice.name ? [" by ", code(grammar)] : isEdited ? [" by the grammar before this edit"] : [];
  const of = data.expression === "" ? ["the empty text"] : [code(shorten(data.expression, 60))];
  const said = element("p", "Out of date: the tree of ", ...of, ...by);
  said.id = "stale";
  find("#stage").prepend(said);
}

/** Shows the chosen grammar in place of the edited grammar if they differ. */
function showChosen() {
  const { data: chosen, calls: [whole] } = reading();
  const isOther = chosen.grammar !== live.choice.name;
  // In a comparison of algorithms, all of them use the edited grammar.
  document.body.dataset.other = isOther && data.view !== "readers";
  showOutcome(chosen, chosenText(), chosenStart(), whole?.end);
  if (isOther) find("#live-text-said").firstElementChild.prepend(code(chosen.grammar), " ");
}

/** Marks the current parts in the editors, if these still have the texts that were parsed. */
function rendered(shown, moment, links) {
  const isStale = find("#shown").classList.contains("stale");
  const { source } = shown.data;
  const isEdited = !isStale && `${source}\n`.startsWith(`${grammarEditor.text}\n`);
  grammarEditor.isRead = isEdited;
  const work = isEdited ? grammarWork(shown, moment, links) : [];
  const own = grammarEditor.text.length + 1;
  grammarEditor.showWork(work.filter(({ end }) => end < own));
  if (isEdited) {
    sharedEditor.text = source.slice(own);
    find("#shared-panel").hidden = sharedEditor.text === "";
  }
  sharedEditor.showWork(work.map(({ start, end, name }) => ({ start: start - own, end: end - own, name })).filter(({ start }) => start >= 0));
  const isText = !isStale && data.expression.length === chosenText().length;
  textEditor.showWork(isText ? textWork(shown, moment, links) : []);
  rememberPlace();
}

/** Marks for the current rule, the parts being tried in the open rules, and the linked parts. */
function grammarWork(shown, moment, { sites }) {
  const call = state.selected?.kind === "rule" ? shown.callOf(state.selected.key) : shown.currentCall(moment);
  const rule = call && shown.definitions.get(shown.ruleName(call));
  const marks = rule ? [{ start: rule.start, end: rule.end, name: "at-work" }] : [];
  for (const { from, to, outcome } of markedSites(shown, partsAtWork(shown, moment))) {
    marks.push({ start: from, end: to, name: outcome });
  }
  for (const { leaves } of shown.definitions.values()) {
    for (const [start, end] of leaves) if (sites.has(start)) marks.push({ start, end, name: "linked" });
  }
  return marks;
}

/** Marks for the part that is being tried or was matched, and for the linked parts. */
function textWork(shown, moment, { spans }) {
  const offset = chosenStart();
  const marks = spans.map(([start, end]) => ({ start: start + offset, end: end + offset, name: "linked" }));
  if (moment.isReduction || moment.isLast) return marks;
  const [start, end] = markedPart(shown, moment);
  return [...marks, { start: start + offset, end: end + offset, name: outcomeOf(shown, moment) }];
}
