//! Logarithms.

use num_bigint::BigUint;
use num_traits::{CheckedMul, Euclid, One, ToPrimitive, Zero};

use super::{MAX_RESULT_DIGITS, Rational, Undefined};
use crate::words::in_thousands;

impl Rational {
    /// Returns the logarithm of `self` to `base`: the `x` with `base^x` = `self`.
    ///
    /// The logarithm is rational if and only if `self` and `base` are powers of the same rational
    /// number, as 8 and 4 are powers of 2. Euclid's algorithm finds the two exponents. It only
    /// divides numbers, and never factors them.
    ///
    /// # Errors
    ///
    /// - [`Undefined::LogarithmBaseOne`], [`Undefined::LogarithmBaseNotPositive`] and
    ///   [`Undefined::LogarithmOfNotPositive`]; an error of the base takes precedence.
    /// - [`Undefined::Irrational`] if the logarithm is not a rational number.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// let [zero, one, two, three, four, eight] = [0, 1, 2, 3, 4, 8].map(Rational::from);
    /// assert_eq!(eight.logarithm(&four), Ok(Rational::new(3, 2)));
    /// assert_eq!(eight.logarithm(&Rational::new(1, 2)), Ok(Rational::from(-3)));
    /// assert_eq!(three.logarithm(&two), Err(Undefined::Irrational));
    /// assert_eq!(three.logarithm(&one), Err(Undefined::LogarithmBaseOne));
    /// assert_eq!(zero.logarithm(&two), Err(Undefined::LogarithmOfNotPositive));
    /// ```
    pub fn logarithm(&self, base: &Self) -> Result<Self, Undefined> {
        let is_positive = |value: &Self| !value.is_zero() && !value.is_negative();
        let is_one = |value: &Self| value.to_i64_pair() == Some((1, 1));
        if !is_positive(base) {
            return Err(Undefined::LogarithmBaseNotPositive);
        }
        if is_one(base) {
            return Err(Undefined::LogarithmBaseOne);
        }
        if !is_positive(self) {
            return Err(Undefined::LogarithmOfNotPositive);
        }
        if is_one(self) {
            return Ok(Self::from(0));
        }
        let logarithm = match (self.small_parts(), base.small_parts()) {
            (Some(power), Some(base)) => of_fractions(power, base),
            _ => of_fractions(self.large_parts(), base.large_parts()),
        };
        let (numer, denom) = logarithm.ok_or(Undefined::Irrational)?;
        Ok(Self::new(numer, denom))
    }

    /// Returns the numerator without its sign, and the denominator; `None` unless both fit an
    /// `i64`.
    fn small_parts(&self) -> Option<[u64; 2]> {
        self.to_i64_pair().map(|(numer, denom)| [numer.unsigned_abs(), denom.unsigned_abs()])
    }

    /// Returns the numerator without its sign, and the denominator.
    fn large_parts(&self) -> [BigUint; 2] {
        let (numer, denom) = self.to_big().into_raw();
        [numer, denom].map(|part| part.into_parts().1)
    }
}

/// Returns the logarithm of `power` to `base`, as numerator and denominator; `None` if it is not
/// rational. Each argument is the numerator and the denominator of a fraction in lowest terms. The
/// fraction must be above 0 and must not be 1.
fn of_fractions<T>(power: [T; 2], base: [T; 2]) -> Option<(i64, i64)>
where
    T: Euclid + CheckedMul + One + Zero + Ord,
{
    let (power, power_is_below_one) = above_one(power);
    let (base, base_is_below_one) = above_one(base);
    let ([power_numer, power_denom], [base_numer, base_denom]) = (power, base);
    // `(a/b)^n` is `a^n/b^n`, so numerators and denominators must have the same exponents.
    let (m, n) = exponents(power_numer, base_numer)?;
    let agree = match (power_denom.is_one(), base_denom.is_one()) {
        (true, true) => true,
        (false, false) => exponents(power_denom, base_denom)? == (m, n),
        _ => false,
    };
    agree.then_some((if power_is_below_one == base_is_below_one { m } else { -m }, n))
}

