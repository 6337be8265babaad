//! How many digits a power or a factorial would have, without making it.

use std::fmt;

use num_bigint::BigUint;

use super::MAX_RESULT_DIGITS;
use super::log10::Log10;
use crate::words::in_thousands;

/// How many digits a number would have that is too long to be made.
///
/// # Examples
///
/// ```
/// use bracket24::{DigitCount, Rational, Undefined};
///
/// let nine = Rational::from(9);
/// let many = nine.power(&nine).and_then(|power| nine.power(&power));
/// assert_eq!(many, Err(Undefined::TooManyDigits(DigitCount::Exactly(369_693_100))));
/// assert_eq!(DigitCount::Exactly(369_693_100).to_string(), "369,693,100");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DigitCount {
    /// So many.
    Exactly(u64),
    /// So many, or at most ten more.
    About(u64),
    /// More than 10 to the power of this.
    MoreThanTenTo(u64),
}

/// log10(e) in units of 2^-64, rounded down.
const LOG10_OF_E: u128 = 8_011_319_160_293_570_762;

/// log10(2π)/2 in units of 2^-64, rounded down.
const HALF_LOG10_OF_2_PI: u128 = 7_361_909_878_194_664_423;

impl DigitCount {
    /// The digits of `base^exponent`.
    pub(super) fn of_power(base: Log10, exponent: u64) -> Self {
        let times = |log: u128| log.checked_mul(exponent.into());
        match (times(base.low), times(base.high)) {
            (Some(low), Some(high)) => Self::between(low, high),
            _ => Self::of_huge_power(base, &exponent.into()),
        }
    }

    /// The digits of `base^exponent`, where the exponent is huge and the base
    /// above 1.
    pub(super) fn of_huge_power(base: Log10, exponent: &BigUint) -> Self {
        Self::more_than(exponent * base.low)
    }

    /// The digits of `n!`, `n` from 10 up.
    pub(super) fn of_factorial(n: u64) -> Self {
        match log10_of_factorial(n.into(), Log10::of_small(n)) {
            Some((low, high)) => Self::between(low, high),
            None => Self::of_huge_factorial(&n.into()),
        }
    }

    /// The digits of `n!`, `n` huge: more than those of (n/e)^n.
    pub(super) fn of_huge_factorial(n: &BigUint) -> Self {
        Self::more_than(n * (Log10::of(n).low - (LOG10_OF_E + 1)))
    }

    /// The digits of a number whose decimal logarithm is between the two, in
    /// units of 2^-64.
    ///
    /// The two are less than ten apart. For a power they are n * (bits + 5) units
    /// apart, with n below 2^64. As n * log is below 2^128 units, and log at least
    /// 0.3 * 2^64 * (bits - 1), n * (bits - 1) is below 3.4 * 2^64, and what is
    /// missing to n * (bits + 5) is 6 * n. For a factorial n is below 2^60, and has
    /// at most 60 bits.
    fn between(low: u128, high: u128) -> Self {
        let digits = |log: u128| u64::try_from(log >> 64).ok()?.checked_add(1);
        match (digits(low), digits(high)) {
            (Some(low), Some(high)) if low == high => Self::Exactly(low),
            (Some(low), Some(_)) => Self::About(low),
            _ => Self::more_than(low.into()),
        }
    }

    /// The digits of a number whose decimal logarithm is at least `low`, in units
    /// of 2^-64.
    fn more_than(low: BigUint) -> Self {
        let tens = (low >> 64_u32).to_string().len() - 1;
        Self::MoreThanTenTo(tens as u64)
    }

    /// Whether it is certainly more than [`MAX_RESULT_DIGITS`].
    pub(super) fn is_too_many(self) -> bool {
        match self {
            Self::Exactly(digits) | Self::About(digits) => digits > MAX_RESULT_DIGITS as u64,
            Self::MoreThanTenTo(_) => true,
        }
    }
}

