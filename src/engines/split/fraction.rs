//! Fractions of any size.

use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::value::Value;
use crate::cards::Hand;
use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, Ring, cross_multiply};

/// A fraction of any size, not in lowest terms, beside its residue: only where
/// two residues are equal are the fractions compared.
#[derive(Debug, Clone)]
pub(super) struct Fraction {
    numer: Arc<BigInt>,
    /// Never zero, but maybe negative.
    denom: Arc<BigInt>,
    /// `None` where the residue of the denominator is zero.
    residue: Option<Residue>,
}

impl Fraction {
    /// The fraction `numer/denom`; `denom` is not zero.
    fn new(numer: BigInt, denom: BigInt) -> Self {
        let mut residues = [&numer, &denom].map(Residue::of_any);
        if residues.iter().all(Value::is_zero) {
            // What they have in common says nothing of the fraction.
            let (numer, denom) = BigRational::new(numer, denom).into();
            residues = [&numer, &denom].map(Residue::of_any);
            return Self::with(numer, denom, residues);
        }
        Self::with(numer, denom, residues)
    }

    fn with(numer: BigInt, denom: BigInt, [over, under]: [Residue; 2]) -> Self {
        let residue = under.inverse().map(|inverse| over * inverse);
        Self { numer: Arc::new(numer), denom: Arc::new(denom), residue }
    }

    fn joined<'a>(&'a self, operator: FieldOperator, other: &'a Self) -> Self {
        let pair = |it: &'a Self| (&*it.numer, &*it.denom);
        let (numer, denom) = cross_multiply(operator, pair(self), pair(other));
        Self::new(numer, denom)
    }
}

/// The cards, each different one named by its rank; what each rank is worth; and
/// the target.
pub(super) fn large(hand: &Hand, target: &Rational) -> (Vec<u64>, Vec<Fraction>, Fraction) {
    let cards = hand.ranks().iter().map(|&rank| rank as u64).collect();
    let different = hand.iter().zip(hand.ranks()).sorted_by_key(|(_, rank)| **rank);
    let different = different.dedup_by(|(_, a), (_, b)| a == b);
    let values = different.map(|(card, _)| Fraction::from(card.value())).collect();
    (cards, values, Fraction::from(target))
}

impl From<&Rational> for Fraction {
    fn from(value: &Rational) -> Self {
        let (numer, denom) = value.to_big().into();
        Self::new(numer, denom)
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.residue == other.residue
            && &*self.numer * &*other.denom == &*other.numer * &*self.denom
    }
}

impl Eq for Fraction {}

impl Ring for Fraction {
    fn plus(&self, other: &Self) -> Self {
        self.joined(FieldOperator::Add, other)
    }

    fn minus(&self, other: &Self) -> Self {
        self.joined(FieldOperator::Subtract, other)
    }

    fn times(&self, other: &Self) -> Self {
        self.joined(FieldOperator::Multiply, other)
    }
}

impl Value for Fraction {
    fn is_zero(&self) -> bool {
        self.numer.is_zero()
    }

    fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        values.iter().map(Self::inverse).collect()
    }

    fn inverse(&self) -> Option<Self> {
        if self.is_zero() {
            return None;
        }
        let residue = match self.residue {
            // One over what has a denominator of residue zero has the residue zero.
            None => Some(Residue::ZERO),
            Some(residue) => residue.inverse(),
        };
        Some(Self { numer: Arc::clone(&self.denom), denom: Arc::clone(&self.numer), residue })
    }

    fn spread(&self) -> u64 {
        // Those without a residue are few.
        self.residue.map_or(u64::MAX, |residue| residue.spread())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str) -> Fraction {
        Fraction::from(&text.parse::<Rational>().unwrap())
    }

    #[test]
    fn equal_fractions_are_equal_and_spread_alike_however_they_were_made() {
        let half = fraction("1/2");
        let sum = fraction("1/6").plus(&fraction("1/3"));
        assert_eq!(sum, half);
        assert_eq!(sum.spread(), half.spread());
        assert_ne!(half, fraction("-1/2"));
    }

    #[test]
    fn a_multiple_of_the_prime_is_no_zero() {
        let prime = "2305843009213693951";
        let twice = fraction("4611686018427387902");
        let once = fraction(prime);
        assert!(!once.is_zero());
        assert_ne!(once, twice);
        assert_ne!(once, fraction("0"));
        let over = |other: &Fraction| once.times(&other.inverse().unwrap());
        assert_eq!(over(&once), fraction("1"));
        assert_eq!(over(&twice), fraction("1/2"));
        assert_eq!(over(&twice).spread(), fraction("1/2").spread());
        assert_eq!(once.inverse().unwrap().inverse(), Some(once));
        assert_eq!(fraction("0").inverse(), None);
    }
}
