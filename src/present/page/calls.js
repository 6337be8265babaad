// Shows the whole trace at once: all calls of rules, including failed ones. For a reader without
// rules, shows all its moments.

// The maximum number of listed items: nobody would read more.
const MOST_LISTED = 1500;

/** Shows the list, which is made once for each reading, and marks the current call. */
function showTrace(panel, reading, moment) {
  if (panel.reading !== reading) {
    panel.reading = reading;
    panel.replaceChildren(...(reading.hasRules ? callList(reading) : [momentList(reading)]));
  }
  if (state.isPrinting) for (const it of panel.querySelectorAll("details")) it.open = true;
  const at = reading.hasRules ? reading.currentCall(moment)?.enter : moment.event;
  panel.querySelector("[aria-current]")?.removeAttribute("aria-current");
  let item = panel.querySelector(`[data-calls~="${at}"]`);
  if (!item) return;
  // If the item is inside a folded item, the folded item is marked instead.
  for (let it = item; (it = it.closest("details:not([open])")); it = it.parentElement) item = it.querySelector(".words");
  item.setAttribute("aria-current", "true");
  scrollWithin(panel, item);
}

function callList(reading) {
  const calls = reading.calls.filter(({ isBetween }) => !isBetween);
  const inside = Map.groupBy(calls.slice(0, MOST_LISTED), ({ parent }) => parent);
  const list = element("ul", ...(inside.get(null) ?? []).map((call) => callItem(reading, call, inside)));
  const more = calls.length - MOST_LISTED;
  const parts = more > 0 ? [list, element("p", `… and ${more.toLocaleString("en")} more calls`)] : [list];
  return reading.hasTerminals ? parts : [element("p", `${triedWords(reading.data)}.`), ...parts];
}

/** A call with the calls inside it; a chain of calls with the same result is one item. */
function callItem(reading, call, inside) {
  const chain = [call];
  let parts = inside.get(call) ?? [];
  const isAlike = (it) => it.start === call.start && it.end === call.end && it.matched === call.matched && it.isKept === call.isKept && it.earlier === call.earlier;
  while (parts.length === 1 && isAlike(parts[0])) {
    chain.push(parts[0]);
    parts = inside.get(parts[0]) ?? [];
  }
  const names = chain.flatMap((it, index) => [index ? " › " : "", code(reading.ruleName(it))]);
  const text = shorten(reading.textOf(call), 40);
  const came = call.matched ? [" ", text ? code(text) : "nothing", call.isKept ? "" : " ↶"] : [" ✗ at ", shortPlace(call.reached)];
  const words = classed("span", "words", ...names, ...came);
  words.dataset.call = call.enter;
  words.dataset.calls = chain.map(({ enter }) => enter).join(" ");
  words.classList.toggle("lost", !call.isKept);
  words.classList.toggle("again", call.earlier !== null);
  if (parts.length === 0) return element("li", words);
  const around = element("details", element("summary", words), element("ul", ...parts.map((it) => callItem(reading, it, inside))));
  // A repeated call is folded, because it only repeats the earlier call.
  around.open = call.earlier === null;
  return element("li", around);
}

/** Every moment of a reader, with its stacks at that moment. */
function momentList(reading) {
  const items = reading.events.slice(0, MOST_LISTED).map(({ said }, event) => {
    const stacks = stacksAt(reading, { event }).map(([title, items]) => [` · ${title}: `, code(items.join("  ") || "empty")]);
    const item = element("li", ...prose(said), ".", ...stacks.flat());
    item.dataset.calls = event;
    return item;
  });
  return element("ol", ...items);
}
