//! Powers and roots.

use std::cmp::max;
use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};
use num_integer::{Integer, Roots};
use num_rational::Ratio;
use num_traits::{Signed, ToPrimitive, pow};

use super::{Form, MAX_RESULT_DIGITS, Rational, Undefined};
use crate::words::in_thousands;

/// The degree of a root, two or more.
#[derive(Clone, Copy)]
struct Degree {
    is_even: bool,
    /// The degree; `None` if it overflows a `u32`.
    number: Option<u32>,
}

impl Degree {
    const TWO: Self = Self { is_even: true, number: Some(2) };

    /// Returns the denominator of `exponent`.
    fn of(exponent: &Rational) -> Self {
        let denom = exponent.denom();
        Self { is_even: denom.is_even(), number: denom.to_u32() }
    }
}

impl Rational {
    /// Returns `self^exponent`. If the exponent is `p/q` in lowest terms, this is the real `q`-th
    /// root of `self` to the power of `p`.
    ///
    /// # Errors
    ///
    /// - [`Undefined::ZeroToZero`] for 0 to the power of 0, and [`Undefined::DivisionByZero`] for 0
    ///   to a negative power.
    /// - [`Undefined::NotReal`] for a negative number with an even `q`.
    /// - [`Undefined::Irrational`] if the power is not a rational number.
    /// - [`Undefined::TooManyDigits`] if the numerator or the denominator would have more than
    ///   [`MAX_RESULT_DIGITS`](super::MAX_RESULT_DIGITS) digits. A lower bound comes first, so no
    ///   huge power is computed. If `p` is 1 or -1, there is no limit, because the result is no
    ///   longer than `self`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// let power = |base: Rational, numer: i64, denom: i64| base.power(&Rational::new(numer, denom));
    /// assert_eq!(power(Rational::new(2, 3), -2, 1), Ok(Rational::new(9, 4)));
    /// assert_eq!(power(Rational::new(9, 4), 1, 2), Ok(Rational::new(3, 2)));
    /// assert_eq!(power(Rational::from(-8), 2, 3), Ok(Rational::from(4)));
    /// assert_eq!(power(Rational::from(2), 1, 2), Err(Undefined::Irrational));
    /// assert_eq!(power(Rational::from(0), -1, 1), Err(Undefined::DivisionByZero));
    /// ```
    pub fn power(&self, exponent: &Self) -> Result<Self, Undefined> {
        if self.is_zero() {
            return if exponent.is_zero() {
                Err(Undefined::ZeroToZero)
            } else if exponent.is_negative() {
                Err(Undefined::DivisionByZero)
            } else {
                Ok(Self::from(0))
            };
        }
        if exponent.is_integer() {
            self.power_by_numerator(exponent)
        } else {
            self.root(Degree::of(exponent))?.power_by_numerator(exponent)
        }
    }

    /// Returns the nonnegative square root.
    ///
    /// # Errors
    ///
    /// [`Undefined::NotReal`] for a negative number, [`Undefined::Irrational`] if the numerator or
    /// the denominator is not a square.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// assert_eq!(Rational::new(9, 4).square_root(), Ok(Rational::new(3, 2)));
    /// assert_eq!(Rational::from(8).square_root(), Err(Undefined::Irrational));
    /// assert_eq!(Rational::from(-4).square_root(), Err(Undefined::NotReal));
    /// ```
    pub fn square_root(&self) -> Result<Self, Undefined> {
        self.root(Degree::TWO)
    }

    /// Returns the real root of this degree. If two roots are real, returns the nonnegative root.
    fn root(&self, degree: Degree) -> Result<Self, Undefined> {
        if self.is_negative() && degree.is_even {
            return Err(Undefined::NotReal);
        }
        let root = match &self.0 {
            Form::Small(ratio) => small_root(*ratio.numer(), *ratio.denom(), degree),
            Form::Large(ratio) => large_root(ratio.numer(), ratio.denom(), degree),
        };
        root.ok_or(Undefined::Irrational)
    }

    /// Raises `self`, which is not zero, to the power of the numerator of `exponent`.
    fn power_by_numerator(&self, exponent: &Self) -> Result<Self, Undefined> {
        let times = exponent.to_i64_pair().map(|(numer, _)| numer);
        if let Some(power) = times.and_then(|times| self.small_power(times)) {
            return Ok(power);
        }
        if let Some((-1 | 1, 1)) = self.to_i64_pair() {
            return Ok(if exponent.numer().is_odd() { self.clone() } else { Self::from(1) });
        }
        match times {
            Some(1) => Ok(self.clone()),
            Some(-1) => Ok(Self::from(1) / self),
            Some(times) => self.large_power(times),
            None => Err(DigitCount::of_bits(exponent.numer().magnitude() * self.least_bits())),
        }
    }

