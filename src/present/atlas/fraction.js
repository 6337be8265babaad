// Exact fractions: pairs of whole numbers of any size. The denominator is above zero.

function fraction(numerator, denominator = 1n) {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b > 0n) [a, b] = [b, a % b];
  const divisor = denominator < 0n ? -a : a;
  return [numerator / divisor, denominator / divisor];
}

const OPERATIONS = {
  "+": ([a, b], [c, d]) => fraction(a * d + c * b, b * d),
  "-": ([a, b], [c, d]) => fraction(a * d - c * b, b * d),
  "*": ([a, b], [c, d]) => fraction(a * c, b * d),
  "/": ([a, b], [c, d]) => fraction(a * d, b * c),
};

function fractionText([numerator, denominator]) {
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}
