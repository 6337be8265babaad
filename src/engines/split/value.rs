//! The values with which the search computes: residues if the cards are small, and otherwise exact
//! values of any size.
//!
//! For small cards, residues modulo a prime distinguish all values. The difference of two values
//! that the search compares is an expression that uses every card, and the target, at most once.
//! The numerator of this difference is a sum of distinct products of the cards and the target, with
//! the coefficients 1 and -1 (see [`RationalFunction`](crate::algebra::RationalFunction)). So the
//! numerator is no larger than this bound: the product of all cards with one added to each, times
//! the sum of the target's numerator and denominator. If the bound is below the prime, the residue
//! of a numerator is zero only if the numerator is zero, and no denominator has the residue zero.
//! Then two values are equal exactly if their residues are equal, and the search need not verify
//! its solutions.

use itertools::Itertools;

use crate::cards::Hand;
use crate::engines::large::Large;
use crate::engines::search::small_cards;
use crate::number::{Rational, Residue};
use crate::syntax::{FieldOperator, Ring};

/// A value of some of the cards, or a value that other cards must have.
///
/// Equal values compare equal and have the same `spread`, even if they are not in lowest terms.
pub(super) trait Value: Ring + Clone + Eq + Send + Sync {
    fn is_zero(&self) -> bool;

    /// Returns the reciprocal of each of `values`; `None` for zero.
    fn inverses(values: &[Self]) -> Vec<Option<Self>>;

    /// Returns well-mixed bits for hashing; equal values have equal bits.
    fn spread(&self) -> u64;

    /// Returns the first of `slots` in which a hash table looks for the value. `slots` is a power
    /// of two.
    #[inline]
    fn slot(&self, slots: usize) -> usize {
        let slot = self.spread() >> (u64::BITS - slots.trailing_zeros());
        usize::try_from(slot).expect("the slots are in memory")
    }

    /// Returns the reciprocal; `None` for zero.
    fn inverse(&self) -> Option<Self>;
}

const NO_DIVISION: &str = "it does not divide";

/// Returns the rank of each card, the value of each rank, and the target.
pub(super) fn large(hand: &Hand, target: &Rational) -> (Vec<u64>, Vec<Large>, Large) {
    let cards = hand.ranks().iter().map(|&rank| rank as u64).collect();
    let different = hand.iter().zip(hand.ranks()).sorted_by_key(|(_, rank)| **rank);
    let different = different.dedup_by(|(_, a), (_, b)| a == b);
    (cards, different.map(|(card, _)| Large::from(card.value())).collect(), Large::from(target))
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
        // Few values have no residue, so these can have the same hash.
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

/// Returns the values of the cards, and the target as a residue; `None` if the cards or the target
/// are too large.
pub(super) fn small(hand: &Hand, target: &Rational) -> Option<(Vec<u64>, Residue)> {
    let (cards, all) = small_cards(hand)?;
    let cards = cards.into_iter().map(i64::unsigned_abs).collect();
    Some((cards, small_target(all.unsigned_abs(), target)?))
}

/// Returns the target as a residue; `None` if it is too large for the cards. `all` is the product
/// of the cards with one added to each.
pub(super) fn small_target(all: u64, target: &Rational) -> Option<Residue> {
    let (numer, denom) = target.to_i64_pair()?;
    let denom = denom.unsigned_abs();
    if all.checked_mul(numer.unsigned_abs().checked_add(denom)?)? >= Residue::PRIME {
        return None;
    }
    let one_over = Residue::of(denom).inverse().expect("a denominator is below the prime");
    let fraction = Residue::of(numer.unsigned_abs()) * one_over;
    Some(if numer < 0 { Residue::ZERO - fraction } else { fraction })
}
