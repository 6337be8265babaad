//! Fractions of small cards, as residues modulo a prime.
//!
//! The difference of two values to be compared is an expression that uses every
//! card, and the target, at most once. Its numerator is a sum of different
//! products of them, with the coefficients 1 and -1 (see
//! [`RationalFunction`](crate::algebra::RationalFunction)), and so is no larger
//! than the product of all cards plus one each, times the sum of the target's
//! numerator and denominator. Where that is below the prime, the residue of the
//! numerator is zero only if the numerator is. So two values are equal exactly
//! if their residues are, and no denominator has the residue zero: nothing need
//! be reduced, and nothing be verified.

use super::value::Value;
use crate::cards::Hand;
use crate::number::{Rational, Residue};

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

/// The cards, by their values, and the target as a residue; `None` where they
/// are too large.
pub(super) fn small(hand: &Hand, target: &Rational) -> Option<(Vec<u64>, Residue)> {
    let small = |value: &Rational| value.to_i64_pair();
    let cards = hand
        .cards()
        .iter()
        .map(|card| u64::try_from(small(card.value())?.0).ok())
        .collect::<Option<Vec<u64>>>()?;
    let (numer, denom) = small(target)?;
    let denom = u64::try_from(denom).expect("a denominator is positive");
    let all = cards.iter().try_fold(1_u64, |all, card| all.checked_mul(card.checked_add(1)?))?;
    let largest = all.checked_mul(numer.unsigned_abs().checked_add(denom)?)?;
    if largest >= Residue::PRIME {
        return None;
    }
    let one_over = Residue::of(denom).inverse().expect("a denominator is below the prime");
    let fraction = Residue::of(numer.unsigned_abs()) * one_over;
    Some((cards, if numer < 0 { -fraction } else { fraction }))
}
