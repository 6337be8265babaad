//! Exact values from and to the numbers of Rust and of `num`.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::One;

use super::{Form, Rational};

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
