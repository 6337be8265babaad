//! Logarithms.

use num_bigint::BigUint;
use num_traits::{CheckedMul, Euclid, One, Zero};

use super::{Rational, Undefined};

impl Rational {
    /// Returns the logarithm of `self` to `base`: the `x` with `base^x` = `self`.
    ///
    /// The logarithm is rational if and only if `self` and `base` are powers of the same rational
    /// number, as 8 and 4 are powers of 2. Euclid's algorithm finds the two exponents. It only
    /// divides numbers, and never factors them.
    ///
    /// # Errors
    ///
    /// - [`Undefined::LogarithmBaseOne`], [`Undefined::LogarithmBaseNotPositive`] and
    ///   [`Undefined::LogarithmOfNotPositive`]; an error of the base takes precedence.
    /// - [`Undefined::Irrational`] if the logarithm is not a rational number.
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

    /// Returns the numerator without its sign, and the denominator; `None` unless both fit an
    /// `i64`.
    fn small_parts(&self) -> Option<[u64; 2]> {
        self.to_i64_pair().map(|(numer, denom)| [numer.unsigned_abs(), denom.unsigned_abs()])
    }

    /// Returns the numerator without its sign, and the denominator.
    fn large_parts(&self) -> [BigUint; 2] {
        let (numer, denom) = self.to_big().into_raw();
        [numer, denom].map(|part| part.into_parts().1)
    }
}

/// Returns the logarithm of `power` to `base`, as numerator and denominator; `None` if it is not
/// rational. Each argument is the numerator and the denominator of a fraction in lowest terms. The
/// fraction must be above 0 and must not be 1.
fn of_fractions<T>(power: [T; 2], base: [T; 2]) -> Option<(i64, i64)>
where
    T: Euclid + CheckedMul + One + Zero + Ord,
{
    let (power, power_is_below_one) = above_one(power);
    let (base, base_is_below_one) = above_one(base);
    let ([power_numer, power_denom], [base_numer, base_denom]) = (power, base);
    // `(a/b)^n` is `a^n/b^n`, so numerators and denominators must have the same exponents.
    let (m, n) = exponents(power_numer, base_numer)?;
    let agree = match (power_denom.is_one(), base_denom.is_one()) {
        (true, true) => true,
        (false, false) => exponents(power_denom, base_denom)? == (m, n),
        _ => false,
    };
    agree.then_some((if power_is_below_one == base_is_below_one { m } else { -m }, n))
}

/// Inverts the fraction if it is below 1, and returns the result and whether the fraction was
/// inverted. The numerator of the result is above 1.
fn above_one<T: Ord>([numer, denom]: [T; 2]) -> ([T; 2], bool) {
    if numer < denom { ([denom, numer], true) } else { ([numer, denom], false) }
}

/// Returns the coprime `m` and `n` for which `a` is the `m`-th and `b` the `n`-th power of one
/// whole number, if they exist. `a` and `b` must be above 1. For 32 and 8, which are 2^5 and 2^3,
/// `m` is 5 and `n` is 3.
///
/// This is Euclid's algorithm on `m` and `n`. If `a` is x^m and `b` is x^n, with `m` at least `n`,
/// then `b` divides `a`, and the quotient is x^(m-n). There are few steps: each leaves at most the
/// square root of `a`, because the remainder of `m` divided by `n` is at most half of `m`.
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
    (times != 0).then_some(())?;
    let (n, left) = exponents(b, rest)?;
    Some((times * n + left, n))
}

/// Returns how many times `divisor` divides `number`, and the remaining quotient; `number` is not
/// zero and `divisor` is above 1.
///
/// Divides by `divisor`, then by its square, then by the square of that square and so on, as long
/// as there is no remainder. Then goes back through these divisors, and divides once more by each
/// that leaves no remainder.
fn divided_out<T>(number: T, divisor: &T) -> (i64, T)
where
    T: Euclid + CheckedMul + Zero + Ord,
{
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if !remainder.is_zero() {
        return (0, number);
    }
    // If the square overflows, it exceeds the quotient.
    let Some(square) = divisor.checked_mul(divisor).filter(|square| *square <= quotient) else {
        return divided_once_more(1, quotient, divisor);
    };
    let (times, rest) = divided_out(quotient, &square);
    divided_once_more(2 * times + 1, rest, divisor)
}

/// Divides `number` by `divisor` once more if that leaves no remainder. Returns the number of
/// divisions, counting the `times` earlier ones, and the quotient.
fn divided_once_more<T: Euclid + Zero>(times: i64, number: T, divisor: &T) -> (i64, T) {
    let (quotient, remainder) = number.div_rem_euclid(divisor);
    if remainder.is_zero() { (times + 1, quotient) } else { (times, number) }
}