/// Inverts the fraction if it is below 1, and returns the result and whether the fraction was
/// inverted. The numerator of the result is above 1.
fn above_one<T: Ord>([numer, denom]: [T; 2]) -> ([T; 2], bool) {
    if numer < denom { ([denom, numer], true) } else { ([numer, denom], false) }
}

/// Returns the coprime `m` and `n` for which `a` is the `m`-th and `b` the `n`-th power of one
/// whole number, if they exist. `a` and `b` must be above 1. For 32 and 8, which are 2^5 and 2^3,
/// `m` is 5 and `n` is 3.
///
/// This is Euclid's algorithm on `m` and `n`. If `a` is x^m and `b` is x^n, with `m` at least `n`,
/// then `b` divides `a`, and the quotient is x^(m-n). There are few steps: each leaves at most the
/// square root of `a`, because the remainder of `m` divided by `n` is at most half of `m`.
fn exponents<T>(a: T, b: T) -> Option<(i64, i64)>
where
    T: Euclid + CheckedMul + One + Zero + Ord,
{
    if a < b {
        return exponents(b, a).map(|(n, m)| (m, n));
    }
    let (times, rest) = divided_out(a, &b);
    if rest.is_one() {
        return Some((times, 1));
    }
    (times != 0).then_some(())?;
    let (n, left) = exponents(b, rest)?;
    Some((times * n + left, n))
}

/// Returns how many times `divisor` divides `number`, and the remaining quotient; `number` is not
/// zero and `divisor` is above 1.
///
/// Divides by `divisor`, then by its square, then by the square of that square and so on, as long
/// as there is no remainder. Then goes back through these divisors, and divides once more by each
/// that leaves no remainder.
fn divided_out<T>(number: T, divisor: &T) -> (i64, T)
where
    T: Euclid + CheckedMul + Zero + Ord,
{
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if !remainder.is_zero() {
        return (0, number);
    }
    // If the square overflows, it exceeds the quotient.
    let Some(square) = divisor.checked_mul(divisor).filter(|square| *square <= quotient) else {
        return divided_once_more(1, quotient, divisor);
    };
    let (times, rest) = divided_out(quotient, &square);
    divided_once_more(2 * times + 1, rest, divisor)
}

/// Divides `number` by `divisor` once more if that leaves no remainder. Returns the number of
/// divisions, counting the `times` earlier ones, and the quotient.
fn divided_once_more<T: Euclid + Zero>(times: i64, number: T, divisor: &T) -> (i64, T) {
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if remainder.is_zero() { (times + 1, quotient) } else { (times, number) }
}

/// The decimal logarithm of a whole number above zero.
///
/// The logarithm lies between the bounds `low` and `high`, both in units of 2^-64. For a power of
/// ten the bounds are equal. For any other number of `b` bits they differ by less than `b + 6`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Log10 {
    pub(super) low: u128,
    pub(super) high: u128,
}

/// log10(2) in units of 2^-64, rounded down.
const LOG10_OF_2: u128 = 5_553_023_288_523_357_132;

/// The number of binary digits of log2(x) that are computed after the point.
const DIGITS: u32 = 62;

impl Log10 {
    /// Returns the logarithm of `number`, which is above zero.
    pub(super) fn of_small(number: u64) -> Self {
        let tens = number.ilog10();
        if 10_u64.pow(tens) == number {
            return Self::of_power_of_ten(tens.into());
        }
        let bits = u64::BITS - number.leading_zeros();
        Self::of_leading(number << number.leading_zeros(), bits.into())
    }

