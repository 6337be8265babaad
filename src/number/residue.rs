//! Residues modulo a prime. Equal values have equal residues, so two values can be compared without
//! reducing their fractions to lowest terms.

use std::ops::{Add, Mul, Sub};

use num_bigint::BigInt;
use num_traits::{Euclid, ToPrimitive};

/// A residue modulo the Mersenne prime 2^61 - 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Residue(u64);

const EXPONENT: u32 = 61;

impl Residue {
    /// The modulus.
    pub(crate) const PRIME: u64 = (1 << EXPONENT) - 1;

    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(1);

    /// Returns the residue of a number below the prime.
    pub(crate) const fn of(number: u64) -> Self {
        debug_assert!(number < Self::PRIME, "a residue is below the prime");
        Self(number)
    }

    /// Returns the residue of any number.
    pub(crate) fn of_any(number: &BigInt) -> Self {
        let residue = number.rem_euclid(&BigInt::from(Self::PRIME));
        Self(residue.to_u64().expect("what is left over is below the prime"))
    }

    /// Returns the number below the prime with this residue.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    /// Returns the inverse; `None` for zero.
    pub(crate) fn inverse(self) -> Option<Self> {
        match self {
            Self::ZERO => None,
            Self::ONE => Some(Self::ONE),
            _ => Some(self.power_of_inverse()),
        }
    }

    /// Returns the inverse of each of `values`; `None` for zero.
    ///
    /// Computes only one power for all values together, because powers are slow: P. L. Montgomery,
    /// "Speeding the Pollard and elliptic curve methods of factorization", Mathematics of
    /// Computation 48 (1987), section 10.3.1.
    pub(crate) fn inverses(values: &[Self]) -> Vec<Option<Self>> {
        // For each value that is not zero, the product of all such values before it.
        let mut product = Self::ONE;
        let before = |&value: &Self| {
            let before = (value != Self::ZERO).then_some(product)?;
            product = before * value;
            Some(before)
        };
        let mut inverses: Vec<Option<Self>> = values.iter().map(before).collect();
        let mut inverse = product.power_of_inverse();
        for (&value, before) in values.iter().zip(&mut inverses).rev() {
            if let Some(before) = before {
                *before = *before * inverse;
                inverse = inverse * value;
            }
        }
        inverses
    }

    /// Returns `self` squared `times` times, which is `self^(2^times)`.
    fn squared(self, times: u32) -> Self {
        (0..times).fold(self, |power, _| power * power)
    }

    /// Returns the inverse. By Fermat's little theorem it is `self` to the power of 2^61 - 3. In
    /// binary, this exponent is 59 ones, a zero and a one.
    ///
    /// The loop makes the power whose exponent is 59 ones. It goes through the binary digits of 59
    /// (111011), without the first one. Each digit doubles the number of ones in the exponent, and
    /// a digit 1 then adds one more.
    fn power_of_inverse(self) -> Self {
        let (mut power, mut ones) = (self, 1);
        for digit in [1, 1, 0, 1, 1] {
            power = power.squared(ones) * power;
            ones *= 2;
            if digit == 1 {
                power = power.squared(1) * self;
                ones += 1;
            }
        }
        power.squared(2) * self
    }
}

impl Add for Residue {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= Self::PRIME { sum - Self::PRIME } else { sum })
    }
}

impl Sub for Residue {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        let difference = self.0.wrapping_sub(other.0);
        Self(if self.0 < other.0 { difference.wrapping_add(Self::PRIME) } else { difference })
    }
}

impl Mul for Residue {
    type Output = Self;

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // `high` has the bits that `low` loses
    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        // 2^61 is congruent to 1.
        let (low, high) = (product as u64 & Self::PRIME, (product >> EXPONENT) as u64);
        Self(low) + Self(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_times_its_inverse_is_one() {
        let values: Vec<Residue> = (2..200).map(|n| Residue(Residue::PRIME / n)).collect();
        for (value, inverse) in values.iter().zip(Residue::inverses(&values)) {
            assert_eq!(inverse.map(|it| *value * it), Some(Residue(1)), "{value:?}");
            assert_eq!(value.inverse(), inverse, "{value:?}");
        }
    }

    #[test]
    fn zero_has_no_inverse() {
        let inverses = Residue::inverses(&[Residue(3), Residue(0), Residue(5)]);
        assert_eq!(inverses[1], None);
        assert_eq!(inverses[2].map(|it| it * Residue(5)), Some(Residue(1)));
        assert_eq!(Residue(0).inverse(), None);
    }

    #[test]
    fn sums_and_differences_stay_below_the_prime() {
        let last = Residue(Residue::PRIME - 1);
        assert_eq!(last + last, Residue(Residue::PRIME - 2));
        assert_eq!(Residue(0) - last, Residue(1));
        assert_eq!(last * last, Residue(1));
        assert_eq!(Residue::ZERO - Residue(0), Residue(0));
    }
}
