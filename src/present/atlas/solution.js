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
    const operation = OPERATIONS[symbol];
    const children = waiting.splice(-operation.length);
    const value = operation(...children.map((it) => it.value));
    if (symbol === "j") {
      // Joined digits are a number.
      waiting.push({ label: fractionText(value), value, whole: fractionText(value), children: [] });
      continue;
    }
    const label = { m: "-", l: "log" }[symbol] ?? symbol;
    waiting.push({ label, value, whole: wholeOf(symbol, children), children });
  }
  const nodes = [];
  addNodes(waiting[0], null, nodes);
  return nodes;
}

/** The text of an operation, with brackets around each operand that is an operation. */
function wholeOf(symbol, children) {
  if (symbol === "l") return `log(${children.map((it) => it.whole).join(",")})`;
  const operands = children.map((it) => (it.children.length ? `(${it.whole})` : it.whole));
  if (symbol === "!") return `${operands[0]}!`;
  if (operands.length === 1) return (symbol === "m" ? "-" : symbol) + operands[0];
  return operands.join(symbol);
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