    /// Returns the logarithm of `number`, which is above zero.
    pub(super) fn of(number: &BigUint) -> Self {
        if let Some(small) = number.to_u64() {
            return Self::of_small(small);
        }
        let bits = number.bits();
        // In binary, 10^k ends with k zeros and has more than 3k digits.
        if let Some(tens) = number.trailing_zeros().filter(|zeros| *zeros < bits / 3)
            && let Ok(power) = u32::try_from(tens)
            && BigUint::from(10_u8).pow(power) == *number
        {
            return Self::of_power_of_ten(tens);
        }
        Self::of_leading((number >> (bits - 64)).to_u64().expect("64 of the bits are left"), bits)
    }

    fn of_power_of_ten(tens: u64) -> Self {
        let exact = u128::from(tens) << 64;
        Self { low: exact, high: exact }
    }

    /// Returns the logarithm of a number of `bits` binary digits. `leading` has the first 64 of
    /// these, or all of them followed by zeros. The first digit is a 1.
    ///
    /// The number is 2^(bits-1) * x, where x is at least 1 and below 2. Each squaring of x gives
    /// one more binary digit of log2(x). The digit is 1 if the square is 2 or more; such a square
    /// is then halved.
    ///
    /// Everything is rounded down, so `low` is never too large. Its error is less than `bits + 5`
    /// units, for these reasons:
    ///
    /// - At first and after every squaring, x is cut to 63 binary digits after the point. The
    ///   relative error of each cut is below 2^-63, which makes log2(x) smaller by less than 2^-62.
    /// - The cut after the i-th squaring counts only 2^-i times. So the cuts after all squarings
    ///   make log2(x) smaller by less than 2^-62 together, and the first cut by another 2^-62. The
    ///   digits that are not computed are worth less than another 2^-62. In total, log2(x) is too
    ///   small by less than 3 * 2^-62. Multiplied by log10(2), this is less than 4 units of 2^-64.
    /// - `LOG10_OF_2` is too small by less than a unit. It is multiplied by `bits - 1` and by a
    ///   fraction below 1, which adds less than `bits` units.
    /// - The final shift cuts off less than another unit.
    #[allow(clippy::cast_possible_truncation)] // the shifted value is below 2^64
    fn of_leading(leading: u64, bits: u64) -> Self {
        let (mut x, mut fraction) = (leading, 0_u64);
        for _ in 0..DIGITS {
            let square = u128::from(x) * u128::from(x);
            let is_two_or_more = square >> 127 == 1;
            x = if is_two_or_more { square >> 64 } else { square >> 63 } as u64;
            fraction = fraction << 1 | u64::from(is_two_or_more);
        }
        let low =
            u128::from(bits - 1) * LOG10_OF_2 + ((u128::from(fraction) * LOG10_OF_2) >> DIGITS);
        Self { low, high: low + u128::from(bits) + 5 }
    }
}

/// The number of digits of a number that is too long to compute.
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
    /// Exactly this many.
    Exactly(u64),
    /// This many, or at most ten more.
    About(u64),
    /// More than 10 to the power of this number.
    MoreThanTenTo(u64),
}

/// log10(e) in units of 2^-64, rounded down.
const LOG10_OF_E: u128 = 8_011_319_160_293_570_762;

/// log10(2π)/2 in units of 2^-64, rounded down.
const HALF_LOG10_OF_2_PI: u128 = 7_361_909_878_194_664_423;

impl DigitCount {
    /// Counts the digits of `base^exponent`.
    pub(super) fn of_power(base: Log10, exponent: u64) -> Self {
        let times = |log: u128| log.checked_mul(exponent.into());
        match (times(base.low), times(base.high)) {
            (Some(low), Some(high)) => Self::between(low, high),
            _ => Self::more_than(BigUint::from(exponent) * base.low),
        }
    }

    /// Counts the digits of `n!`, for an `n` of at least 10.
    pub(super) fn of_factorial(n: u64) -> Self {
        let log = log10_of_factorial(n.into(), Log10::of_small(n));
        let huge = || Self::of_huge_factorial(&n.into());
        log.map_or_else(huge, |(low, high)| Self::between(low, high))
    }