/// What the decimal logarithm of `n!` is between, in units of 2^-64, for `n` from
/// 10 up and its own logarithm; `None` where that does not fit.
///
/// n! is √(2πn) * (n/e)^n * e^r, with r between 1/(12n+1) and 1/(12n)
/// (Herbert Robbins, A Remark on Stirling's Formula, 1955).
fn log10_of_factorial(n: u128, log: Log10) -> Option<(u128, u128)> {
    // What is added to n * log is below log, which is above 1.
    log.high.checked_mul(n + 1)?;
    let low = n * log.low + log.low / 2 + HALF_LOG10_OF_2_PI + LOG10_OF_E / (12 * n + 1)
        - n * (LOG10_OF_E + 1);
    // Each of the three that were rounded down may lack a unit. What is taken away
    // lacks six: `LOG10_OF_E` is 0.604 too small, and n is 10 or more.
    let high =
        n * log.high + log.high / 2 + HALF_LOG10_OF_2_PI + LOG10_OF_E / (12 * n) - n * LOG10_OF_E;
    Some((low, high))
}

impl fmt::Display for DigitCount {
    /// `2,568`, `about 2,568`, `more than 10^500`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(digits) => f.write_str(&in_thousands(digits)),
            Self::About(digits) => write!(f, "about {}", in_thousands(digits)),
            Self::MoreThanTenTo(tens) => write!(f, "more than 10^{}", in_thousands(tens)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_digits_are_exact_wherever_the_number_can_be_made() {
        for base in 2_u64..40 {
            let mut power = BigUint::from(base);
            for exponent in 1..400 {
                let counted = DigitCount::of_power(Log10::of_small(base), exponent);
                let digits = power.to_string().len() as u64;
                assert_eq!(counted, DigitCount::Exactly(digits), "{base}^{exponent}");
                power *= base;
            }
        }
    }

    #[test]
    fn the_digits_of_a_factorial_are_counted_exactly() {
        let mut factorial = BigUint::from(362_880_u32);
        for n in 10..1500_u64 {
            factorial *= n;
            let digits = factorial.to_string().len() as u64;
            assert_eq!(DigitCount::of_factorial(n), DigitCount::Exactly(digits), "{n}!");
        }
    }

    #[test]
    fn known_counts_of_digits() {
        let factorial = DigitCount::of_factorial;
        // OEIS A061010: the digits of the factorial of 10^n.
        assert_eq!(factorial(1_000), DigitCount::Exactly(2_568));
        assert_eq!(factorial(1_000_000), DigitCount::Exactly(5_565_709));
        assert_eq!(factorial(1_000_000_000), DigitCount::Exactly(8_565_705_523));
        assert_eq!(factorial(u64::MAX), DigitCount::MoreThanTenTo(20));
    }

    #[test]
    fn the_bounds_of_a_factorial_hold_and_are_as_near_as_those_of_its_terms() {
        // log10(n!) times 2^64, rounded down.
        let known = [
            (10, 121_006_269_851_658_989_729),
            (1_000, 47_363_945_754_433_750_848_049),
            (1_000_000, 102_669_207_984_106_505_866_645_081),
            (1_000_000_000, 158_009_377_593_464_651_991_951_041_639),
        ];
        for (n, known) in known {
            let (low, high) = log10_of_factorial(n.into(), Log10::of_small(n)).expect("it fits");
            let n = u128::from(n);
            assert!(low <= known && known < high, "{n}!: {low} {known} {high}");
            assert!(high - low <= 2 * n + LOG10_OF_E / (144 * n * n), "{n}!: {low} {high}");
        }
    }

    #[test]
    fn digits_are_counted_up_to_the_largest_factorial_whose_logarithm_fits() {
        let first = 1_024_227_541_307_339_455;
        let before = DigitCount::About(18_001_927_704_306_439_153);
        assert_eq!(DigitCount::of_factorial(first - 1), before);
        assert_eq!(DigitCount::of_factorial(first), DigitCount::MoreThanTenTo(19));
        // 10^10 * (10 - 0.43), which is below 10^11, and 10^100 * (100 - 0.43).
        for (tens, count) in [(10, 10), (100, 101)] {
            let n = BigUint::from(10_u8).pow(tens);
            assert_eq!(DigitCount::of_huge_factorial(&n), DigitCount::MoreThanTenTo(count));
        }
    }

    #[test]
    fn where_the_bounds_do_not_decide_it_says_about() {
        let base: BigUint = BigUint::from(10_u8).pow(500) + 1_u8;
        let counted = DigitCount::of_power(Log10::of(&base), 1_000_000);
        assert_eq!(counted, DigitCount::About(500_000_000));
        let text = DigitCount::of_power(Log10::of_small(9), u64::MAX).to_string();
        assert_eq!(text, "about 17,602,667,355,881,596,996");
    }
}
