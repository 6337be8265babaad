//! Fractions for several orders of the cards at once.

use std::ops::{Add, Mul, Sub};

use crate::engines::plan::LANES;
use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, Operator};

/// A number that is exact as long as it is not too large, or a residue.
pub(super) trait Scalar:
    Copy + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;

    /// The target in a form that values are compared with.
    type Target;

    /// Whether `numer/denom` is the target. Also returns true for `0/0`.
    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool;
}

/// Whole numbers up to this size are exact as an `f32`, whose significand has
/// 24 bits.
const EXACT: i64 = 1 << f32::MANTISSA_DIGITS;

/// Returns the target as numerator and denominator if `f32` can represent every value of cards
/// with this `bound` (see [`small_cards`](crate::engines::search::small_cards)) and every
/// comparison with the target without rounding.
///
/// Numerators and denominators of values are whole numbers of at most the bound. A numerator is a
/// sum or difference of two products. Each product is also the numerator or denominator of another
/// value of the same cards, with `*` or `/` in place of the `+` or `-`, and so is no larger than
/// the bound. That leaves the two products in a comparison: a numerator or denominator of a value
/// times one of the target.
pub(super) fn float_target(bound: i64, target: &Rational) -> Option<(f32, f32)> {
    let (numer, denom) = target.to_i64_pair()?;
    let largest = bound.checked_mul(numer.checked_abs()?.max(denom))?;
    (largest <= EXACT).then(|| (as_float(numer), as_float(denom)))
}

/// Returns the cards as `f32`. Call [`float_target`] first: it checks that their values fit.
pub(super) fn as_floats(cards: &[i64]) -> Vec<f32> {
    cards.iter().copied().map(as_float).collect()
}

#[allow(clippy::cast_precision_loss)] // `float_target` takes care
fn as_float(whole: i64) -> f32 {
    whole as f32
}

impl Scalar for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    type Target = (Self, Self);

    #[allow(clippy::float_cmp)] // whole numbers, and exact
    fn is_target(numer: Self, denom: Self, target: &(Self, Self)) -> bool {
        numer * target.1 == target.0 * denom
    }
}

impl Scalar for i64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    /// Any target; `None` if it is larger than any value.
    type Target = Option<(Self, Self)>;

    fn is_target(numer: Self, denom: Self, target: &Self::Target) -> bool {
        target.map_or(denom == 0, |(target, over)| {
            i128::from(numer) * i128::from(over) == i128::from(target) * i128::from(denom)
        })
    }
}

/// For any cards. The residues of a value that is the target or divides by zero always pass the
/// test; those of other values may pass it, too.
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

/// Why fractions suffice for an operation.
const OF_FIELD: &str = "a program with other operators runs with values";

/// Fractions, not in lowest terms; the denominator may be negative. A division by zero yields
/// `0/0`, and so does any operation on it.
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

    /// Whether any lane is the target or divides by zero.
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