    /// Returns a lower bound on the number of digits of `n!` for a huge `n`: the number of digits
    /// of (n/e)^n, which is smaller than `n!`.
    pub(super) fn of_huge_factorial(n: &BigUint) -> Self {
        Self::more_than(n * (Log10::of(n).low - (LOG10_OF_E + 1)))
    }

    /// Counts the digits of a number whose decimal logarithm is between `low` and `high`, in units
    /// of 2^-64.
    ///
    /// The logarithms `low` and `high` differ by less than ten, which is 10 * 2^64 units. For a
    /// power with the exponent n, which is below 2^64, they differ by at most n * (bits + 5) units.
    /// The product n * log is below 2^128 units, and log is at least 0.3 * 2^64 * (bits - 1) units.
    /// So n * (bits - 1) is below 3.4 * 2^64. Adding 6 * n, which is below 6 * 2^64, gives the
    /// difference. For a factorial the difference is smaller still: n is below 2^60, and so has at
    /// most 60 bits.
    fn between(low: u128, high: u128) -> Self {
        let digits = |log: u128| u64::try_from(log >> 64).ok()?.checked_add(1);
        match (digits(low), digits(high)) {
            (Some(low), Some(high)) if low == high => Self::Exactly(low),
            (Some(low), Some(_)) => Self::About(low),
            _ => Self::more_than(low.into()),
        }
    }

    /// Counts the digits of a number whose decimal logarithm is at least `low`, in units of
    /// 2^-64.
    pub(super) fn more_than(low: BigUint) -> Self {
        Self::MoreThanTenTo(((low >> 64_u32).to_string().len() - 1) as u64)
    }

    /// Returns an error if the count is certainly more than [`MAX_RESULT_DIGITS`].
    pub(super) fn check(self) -> Result<(), Undefined> {
        match self {
            Self::Exactly(digits) | Self::About(digits) if digits <= MAX_RESULT_DIGITS as u64 => {
                Ok(())
            }
            too_many => Err(Undefined::TooManyDigits(too_many)),
        }
    }
}

/// Returns a lower and an upper bound of the decimal logarithm of `n!`, in units of 2^-64; `None`
/// if they overflow. `n` must be 10 or more, and `log` must be the logarithm of `n`.
///
/// n! is √(2πn) * (n/e)^n * e^r, with r between 1/(12n+1) and 1/(12n)
/// (Herbert Robbins, A Remark on Stirling's Formula, 1955).
fn log10_of_factorial(n: u128, log: Log10) -> Option<(u128, u128)> {
    // Below, the terms added to n * log are together below log, because log is 1 or more. So no sum
    // overflows if log * (n + 1) does not.
    log.high.checked_mul(n + 1)?;
    let low = n * log.low + log.low / 2 + HALF_LOG10_OF_2_PI + LOG10_OF_E / (12 * n + 1)
        - n * (LOG10_OF_E + 1);
    // This is an upper bound, although three of the added terms are rounded down and may each be a
    // unit too small. The subtracted term is at least six units too small: `LOG10_OF_E` is 0.604
    // too small, and n is 10 or more.
    let high =
        n * log.high + log.high / 2 + HALF_LOG10_OF_2_PI + LOG10_OF_E / (12 * n) - n * LOG10_OF_E;
    Some((low, high))
}

