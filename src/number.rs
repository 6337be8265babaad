//! Exact values: fractions of any size, kept small where they fit.

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
pub use logarithm::DigitCount;
pub(crate) use residue::Residue;

/// An exact fraction of any size, always in lowest terms with a positive
/// denominator.
///
/// Values whose numerator and denominator fit an `i64` are kept in a
/// `Ratio<i64>`, all others in a `BigRational`; which one is never visible.
///
/// # Examples
///
/// It is computed with as other numbers are, and nothing is ever rounded:
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
/// What divides by zero panics, as it does for the numbers of Rust; where it may
/// happen, ask first:
///
/// ```
/// use bracket24::Rational;
///
/// assert_eq!(Rational::from(1).checked_div(&Rational::from(0)), None);
/// assert_eq!(Rational::checked_new(1, 0), None);
/// ```
///
/// With [`num_rational`] and [`num_bigint`] it goes both ways; this crate names
/// the ones that it is built with:
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
    /// Only for what does not fit `Small`, so that equal values are equal forms.
    Large(Box<BigRational>),
}

impl Rational {
    /// The fraction `numer/denom`, in lowest terms or not.
    ///
    /// # Panics
    ///
    /// Where `denom` is zero; see [`checked_new`](Self::checked_new).
    #[track_caller]
    pub fn new(numer: impl Into<Self>, denom: impl Into<Self>) -> Self {
        numer.into() / denom.into()
    }

    /// The fraction `numer/denom`, in lowest terms or not; `None` where `denom`
    /// is zero.
    pub fn checked_new(numer: impl Into<Self>, denom: impl Into<Self>) -> Option<Self> {
        numer.into().checked_div(&denom.into())
    }

    /// Numerator and denominator, where both fit an `i64`.
    pub fn to_i64_pair(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Form::Small(ratio) => Some((*ratio.numer(), *ratio.denom())),
            Form::Large(_) => None,
        }
    }

    /// The same value, of any size.
    pub(crate) fn to_big(&self) -> BigRational {
        match &self.0 {
            Form::Small(ratio) => {
                BigRational::new_raw((*ratio.numer()).into(), (*ratio.denom()).into())
            }
            Form::Large(ratio) => (**ratio).clone(),
        }
    }

    /// Whether it is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(ratio) => ratio.is_integer(),
            Form::Large(ratio) => ratio.is_integer(),
        }
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(ratio) => ratio.is_negative(),
            Form::Large(ratio) => ratio.is_negative(),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Form::Small(ratio) if ratio.is_zero())
    }

    /// The numerator, in lowest terms; it has the sign.
    pub fn numer(&self) -> BigInt {
        self.to_big().into_raw().0
    }

    /// The denominator, in lowest terms and above zero.
    pub fn denom(&self) -> BigInt {
        self.to_big().into_raw().1
    }

    /// Numerator and denominator in decimal, the denominator even where it is 1.
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

/// How many digits a number may have. Enough for any hand a person types;
/// without a bound, reading one number could take minutes.
pub const MAX_DIGITS: usize = 1000;

impl Rational {
    /// The whole number that `digits` spell.
    ///
    /// `None` where there is anything but ASCII digits, none of them, or more
    /// than [`MAX_DIGITS`].
    #[inline]
    pub fn from_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() || digits.len() > MAX_DIGITS {
            return None;
        }
        match whole(digits.as_bytes()) {
            Some(whole) => Some(Self::from(whole)),
            None => Self::from_many_digits(digits),
        }
    }

    #[cold]
    fn from_many_digits(digits: &str) -> Option<Self> {
        // A sign or a `_` is none, whatever else reads them.
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let large = BigInt::from_str(digits).ok()?;
        Some(Self::from(BigRational::from_integer(large)))
    }
}

/// The whole number that `digits` spell in ASCII; `None` where there is anything
/// else, none of them, or where it fits no `i64`.
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
            // As a fraction it would be written to a text of its own first.
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

/// Why a text is no exact value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RationalError {
    /// Neither a whole number nor a fraction `p/q`.
    #[error("expected a whole number such as 24 or a fraction such as -1/3")]
    Malformed,
    /// A fraction with the denominator zero.
    #[error("the denominator is 0, and nothing can be divided by 0")]
    ZeroDenominator,
    /// A number of more than [`MAX_DIGITS`] digits; how many it has.
    #[error("a number of {0} digits is too long: at most {MAX_DIGITS} are read")]
    TooManyDigits(usize),
}

impl FromStr for Rational {
    type Err = RationalError;

    /// Reads `24`, `-7`, `1/3` or `-1/3`, blanks around it allowed.
    fn from_str(text: &str) -> Result<Self, RationalError> {
        let text = text.trim();
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (numer, denom) = unsigned.split_once('/').unwrap_or((unsigned, "1"));
        let read = |digits: &str| {
            let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            if all_digits && digits.len() > MAX_DIGITS {
                return Err(RationalError::TooManyDigits(digits.len()));
            }
            Self::from_digits(digits).ok_or(RationalError::Malformed)
        };
        let (numer, denom) = (read(numer.trim_end())?, read(denom.trim_start())?);
        let value = numer.checked_div(&denom).ok_or(RationalError::ZeroDenominator)?;
        Ok(if negative { -value } else { value })
    }
}
