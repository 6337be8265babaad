//! Digits joined to a number.

use num_bigint::BigInt;

use super::{DigitCount, MAX_RESULT_DIGITS, Rational, Undefined};

impl Rational {
    /// The whole number that is written as `self` and then `digit`: 12 and 3 are
    /// joined as 123.
    ///
    /// # Errors
    ///
    /// - [`Undefined::JoinedToZero`] where `self` is 0, and
    ///   [`Undefined::JoinedToNoNumber`] where it is negative or no whole number.
    /// - [`Undefined::JoinedNoDigit`] where `digit` is no whole number from 0 to 9.
    /// - [`Undefined::TooManyDigits`] where it would have more than
    ///   [`MAX_RESULT_DIGITS`].
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
        let small =
            self.to_i64_pair().and_then(|(whole, _)| whole.checked_mul(10)?.checked_add(digit));
        small.map_or_else(|| self.join_to_many(digit), |joined| Ok(Self::from(joined)))
    }

    /// The same of a whole number of many digits.
    fn join_to_many(&self, digit: i64) -> Result<Self, Undefined> {
        let digits = self.to_string().len() + 1;
        if digits > MAX_RESULT_DIGITS {
            return Err(Undefined::TooManyDigits(DigitCount::Exactly(digits as u64)));
        }
        Ok(Self::from(self.numer() * BigInt::from(10) + digit))
    }
}
