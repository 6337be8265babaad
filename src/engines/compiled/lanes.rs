//! Fractions for several orders of the cards at once.

use std::ops::{Add, Mul, Sub};

use crate::number::Rational;
use crate::syntax::FieldOperator;

/// How many orders are evaluated at once: more are done in vain for hands that
/// have few, fewer are done less fast.
pub(super) const LANES: usize = 8;

/// A number that is exact as long as it is not too large.
pub(super) trait Scalar:
    Copy + PartialEq + From<i16> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// What a value is compared with.
    type Target;

    /// The card of this value.
    fn card(value: i64) -> Self;

    /// Whether `numer/denom` is the target. So it is said to be of `0/0`, too.
    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool;
}

/// Whole numbers up to this size are exact as an `f32`, whose significand has
/// 24 bits.
const EXACT: i64 = 1 << f32::MANTISSA_DIGITS;

/// The target as numerator and denominator, where values of cards with this
/// `bound` (see [`small_cards`](crate::engines::numbers::small_cards)) can be
/// worked out and compared with it in `f32`, and nothing is rounded.
///
/// Numerators and denominators of values are whole numbers, of at most the bound.
/// Each of the products that a numerator is the sum or difference of is the one
/// of an expression of the same cards with `*` or `/` in place of that operator,
/// and so is not larger. What remains are the two products that are compared: of
/// a numerator or denominator of a value and one of the target.
pub(super) fn float_target(bound: i64, target: &Rational) -> Option<(f32, f32)> {
    let (numer, denom) = target.to_i64_pair()?;
    let largest = bound.checked_mul(numer.checked_abs()?.max(denom))?;
    (largest <= EXACT).then(|| (f32::card(numer), f32::card(denom)))
}

impl Scalar for f32 {
    type Target = (Self, Self);

    #[allow(clippy::cast_precision_loss)] // `float_target` takes care
    fn card(value: i64) -> Self {
        value as Self
    }

    #[allow(clippy::float_cmp)] // whole numbers, and exact
    fn is_target(numer: Self, denom: Self, target: &(Self, Self)) -> bool {
        numer * target.1 == target.0 * denom
    }
}

impl Scalar for i64 {
    /// Any; `None` where it is so large that no value is.
    type Target = Option<(Self, Self)>;

    fn card(value: i64) -> Self {
        value
    }

    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool {
        target.map_or(denom == 0, |(target, over)| {
            i128::from(numer) * i128::from(over) == i128::from(target) * i128::from(denom)
        })
    }
}

/// Fractions, not in lowest terms; the denominator may be negative. What divides
/// by zero is `0/0`, and so is whatever is made of it.
#[derive(Debug)]
pub(super) struct Lanes<T> {
    numer: [T; LANES],
    denom: [T; LANES],
}

impl<T: Scalar> Lanes<T> {
    /// These cards.
    pub(super) fn cards(cards: [i64; LANES]) -> Self {
        Self { numer: cards.map(T::card), denom: [T::from(1); LANES] }
    }

    /// The results, one of each lane.
    #[inline]
    pub(super) fn join(operator: FieldOperator, left: &Self, right: &Self) -> Self {
        match operator {
            FieldOperator::Add => Self::each(left, right, |(a, b), (c, d)| (a * d + c * b, b * d)),
            FieldOperator::Subtract => {
                Self::each(left, right, |(a, b), (c, d)| (a * d - c * b, b * d))
            }
            FieldOperator::Multiply => Self::each(left, right, |(a, b), (c, d)| (a * c, b * d)),
            FieldOperator::Divide => Self::each(left, right, |(a, b), (c, d)| {
                let zero = T::from(0);
                (if c == zero { zero } else { a * d }, b * c)
            }),
        }
    }

    #[inline]
    fn each(left: &Self, right: &Self, join: impl Fn((T, T), (T, T)) -> (T, T)) -> Self {
        let mut joined = Self { numer: left.numer, denom: left.denom };
        for lane in 0..LANES {
            (joined.numer[lane], joined.denom[lane]) = join(left.lane(lane), right.lane(lane));
        }
        joined
    }

    #[inline]
    fn lane(&self, lane: usize) -> (T, T) {
        (self.numer[lane], self.denom[lane])
    }

    /// Whether any is the target or divides by zero.
    #[inline]
    pub(super) fn any(&self, target: &T::Target) -> bool {
        (0..LANES)
            .fold(false, |any, lane| any | T::is_target(self.numer[lane], self.denom[lane], target))
    }

    /// Whether the value of this lane is the target; `None` where it divides by
    /// zero.
    pub(super) fn reaches(&self, lane: usize, target: &T::Target) -> Option<bool> {
        let (numer, denom) = self.lane(lane);
        (denom != T::from(0)).then(|| T::is_target(numer, denom, target))
    }
}