    /// Returns `self^times`; `None` if the numerator or the denominator overflows an `i64`.
    fn small_power(&self, times: i64) -> Option<Self> {
        let (numer, denom) = self.to_i64_pair()?;
        let n = u32::try_from(times.unsigned_abs()).ok()?;
        let (numer, denom) = (numer.checked_pow(n)?, denom.checked_pow(n)?);
        let (numer, denom) =
            if times < 0 { (denom * numer.signum(), numer.checked_abs()?) } else { (numer, denom) };
        // Powers of coprime numbers are coprime, so the fraction is in lowest terms.
        Some(Self(Form::Small(Ratio::new_raw(numer, denom))))
    }

    /// Returns `self^times`, unless it has too many digits; `self` is not -1, 0 or 1.
    fn large_power(&self, times: i64) -> Result<Self, Undefined> {
        let bits = u128::from(self.least_bits()) * u128::from(times.unsigned_abs());
        if bits > MOST_BITS.into() {
            return Err(DigitCount::of_bits(bits.into()));
        }
        let n = u32::try_from(times.unsigned_abs()).expect("each factor adds a bit");
        let (numer, denom) = self.to_big().into_raw();
        let (numer, denom) = (numer.pow(n), denom.pow(n));
        DigitCount::of(max(numer.magnitude(), denom.magnitude())).check()?;
        let (numer, denom) =
            if times < 0 { (denom * numer.signum(), numer.abs()) } else { (numer, denom) };
        Ok(Self::of_lowest(numer, denom))
    }

    /// The number of bits that each further factor adds at least to the longer part of a power.
    fn least_bits(&self) -> u64 {
        let (numer, denom) = self.to_big().into_raw();
        numer.bits().max(denom.bits()) - 1
    }
}

fn small_root(numer: i64, denom: i64, degree: Degree) -> Option<Rational> {
    let root = |number: i64| -> Option<i64> {
        let root = exact_root(&number.unsigned_abs(), degree)?;
        Some(i64::try_from(root).expect("the root of 2^63 fits"))
    };
    Some(Rational(Form::Small(Ratio::new_raw(root(numer)? * numer.signum(), root(denom)?))))
}

fn large_root(numer: &BigInt, denom: &BigInt, degree: Degree) -> Option<Rational> {
    let root = |number: &BigInt| -> Option<BigInt> {
        let root: BigUint = exact_root(number.magnitude(), degree)?;
        Some(BigInt::from_biguint(number.sign(), root))
    };
    Some(Rational::of_lowest(root(numer)?, root(denom)?))
}

/// Returns the root of this degree; `None` if it is not a whole number.
fn exact_root<T: Roots + Clone>(number: &T, degree: Degree) -> Option<T> {
    if number.is_zero() || number.is_one() {
        return Some(number.clone());
    }
    // If the degree overflows a `u32`, the root cannot be 2 or more: 2 to the power of the degree
    // has more than 2^32 binary digits, which is half a gigabyte.
    let degree = degree.number?;
    let root = number.nth_root(degree);
    (pow(root.clone(), degree as usize) == *number).then_some(root)
}

/// The largest `n` for which `n!` has at most [`MAX_RESULT_DIGITS`](super::MAX_RESULT_DIGITS)
/// digits: 449! has 998.
const LARGEST: usize = 449;

/// The largest `n` for which the digits of `n!` are counted in an error.
const COUNTED: usize = 2000;

/// A power of more bits is not computed, not even to count its digits.
const MOST_BITS: u32 = 10_000;

/// The factorials that fit an `i64`.
const SMALL: [i64; 21] = {
    let mut factorials = [1; 21];
    let (mut at, mut n) = (1, 1);
    while at < factorials.len() {
        factorials[at] = factorials[at - 1] * n;
        (at, n) = (at + 1, n + 1);
    }
    factorials
};

/// The factorials of 0 to [`LARGEST`].
static ALL: LazyLock<Vec<Rational>> = LazyLock::new(|| {
    let products = (1..=LARGEST).scan(BigInt::from(1), |product, n| {
        *product *= n;
        Some(product.clone())
    });
    std::iter::once(BigInt::from(1)).chain(products).map(Rational::from).collect()
});

