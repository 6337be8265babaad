//! The arithmetic that the search needs of values of any size: that of a field.
//!
//! Fractions of small cards are residues modulo a prime. The difference of two compared values is
//! an expression that uses every card, and the target, at most once. Its numerator is a sum of
//! distinct products of them, with the coefficients 1 and -1 (see
//! [`RationalFunction`](crate::algebra::RationalFunction)), and so is no larger than a bound: the
//! product of all cards, with one added to each, times the sum of the target's numerator and
//! denominator. If that is below the prime, the residue of the numerator is zero only if the
//! numerator is. So two values are equal exactly if their residues are, and no denominator has the
//! residue zero: the search need not reduce or verify anything.

use itertools::Itertools;

use crate::cards::Hand;
use crate::engines::large::Large;
use crate::engines::search::small_cards;
use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, Ring};

/// A value of some of the cards, or a value that others must have.
///
/// Equal values compare equal and `spread` alike, without reduction to lowest terms.
pub(super) trait Value: Ring + Clone + Eq + Send + Sync {
    fn is_zero(&self) -> bool;

    /// Returns the reciprocal of each of `values`; `None` for zero.
    fn inverses(values: &[Self]) -> Vec<Option<Self>>;

    /// Returns well-mixed bits for hashing; equal values have equal bits.
    fn spread(&self) -> u64;

    /// Returns the reciprocal; `None` for zero.
    fn inverse(&self) -> Option<Self>;
}

const NO_DIVISION: &str = "it does not divide";

/// Returns the cards, each distinct one named by its rank; the value of each rank; and the
/// target.
pub(super) fn large(hand: &Hand, target: &Rational) -> (Vec<u64>, Vec<Large>, Large) {
    let cards = hand.ranks().iter().map(|&rank| rank as u64).collect();
    let different = hand.iter().zip(hand.ranks()).sorted_by_key(|(_, rank)| **rank);
    let different = different.dedup_by(|(_, a), (_, b)| a == b);
    let values = different.map(|(card, _)| Large::from(card.value())).collect();
    (cards, values, Large::from(target))
}

impl Ring for Large {
    fn plus(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Add, self, other).expect(NO_DIVISION)
    }

    fn minus(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Subtract, self, other).expect(NO_DIVISION)
    }

    fn times(&self, other: &Self) -> Self {
        Self::joined(FieldOperator::Multiply, self, other).expect(NO_DIVISION)
    }
}

impl Value for Large {
    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        values.iter().map(Self::inverse).collect()
    }

    fn inverse(&self) -> Option<Self> {
        Self::inverse(self)
    }

    fn spread(&self) -> u64 {
        // Few values lack a residue.
        self.residue().map_or(u64::MAX, |residue| residue.spread())
    }
}

impl Value for Residue {
    #[inline]
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        Self::inverses(values)
    }

    fn inverse(&self) -> Option<Self> {
        (*self).inverse()
    }

    /// Multiplicative hashing (Knuth, volume 3, 6.4): the high bits are mixed.
    #[inline]
    fn spread(&self) -> u64 {
        self.number().wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Returns the cards, by their values, and the target as a residue; `None` if they are too large.
pub(super) fn small(hand: &Hand, target: &Rational) -> Option<(Vec<u64>, Residue)> {
    let (cards, all) = small_cards(hand)?;
    let cards = cards.into_iter().map(i64::unsigned_abs).collect();
    Some((cards, small_target(all.unsigned_abs(), target)?))
}

/// Returns a target as a residue, for cards whose product, with one added to each, is `all`; `None`
/// if it is too large for these.
pub(super) fn small_target(all: u64, target: &Rational) -> Option<Residue> {
    let (numer, denom) = target.to_i64_pair()?;
    let denom = denom.unsigned_abs();
    let largest = all.checked_mul(numer.unsigned_abs().checked_add(denom)?)?;
    if largest >= Residue::PRIME {
        return None;
    }
    let one_over = Residue::of(denom).inverse().expect("a denominator is below the prime");
    let fraction = Residue::of(numer.unsigned_abs()) * one_over;
    Some(if numer < 0 { -fraction } else { fraction })
}
