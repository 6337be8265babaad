//! Decimal logarithms between two bounds, by whole numbers alone.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The decimal logarithm of a whole number above zero.
///
/// It is at least `low` and at most `high`, both in units of 2^-64. They are the
/// same for powers of ten, and else less than the number's bits and 6 apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Log10 {
    pub(super) low: u128,
    pub(super) high: u128,
}

/// log10(2) in units of 2^-64, rounded down.
const LOG10_OF_2: u128 = 5_553_023_288_523_357_132;

/// How many binary digits of log2 are found after the point.
const DIGITS: u32 = 62;

impl Log10 {
    /// The logarithm of `number`, which is above zero.
    pub(super) fn of_small(number: u64) -> Self {
        let tens = number.ilog10();
        if 10_u64.pow(tens) == number {
            return Self::of_power_of_ten(tens.into());
        }
        let bits = u64::BITS - number.leading_zeros();
        Self::of_leading(number << number.leading_zeros(), bits.into())
    }

    /// The logarithm of `number`, which is above zero.
    pub(super) fn of(number: &BigUint) -> Self {
        if let Some(small) = number.to_u64() {
            return Self::of_small(small);
        }
        let bits = number.bits();
        // 10^k ends with k zeros in binary, and has more than 3k digits there.
        if let Some(tens) = number.trailing_zeros().filter(|zeros| *zeros < bits / 3)
            && let Ok(power) = u32::try_from(tens)
            && BigUint::from(10_u8).pow(power) == *number
        {
            return Self::of_power_of_ten(tens);
        }
        let leading = (number >> (bits - 64)).to_u64().expect("64 of the bits are left");
        Self::of_leading(leading, bits)
    }

    fn of_power_of_ten(tens: u64) -> Self {
        let exact = u128::from(tens) << 64;
        Self { low: exact, high: exact }
    }

    /// The logarithm of a number of `bits` binary digits that begins with the 64
    /// of `leading`, the first of them a 1.
    ///
    /// The number is 2^(bits-1) * x, with x from 1 to below 2. Each squaring of x
    /// gives one more binary digit of log2(x): 1 where the square is 2 or more,
    /// which is then halved.
    ///
    /// Everything is rounded down, so that `low` is none too large. The most that
    /// it can be too small by: x is cut to 63 digits after the point at first and
    /// after every squaring, a relative error below 2^-63, which makes log2(x)
    /// smaller by less than 2^-62. The error after the i-th squaring counts 2^-i,
    /// all of them together less than 2^-62; the first error counts 2^-62 as
    /// well, and so do the digits after the last. That is 3 * 2^-62 for log2, and
    /// times log10(2) less than 4 units of 2^-64. The constant is too small by
    /// less than a unit, times bits - 1 and times a fraction, and the shift cuts
    /// off another: together less than bits + 5 units.
    #[allow(clippy::cast_possible_truncation)] // what is shifted is below 2^64
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether 10^low <= number <= 10^high where the two are cut to a thousandth,
    /// by the number's thousandth power, and the two are as near as is said.
    fn holds(number: &BigUint) -> bool {
        let Log10 { low, high } = Log10::of(number);
        let digits = u128::try_from(number.pow(1000).to_string().len()).unwrap();
        // The thousandth power is from 10^(digits-1) to below 10^digits.
        let holds = low <= high && low * 1000 < digits << 64 && (digits - 1) << 64 <= high * 1000;
        holds && high - low < u128::from(number.bits()) + 6
    }

    #[test]
    fn the_bounds_hold_for_the_thousandth_power_and_are_near() {
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
    fn powers_of_ten_are_exact() {
        for tens in [0, 1, 5, 19, 20, 500] {
            let Log10 { low, high } = Log10::of(&BigUint::from(10_u8).pow(tens));
            assert_eq!((low, high), (u128::from(tens) << 64, u128::from(tens) << 64));
        }
    }
}
