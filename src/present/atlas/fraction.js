// Exact fractions: pairs of whole numbers of any size. The denominator is above zero.

function fraction(numerator, denominator = 1n) {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b > 0n) [a, b] = [b, a % b];
  const divisor = denominator < 0n ? -a : a;
  return [numerator / divisor, denominator / divisor];
}

/** The operations by their signs in the trees of the page. In a solution, each of them has a value. */
const OPERATIONS = {
  "+": ([a, b], [c, d]) => fraction(a * d + c * b, b * d),
  "-": ([a, b], [c, d]) => fraction(a * d - c * b, b * d),
  "*": ([a, b], [c, d]) => fraction(a * c, b * d),
  "/": ([a, b], [c, d]) => fraction(a * d, b * c),
  "%": remainder,
  "^": power,
  "√": (value) => power(value, [1n, 2n]),
  "!": factorial,
  m: ([a, b]) => fraction(-a, b),
  l: logarithm,
  j: ([a], [digit]) => fraction(10n * a + digit),
};

/** `a - b * floor(a / b)` */
function remainder([a, b], [c, d]) {
  const [numerator, denominator] = fraction(a * d, b * c);
  const rest = ((numerator % denominator) + denominator) % denominator;
  const floor = (numerator - rest) / denominator;
  return fraction(a * d - c * floor * b, b * d);
}

function power([a, b], [times, degree]) {
  const [c, d] = [root(a, degree), root(b, degree)];
  return times < 0n ? fraction(d ** -times, c ** -times) : fraction(c ** times, d ** times);
}

/** The root of a whole number that is a power of this degree. */
function root(number, degree) {
  if (number < 0n) return -root(-number, degree);
  if (degree === 1n || number < 2n) return number;
  let [low, high] = [1n, 2n];
  while (high ** degree <= number) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= number) low = middle;
    else high = middle;
  }
  return low;
}

function factorial([number]) {
  let product = 1n;
  for (let factor = 2n; factor <= number; factor++) product *= factor;
  return fraction(product);
}

/** The exponent with which the base has this value, by Euclid's algorithm. */
function logarithm([a, b], [c, d]) {
  if (c === d) return fraction(0n);
  if (c < d) return OPERATIONS.m(logarithm([a, b], [d, c]));
  if (a < b) return OPERATIONS.m(logarithm([b, a], [c, d]));
  if (c * b < a * d) return OPERATIONS["/"](fraction(1n), logarithm([c, d], [a, b]));
  return OPERATIONS["+"](fraction(1n), logarithm([a, b], fraction(c * b, d * a)));
}

function fractionText([numerator, denominator]) {
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}
