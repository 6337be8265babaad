//! All ways from the cards to a value, and what they come to together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::{AddAssign, Mul};

use super::terms::{Counts, Operand, Step, of_card, points};
use crate::number::Rational;
use crate::syntax::FieldOperator;

/// What the ways to one value come to. It need not hold the ways themselves: the
/// ways to a value of two parts are every way to the one with every way to the
/// other, as the parses of a sentence are in the inside algorithm (J. K. Baker,
/// 1979).
pub(super) trait Tally: Sized {
    /// A card, of which there is one way.
    fn of_card(terms: &Counts) -> Self;

    /// Each way to `self` with each way to `other`, and the step that joins them.
    fn join(&self, other: &Self, step: &Step<'_>) -> Self;

    /// The ways of both.
    fn add(&mut self, other: Self);
}

/// The ways to make `target` of all the cards; `None` if there is none.
///
/// A way is an order of joining two of the values, down to one, where it does not
/// matter which of two pairs was joined first. Equal cards are told apart.
///
/// Values have no sign, and the smaller is taken from the larger: whatever is
/// reached through negative numbers is also reached without. A target below zero
/// is the turn of a difference, and so its ways are those that have one.
pub(super) fn ways<T: Tally>(cards: &[Rational], target: &Rational) -> Option<T> {
    let needs_difference = target.is_negative();
    let target = Made { value: target.abs(), difference: needs_difference };
    let all = (1 << cards.len()) - 1;
    let mut parts: Vec<HashMap<Made, T>> = Vec::with_capacity(all + 1);
    for set in 0..=all {
        let mut values = HashMap::new();
        if set.is_power_of_two() {
            let card = &cards[usize::try_from(set.trailing_zeros()).expect("it is below 32")];
            let made = Made { value: card.clone(), difference: false };
            values.insert(made, T::of_card(&of_card(card)));
        }
        for (left, right) in halves(set) {
            for (a, a_differs, to_a) in operands(&parts, left) {
                for (b, b_differs, to_b) in operands(&parts, right) {
                    let had_difference = a_differs || b_differs;
                    join(a, b, |operator, swapped, value| {
                        let last = set == all;
                        let difference = needs_difference
                            && (had_difference || operator == FieldOperator::Subtract);
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

/// A value of some of the cards.
#[derive(PartialEq, Eq, Hash)]
struct Made {
    value: Rational,
    /// Whether something was taken away on the way to it; `false` where that does
    /// not matter.
    difference: bool,
}

/// The two parts of a set, in every way; which one comes first does not matter.
fn halves(set: usize) -> impl Iterator<Item = (usize, usize)> {
    let lowest = set & set.wrapping_neg();
    let next = move |&part: &usize| (part != 0).then(|| (part - 1) & set);
    std::iter::successors(Some(set), next)
        .filter(move |part| part & lowest != 0 && *part != set)
        .map(move |part| (part, set ^ part))
}

/// The values of a set, whether they have a difference, and what their ways come to.
fn operands<T>(
    parts: &[HashMap<Made, T>],
    set: usize,
) -> impl Iterator<Item = (Operand<'_>, bool, &T)> {
    let card = set.is_power_of_two();
    parts[set]
        .iter()
        .map(move |(made, tally)| (Operand { value: &made.value, card }, made.difference, tally))
}

/// The five results of two values: the operator, whether they change places
/// before it, and the value.
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

/// The ways to a value, in numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// The rates of all of them together.
    pub(super) rate: Rate,
    pub(super) ways: Ways,
}

/// How many ways there are, and how many of them do without what makes one hard.
/// At `u64::MAX` they stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) all: u64,
    /// Those whose results before the last are whole numbers.
    pub(super) whole: u64,
    /// Those that divide nothing but a value by itself.
    pub(super) undivided: u64,
    /// Those whose results before the last are at most [`Ways::LARGE`].
    pub(super) small: u64,
    /// Those that end in a product of two numbers from 3 to 9.
    pub(super) familiar: u64,
}

impl Ways {
    /// From here on a result is large.
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
        Self { rate: self.rate * other.rate * Rate::of(-points(&step.terms())), ways }
    }

    fn add(&mut self, other: Self) {
        self.rate += other.rate;
        self.ways = self.ways.each(other.ways, u64::saturating_add);
    }
}

/// The points that double a rate.
pub(super) const DOUBLING: i32 = 100;

/// The fractional bits of a [`Rate`].
const BITS: u32 = 64;

/// Not below zero; a binary fraction, so that it is the same on every machine and
/// in whichever order rates are added. What is too large stays at the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rate(u128);

impl Rate {
    const ONE: Self = Self(1 << BITS);
    /// No rate above zero has fewer points.
    pub(super) const LEAST: i32 = -6400;
    /// 2 to the power of 1/100, which is 1.00695555005671…
    const STEP: Self = Self(0x1_01c7_d6c4_04f0_ba8e);
    /// Its powers, up to the next doubling.
    const STEPS: [Self; 100] = {
        let mut steps = [Self::ONE; 100];
        let mut power = 1;
        while power < steps.len() {
            steps[power] = steps[power - 1].times(Self::STEP);
            power += 1;
        }
        steps
    };

    /// The rate of so many points: 0 points are 1, and [`DOUBLING`] points twice
    /// as much.
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

    /// A whole number.
    pub(super) fn whole(number: u64) -> Self {
        Self(u128::from(number).saturating_mul(1 << BITS))
    }

    /// The most points whose rate is not above this one; `None` for zero.
    pub(super) fn points(self) -> Option<i32> {
        let log = i32::try_from(self.0.checked_ilog2()?).expect("a u128 has 128 bits");
        let least = (log - BITS.cast_signed()) * DOUBLING;
        let steps = (least..least + DOUBLING).rev();
        steps.into_iter().find(|&points| Self::of(points) <= self).or(Some(least))
    }

    /// The product.
    const fn times(self, other: Self) -> Self {
        const LOW: u128 = (1 << BITS) - 1;
        let (a, b) = (self.0 >> BITS, self.0 & LOW);
        let (c, d) = (other.0 >> BITS, other.0 & LOW);
        let whole = a.saturating_mul(c).saturating_mul(1 << BITS);
        // None of the other products can overflow: each half has 64 bits.
        Self(whole.saturating_add(a * d).saturating_add(b * c).saturating_add((b * d) >> BITS))
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl Mul for Rate {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_points_are_twice_the_rate() {
        assert_eq!(Rate::of(0), Rate::ONE);
        assert_eq!(Rate::of(100), Rate(2 << BITS));
        assert_eq!(Rate::of(-300), Rate(1 << (BITS - 3)));
        // To the hundredth step within a millionth of a millionth.
        let close = (0..100).fold(Rate::ONE, |rate, _| rate * Rate::STEP);
        assert!(close.0.abs_diff(Rate::of(100).0) < 1 << (BITS - 40), "{close:?}");
    }

    #[test]
    fn the_points_of_a_rate_are_those_it_was_made_of() {
        for points in -2500..2500 {
            assert_eq!(Rate::of(points).points(), Some(points), "{points}");
        }
        assert_eq!(Rate(0).points(), None);
    }

    #[test]
    fn rates_multiply_as_their_points_add() {
        for (a, b) in [(17, 33), (-250, 99), (1234, -777), (-640, -1)] {
            let (product, sum) = (Rate::of(a) * Rate::of(b), Rate::of(a + b));
            assert!(product.0.abs_diff(sum.0) <= (sum.0 >> 40).max(1 << 12), "{a} {b}");
        }
    }

    #[test]
    fn what_is_too_large_stays_at_the_largest() {
        let huge = Rate::of(i32::MAX);
        assert_eq!(huge, Rate(u128::MAX));
        assert_eq!(huge * huge, huge);
        let mut sum = huge;
        sum += huge;
        assert_eq!(sum, huge);
        assert_eq!(Rate::of(i32::MIN), Rate(0));
    }
}
