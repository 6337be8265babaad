// Showing what was read: by the scripts of the page to hand out.

let isListening = false;

/** Shows other data; the slider stays at the end, or where it was. */
function showPage(made, place = null) {
  const before = data === null ? null : placeNow();
  pause();
  replaceData(made);
  find("#shown").classList.remove("empty");
  showTitle();
  const chosen = place?.get("reading") ?? before?.chosen;
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
  const { last, data: { failure } } = reading();
  const at = place?.get("at");
  if (at != null && /^\d+$/.test(at)) moveTo(Math.min(Number(at), last));
  else if (failure?.event != null) goTo(failure.event + 1);
  else moveTo(before === null || before.isLast ? last : Math.min(before.at, last));
}

/** The grammar and the position; where the text could not be read, it is at the end. */
function placeNow() {
  const { last, data: { grammar, failure } } = reading();
  return { chosen: grammar, at: state.position, isLast: failure !== null || state.position === last };
}

/** Says that what is shown is no longer what was typed, and of what it is. */
function showStale(isStale) {
  const around = find("#shown");
  if (data === null) return;
  around.classList.toggle("stale", isStale);
  const known = find("#stale");
  known?.remove();
  if (!isStale) return;
  const said = element("p", "Below is the last that could be read: ", code(shorten(data.expression, 60)));
  said.id = "stale";
  find("#shown > main").prepend(said);
}
