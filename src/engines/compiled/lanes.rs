//! Fractions for several orders of the cards at once.

use std::ops::{Add, Mul, Sub};

use crate::engines::plan::LANES;
use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, Operator};

/// A type of numerators and denominators: numbers that are exact up to some size, or residues.
pub(super) trait Scalar:
    Copy + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;

    /// The target, in the form that `is_target` needs.
    type Target;

    /// Whether `numer/denom` is the target. Also returns true for `0/0`.
    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool;
}

/// Whole numbers up to this size are exact as an `f32`, whose significand has
/// 24 bits.
const EXACT: i64 = 1 << f32::MANTISSA_DIGITS;

/// Returns the numerator and the denominator of the target; `None` if an `f32` could not hold every
/// value of the cards, or every product in a comparison with the target, without rounding. `bound`
/// comes from [`small_cards`](crate::engines::search::small_cards).
///
/// Numerators and denominators of values are whole numbers no larger than the bound. A numerator is
/// a sum or difference of two products. Each product is also the numerator or denominator of
/// another value of the same cards, with `*` or `/` in place of the `+` or `-`, and so is no larger
/// than the bound. The two products in a comparison can be larger: a numerator or denominator of a
/// value times one of the target. These must not exceed [`EXACT`].
pub(super) fn float_target(bound: i64, target: &Rational) -> Option<(f32, f32)> {
    let (numer, denom) = target.to_i64_pair()?;
    let largest = bound.checked_mul(numer.checked_abs()?.max(denom))?;
    (largest <= EXACT).then(|| (as_float(numer), as_float(denom)))
}

/// Returns the cards as `f32`. Call [`float_target`] first: it checks that their values fit.
pub(super) fn as_floats(cards: &[i64]) -> Vec<f32> {
    cards.iter().copied().map(as_float).collect()
}

#[allow(clippy::cast_precision_loss)] // `float_target` checks the size
fn as_float(whole: i64) -> f32 {
    whole as f32
}

impl Scalar for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    type Target = (Self, Self);

    #[allow(clippy::float_cmp)] // both sides are exact whole numbers
    fn is_target(numer: Self, denom: Self, target: &(Self, Self)) -> bool {
        numer * target.1 == target.0 * denom
    }
}

impl Scalar for i64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    /// The numerator and the denominator; `None` if one of them overflows an `i64`: then no value
    /// can be the target.
    type Target = Option<(Self, Self)>;

    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool {
        target.map_or(denom == 0, |(target, over)| {
            i128::from(numer) * i128::from(over) == i128::from(target) * i128::from(denom)
        })
    }
}

/// Residues are for cards of any size. A value that is the target or divides by zero always passes
/// the test `is_target`. Other values may pass it too, because different values can have the same
/// residue.
impl Scalar for Residue {
    const ZERO: Self = Residue::ZERO;
    const ONE: Self = Residue::ONE;

    /// The numerator and the denominator.
    type Target = (Self, Self);

    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool {
        numer * target.1 == target.0 * denom
    }
}

/// Returns the target as residues.
pub(super) fn residue_target(target: &Rational) -> (Residue, Residue) {
    (Residue::of_any(&target.numer()), Residue::of_any(&target.denom()))
}

/// The reason why every operation on fractions here is a field operation.
const OF_FIELD: &str = "a program with other operators runs with values";

/// A fraction for each lane. It may not be in lowest terms, and its denominator may be negative. A
/// division by zero yields `0/0`, and so does any operation on `0/0`.
#[derive(Debug)]
pub(super) struct Lanes<T> {
    numer: [T; LANES],
    denom: [T; LANES],
}

impl<T: Scalar> Lanes<T> {
    /// Returns these cards as whole numbers.
    pub(super) fn cards(cards: [T; LANES]) -> Self {
        Self { numer: cards, denom: [T::ONE; LANES] }
    }

    /// Returns the results of a field operation, one for each lane.
    #[inline]
    pub(super) fn join(operator: Operator, left: &Self, right: &Self) -> Self {
        match FieldOperator::of(operator).expect(OF_FIELD) {
            FieldOperator::Add => Self::each(left, right, |(a, b), (c, d)| (a * d + c * b, b * d)),
            FieldOperator::Subtract => {
                Self::each(left, right, |(a, b), (c, d)| (a * d - c * b, b * d))
            }
            FieldOperator::Multiply => Self::each(left, right, |(a, b), (c, d)| (a * c, b * d)),
            FieldOperator::Divide => Self::each(left, right, |(a, b), (c, d)| {
                (if c == T::ZERO { T::ZERO } else { a * d }, b * c)
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

    /// Whether the value of any lane is the target or divides by zero.
    #[inline]
    pub(super) fn any(&self, target: &T::Target) -> bool {
        (0..LANES)
            .fold(false, |any, lane| any | T::is_target(self.numer[lane], self.denom[lane], target))
    }

    /// Whether the value of this lane is the target; `None` if it divides by zero.
    pub(super) fn reaches(&self, lane: usize, target: &T::Target) -> Option<bool> {
        let (numer, denom) = self.lane(lane);
        (denom != T::ZERO).then(|| T::is_target(numer, denom, target))
    }
}
