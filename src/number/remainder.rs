//! Remainders.

use num_rational::Ratio;
use num_traits::Euclid;

use super::{Form, Rational, Undefined};

impl Rational {
    /// What is left of `self` after `divisor` is taken away as often as it goes:
    /// `self - divisor * floor(self / divisor)`.
    ///
    /// It is 0 or has the sign of the divisor, and is nearer to 0 than that.
    ///
    /// # Errors
    ///
    /// [`Undefined::DivisionByZero`] where the divisor is zero.
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
        // The denominator is above zero, so this rounds down.
        let floor = Self::from(numer.div_euclid(&denom));
        Ok(self - divisor * floor)
    }

    /// The remainder; `None` where the divisor is zero, or a step on the way fits
    /// no `i64`.
    fn small_remainder(&self, divisor: &Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.to_i64_pair()?, divisor.to_i64_pair()?);
        let step = c.checked_mul(b)?;
        let rest = a.checked_mul(d)?.checked_rem(step)?;
        // It has the sign of `self` so far.
        let rest = if rest != 0 && rest.signum() != step.signum() { rest + step } else { rest };
        if b == 1 && d == 1 {
            return Some(Self(Form::Small(Ratio::from_integer(rest))));
        }
        Self::small(rest, b.checked_mul(d)?)
    }
}
