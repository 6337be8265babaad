// The solutions, which the page stores as numbers.

/** All orders of the cards of a hand, in lexicographic order, as places in the hand. */
const ORDERS = orders([...Array(data.cards).keys()]);

function orders(places) {
  if (places.length === 0) return [[]];
  return places.flatMap((place) =>
    orders(places.filter((it) => it !== place)).map((rest) => [place, ...rest]),
  );
}

const MARKS = 8;
const [BY_FRACTION, BY_NEGATIVE, FALSE] = [1, 2, 4];

/** The index of a solution's template. */
function templateOf(number) {
  return Math.floor(number / (MARKS * ORDERS.length));
}

/** A solution of a hand with these cards: its template, its text and its marks. */
function solutionOf(number, cards) {
  const marks = number % MARKS;
  const order = ORDERS[Math.floor(number / MARKS) % ORDERS.length];
  const inOrder = order.map((place) => cards[place]);
  const template = data.templates[templateOf(number)];
  let slot = 0;
  const text = template.text.replace(/N/g, () => inOrder[slot++]);
  return { template: templateOf(number), cards: inOrder, text, marks };
}

/** The words next to the text of a solution. */
function markWords(marks) {
  const words = [];
  const detours = [marks & BY_FRACTION && "a fraction", marks & BY_NEGATIVE && "a negative number"];
  if (marks & (BY_FRACTION | BY_NEGATIVE)) words.push(`by way of ${detours.filter(Boolean).join(" and ")}`);
  if (marks & FALSE) words.push(`false: its value in ordinary arithmetic is not ${data.target}`);
  return words;
}

/** The expression tree of a solution, as `TreeView` expects it: parents before children. */
function solutionNodes({ template, cards }) {
  const waiting = [];
  let slot = 0;
  for (const symbol of data.templates[template].tree) {
    if (symbol === "N") {
      const card = cards[slot++];
      waiting.push({ label: String(card), value: fraction(BigInt(card)), whole: String(card), children: [] });
      continue;
    }
    const right = waiting.pop();
    const left = waiting.pop();
    const operands = [left, right].map((it) => (it.children.length ? `(${it.whole})` : it.whole));
    waiting.push({
      label: symbol,
      value: OPERATIONS[symbol](left.value, right.value),
      whole: operands.join(symbol),
      children: [left, right],
    });
  }
  const nodes = [];
  addNodes(waiting[0], null, nodes);
  return nodes;
}

function addNodes({ label, value, whole, children }, parent, nodes) {
  const index = nodes.length;
  const isOperation = children.length > 0;
  const text = isOperation ? `= ${fractionText(value)}` : "";
  nodes.push({
    key: index,
    parent,
    label,
    text,
    name: isOperation ? `${label}, ${whole} ${text}` : label,
    mark: "",
    span: [0, 0],
    whole,
    classes: isOperation ? ["done"] : [],
  });
  for (const child of children) addNodes(child, index, nodes);
}
