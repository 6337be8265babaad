//! Arithmetic with exact values, in lowest terms throughout.

use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Form, Rational};

impl Rational {
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
    pub(super) fn small(numer: i64, denom: i64) -> Option<Self> {
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
    pub(super) fn of_lowest(numer: BigInt, denom: BigInt) -> Self {
        match (numer.to_i64(), denom.to_i64()) {
            (Some(numer), Some(denom)) => Self(Form::Small(Ratio::new_raw(numer, denom))),
            _ => Self(Form::Large(Box::new(BigRational::new_raw(numer, denom)))),
        }
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

/// The greatest factor that both have, at least 1; `b` is positive.
fn common_factor(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.clone());
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}