impl Rational {
    /// Returns `self!`, the product of the whole numbers from 1 to `self`.
    ///
    /// # Errors
    ///
    /// - [`Undefined::FactorialOfFraction`] and [`Undefined::FactorialOfNegative`] if `self` is not
    ///   a whole number (0 or more).
    /// - [`Undefined::TooManyDigits`] from 450! on, which has 1,001 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// assert_eq!(Rational::from(4).factorial(), Ok(Rational::from(24)));
    /// assert_eq!(Rational::from(0).factorial(), Ok(Rational::from(1)));
    /// assert_eq!(Rational::new(1, 2).factorial(), Err(Undefined::FactorialOfFraction));
    /// let error = Rational::from(1000).factorial().unwrap_err();
    /// assert_eq!(error.to_string(), "would have 2,568 digits; the limit is 1,000");
    /// ```
    pub fn factorial(&self) -> Result<Self, Undefined> {
        if !self.is_integer() {
            return Err(Undefined::FactorialOfFraction);
        }
        if self.is_negative() {
            return Err(Undefined::FactorialOfNegative);
        }
        let n = self.to_i64_pair().and_then(|(n, _)| usize::try_from(n).ok());
        match n {
            Some(n) if n < SMALL.len() => Ok(Self::from(SMALL[n])),
            Some(n) if n <= LARGEST => Ok(ALL[n].clone()),
            Some(n) if n <= COUNTED => {
                let product = (1..=n).map(BigUint::from).product();
                Err(Undefined::TooManyDigits(DigitCount::of(&product)))
            }
            // n! is more than (n/e)^n, and e is less than 4.
            _ => {
                let n = self.numer().magnitude().clone();
                Err(DigitCount::of_bits(&n * (n.bits() - 3)))
            }
        }
    }

    /// Returns the whole number written as `self` and then `digit`: 12 and 3 are joined as 123.
    ///
    /// # Errors
    ///
    /// - [`Undefined::JoinedToZero`] if `self` is 0, and [`Undefined::JoinedToNoNumber`] if `self`
    ///   is negative or not a whole number.
    /// - [`Undefined::JoinedNoDigit`] if `digit` is not a whole number from 0 to 9.
    /// - [`Undefined::TooManyDigits`] if the result would have more than
    ///   [`MAX_RESULT_DIGITS`](super::MAX_RESULT_DIGITS) digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// let [zero, three, twelve] = [0, 3, 12].map(Rational::from);
    /// assert_eq!(twelve.join(&three), Ok(Rational::from(123)));
    /// assert_eq!(twelve.join(&zero), Ok(Rational::from(120)));
    /// assert_eq!(zero.join(&three), Err(Undefined::JoinedToZero));
    /// assert_eq!(three.join(&twelve), Err(Undefined::JoinedNoDigit));
    /// ```
    pub fn join(&self, digit: &Self) -> Result<Self, Undefined> {
        if self.is_zero() {
            return Err(Undefined::JoinedToZero);
        }
        if self.is_negative() || !self.is_integer() {
            return Err(Undefined::JoinedToNoNumber);
        }
        let Some((digit @ 0..=9, 1)) = digit.to_i64_pair() else {
            return Err(Undefined::JoinedNoDigit);
        };
        let small = self.to_i64_pair().and_then(|it| it.0.checked_mul(10)?.checked_add(digit));
        small.map_or_else(|| self.join_to_many(digit), |joined| Ok(Self::from(joined)))
    }

    /// Joins `digit` if the result overflows an `i64`.
    fn join_to_many(&self, digit: i64) -> Result<Self, Undefined> {
        let digits = self.to_string().len() + 1;
        DigitCount::Exactly(digits as u64).check()?;
        Ok(Self::from(self.numer() * BigInt::from(10) + digit))
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
/// assert_eq!(many, Err(Undefined::TooManyDigits(DigitCount::MoreThanTenTo(8))));
/// assert_eq!(DigitCount::MoreThanTenTo(8).to_string(), "more than 10^8");
/// assert_eq!(DigitCount::Exactly(2_568).to_string(), "2,568");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DigitCount {
    /// Exactly this many.
    Exactly(u64),
    /// More than 10 to the power of this number.
    MoreThanTenTo(u64),
}

impl DigitCount {
    fn of(number: &BigUint) -> Self {
        Self::Exactly(number.to_string().len() as u64)
    }

    /// The error for a number of more than this many bits. log10(2) is above 0.30102.
    fn of_bits(bits: BigUint) -> Undefined {
        let digits: BigUint = bits * 30_102_u32 / 100_000_u32;
        Undefined::TooManyDigits(Self::MoreThanTenTo(digits.to_string().len() as u64 - 1))
    }

    /// Returns an error if the count is more than [`MAX_RESULT_DIGITS`].
    fn check(self) -> Result<(), Undefined> {
        let is_fit = matches!(self, Self::Exactly(digits) if digits <= MAX_RESULT_DIGITS as u64);
        if is_fit { Ok(()) } else { Err(Undefined::TooManyDigits(self)) }
    }
}

// `2,568`, `more than 10^500`.
crate::name::display_text!(DigitCount, |it| match it {
    DigitCount::Exactly(digits) => in_thousands(digits),
    DigitCount::MoreThanTenTo(tens) => format!("more than 10^{}", in_thousands(tens)),
});
