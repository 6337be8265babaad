//! Arithmetic with exact values, always in lowest terms.

use std::borrow::Borrow;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Euclid, One, Signed, ToPrimitive, Zero};

use super::{DigitCount, Form, Rational};
use crate::words::in_thousands;

impl Rational {
    /// Returns `self / divisor`; `None` if the divisor is zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        (!divisor.is_zero()).then_some(())?;
        if let Some(quotient) = divisor.to_i64_pair().and_then(|(c, d)| {
            let sign = c.signum();
            self.small_product(d.checked_mul(sign)?, c.checked_mul(sign)?)
        }) {
            return Some(quotient);
        }
        let ((a, b), (c, d)) = (self.to_big().into(), divisor.to_big().into());
        // The sign of the divisor moves to the numerator.
        let (c, d) = if divisor.is_negative() { (-c, -d) } else { (c, d) };
        Some(Self::large_product(a, b, d, c))
    }

    /// Returns `self + c/d`; `None` if the sum or an intermediate value overflows an `i64`.
    fn small_sum(&self, c: i64, d: i64) -> Option<Self> {
        let (a, b) = self.to_i64_pair()?;
        if b == 1 && d == 1 {
            return Some(Self::from(a.checked_add(c)?));
        }
        Self::small(a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
    }

    /// Returns `self * c/d`, with `d` above zero; `None` if the product or an intermediate value
    /// overflows an `i64`.
    fn small_product(&self, c: i64, d: i64) -> Option<Self> {
        let (a, b) = self.to_i64_pair()?;
        Self::small(a.checked_mul(c)?, b.checked_mul(d)?)
    }

    /// Returns the fraction `numer/denom`, with `denom` above zero, in lowest terms; `None` if an
    /// intermediate value overflows an `i64`.
    pub(super) fn small(numer: i64, denom: i64) -> Option<Self> {
        // Euclid's algorithm.
        let (mut common, mut rest) = (denom, numer.checked_abs()?);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Some(Self(Form::Small(Ratio::new_raw(numer / common, denom / common))))
    }

    /// Returns `a/b + c/d`.
    fn large_sum(a: BigInt, b: BigInt, c: BigInt, d: BigInt) -> Self {
        let common = common_factor(&b, &d);
        let numer = a * (&d / &common) + c * (&b / &common);
        // Any common factor of numerator and denominator divides `common`.
        let rest = common_factor(&numer, &common);
        Self::of_lowest(numer / &rest, (b / common) * (d / rest))
    }

    /// Returns `a/b * c/d`.
    fn large_product(a: BigInt, b: BigInt, c: BigInt, d: BigInt) -> Self {
        let (first, second) = (common_factor(&a, &d), common_factor(&c, &b));
        Self::of_lowest((a / &first) * (c / &second), (b / second) * (d / first))
    }

    /// Returns the fraction `numer/denom`, which must be in lowest terms.
    pub(super) fn of_lowest(numer: BigInt, denom: BigInt) -> Self {
        match (numer.to_i64(), denom.to_i64()) {
            (Some(numer), Some(denom)) => Self(Form::Small(Ratio::new_raw(numer, denom))),
            _ => Self(Form::Large(Box::new(BigRational::new_raw(numer, denom)))),
        }
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Returns the absolute difference of `self` and `other`.
    #[must_use]
    pub fn distance(&self, other: &Self) -> Self {
        (self - other).abs()
    }
}

/// The operations reduce their result to lowest terms by dividing out common factors of the
/// operands, which are shorter than the result. If they looked for common factors in the result
/// instead, a chain of thousand-digit operands would take minutes.
impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: Self) -> Rational {
        if let Some(sum) = other.to_i64_pair().and_then(|(c, d)| self.small_sum(c, d)) {
            return sum;
        }
        let ((a, b), (c, d)) = (self.to_big().into(), other.to_big().into());
        Rational::large_sum(a, b, c, d)
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: Self) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: Self) -> Rational {
        if let Some(product) = other.to_i64_pair().and_then(|(c, d)| self.small_product(c, d)) {
            return product;
        }
        let ((a, b), (c, d)) = (self.to_big().into(), other.to_big().into());
        Rational::large_product(a, b, c, d)
    }
}

impl Div for &Rational {
    type Output = Rational;

