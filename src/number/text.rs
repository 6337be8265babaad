//! Exact values read from text and written as such.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Form, Rational};

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
