// Keeps the filters and the open hand in the address of the page.

let addressTimer = null;

/** Writes the filters and the open hand into the address, no more often than browsers allow. */
function rememberPlace() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", `#${address()}`), 300);
}

/** The address, such as `#cards=3+8&template=N*N%2BN%2BN&to=1&hand=3+3+8+8`. */
function address() {
  const { cards, templates, from, to, fraction: byFraction, negative, onlyFalse, level, sort } = state.filters;
  const place = new URLSearchParams();
  if (cards) place.set("cards", cards);
  for (const template of templates) place.append("template", data.templates[template].text);
  if (from !== null) place.set("from", from);
  if (to !== null) place.set("to", to);
  if (byFraction) place.append("needs", "fraction");
  if (negative) place.append("needs", "negative");
  if (onlyFalse) place.append("needs", "false");
  if (level !== null) place.set("level", data.levels[level]);
  if (sort !== ANY.sort) place.set("sort", sort);
  if (state.hand) place.set("hand", state.hand.text);
  return place;
}

/** Sets the filters and opens the hand that the address names; ignores unknown values. */
function followAddress() {
  clearTimeout(addressTimer);
  const place = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d+$/.test(place.get(name) ?? "") ? Number(place.get(name)) : null);
  const templates = place.getAll("template").map((text) => LIVE.find((it) => data.templates[it].text === text));
  const needs = place.getAll("needs");
  setFilters({
    cards: place.get("cards") ?? ANY.cards,
    templates: templates.filter((it) => it !== undefined).slice(0, 2),
    from: whole("from"),
    to: whole("to"),
    fraction: needs.includes("fraction"),
    negative: needs.includes("negative"),
    onlyFalse: needs.includes("false"),
    level: data.levels.includes(place.get("level")) ? data.levels.indexOf(place.get("level")) : null,
    sort: Object.hasOwn(SORTS, place.get("sort") ?? "") ? place.get("sort") : ANY.sort,
  });
  showFilters();
  const hand = BY_TEXT.get(place.get("hand") ?? "");
  openHand(hand ?? null);
  if (hand) handList.mark(hand);
}
