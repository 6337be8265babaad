//! All ways from the cards to a value, and their totals.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Difficulty;
use super::terms::{Counts, Operand, Step, of_card, points};
use crate::cards::Hand;
use crate::number::Rational;
use crate::syntax::FieldOperator;

/// A total over the ways to one value. If a step joins two values, every way to reach one combines
/// with every way to reach the other. So the totals of the two values are enough, without the ways
/// themselves, as in the inside algorithm for the parses of a sentence (J. K. Baker, 1979).
pub(super) trait Tally: Sized {
    /// Makes the total of a card, which has one way.
    fn of_card(terms: &Counts) -> Self;

    /// Combines each way to `self` with each way to `other`, and adds the step that joins them.
    fn join(&self, other: &Self, step: &Step<'_>) -> Self;

    /// Adds the ways of `other`.
    fn add(&mut self, other: Self);
}

/// Returns the total of the ways to make `target` from all the cards; `None` if there is none, or
/// if there are too many cards.
///
/// A way joins two values at a time until one value is left. The order of two independent joins
/// does not matter: both orders are the same way. Equal cards count as different.
///
/// No value is negative: the smaller is subtracted from the larger. Any value that is reached
/// through negative numbers can also be reached without them. A target below zero is a reversed
/// difference, so its ways are the ways to its absolute value that have a subtraction.
pub(super) fn ways<T: Tally>(hand: &Hand, target: &Rational) -> Option<T> {
    let cards = hand.cards();
    (cards.len() <= Difficulty::MAX_CARDS).then_some(())?;
    let needs_difference = target.is_negative();
    let target = Made { value: target.abs(), difference: needs_difference };
    let all = (1 << cards.len()) - 1;
    let mut parts: Vec<HashMap<Made, T>> = Vec::with_capacity(all + 1);
    for set in 0..=all {
        let mut values = HashMap::new();
        if set.is_power_of_two() {
            let card = cards[set.trailing_zeros() as usize].value();
            let made = Made { value: card.clone(), difference: false };
            values.insert(made, T::of_card(&of_card(card)));
        }
        for (left, right) in halves(set) {
            for (a, a_differs, to_a) in operands(&parts, left) {
                for (b, b_differs, to_b) in operands(&parts, right) {
                    join(a, b, |operator, swapped, value| {
                        let last = set == all;
                        let difference = needs_difference
                            && (a_differs || b_differs || operator == FieldOperator::Subtract);
                        let made = Made { value, difference };
                        if last && made != target {
                            return;
                        }
                        let (left, right) = if swapped { (b, a) } else { (a, b) };
                        let step = Step { operator, left, right, value: &made.value, last };
                        let joined = to_a.join(to_b, &step);
                        match values.entry(made) {
                            Entry::Occupied(entry) => entry.into_mut().add(joined),
                            Entry::Vacant(entry) => _ = entry.insert(joined),
                        }
                    });
                }
            }
        }
        parts.push(values);
    }
    parts.pop()?.remove(&target)
}

/// A value made from some of the cards.
#[derive(PartialEq, Eq, Hash)]
struct Made {
    value: Rational,
    /// Whether the ways to it have a subtraction. Always `false` if the target is not negative.
    difference: bool,
}

/// Returns every split of a set into two parts, each in one order only.
fn halves(set: usize) -> impl Iterator<Item = (usize, usize)> {
    let lowest = set & set.wrapping_neg();
    std::iter::successors(Some(set), move |&part: &usize| (part != 0).then(|| (part - 1) & set))
        .filter(move |part| part & lowest != 0 && *part != set)
        .map(move |part| (part, set ^ part))
}

/// Returns the values of a set. For each: the operand, whether its ways have a subtraction, and
/// their total.
fn operands<T>(
    parts: &[HashMap<Made, T>],
    set: usize,
) -> impl Iterator<Item = (Operand<'_>, bool, &T)> {
    let card = set.is_power_of_two();
    let made = parts[set].iter();
    made.map(move |(made, tally)| (Operand { value: &made.value, card }, made.difference, tally))
}

/// Passes to `take` the results of joining two values, at most five. For each: the operator,
/// whether `b` is the left operand, and the value.
fn join<'a>(a: Operand<'a>, b: Operand<'a>, mut take: impl FnMut(FieldOperator, bool, Rational)) {
    let swapped = a.value < b.value;
    let (large, small) = if swapped { (b.value, a.value) } else { (a.value, b.value) };
    take(FieldOperator::Add, swapped, large + small);
    take(FieldOperator::Subtract, swapped, large - small);
    take(FieldOperator::Multiply, swapped, large * small);
    if let Some(value) = a.value.checked_div(b.value) {
        take(FieldOperator::Divide, false, value);
    }
    if let Some(value) = b.value.checked_div(a.value) {
        take(FieldOperator::Divide, true, value);
    }
}

/// A summary of the ways to a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// The sum of their rates.
    pub(super) rate: Rate,
    pub(super) ways: Ways,
}

/// The number of ways, and the numbers of those with a certain property. The counts saturate at
/// `u64::MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) all: u64,
    /// Ways whose results before the last are whole numbers.
    pub(super) whole: u64,
    /// Ways whose only divisions, if any, divide a value by itself.
    pub(super) undivided: u64,
    /// Ways whose results before the last are at most [`Ways::LARGE`].
    pub(super) small: u64,
    /// Ways that end in a product of two numbers from 3 to 9. A card alone counts, too.
    pub(super) familiar: u64,
}

impl Ways {
    /// A result above this is large.
    pub(super) const LARGE: i64 = 100;

