//! Values of any size. A value is evaluated only if its residue is not enough to answer the
//! question.
//!
//! An operation on cards of a thousand digits takes thousands of times as long as an operation on
//! small cards. A search usually asks only whether a value is zero, or whether it equals another.
//! Two values with different residues are different, so most of these questions need no value. If
//! the residues are equal, the values are evaluated and compared, because different values can have
//! the same residue.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, cross_multiply};

/// A value of any size: its operation and operands, and its residue.
#[derive(Debug, Clone)]
pub(super) struct Large(Arc<Known>);

#[derive(Debug)]
struct Known {
    made: Made,
    /// The residue of the value in lowest terms; `None` if the denominator's residue is zero.
    residue: Option<Residue>,
}

#[derive(Debug)]
enum Made {
    Number(Box<BigRational>),
    /// The reciprocal of a nonzero value.
    Inverse(Large),
    Joined(FieldOperator, Large, Large),
}

impl Large {
    /// Returns the result of an operation; `None` for a division by zero.
    pub(super) fn joined(operator: FieldOperator, left: &Self, right: &Self) -> Option<Self> {
        (operator != FieldOperator::Divide || !right.is_zero()).then_some(())?;
        let residue = left.0.residue.zip(right.0.residue).and_then(|(left, right)| {
            Some(match operator {
                FieldOperator::Add => left + right,
                FieldOperator::Subtract => left - right,
                FieldOperator::Multiply => left * right,
                FieldOperator::Divide => left * right.inverse()?,
            })
        });
        Some(Self::made(Made::Joined(operator, left.clone(), right.clone()), residue))
    }

    /// Returns the reciprocal; `None` for zero.
    pub(super) fn inverse(&self) -> Option<Self> {
        (!self.is_zero()).then_some(())?;
        Some(Self::made(Made::Inverse(self.clone()), self.0.residue.and_then(Residue::inverse)))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.residue == Some(Residue::ZERO) && self.0.made.value().numer().is_zero()
    }

    /// Returns the residue. Equal values have equal residues.
    pub(super) fn residue(&self) -> Option<Residue> {
        self.0.residue
    }

    /// Makes a value. `residue` is computed from the residues of its operands; if it is `None`, the
    /// value is evaluated to find its residue.
    fn made(made: Made, residue: Option<Residue>) -> Self {
        Self(Arc::new(Known { residue: residue.or_else(|| residue_of(made.value())), made }))
    }
}

/// Returns the residue of a value: the numerator's residue times the inverse of the denominator's,
/// both in lowest terms. `None` if the denominator's residue is zero.
fn residue_of(value: BigRational) -> Option<Residue> {
    let (numer, denom) = value.into();
    let (numer, denom) = BigRational::new(numer, denom).into();
    Some(Residue::of_any(&numer) * Residue::of_any(&denom).inverse()?)
}

impl Made {
    /// Evaluates the value. The result may not be in lowest terms.
    fn value(&self) -> BigRational {
        let (numer, denom) = match self {
            Self::Number(number) => return (**number).clone(),
            Self::Inverse(other) => {
                let (numer, denom) = other.0.made.value().into();
                (denom, numer)
            }
            Self::Joined(operator, left, right) => {
                let (left, right) = (left.0.made.value(), right.0.made.value());
                let pairs = [&left, &right].map(|it| (it.numer(), it.denom()));
                cross_multiply(*operator, pairs[0], pairs[1])
            }
        };
        BigRational::new_raw(numer, denom)
    }
}

impl From<&Rational> for Large {
    fn from(value: &Rational) -> Self {
        Self::made(Made::Number(Box::new(value.to_big())), None)
    }
}

impl PartialEq for Large {
    fn eq(&self, other: &Self) -> bool {
        if self.0.residue != other.0.residue {
            return false;
        }
        let (left, right) = (self.0.made.value(), other.0.made.value());
        left.numer() * right.denom() == right.numer() * left.denom()
    }
}

impl Eq for Large {}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Large {
        Large::from(&text.parse::<Rational>().expect("a test writes numbers"))
    }

    fn joined(left: &str, operator: FieldOperator, right: &str) -> Large {
        Large::joined(operator, &number(left), &number(right)).expect("no divisor is zero")
    }

    #[test]
    fn equal_values_compare_equal_and_have_equal_residues_however_computed() {
        let half = number("1/2");
        for same in [
            joined("1/6", FieldOperator::Add, "1/3"),
            joined("2/3", FieldOperator::Subtract, "1/6"),
            joined("3/4", FieldOperator::Multiply, "2/3"),
            joined("3/4", FieldOperator::Divide, "3/2"),
            number("2").inverse().expect("2 is not zero"),
        ] {
            assert_eq!(same, half);
            assert_eq!(same.residue(), half.residue());
        }
        assert_ne!(half, number("-1/2"));
    }

    #[test]
    fn a_multiple_of_the_prime_is_not_zero() {
        let (once, twice) = (number("2305843009213693951"), number("4611686018427387902"));
        assert!(!once.is_zero());
        assert_eq!(once.residue(), number("0").residue());
        assert_ne!(once, twice);
        assert_ne!(once, number("0"));
        let over = |other: &Large| {
            Large::joined(FieldOperator::Divide, &once, other).expect("no divisor is zero")
        };
        assert_eq!(over(&once), number("1"));
        assert_eq!(over(&twice), number("1/2"));
        assert_eq!(over(&twice).residue(), number("1/2").residue());
        let inverse = once.inverse().expect("the prime is not zero");
        assert_eq!(inverse.residue(), None);
        assert_eq!(inverse.inverse(), Some(once.clone()));
        let whole = Large::joined(FieldOperator::Multiply, &inverse, &once);
        let whole = whole.expect("a product has a value");
        assert_eq!((whole.residue(), &whole), (number("1").residue(), &number("1")));
    }

    #[test]
    fn large_numbers_cannot_be_divided_by_zero() {
        let zero = joined("7", FieldOperator::Subtract, "7");
        assert!(zero.is_zero());
        assert_eq!(zero.inverse(), None);
        assert_eq!(Large::joined(FieldOperator::Divide, &number("1"), &zero), None);
    }
}
