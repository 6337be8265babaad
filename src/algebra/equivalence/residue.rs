//! A rational function at a point, modulo a prime.

use crate::number::Rational;
use crate::syntax::{Expression, Ring, cross_multiply};

/// A residue modulo the Mersenne prime 2^61 - 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Residue(u64);

const EXPONENT: u32 = 61;
const PRIME: u64 = (1 << EXPONENT) - 1;

/// A value for each variable, chosen by lot, so that different functions seldom
/// agree there.
const POINT: [Residue; 7] = [
    Residue(0xca2_64e1_269e_0d37),
    Residue(0x18b_8ffa_a6a3_a450),
    Residue(0x303_1d02_892f_902b),
    Residue(0x6de_ceb9_81e7_4ef5),
    Residue(0x2c0_146b_0999_50d8),
    Residue(0xd61_aa93_6f03_675a),
    Residue(0x7b3_82e4_11e2_0b8f),
];

impl Residue {
    /// What `expression` is worth there; `None` where that divides by zero.
    ///
    /// Wherever two ways to write a function are worth something, that is the
    /// same. `variable` says which of seven variables a leaf is.
    pub(super) fn at_point(
        expression: &Expression<Rational>,
        variable: impl Fn(&Rational) -> usize,
    ) -> Option<Self> {
        let (numerator, denominator) = expression.fold(
            |leaf| (POINT[variable(leaf)], Self(1)),
            |operator, (a, b): (Self, Self), (c, d)| cross_multiply(operator, (&a, &b), (&c, &d)),
        );
        Some(numerator.times(&denominator.inverse()?))
    }

    /// One over it, by Fermat: its power to 2^61 - 3; `None` for zero.
    fn inverse(self) -> Option<Self> {
        (self.0 != 0).then(|| self.ones(EXPONENT - 2).squared(2).times(&self))
    }

    /// Its power to 2^n - 1, which in binary is `n` ones, `n` at least one.
    fn ones(self, n: u32) -> Self {
        match n {
            1 => self,
            n if n % 2 == 0 => {
                let half = self.ones(n / 2);
                half.squared(n / 2).times(&half)
            }
            n => self.ones(n - 1).squared(1).times(&self),
        }
    }

    /// Itself, squared as often as `times` says.
    fn squared(self, times: u32) -> Self {
        (0..times).fold(self, |power, _| power.times(&power))
    }
}

impl Ring for Residue {
    fn plus(&self, other: &Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= PRIME { sum - PRIME } else { sum })
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(if other.0 == 0 { 0 } else { PRIME - other.0 }))
    }

    #[allow(clippy::cast_possible_truncation)] // the bits that are cut off are the high part
    fn times(&self, other: &Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        // 2^61 is 1.
        let (low, high) = (product as u64 & PRIME, (product >> EXPONENT) as u64);
        Self(low).plus(&Self(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_residue_times_its_inverse_is_one() {
        for residue in POINT.into_iter().chain([Residue(1), Residue(2), Residue(PRIME - 1)]) {
            let inverse = residue.inverse().expect("only zero has none");
            assert_eq!(residue.times(&inverse), Residue(1), "{residue:?}");
        }
        assert_eq!(Residue(0).inverse(), None);
    }

    #[test]
    fn all_ways_to_write_a_function_agree_where_they_do_not_divide_by_zero() {
        let values: [Rational; 3] = [3, 5, 8].map(Into::into);
        let at_point = |text: &str| {
            let expression = text.parse().expect("it is an expression");
            Residue::at_point(&expression, |leaf| {
                values.iter().position(|it| it == leaf).expect("it is one of them")
            })
        };
        assert_eq!(at_point("3-(5-8)"), at_point("8-(5-3)"));
        assert_eq!(at_point("3*(5/8)"), at_point("3/(8/5)"));
        assert_ne!(at_point("3+5"), at_point("8"));
        assert_eq!(at_point("3+5/5-5/5"), at_point("3"));
        assert_eq!(at_point("3/(5-5)"), None);
    }
}
