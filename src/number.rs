//! Exact values: fractions of any size, stored as two `i64` if they fit.

mod arithmetic;
mod logarithm;
mod power;
mod residue;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, Zero};

pub use arithmetic::{MAX_RESULT_DIGITS, Undefined};
pub use power::DigitCount;
pub(crate) use residue::Residue;

/// An exact fraction of any size, always in lowest terms with a positive
/// denominator.
///
/// Values whose numerator and denominator fit an `i64` are stored in a `Ratio<i64>`, all others in
/// a `BigRational`. Callers never see which of the two it is.
///
/// # Examples
///
/// A `Rational` supports the usual arithmetic and never rounds:
///
/// ```
/// use bracket24::Rational;
///
/// let third = Rational::new(8, 3);
/// assert_eq!(Rational::from(8) / (Rational::from(3) - &third), Rational::from(24));
/// assert_eq!(third.to_string(), "8/3");
/// assert_eq!("-1/3".parse::<Rational>()?, -Rational::new(2, 6));
/// assert!(Rational::new(1, 3) < Rational::new(1, 2));
///
/// let sum: Rational = (1..=10).map(|n| Rational::new(1, n)).sum();
/// assert_eq!(sum, Rational::new(7381, 2520));
/// let factorial: Rational = (1..=30).map(Rational::from).product();
/// assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
/// # Ok::<(), bracket24::RationalError>(())
/// ```
///
/// Division by zero panics, as it does for Rust's integers. If a divisor may be zero, use
/// `checked_div`:
///
/// ```
/// use bracket24::Rational;
///
/// assert_eq!(Rational::from(1).checked_div(&Rational::from(0)), None);
/// ```
///
/// A `Rational` converts to and from a [`BigRational`](num_rational::BigRational), and from a
/// [`BigInt`](num_bigint::BigInt). This crate re-exports the versions of [`num_rational`] and
/// [`num_bigint`] that it uses:
///
/// ```
/// use bracket24::num_rational::BigRational;
/// use bracket24::{Rational, num_bigint::BigInt};
///
/// let value = Rational::from(BigRational::new(BigInt::from(6), BigInt::from(-4)));
/// assert_eq!(value, Rational::new(-3, 2));
/// assert_eq!(BigRational::from(value).numer(), &BigInt::from(-3));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(Ratio<i64>),
    /// Used only for values that do not fit `Small`, so that equal values have equal forms.
    Large(Box<BigRational>),
}

impl Rational {
    /// Makes the fraction `numer/denom`, which need not be in lowest terms.
    ///
    /// # Panics
    ///
    /// Panics if `denom` is zero; see [`checked_div`](Self::checked_div).
    #[track_caller]
    pub fn new(numer: impl Into<Self>, denom: impl Into<Self>) -> Self {
        numer.into() / denom.into()
    }

    /// Returns the numerator and the denominator; `None` unless both fit an `i64`.
    pub fn to_i64_pair(&self) -> Option<(i64, i64)> {
        if let Form::Small(ratio) = &self.0 { Some((*ratio.numer(), *ratio.denom())) } else { None }
    }

    /// Returns the value as a `BigRational`.
    pub(crate) fn to_big(&self) -> BigRational {
        match &self.0 {
            Form::Small(ratio) => {
                BigRational::new_raw((*ratio.numer()).into(), (*ratio.denom()).into())
            }
            Form::Large(ratio) => (**ratio).clone(),
        }
    }

    /// Whether the value is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(ratio) => ratio.is_integer(),
            Form::Large(ratio) => ratio.is_integer(),
        }
    }

    /// Whether the value is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(ratio) => ratio.is_negative(),
            Form::Large(ratio) => ratio.is_negative(),
        }
    }

    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Form::Small(ratio) if ratio.is_zero())
    }

    /// Returns the numerator of the fraction in lowest terms. The numerator has the sign of the
    /// value.
    pub fn numer(&self) -> BigInt {
        self.to_big().into_raw().0
    }

    /// Returns the denominator of the fraction in lowest terms, which is above zero.
    pub fn denom(&self) -> BigInt {
        self.to_big().into_raw().1
    }

    /// Returns the numerator and the denominator in decimal, even if the denominator is 1.
    pub fn to_decimal_pair(&self) -> (String, String) {
        match &self.0 {
            Form::Small(ratio) => (ratio.numer().to_string(), ratio.denom().to_string()),
            Form::Large(ratio) => (ratio.numer().to_string(), ratio.denom().to_string()),
        }
    }
}