    /// # Panics
    ///
    /// Panics if the divisor is zero; see [`Rational::checked_div`].
    #[track_caller]
    fn div(self, divisor: Self) -> Rational {
        let Some(quotient) = self.checked_div(divisor) else { panic!("{self} is divided by zero") };
        quotient
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        let negative = self.to_i64_pair().and_then(|(c, d)| Some((c.checked_neg()?, d)));
        if let Some((numer, denom)) = negative {
            return Rational(Form::Small(Ratio::new_raw(numer, denom)));
        }
        // The negative of the lowest `i64` overflows.
        let (numer, denom) = self.to_big().into();
        Rational::of_lowest(-numer, denom)
    }
}

impl Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        -&self
    }
}

/// Defines the operators for owned operands on either side, and the assigning operators such as
/// `+=`. All of them call the operator for two references.
macro_rules! operators_of_values {
    ($($Operator:ident: $method:ident, $Assign:ident: $assign:ident;)+) => {$(
        impl<R: Borrow<Rational>> $Operator<R> for Rational {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: R) -> Self {
                (&self).$method(other.borrow())
            }
        }

        impl $Operator<Rational> for &Rational {
            type Output = Rational;

            #[track_caller]
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }

        impl<R: Borrow<Rational>> $Assign<R> for Rational {
            #[track_caller]
            fn $assign(&mut self, other: R) {
                *self = (&*self).$method(other.borrow());
            }
        }
    )+};
}

operators_of_values! {
    Add: add, AddAssign: add_assign;
    Sub: sub, SubAssign: sub_assign;
    Mul: mul, MulAssign: mul_assign;
    Div: div, DivAssign: div_assign;
}

impl<R: Borrow<Self>> Sum<R> for Rational {
    fn sum<I: Iterator<Item = R>>(values: I) -> Self {
        values.fold(Self::default(), |sum, value| sum + value)
    }
}

impl<R: Borrow<Self>> Product<R> for Rational {
    fn product<I: Iterator<Item = R>>(values: I) -> Self {
        values.fold(Self::from(1), |product, value| product * value)
    }
}

/// Returns the greatest common divisor, at least 1; `b` is positive.
fn common_factor(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.clone());
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// Implements `From` for the integer types: first those that always fit an `i64`, then those that
/// may not.
macro_rules! from_whole_numbers {
    ($($fits:ty),+; $($may_not:ty),+) => {
        $(impl From<$fits> for Rational {
            #[inline]
            fn from(whole: $fits) -> Self {
                Self(Form::Small(Ratio::from_integer(whole.into())))
            }
        })+
        $(impl From<$may_not> for Rational {
            fn from(whole: $may_not) -> Self {
                i64::try_from(whole).map_or_else(|_| BigInt::from(whole).into(), Self::from)
            }
        })+
    };
}

from_whole_numbers!(i8, i16, i32, i64, u8, u16, u32; u64, i128, u128, isize, usize);

impl From<BigInt> for Rational {
    fn from(whole: BigInt) -> Self {
        Self::of_lowest(whole, BigInt::one())
    }
}

impl From<BigRational> for Rational {
    fn from(ratio: BigRational) -> Self {
        // `reduced` also makes the denominator positive.
        let ratio = if ratio.denom().is_one() { ratio } else { ratio.reduced() };
        let (numer, denom) = ratio.into();
        Self::of_lowest(numer, denom)
    }
}

impl From<&Rational> for BigRational {
    fn from(value: &Rational) -> Self {
        value.to_big()
    }
}

impl From<Rational> for BigRational {
    fn from(value: Rational) -> Self {
        value.to_big()
    }
}

