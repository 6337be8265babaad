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

use num_bigint::BigInt;
use num_traits::{Euclid, ToPrimitive};

use super::value::Value;
use crate::cards::Hand;
use crate::number::Rational;

/// A residue modulo the Mersenne prime 2^61 - 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Residue(u64);

const EXPONENT: u32 = 61;
const PRIME: u64 = (1 << EXPONENT) - 1;

impl Residue {
    pub(super) const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    /// The residue of any number.
    pub(super) fn of_any(number: &BigInt) -> Self {
        let residue = number.rem_euclid(&BigInt::from(PRIME));
        Self(residue.to_u64().expect("what is left over is below the prime"))
    }

    /// The residue of a number below the prime.
    pub(super) fn of(number: u64) -> Self {
        debug_assert!(number < PRIME, "small cards and targets are below the prime");
        Self(number)
    }

    /// Itself, squared as often as `times` says.
    fn squared(self, times: u32) -> Self {
        (0..times).fold(self, |power, _| power.times(&power))
    }

    /// One over it, by Fermat: the power 2^61 - 3, which in binary is 59 ones,
    /// a zero and a one. The ones are doubled in number, and one is added, as the
    /// digits of 59 say.
    fn power_of_inverse(self) -> Self {
        let (mut power, mut ones) = (self, 1);
        for digit in [1, 1, 0, 1, 1] {
            power = power.squared(ones).times(&power);
            ones *= 2;
            if digit == 1 {
                power = power.squared(1).times(&self);
                ones += 1;
            }
        }
        power.squared(2).times(&self)
    }
}

impl Value for Residue {
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= PRIME { sum - PRIME } else { sum })
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let difference = self.0.wrapping_sub(other.0);
        Self(if self.0 < other.0 { difference.wrapping_add(PRIME) } else { difference })
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the bits that are cut off are the high part
    fn times(&self, other: &Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        // 2^61 is 1.
        let (low, high) = (product as u64 & PRIME, (product >> EXPONENT) as u64);
        Self(low).plus(&Self(high))
    }

    #[inline]
    fn negated(&self) -> Self {
        Self(0).minus(self)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// One power for all of them: P. L. Montgomery, "Speeding the Pollard and
    /// elliptic curve methods of factorization", Mathematics of Computation 48
    /// (1987), section 10.3.1.
    fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        // The product of those before each of them, zero left out.
        let mut product = Self::ONE;
        let mut inverses: Vec<Option<Self>> = values
            .iter()
            .map(|value| {
                let before = (!value.is_zero()).then_some(product);
                if before.is_some() {
                    product = product.times(value);
                }
                before
            })
            .collect();
        let mut inverse = product.power_of_inverse();
        for (value, before) in values.iter().zip(&mut inverses).rev() {
            if let Some(before) = before {
                *before = before.times(&inverse);
                inverse = inverse.times(value);
            }
        }
        inverses
    }

    fn inverse(&self) -> Option<Self> {
        match *self {
            Self::ZERO => None,
            Self::ONE => Some(Self::ONE),
            _ => Some(self.power_of_inverse()),
        }
    }

    /// Multiplicative hashing (Knuth, volume 3, 6.4): the high bits are mixed.
    #[inline]
    fn spread(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
    if largest >= PRIME {
        return None;
    }
    let one_over = Residue::of(denom).inverse().expect("a denominator is below the prime");
    let fraction = Residue::of(numer.unsigned_abs()).times(&one_over);
    Some((cards, if numer < 0 { fraction.negated() } else { fraction }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_times_its_inverse_is_one() {
        let values: Vec<Residue> = (2..200).map(|n| Residue(PRIME / n)).collect();
        for (value, inverse) in values.iter().zip(Residue::inverses(&values)) {
            assert_eq!(inverse.map(|it| value.times(&it)), Some(Residue(1)), "{value:?}");
            assert_eq!(value.inverse(), inverse, "{value:?}");
        }
    }

    #[test]
    fn zero_has_no_inverse() {
        let inverses = Residue::inverses(&[Residue(3), Residue(0), Residue(5)]);
        assert_eq!(inverses[1], None);
        assert_eq!(inverses[2].map(|it| it.times(&Residue(5))), Some(Residue(1)));
        assert_eq!(Residue(0).inverse(), None);
    }

    #[test]
    fn sums_and_differences_stay_below_the_prime() {
        let last = Residue(PRIME - 1);
        assert_eq!(last.plus(&last), Residue(PRIME - 2));
        assert_eq!(Residue(0).minus(&last), Residue(1));
        assert_eq!(last.times(&last), Residue(1));
        assert_eq!(Residue(0).negated(), Residue(0));
    }
}
