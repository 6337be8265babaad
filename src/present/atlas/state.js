// The choices of the person; everything that is shown follows from them.

/** The filters that let every hand pass. */
const ANY = { cards: "", templates: [], from: null, to: null, fraction: false, negative: false, onlyFalse: false, level: null, sort: "deck" };

const state = {
  filters: ANY,
  /** The open hand. */
  hand: null,
};

const handList = new LongList(find("#hands"), "hands-heading", fillHand, (hand, isClicked) =>
  isClicked ? openClicked(hand) : openHand(hand),
);

function fillHand(row, hand) {
  row.append(code(hand.text), ...handWords(hand).map((words) => classed("span", "fact", words)));
  if (hand.count === 0) row.className = "none";
}

/** Changes the given filters, and lists the hands that pass all filters. */
function setFilters(filters) {
  state.filters = { ...state.filters, ...filters };
  const hands = chosenHands(state.filters);
  const cards = readCards(state.filters.cards);
  find("#cards-problem").textContent =
    cards === null ? "A card is a whole number, or one of the letters A, T, J, Q and K." : "";
  setAttributes(find("#cards"), { "aria-invalid": cards === null });
  const all = counted(HANDS.length, "hand");
  find("#count").textContent = hands.length === HANDS.length ? `All ${all}` : `${hands.length} of ${all}`;
  handList.show(hands, state.hand);
  markTemplates();
  rememberPlace();
}

/** Opens a hand, or none. */
function openHand(hand) {
  state.hand = hand;
  showHand(hand);
  rememberPlace();
}

/** Opens the hand of a clicked row. Scrolls to it if it is below the list, as on a phone. */
function openClicked(hand) {
  openHand(hand);
  const panel = find("#hand-panel");
  if (panel.getBoundingClientRect().top > innerHeight * 0.7) panel.scrollIntoView();
}

/** Shows the hands that all these templates solve and that pass the other filters. */
function openTemplates(templates) {
  setFilters({ templates });
  showFilters();
}
