// What a person has chosen; all that is shown follows from it.

/** What is looked for where nothing is asked for. */
const ANY = { cards: "", templates: [], from: null, to: null, fraction: false, negative: false, onlyFalse: false, level: null, sort: "deck" };

const state = {
  filters: ANY,
  /** The hand that is open. */
  hand: null,
};

const handList = new LongList(find("#hands"), "hands-heading", fillHand, (hand, isClicked) =>
  isClicked ? openClicked(hand) : openHand(hand),
);

function fillHand(row, hand) {
  row.append(code(hand.text), ...handWords(hand).map((words) => classed("span", "fact", words)));
  if (hand.count === 0) row.className = "none";
}

/** Looks for other hands. */
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

/** Opens the hand of a row that was clicked; on a phone it is below the list. */
function openClicked(hand) {
  openHand(hand);
  const panel = find("#hand-panel");
  if (panel.getBoundingClientRect().top > innerHeight * 0.7) panel.scrollIntoView();
}

/** Shows, of the hands that are looked for otherwise, those that these templates all solve. */
function openTemplates(templates) {
  setFilters({ templates });
  showFilters();
}
