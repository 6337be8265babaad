//! Operations on two fractions of anything that can be added and multiplied.

use num_bigint::BigInt;

use super::field_operator::FieldOperator;
use crate::number::Residue;

/// What fractions can be made of: whole numbers, polynomials.
pub(crate) trait Ring: Sized {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Ring for $number {
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                self + other
            }

            #[inline]
            fn minus(&self, other: &Self) -> Self {
                self - other
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }
        }
    )+};
}

numbers!(i64, BigInt);

impl Ring for Residue {
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        *self - *other
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        *self * *other
    }
}

/// Numerator and denominator of `a/b operator c/d`, not in lowest terms; where
/// `c` is zero a quotient has the denominator zero.
#[inline]
pub(crate) fn cross_multiply<T: Ring>(
    operator: FieldOperator,
    (a, b): (&T, &T),
    (c, d): (&T, &T),
) -> (T, T) {
    match operator {
        FieldOperator::Add => (a.times(d).plus(&c.times(b)), b.times(d)),
        FieldOperator::Subtract => (a.times(d).minus(&c.times(b)), b.times(d)),
        FieldOperator::Multiply => (a.times(c), b.times(d)),
        FieldOperator::Divide => (a.times(d), b.times(c)),
    }
}