impl Rational {
    /// Returns the remainder of the division by `divisor` with the quotient rounded down: `self -
    /// divisor * floor(self / divisor)`.
    ///
    /// The remainder is 0 or has the sign of the divisor, and its absolute value is smaller than
    /// the divisor's.
    ///
    /// # Errors
    ///
    /// Returns [`Undefined::DivisionByZero`] if the divisor is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// let [seven, three, zero] = [7, 3, 0].map(Rational::from);
    /// assert_eq!(seven.remainder(&three), Ok(Rational::from(1)));
    /// assert_eq!((-&seven).remainder(&three), Ok(Rational::from(2)));
    /// assert_eq!(seven.remainder(&-&three), Ok(Rational::from(-2)));
    /// assert_eq!(Rational::new(7, 2).remainder(&three), Ok(Rational::new(1, 2)));
    /// assert_eq!(seven.remainder(&zero), Err(Undefined::DivisionByZero));
    /// ```
    pub fn remainder(&self, divisor: &Self) -> Result<Self, Undefined> {
        let quotient = match self.small_remainder(divisor) {
            Some(remainder) => return Ok(remainder),
            None => self.checked_div(divisor).ok_or(Undefined::DivisionByZero)?,
        };
        let (numer, denom) = quotient.to_big().into_raw();
        // The denominator is above zero, so `div_euclid` rounds down.
        Ok(self - divisor * Self::from(numer.div_euclid(&denom)))
    }

    /// Returns the remainder; `None` if the divisor is zero, or an intermediate value overflows
    /// an `i64`.
    fn small_remainder(&self, divisor: &Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.to_i64_pair()?, divisor.to_i64_pair()?);
        let step = c.checked_mul(b)?;
        let rest = a.checked_mul(d)?.checked_rem(step)?;
        // `checked_rem` returns a remainder with the sign of `self`; correct the sign.
        let rest = if rest != 0 && rest.signum() != step.signum() { rest + step } else { rest };
        if b == 1 && d == 1 {
            return Some(Self(Form::Small(Ratio::from_integer(rest))));
        }
        Self::small(rest, b.checked_mul(d)?)
    }
}

/// The maximum number of digits in the numerator or the denominator of a power, a factorial or a
/// joined number. Nobody needs more digits, and without a limit `9^9^9` would exhaust the memory.
pub const MAX_RESULT_DIGITS: usize = 1_000;

/// The reason why an operation has no rational value.
///
/// `Display` writes the second half of a sentence that begins with the operation. For `1000!` it
/// writes "would have 2,568 digits; the limit is 1,000".
///
/// # Examples
///
/// ```
/// use bracket24::{Rational, Undefined};
///
/// let [zero, two] = [0, 2].map(Rational::from);
/// assert_eq!(zero.power(&zero), Err(Undefined::ZeroToZero));
/// let error = two.square_root().unwrap_err();
/// assert_eq!(format!("√{two} {error}"), "√2 is not a rational number");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Undefined {
    /// A division by zero: `x/0`, `x%0`, or 0 to a negative power.
    #[error("divides by zero")]
    DivisionByZero,
    /// 0 to the power of 0.
    #[error("has no value")]
    ZeroToZero,
    /// A root, power or logarithm that is not a rational number: `√2`, `2^(1/2)`, `log(2,3)`.
    #[error("is not a rational number")]
    Irrational,
    /// An even root of a negative number: `√-4`, `(-4)^(1/2)`.
    #[error("is an even root of a negative number, which is not a real number")]
    NotReal,
    /// The factorial of a number that is not whole.
    #[error("is the factorial of a fraction; only whole numbers, 0 or more have one")]
    FactorialOfFraction,
    /// The factorial of a negative whole number.
    #[error("is the factorial of a negative number; only whole numbers, 0 or more have one")]
    FactorialOfNegative,
    /// A logarithm to the base 1.
    #[error("is a logarithm to the base 1, whose powers are all 1")]
    LogarithmBaseOne,
    /// A logarithm to a base that is not above 0.
    #[error("is a logarithm to a base that is not above 0")]
    LogarithmBaseNotPositive,
    /// A logarithm of a number that is not above 0.
    #[error("is a logarithm of a number that is not above 0")]
    LogarithmOfNotPositive,
    /// A digit is joined to 0, but no number begins with 0.
    #[error("joins a digit to 0, but no number begins with 0")]
    JoinedToZero,
    /// A digit is joined to a number that is negative or not whole.
    #[error("joins a digit to something other than a whole number above 0")]
    JoinedToNoNumber,
    /// The joined number is not a digit from 0 to 9.
    #[error("joins something other than a digit from 0 to 9")]
    JoinedNoDigit,
    /// The result would have more than [`MAX_RESULT_DIGITS`] digits; holds the number of digits.
    #[error(
        "would have {0} digits; the limit is {most}",
        most = in_thousands(&MAX_RESULT_DIGITS)
    )]
    TooManyDigits(DigitCount),
}