// `2,568`, `about 2,568`, `more than 10^500`.
crate::name::display_text!(DigitCount, |it| match it {
    DigitCount::Exactly(digits) => in_thousands(digits),
    DigitCount::About(digits) => format!("about {}", in_thousands(digits)),
    DigitCount::MoreThanTenTo(tens) => format!("more than 10^{}", in_thousands(tens)),
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether 10^low <= number <= 10^high, judged by the thousandth power of the number, and
    /// whether the two bounds are as close as documented.
    fn holds(number: &BigUint) -> bool {
        let Log10 { low, high } = Log10::of(number);
        let digits = u128::try_from(number.pow(1000).to_string().len()).unwrap();
        // The thousandth power is from 10^(digits-1) to below 10^digits.
        let holds = low <= high && low * 1000 < digits << 64 && (digits - 1) << 64 <= high * 1000;
        holds && high - low < u128::from(number.bits()) + 6
    }

    #[test]
    fn the_logarithm_bounds_are_correct_and_close_for_the_thousandth_power() {
        for number in (1_u64..200).chain([255, 256, 257, 999, 1000, 1001, u64::MAX]) {
            assert!(holds(&number.into()), "{number}");
        }
        for exponent in [1, 19, 20, 30, 77] {
            let power = BigUint::from(10_u8).pow(exponent);
            for number in [&power - 1_u8, power.clone(), &power + 1_u8, power << 7] {
                assert!(holds(&number), "{number}");
            }
        }
    }

    #[test]
    fn the_logarithm_of_a_known_number_is_within_its_bounds() {
        // log10(3) and log10(7) times 2^64, rounded down.
        for (number, known) in [(3, 8_801_333_677_940_798_499), (7, 15_589_307_261_336_549_707)] {
            let Log10 { low, high } = Log10::of_small(number);
            assert!(low <= known && known < high, "{number}: {low} {known} {high}");
        }
    }

    #[test]
    fn the_logarithms_of_powers_of_ten_are_exact() {
        for tens in [0, 1, 5, 19, 20, 500] {
            let Log10 { low, high } = Log10::of(&BigUint::from(10_u8).pow(tens));
            assert_eq!((low, high), (u128::from(tens) << 64, u128::from(tens) << 64));
        }
    }

    #[test]
    fn digit_counts_are_exact_for_every_number_that_can_be_computed() {
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
    fn the_digit_count_of_a_factorial_is_exact() {
        let mut factorial = BigUint::from(362_880_u32);
        for n in 10..1500_u64 {
            factorial *= n;
            let digits = factorial.to_string().len() as u64;
            assert_eq!(DigitCount::of_factorial(n), DigitCount::Exactly(digits), "{n}!");
        }
    }

    #[test]
    fn digit_counts_match_published_values() {
        let factorial = DigitCount::of_factorial;
        // OEIS A061010: the digits of the factorial of 10^n.
        assert_eq!(factorial(1_000), DigitCount::Exactly(2_568));
        assert_eq!(factorial(1_000_000), DigitCount::Exactly(5_565_709));
        assert_eq!(factorial(1_000_000_000), DigitCount::Exactly(8_565_705_523));
        assert_eq!(factorial(u64::MAX), DigitCount::MoreThanTenTo(20));
    }

    #[test]
    fn the_logarithm_bounds_of_a_factorial_are_as_close_as_those_of_its_terms() {
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
    fn digits_are_counted_for_every_factorial_whose_logarithm_fits() {
        let first = 1_024_227_541_307_339_455;
        let before = DigitCount::About(18_001_927_704_306_439_153);
        assert_eq!(DigitCount::of_factorial(first - 1), before);
        assert_eq!(DigitCount::of_factorial(first), DigitCount::MoreThanTenTo(19));
        // The logarithms of (n/e)^n: 10^10 * (10 - 0.43) is below 10^11, and 10^100 * (100 - 0.43)
        // is below 10^102.
        for (tens, count) in [(10, 10), (100, 101)] {
            let n = BigUint::from(10_u8).pow(tens);
            assert_eq!(DigitCount::of_huge_factorial(&n), DigitCount::MoreThanTenTo(count));
        }
    }

    #[test]
    fn the_digit_count_is_approximate_if_the_bounds_disagree() {
        let base: BigUint = BigUint::from(10_u8).pow(500) + 1_u8;
        let counted = DigitCount::of_power(Log10::of(&base), 1_000_000);
        assert_eq!(counted, DigitCount::About(500_000_000));
        let text = DigitCount::of_power(Log10::of_small(9), u64::MAX).to_string();
        assert_eq!(text, "about 17,602,667,355,881,596,996");
    }
}
