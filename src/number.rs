//! Exact values: fractions of any size, kept small where they fit.

use std::cmp::Ordering;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// How many digits a number may have. Enough for any hand a person types;
/// without a bound, reading one number could take minutes.
pub const MAX_DIGITS: usize = 1000;

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
    /// The whole number that `digits` spell.
    ///
    /// `None` where there is anything but ASCII digits, none of them, or more
    /// than [`MAX_DIGITS`].
    #[inline]
    pub fn from_digits(digits: &str) -> Option<Self> {
        if digits.is_empty() || digits.len() > MAX_DIGITS {
            return None;
        }
        let mut small: i64 = 0;
        let mut fits = true;
        for byte in digits.bytes() {
            if !byte.is_ascii_digit() {
                return None;
            }
            match small.checked_mul(10).and_then(|n| n.checked_add(i64::from(byte - b'0'))) {
                Some(n) => small = n,
                None => fits = false,
            }
        }
        if fits {
            return Some(Self::from(small));
        }
        Self::from_many_digits(digits)
    }

    #[cold]
    fn from_many_digits(digits: &str) -> Option<Self> {
        let large = BigInt::from_str(digits).ok()?;
        Some(Self::from(BigRational::from_integer(large)))
    }

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

    /// `self / divisor`; `None` where the divisor is zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        if let Some(quotient) = divisor.to_i64_pair().and_then(|(c, d)| {
            let sign = c.signum();
            self.small_product(d.checked_mul(sign)?, c.checked_mul(sign)?)
        }) {
            return Some(quotient);
        }
        let ((a, b), (c, d)) = (self.to_big().into(), divisor.to_big().into());
        // The sign moves to the numerator.
        Some(if divisor.is_negative() {
            Self::large_product(a, b, -d, -c)
        } else {
            Self::large_product(a, b, d, c)
        })
    }

    /// `self + c/d`; `None` where that, or a step on the way, fits no `i64`.
    fn small_sum(&self, c: i64, d: i64) -> Option<Self> {
        let (a, b) = self.to_i64_pair()?;
        if b == 1 && d == 1 {
            return Some(Self::from(a.checked_add(c)?));
        }
        Self::small(a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
    }

    /// `self * c/d`, `d` above zero; `None` where that, or a step on the way,
    /// fits no `i64`.
    fn small_product(&self, c: i64, d: i64) -> Option<Self> {
        let (a, b) = self.to_i64_pair()?;
        Self::small(a.checked_mul(c)?, b.checked_mul(d)?)
    }

    /// The fraction `numer/denom`, `denom` above zero, brought to lowest terms;
    /// `None` where a step on the way fits no `i64`.
    fn small(numer: i64, denom: i64) -> Option<Self> {
        // Euclid's algorithm.
        let (mut common, mut rest) = (denom, numer.checked_abs()?);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Some(Self(Form::Small(Ratio::new_raw(numer / common, denom / common))))
    }

    /// `a/b + c/d`.
    fn large_sum(a: BigInt, b: BigInt, c: BigInt, d: BigInt) -> Self {
        let common = common_factor(&b, &d);
        let numer = a * (&d / &common) + c * (&b / &common);
        // What numerator and denominator share is a factor of `common`.
        let rest = common_factor(&numer, &common);
        Self::of_lowest(numer / &rest, (b / common) * (d / rest))
    }

    /// `a/b * c/d`.
    fn large_product(a: BigInt, b: BigInt, c: BigInt, d: BigInt) -> Self {
        let (first, second) = (common_factor(&a, &d), common_factor(&c, &b));
        Self::of_lowest((a / &first) * (c / &second), (b / second) * (d / first))
    }

    /// The fraction `numer/denom`, which is in lowest terms.
    fn of_lowest(numer: BigInt, denom: BigInt) -> Self {
        match (numer.to_i64(), denom.to_i64()) {
            (Some(numer), Some(denom)) => Self(Form::Small(Ratio::new_raw(numer, denom))),
            _ => Self(Form::Large(Box::new(BigRational::new_raw(numer, denom)))),
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

    /// The value without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The absolute difference of the two.
    #[must_use]
    pub fn distance(&self, other: &Self) -> Self {
        (self - other).abs()
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

/// The operations keep to lowest terms by the common factors of small numbers:
/// a chain of a thousand digits a link would otherwise take minutes.
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
        let negative = other.to_i64_pair().and_then(|(c, d)| Some((c.checked_neg()?, d)));
        if let Some(difference) = negative.and_then(|(c, d)| self.small_sum(c, d)) {
            return difference;
        }
        let ((a, b), (c, d)) = (self.to_big().into(), other.to_big().into());
        Rational::large_sum(a, b, -c, d)
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
    /// Where the divisor is zero; see [`Rational::checked_div`].
    #[track_caller]
    fn div(self, divisor: Self) -> Rational {
        let Some(quotient) = self.checked_div(divisor) else {
            panic!("{self} is divided by zero");
        };
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
        // The lowest number that fits an `i64` has a negative that does not.
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

/// The operators of values, and of a value and a reference, by those of two
/// references.
macro_rules! operators_of_values {
    ($($Operator:ident: $method:ident, $Assign:ident: $assign:ident;)+) => {$(
        impl $Operator for Rational {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Self) -> Self {
                (&self).$method(&other)
            }
        }

        impl $Operator<&Self> for Rational {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: &Self) -> Self {
                (&self).$method(other)
            }
        }

        impl $Operator<Rational> for &Rational {
            type Output = Rational;

            #[track_caller]
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }

        impl $Assign for Rational {
            #[track_caller]
            fn $assign(&mut self, other: Self) {
                *self = (&*self).$method(&other);
            }
        }

        impl $Assign<&Self> for Rational {
            #[track_caller]
            fn $assign(&mut self, other: &Self) {
                *self = (&*self).$method(other);
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

impl Sum for Rational {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), |sum, value| sum + value)
    }
}

impl<'a> Sum<&'a Self> for Rational {
    fn sum<I: Iterator<Item = &'a Self>>(values: I) -> Self {
        values.fold(Self::default(), |sum, value| sum + value)
    }
}

impl Product for Rational {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::from(1), |product, value| product * value)
    }
}

impl<'a> Product<&'a Self> for Rational {
    fn product<I: Iterator<Item = &'a Self>>(values: I) -> Self {
        values.fold(Self::from(1), |product, value| product * value)
    }
}

impl Default for Rational {
    /// Zero.
    fn default() -> Self {
        Self::from(0)
    }
}

/// The whole numbers that always fit an `i64`, and those that may not.
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
                match i64::try_from(whole) {
                    Ok(whole) => Self::from(whole),
                    Err(_) => Self::from(BigInt::from(whole)),
                }
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

/// The greatest factor that both have, at least 1; `b` is positive.
fn common_factor(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.clone());
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
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

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RationalError {
    /// Neither a whole number nor a fraction `p/q`.
    Malformed,
    /// A fraction with the denominator zero.
    ZeroDenominator,
    /// A number of more than [`MAX_DIGITS`] digits; how many it has.
    TooManyDigits(usize),
}

impl fmt::Display for RationalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => {
                f.write_str("expected a whole number such as 24 or a fraction such as -1/3")
            }
            Self::ZeroDenominator => {
                f.write_str("the denominator is 0, and nothing can be divided by 0")
            }
            Self::TooManyDigits(n) => {
                write!(f, "a number of {n} digits is too long: at most {MAX_DIGITS} are read")
            }
        }
    }
}

impl std::error::Error for RationalError {}

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
