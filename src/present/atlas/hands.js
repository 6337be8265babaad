// The hands, and the choice of those that pass the filters.

const HANDS = data.hands.cards.map((cards, index) => ({
  index,
  cards,
  text: cards.join(" "),
  count: data.hands.counts[index],
  needs: data.hands.needs[index],
  /** How hard the hand is for people: its points and the number of its level, or null. */
  points: data.hands.ratings[index]?.[0] ?? null,
  level: data.hands.ratings[index]?.[1] ?? null,
  reasons: data.hands.reasons[index].map(([reason, points]) => ({ text: data.reasons[reason], points })),
  solutions: data.hands.solutions[index],
  /** Those templates on the page that solve the hand. */
  templates: new Set([...data.hands.solutions[index].map(templateOf), ...data.hands.also[index]]),
}));

const BY_TEXT = new Map(HANDS.map((hand) => [hand.text, hand]));

const LETTERS = { A: 1, T: 10, J: 11, Q: 12, K: 13 };

/** The cards of the listed hands. */
const CARDS = new Set(HANDS.flatMap(({ cards }) => cards.map(String)));

/** The cards in a text; `null` if the text contains anything else. A single word that is not a card
    of the deck, such as `3388`, is split into cards. */
function readCards(text) {
  const words = text.toUpperCase().split(/[\s,;，、；]+/).filter(Boolean);
  const isRun = words.length === 1 && !CARDS.has(readCard(words[0]));
  const cards = (isRun ? [...words[0]] : words).map(readCard);
  return cards.includes("") ? null : cards;
}

/** The number of the card that a word names; empty if the word names no card. */
function readCard(word) {
  return /^\d+$/.test(word) ? BigInt(word).toString() : String(LETTERS[word] ?? "");
}

/** Makes a test of whether a hand has all `wanted` cards, each as often as `wanted`. */
function cardsTest(wanted) {
  return ({ cards }) => {
    const left = cards.map(String);
    return wanted.every((card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  };
}

/** The hands that pass the filters, in the chosen order. */
function chosenHands({ cards, templates, from, to, fraction: byFraction, negative, onlyFalse, level, sort }) {
  const tests = [];
  const wanted = readCards(cards);
  if (wanted?.length) tests.push(cardsTest(wanted));
  for (const template of templates) tests.push((hand) => hand.templates.has(template));
  if (from !== null) tests.push(({ count }) => count >= from);
  if (to !== null) tests.push(({ count }) => count <= to);
  if (level !== null) tests.push((hand) => hand.level === level);
  if (byFraction) tests.push(({ needs }) => needs & BY_FRACTION);
  if (negative) tests.push(({ needs }) => needs & BY_NEGATIVE);
  if (onlyFalse) tests.push(({ needs }) => needs & FALSE);
  return inOrder(HANDS.filter((hand) => tests.every((test) => test(hand))), sort);
}

const SORTS = {
  deck: null,
  fewest: (a, b) => a.count - b.count,
  most: (a, b) => b.count - a.count,
  easiest: (a, b) => rank(a, Infinity) - rank(b, Infinity) || a.index - b.index,
  hardest: (a, b) => rank(b, -Infinity) - rank(a, -Infinity) || a.index - b.index,
};

/** The points of a hand, or `without`, which puts hands without points last. */
function rank({ points }, without) {
  return points ?? without;
}

function inOrder(hands, sort) {
  return SORTS[sort] ? hands.sort(SORTS[sort]) : hands;
}

/** `1 hand`, `2 hands`. */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The words next to the cards of a hand. */
function handWords({ count, needs, level }) {
  const none = data.incomplete ? "not solved" : "no solution";
  const words = [count === 0 ? none : counted(count, "solution")];
  if (level !== null) words.push(data.levels[level]);
  if (needs & BY_FRACTION) words.push("needs a fraction");
  if (needs & BY_NEGATIVE) words.push("by way of a negative number");
  if (needs & FALSE) words.push("only false");
  return words;
}