impl Default for Rational {
    /// Zero.
    fn default() -> Self {
        Self::from(0)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => {
                let (an, ad) = (i128::from(*a.numer()), i128::from(*a.denom()));
                let (bn, bd) = (i128::from(*b.numer()), i128::from(*b.denom()));
                (an * bd).cmp(&(bn * ad))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

/// The maximum number of digits in a number. This is enough for any hand that a person types.
/// Without a limit, parsing one number could take minutes.
pub const MAX_DIGITS: usize = 1000;

impl Rational {
    /// Parses a whole number from digits.
    ///
    /// Returns `None` if `digits` is empty, is longer than [`MAX_DIGITS`], or contains anything
    /// except ASCII digits.
    #[inline]
    pub fn from_digits(digits: &str) -> Option<Self> {
        (!digits.is_empty() && digits.len() <= MAX_DIGITS).then_some(())?;
        whole(digits.as_bytes()).map(Self::from).or_else(|| Self::from_many_digits(digits))
    }

    #[cold]
    fn from_many_digits(digits: &str) -> Option<Self> {
        // The parser of `BigInt` would also accept a sign and a `_`.
        digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
        Some(Self::from(BigRational::from_integer(BigInt::from_str(digits).ok()?)))
    }
}

/// Parses a whole number from ASCII digits. Returns `None` if `digits` is empty, contains anything
/// else, or overflows an `i64`.
#[inline]
pub(crate) fn whole(digits: &[u8]) -> Option<i64> {
    let (first, rest) = digits.split_first()?;
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    rest.iter()
        .try_fold(digit(first)?, |whole, byte| whole.checked_mul(10)?.checked_add(digit(byte)?))
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            // `Ratio` would first format the number into a temporary string.
            Form::Small(ratio) if ratio.is_integer() => ratio.numer().fmt(f),
            Form::Small(ratio) => ratio.fmt(f),
            Form::Large(ratio) => ratio.fmt(f),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text is not an exact value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RationalError {
    /// The text is neither a whole number nor a fraction `p/q`.
    #[error("expected a whole number such as 24 or a fraction such as -1/3")]
    Malformed,
    /// A fraction with the denominator zero.
    #[error("the denominator is 0, and nothing can be divided by 0")]
    ZeroDenominator,
    /// A number of more than [`MAX_DIGITS`] digits; holds the number of digits.
    #[error("a number of {0} digits is too long: at most {MAX_DIGITS} are allowed")]
    TooManyDigits(usize),
}

impl FromStr for Rational {
    type Err = RationalError;

    /// Parses `24`, `+7`, `-7`, `1/3` or `-1/3`, with optional blanks around the text and around the
    /// `/`. The numerator and the denominator have at most [`MAX_DIGITS`] digits each; the results of
    /// operations may have more.
    fn from_str(text: &str) -> Result<Self, RationalError> {
        let text = text.trim();
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (numer, denom) = unsigned.split_once('/').unwrap_or((unsigned, "1"));
        let read = |digits: &str| {
            if digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() > MAX_DIGITS {
                return Err(RationalError::TooManyDigits(digits.len()));
            }
            Self::from_digits(digits).ok_or(RationalError::Malformed)
        };
        let (numer, denom) = (read(numer.trim_end())?, read(denom.trim_start())?);
        let value = numer.checked_div(&denom).ok_or(RationalError::ZeroDenominator)?;
        Ok(if text.starts_with('-') { -value } else { value })
    }
}
