//! Factorials.

use std::sync::LazyLock;

use num_bigint::BigInt;

use super::{DigitCount, Rational, Undefined};

/// The largest whole number whose factorial has no more than
/// [`MAX_RESULT_DIGITS`](super::MAX_RESULT_DIGITS) digits: 998 of them.
const LARGEST: usize = 449;

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

/// The factorials from 0 up to the largest.
static ALL: LazyLock<Vec<Rational>> = LazyLock::new(|| {
    let products = (1..=LARGEST).scan(BigInt::from(1), |product, n| {
        *product *= n;
        Some(product.clone())
    });
    std::iter::once(BigInt::from(1)).chain(products).map(Rational::from).collect()
});

impl Rational {
    /// `self!`, the product of the whole numbers from 1 to `self`.
    ///
    /// # Errors
    ///
    /// - [`Undefined::FactorialOfFraction`] and [`Undefined::FactorialOfNegative`]
    ///   for what is no whole number from 0 up.
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
    /// assert_eq!(error.to_string(), "would have 2,568 digits; at most 1,000 are worked out");
    /// ```
    pub fn factorial(&self) -> Result<Self, Undefined> {
        if !self.is_integer() {
            return Err(Undefined::FactorialOfFraction);
        }
        if self.is_negative() {
            return Err(Undefined::FactorialOfNegative);
        }
        let Some((n, _)) = self.to_i64_pair() else {
            let count = DigitCount::of_huge_factorial(self.numer().magnitude());
            return Err(Undefined::TooManyDigits(count));
        };
        match usize::try_from(n) {
            Ok(n) if n < SMALL.len() => Ok(Self::from(SMALL[n])),
            Ok(n) if n <= LARGEST => Ok(ALL[n].clone()),
            _ => Err(Undefined::TooManyDigits(DigitCount::of_factorial(n.unsigned_abs()))),
        }
    }
}
