//! Absolute values, and the results of operations on two of them.

/// A fraction in lowest terms that is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fraction {
    pub(super) numer: u64,
    pub(super) denom: u64,
}

impl Fraction {
    pub(super) const ZERO: Self = Self { numer: 0, denom: 1 };

    pub(super) const fn whole(numer: u64) -> Self {
        Self { numer, denom: 1 }
    }

    pub(super) const fn is_zero(self) -> bool {
        self.numer == 0
    }

    /// Returns the sum and the absolute difference.
    #[inline]
    fn sum_and_difference(self, other: Self) -> [Self; 2] {
        if self.denom == 1 || other.denom == 1 {
            // One of the two is whole, so the results are already in lowest terms.
            let (a, b) = (self.numer * other.denom, other.numer * self.denom);
            let denom = self.denom * other.denom;
            let difference = if a == b { Self::ZERO } else { Self { numer: a.abs_diff(b), denom } };
            return [Self { numer: a + b, denom }, difference];
        }
        let common = gcd(self.denom, other.denom);
        let (a, b) = (self.numer * (other.denom / common), other.numer * (self.denom / common));
        let denom = self.denom / common * other.denom;
        // A factor that can be cancelled is always a common factor of both denominators.
        [a + b, a.abs_diff(b)].map(|numer| {
            let by = gcd(common, numer);
            Self { numer: numer / by, denom: denom / by }
        })
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        let (a, b) = (gcd(other.denom, self.numer), gcd(other.numer, self.denom));
        let numer = (self.numer / a) * (other.numer / b);
        Self { numer, denom: (self.denom / b) * (other.denom / a) }
    }

    /// Returns the reciprocal; must not be called on zero.
    const fn inverse(self) -> Self {
        Self { numer: self.denom, denom: self.numer }
    }
}

/// A value without its sign, made of some cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) fraction: Fraction,
    /// Whether some way to make the value has a subtraction. The same cards then make the negative
    /// too.
    pub(super) subtracted: bool,
}

impl Value {
    pub(super) const fn plain(fraction: Fraction) -> Self {
        Self { fraction, subtracted: false }
    }
}

/// Calls `each` with the results of operations on `a` and `b`. Without signs there are at most
/// five.
#[inline]
pub(super) fn join(a: Value, b: Value, mut each: impl FnMut(Value)) {
    let (x, y) = (a.fraction, b.fraction);
    let subtracted = a.subtracted || b.subtracted;
    let [sum, difference] = x.sum_and_difference(y);
    each(Value { fraction: sum, subtracted });
    each(Value { fraction: difference, subtracted: true });
    each(Value { fraction: x.times(y), subtracted });
    if y.is_zero() {
        if !x.is_zero() {
            each(Value { fraction: Fraction::ZERO, subtracted });
        }
        return;
    }
    let quotient = x.times(y.inverse());
    each(Value { fraction: quotient, subtracted });
    if !x.is_zero() {
        each(Value { fraction: quotient.inverse(), subtracted });
    }
}

/// Calls `each` with the values that make `whole` when joined with `part`. They are the results of
/// [`join`] on `whole` and `part`, with two differences. The flag `subtracted` is set for different
/// values than in [`join`]. And if both arguments are zero, any value makes `whole`: `each` is then
/// not called, see [`anything`].
#[inline]
pub(super) fn complete(whole: Value, part: Value, mut each: impl FnMut(Value)) {
    let (x, y) = (whole.fraction, part.fraction);
    let subtracted = whole.subtracted || part.subtracted;
    if y.is_zero() {
        if !x.is_zero() {
            // `part` is 0, so only x makes x: x + 0, x - 0 or, without its sign, 0 - x.
            each(Value { fraction: x, subtracted: true });
        }
        return;
    }
    let [sum, difference] = x.sum_and_difference(y);
    each(Value { fraction: sum, subtracted: true });
    let less = x.numer * y.denom <= y.numer * x.denom;
    each(Value { fraction: difference, subtracted: subtracted || less });
    if x.is_zero() {
        each(Value { fraction: Fraction::ZERO, subtracted });
        return;
    }
    each(Value { fraction: x.times(y), subtracted });
    let quotient = x.times(y.inverse());
    each(Value { fraction: quotient, subtracted });
    each(Value { fraction: quotient.inverse(), subtracted });
}

/// Whether every value makes `whole` when joined with `part`, because zero times anything is zero.
pub(super) const fn anything(whole: Value, part: Value) -> bool {
    whole.fraction.is_zero() && part.fraction.is_zero()
}

/// Returns the greatest common divisor by Euclid's algorithm. It is fastest if `a` is the smaller
/// number, as a card usually is.
#[inline]
const fn gcd(mut a: u64, mut b: u64) -> u64 {
    if b == 1 {
        return 1;
    }
    while a > 1 {
        (a, b) = (b % a, a);
    }
    if a == 1 { 1 } else { b }
}