    fn each(self, other: Self, act: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            all: act(self.all, other.all),
            whole: act(self.whole, other.whole),
            undivided: act(self.undivided, other.undivided),
            small: act(self.small, other.small),
            familiar: act(self.familiar, other.familiar),
        }
    }
}

impl Tally for Summary {
    fn of_card(terms: &Counts) -> Self {
        let ways = Ways { all: 1, whole: 1, undivided: 1, small: 1, familiar: 1 };
        Self { rate: Rate::of(-points(terms)), ways }
    }

    fn join(&self, other: &Self, step: &Step<'_>) -> Self {
        let mut ways = self.ways.each(other.ways, u64::saturating_mul);
        let keep = |ways: &mut u64, holds: bool| *ways = if holds { *ways } else { 0 };
        keep(&mut ways.whole, step.last || step.value.is_integer());
        let divided = step.operator == FieldOperator::Divide && step.left.value != step.right.value;
        keep(&mut ways.undivided, !divided);
        keep(&mut ways.small, step.last || *step.value <= Ways::LARGE.into());
        keep(&mut ways.familiar, !step.last || step.is_familiar());
        Self { rate: self.rate.times(other.rate).times(Rate::of(-points(&step.terms()))), ways }
    }

    fn add(&mut self, other: Self) {
        self.rate = self.rate.plus(other.rate);
        self.ways = self.ways.each(other.ways, u64::saturating_add);
    }
}

/// The points that double a rate.
pub(super) const DOUBLING: i32 = 100;

/// The fractional bits of a [`Rate`].
const BITS: u32 = 64;

/// A rate, which is never below zero. It is a binary fraction, so that it is the same on every
/// machine and for any order of addition. It saturates at the largest rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rate(u128);

impl Rate {
    const ONE: Self = Self(1 << BITS);
    /// A lower bound on the points of any rate above zero.
    pub(super) const LEAST: i32 = -6400;
    /// 2 to the power of 1/100, which is 1.00695555005671…
    const STEP: Self = Self(0x1_01c7_d6c4_04f0_ba8e);
    /// `STEP` to the powers from 0 to 99.
    const STEPS: [Self; 100] = {
        let mut steps = [Self::ONE; 100];
        let mut power = 1;
        while power < steps.len() {
            steps[power] = steps[power - 1].times(Self::STEP);
            power += 1;
        }
        steps
    };

    /// Returns the rate for these points: 0 points give 1, and every [`DOUBLING`] points double it.
    pub(super) fn of(points: i32) -> Self {
        let step =
            Self::STEPS[usize::try_from(points.rem_euclid(DOUBLING)).expect("it is a remainder")];
        let doublings = points.div_euclid(DOUBLING);
        if doublings < 0 {
            Self(step.0.unbounded_shr(doublings.unsigned_abs()))
        } else if doublings.unsigned_abs() >= step.0.leading_zeros() {
            Self(u128::MAX)
        } else {
            Self(step.0 << doublings)
        }
    }

    /// Makes the rate of a whole number.
    pub(super) fn whole(number: u64) -> Self {
        Self(u128::from(number).saturating_mul(1 << BITS))
    }

    /// Returns the largest number of points whose rate is at most this one; `None` for zero.
    pub(super) fn points(self) -> Option<i32> {
        let log = i32::try_from(self.0.checked_ilog2()?).expect("a u128 has 128 bits");
        let least = (log - BITS.cast_signed()) * DOUBLING;
        let steps = (least..least + DOUBLING).rev();
        steps.into_iter().find(|&points| Self::of(points) <= self).or(Some(least))
    }

    /// Returns the sum.
    const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns the product.
    const fn times(self, other: Self) -> Self {
        const LOW: u128 = (1 << BITS) - 1;
        let (a, b) = (self.0 >> BITS, self.0 & LOW);
        let (c, d) = (other.0 >> BITS, other.0 & LOW);
        let whole = a.saturating_mul(c).saturating_mul(1 << BITS);
        // The other products cannot overflow, because each half has 64 bits.
        Self(whole.saturating_add(a * d).saturating_add(b * c).saturating_add((b * d) >> BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_points_double_the_rate() {
        assert_eq!(Rate::of(0), Rate::ONE);
        assert_eq!(Rate::of(100), Rate(2 << BITS));
        assert_eq!(Rate::of(-300), Rate(1 << (BITS - 3)));
        // After a hundred steps, the rate is accurate to a millionth of a millionth.
        let close = (0..100).fold(Rate::ONE, |rate, _| rate.times(Rate::STEP));
        assert!(close.0.abs_diff(Rate::of(100).0) < 1 << (BITS - 40), "{close:?}");
    }

    #[test]
    fn a_rate_returns_the_points_from_which_it_was_made() {
        for points in -2500..2500 {
            assert_eq!(Rate::of(points).points(), Some(points), "{points}");
        }
        assert_eq!(Rate(0).points(), None);
    }

    #[test]
    fn multiplying_rates_adds_their_points() {
        for (a, b) in [(17, 33), (-250, 99), (1234, -777), (-640, -1)] {
            let (product, sum) = (Rate::of(a).times(Rate::of(b)), Rate::of(a + b));
            assert!(product.0.abs_diff(sum.0) <= (sum.0 >> 40).max(1 << 12), "{a} {b}");
        }
    }

    #[test]
    fn rates_saturate_at_the_largest_value() {
        let huge = Rate::of(i32::MAX);
        assert_eq!(huge, Rate(u128::MAX));
        assert_eq!(huge.times(huge), huge);
        assert_eq!(huge.plus(huge), huge);
        assert_eq!(Rate::of(i32::MIN), Rate(0));
    }
}
