//! How fast something is found: a number from points, without a float.

use std::ops::{AddAssign, Mul};

/// The points that double a rate.
pub(super) const DOUBLING: i32 = 100;

/// The fractional bits of a [`Rate`].
const BITS: u32 = 64;

/// Not below zero; a binary fraction, so that it is the same on every machine and
/// in whichever order rates are added. What is too large stays at the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rate(u128);

impl Rate {
    const ONE: Self = Self(1 << BITS);
    /// No rate above zero has fewer points.
    pub(super) const LEAST: i32 = -6400;
    /// 2 to the power of 1/100, which is 1.00695555005671…
    const STEP: Self = Self(0x1_01c7_d6c4_04f0_ba8e);
    /// Its powers, up to the next doubling.
    const STEPS: [Self; 100] = {
        let mut steps = [Self::ONE; 100];
        let mut power = 1;
        while power < steps.len() {
            steps[power] = steps[power - 1].times(Self::STEP);
            power += 1;
        }
        steps
    };

    /// The rate of so many points: 0 points are 1, and [`DOUBLING`] points twice
    /// as much.
    pub(super) fn of(points: i32) -> Self {
        let step =
            Self::STEPS[usize::try_from(points.rem_euclid(DOUBLING)).expect("it is a remainder")];
        let doublings = points.div_euclid(DOUBLING);
        if doublings < 0 {
            Self(step.0.unbounded_shr(doublings.unsigned_abs()))
        } else if doublings.unsigned_abs() >= step.0.leading_zeros() {
            Self(u128::MAX)
        } else {
            Self(step.0 << doublings)
        }
    }

    /// A whole number.
    pub(super) fn whole(number: u64) -> Self {
        Self(u128::from(number).saturating_mul(1 << BITS))
    }

    /// The most points whose rate is not above this one; `None` for zero.
    pub(super) fn points(self) -> Option<i32> {
        let log = i32::try_from(self.0.checked_ilog2()?).expect("a u128 has 128 bits");
        let least = (log - BITS.cast_signed()) * DOUBLING;
        let steps = (least..least + DOUBLING).rev();
        steps.into_iter().find(|&points| Self::of(points) <= self).or(Some(least))
    }

    /// The product.
    const fn times(self, other: Self) -> Self {
        const LOW: u128 = (1 << BITS) - 1;
        let (a, b) = (self.0 >> BITS, self.0 & LOW);
        let (c, d) = (other.0 >> BITS, other.0 & LOW);
        let whole = a.saturating_mul(c).saturating_mul(1 << BITS);
        // None of the other products can overflow: each half has 64 bits.
        Self(whole.saturating_add(a * d).saturating_add(b * c).saturating_add((b * d) >> BITS))
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl Mul for Rate {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_points_are_twice_the_rate() {
        assert_eq!(Rate::of(0), Rate::ONE);
        assert_eq!(Rate::of(100), Rate(2 << BITS));
        assert_eq!(Rate::of(-300), Rate(1 << (BITS - 3)));
        // To the hundredth step within a millionth of a millionth.
        let close = (0..100).fold(Rate::ONE, |rate, _| rate * Rate::STEP);
        assert!(close.0.abs_diff(Rate::of(100).0) < 1 << (BITS - 40), "{close:?}");
    }

    #[test]
    fn the_points_of_a_rate_are_those_it_was_made_of() {
        for points in -2500..2500 {
            assert_eq!(Rate::of(points).points(), Some(points), "{points}");
        }
        assert_eq!(Rate(0).points(), None);
    }

    #[test]
    fn rates_multiply_as_their_points_add() {
        for (a, b) in [(17, 33), (-250, 99), (1234, -777), (-640, -1)] {
            let (product, sum) = (Rate::of(a) * Rate::of(b), Rate::of(a + b));
            assert!(product.0.abs_diff(sum.0) <= (sum.0 >> 40).max(1 << 12), "{a} {b}");
        }
    }

    #[test]
    fn what_is_too_large_stays_at_the_largest() {
        let huge = Rate::of(i32::MAX);
        assert_eq!(huge, Rate(u128::MAX));
        assert_eq!(huge * huge, huge);
        let mut sum = huge;
        sum += huge;
        assert_eq!(sum, huge);
        assert_eq!(Rate::of(i32::MIN), Rate(0));
    }
}
