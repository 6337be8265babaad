//! Keys that distinguish functions of the cards: values modulo a prime.

use std::collections::BTreeMap;

use bracket24::Operator;
use itertools::Itertools;

use super::part::{Kind, Part};

use Operator::{Add, Divide, Multiply, Subtract};

const PRIME: u128 = (1 << 61) - 1;

/// The value modulo a prime, as numerator and denominator, with a random number for each card;
/// `numbers` come from left to right.
fn residue(part: &Part, numbers: &mut impl Iterator<Item = u128>) -> (u128, u128) {
    let Kind::Join(operator, left, right) = &part.kind else {
        return (numbers.next().unwrap(), 1);
    };
    let (a, b) = residue(left, numbers);
    let (c, d) = residue(right, numbers);
    match operator {
        Add => ((a * d + c * b) % PRIME, b * d % PRIME),
        Subtract => ((a * d + (PRIME - c) * b) % PRIME, b * d % PRIME),
        Multiply => (a * c % PRIME, b * d % PRIME),
        Divide => (a * d % PRIME, b * c % PRIME),
        other => unreachable!("`{}` is none of the four", other.name()),
    }
}

/// A key that distinguishes functions of the cards unless exchanging equal cards makes them the
/// same: the least residue over all such exchanges.
pub(super) struct Functions {
    /// For each value, random numbers for its cards, in every order.
    numbers: Vec<BTreeMap<i128, Vec<u128>>>,
}

impl Functions {
    pub(super) fn of(cards: &[i128]) -> Self {
        // Numbers that are multiples of one another would give different functions the same value.
        let mut random = fastrand::Rng::with_seed(24);
        let mut draw = || random.u128(1..PRIME);
        let mut numbers = vec![BTreeMap::new()];
        for (value, count) in cards.iter().copied().counts().into_iter().sorted() {
            let drawn = (0..count).map(|_| draw()).collect_vec();
            numbers = numbers
                .into_iter()
                .cartesian_product(drawn.into_iter().permutations(count))
                .map(|(mut numbers, drawn)| {
                    numbers.insert(value, drawn);
                    numbers
                })
                .collect();
        }
        Self { numbers }
    }

    pub(super) fn id(&self, part: &Part) -> u128 {
        let cards = part.cards();
        let ids = self.numbers.iter().map(|numbers| {
            let mut used: BTreeMap<i128, usize> = BTreeMap::new();
            let mut numbers = cards.iter().map(|card| {
                let used = used.entry(*card).or_insert(0);
                *used += 1;
                numbers[card][*used - 1]
            });
            let (numer, denom) = residue(part, &mut numbers);
            // By Fermat, the inverse is the power to the prime less two.
            let (mut quotient, mut power, mut exponent) = (numer, denom, PRIME - 2);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    quotient = quotient * power % PRIME;
                }
                power = power * power % PRIME;
                exponent >>= 1;
            }
            quotient
        });
        ids.min().unwrap()
    }
}
