//! Logarithms.

use num_bigint::BigUint;
use num_traits::{CheckedMul, Euclid, One, Zero};

use super::{Rational, Undefined};

impl Rational {
    /// The logarithm of `self` to `base`: the `x` with `base^x` = `self`.
    ///
    /// It is rational where both are powers of one number. That is found by
    /// Euclid's algorithm on their exponents, which divides the numbers instead;
    /// nothing is factored.
    ///
    /// # Errors
    ///
    /// - [`Undefined::LogarithmBaseOne`], [`Undefined::LogarithmBaseNotPositive`]
    ///   and [`Undefined::LogarithmOfNotPositive`], of the base first.
    /// - [`Undefined::Irrational`] where there is no such rational number.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Rational, Undefined};
    ///
    /// let [zero, one, two, three, four, eight] = [0, 1, 2, 3, 4, 8].map(Rational::from);
    /// assert_eq!(eight.logarithm(&four), Ok(Rational::new(3, 2)));
    /// assert_eq!(eight.logarithm(&Rational::new(1, 2)), Ok(Rational::from(-3)));
    /// assert_eq!(three.logarithm(&two), Err(Undefined::Irrational));
    /// assert_eq!(three.logarithm(&one), Err(Undefined::LogarithmBaseOne));
    /// assert_eq!(zero.logarithm(&two), Err(Undefined::LogarithmOfNotPositive));
    /// ```
    pub fn logarithm(&self, base: &Self) -> Result<Self, Undefined> {
        let is_positive = |value: &Self| !value.is_zero() && !value.is_negative();
        let is_one = |value: &Self| value.to_i64_pair() == Some((1, 1));
        if !is_positive(base) {
            return Err(Undefined::LogarithmBaseNotPositive);
        }
        if is_one(base) {
            return Err(Undefined::LogarithmBaseOne);
        }
        if !is_positive(self) {
            return Err(Undefined::LogarithmOfNotPositive);
        }
        if is_one(self) {
            return Ok(Self::from(0));
        }
        let logarithm = match (self.small_parts(), base.small_parts()) {
            (Some(power), Some(base)) => of_fractions(power, base),
            _ => of_fractions(self.large_parts(), base.large_parts()),
        };
        let (numer, denom) = logarithm.ok_or(Undefined::Irrational)?;
        Ok(Self::new(numer, denom))
    }

    /// Numerator and denominator without the sign, where both fit an `i64`.
    fn small_parts(&self) -> Option<[u64; 2]> {
        self.to_i64_pair().map(|(numer, denom)| [numer.unsigned_abs(), denom.unsigned_abs()])
    }

    /// Numerator and denominator without the sign.
    fn large_parts(&self) -> [BigUint; 2] {
        let (numer, denom) = self.to_big().into_raw();
        [numer, denom].map(|part| part.into_parts().1)
    }
}

/// The logarithm of `power` to `base`, both numerator and denominator of a
/// fraction in lowest terms that is above 0 and not 1; numerator and denominator
/// of it, or `None` where it is not rational.
fn of_fractions<T>(power: [T; 2], base: [T; 2]) -> Option<(i64, i64)>
where
    T: Euclid + CheckedMul + One + Zero + Ord,
{
    let (power, power_is_below_one) = above_one(power);
    let (base, base_is_below_one) = above_one(base);
    let ([power_numer, power_denom], [base_numer, base_denom]) = (power, base);
    // A power of a fraction has the powers of its numerator and its denominator.
    let (m, n) = exponents(power_numer, base_numer)?;
    let agree = match (power_denom.is_one(), base_denom.is_one()) {
        (true, true) => true,
        (false, false) => exponents(power_denom, base_denom)? == (m, n),
        _ => false,
    };
    let sign = if power_is_below_one == base_is_below_one { 1 } else { -1 };
    agree.then_some((sign * m, n))
}

/// The fraction turned over where it is below 1, and whether it was. Its
/// numerator is then above 1.
fn above_one<T: Ord>([numer, denom]: [T; 2]) -> ([T; 2], bool) {
    if numer < denom { ([denom, numer], true) } else { ([numer, denom], false) }
}

/// The `m` and `n`, without a common factor, for which there is a whole number
/// with `a` as its `m`-th power and `b` as its `n`-th; `a` and `b` are above 1.
///
/// Euclid's algorithm on `m` and `n`: where `m` is at least `n`, `b` divides `a`,
/// and the quotient is the power of `m - n`. Each step leaves a rest of at most
/// the square root of `a`, so there are few.
fn exponents<T>(a: T, b: T) -> Option<(i64, i64)>
where
    T: Euclid + CheckedMul + One + Zero + Ord,
{
    if a < b {
        return exponents(b, a).map(|(n, m)| (m, n));
    }
    let (times, rest) = divided_out(a, &b);
    if rest.is_one() {
        return Some((times, 1));
    }
    if times == 0 {
        return None;
    }
    let (n, left) = exponents(b, rest)?;
    Some((times * n + left, n))
}

/// How often `number` can be divided by `divisor` without a remainder, and what
/// is left; `number` is not zero and `divisor` above 1.
///
/// It divides by the square, the square of that and so on, and on the way back
/// once more by each, where that goes.
fn divided_out<T>(number: T, divisor: &T) -> (i64, T)
where
    T: Euclid + CheckedMul + Zero + Ord,
{
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if !remainder.is_zero() {
        return (0, number);
    }
    // A square that does not fit is larger than what it would divide.
    let Some(square) = divisor.checked_mul(divisor).filter(|square| *square <= quotient) else {
        return divided_once_more(1, quotient, divisor);
    };
    let (times, rest) = divided_out(quotient, &square);
    divided_once_more(2 * times + 1, rest, divisor)
}

/// As [`divided_out`], where that was done `times` already and can be done at
/// most once more.
fn divided_once_more<T: Euclid + Zero>(times: i64, number: T, divisor: &T) -> (i64, T) {
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if remainder.is_zero() { (times + 1, quotient) } else { (times, number) }
}
