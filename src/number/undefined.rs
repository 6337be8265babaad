//! Why an operation has no value.

use std::fmt;

use super::DigitCount;

/// How many digits the numerator and the denominator of a power, a factorial or
/// a joined number may have. More would be no help to anyone, and `9^9^9` would
/// take all memory.
pub const MAX_RESULT_DIGITS: usize = 1_000;

/// Why an operation has no rational value.
///
/// It is written as what is said of the operation, without the operation itself:
/// "`1000!` would have 2,568 digits; at most 1,000 are worked out".
///
/// # Examples
///
/// ```
/// use bracket24::{Rational, Undefined};
///
/// let [zero, two] = [0, 2].map(Rational::from);
/// assert_eq!(zero.power(&zero), Err(Undefined::ZeroToZero));
/// let error = two.square_root().unwrap_err();
/// assert_eq!(format!("√{two} {error}"), "√2 is no rational number");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Undefined {
    /// It divides by zero: `x/0`, `x%0`, 0 to a negative power.
    DivisionByZero,
    /// 0 to the power of 0.
    ZeroToZero,
    /// A root, power or logarithm that is no rational number: `√2`, `2^(1/2)`,
    /// `log(2,3)`.
    Irrational,
    /// An even root of a negative number: `√-4`, `(-4)^(1/2)`.
    NotReal,
    /// The factorial of what is no whole number.
    FactorialOfFraction,
    /// The factorial of a negative whole number.
    FactorialOfNegative,
    /// A logarithm to the base 1.
    LogarithmBaseOne,
    /// A logarithm to a base that is not above 0.
    LogarithmBaseNotPositive,
    /// A logarithm of a number that is not above 0.
    LogarithmOfNotPositive,
    /// A digit is joined to 0, with which no number begins.
    JoinedToZero,
    /// A digit is joined to what is negative or no whole number.
    JoinedToNoNumber,
    /// What is joined is no digit from 0 to 9.
    JoinedNoDigit,
    /// The result would have more than [`MAX_RESULT_DIGITS`] digits; how many.
    TooManyDigits(DigitCount),
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "divides by zero",
            Self::ZeroToZero => "has no value",
            Self::Irrational => "is no rational number",
            Self::NotReal => "is an even root of a negative number, which is no real number",
            Self::FactorialOfFraction => {
                "is the factorial of a fraction; only whole numbers from 0 up have one"
            }
            Self::FactorialOfNegative => {
                "is the factorial of a negative number; only whole numbers from 0 up have one"
            }
            Self::LogarithmBaseOne => "is a logarithm to the base 1, whose powers are all 1",
            Self::LogarithmBaseNotPositive => "is a logarithm to a base that is not above 0",
            Self::LogarithmOfNotPositive => "is a logarithm of a number that is not above 0",
            Self::JoinedToZero => "joins a digit to 0, with which no number begins",
            Self::JoinedToNoNumber => "joins a digit to what is no whole number above 0",
            Self::JoinedNoDigit => "joins what is no digit from 0 to 9",
            Self::TooManyDigits(count) => {
                let limit = DigitCount::Exactly(MAX_RESULT_DIGITS as u64);
                return write!(f, "would have {count} digits; at most {limit} are worked out");
            }
        })
    }
}

impl std::error::Error for Undefined {}
