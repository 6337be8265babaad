//! Factorials, against the product.

use bracket24::num_bigint::BigInt;
use bracket24::{DigitCount, MAX_RESULT_DIGITS, Rational, Undefined};

#[test]
fn every_factorial_is_exact_or_is_rejected_with_its_true_length() {
    let mut product = BigInt::from(1);
    let mut too_long = 0;
    for n in 0_u32..600 {
        product *= n.max(1);
        let digits = product.to_string().len();
        let expected = if digits > MAX_RESULT_DIGITS {
            too_long += 1;
            Err(Undefined::TooManyDigits(DigitCount::Exactly(digits as u64)))
        } else {
            Ok(Rational::from(product.clone()))
        };
        assert_eq!(Rational::from(n).factorial(), expected, "{n}!");
    }
    assert_eq!(too_long, 150);
}

#[test]
fn only_nonnegative_integers_have_a_factorial() {
    assert_eq!(Rational::new(1, 2).factorial(), Err(Undefined::FactorialOfFraction));
    assert_eq!(Rational::new(-1, 2).factorial(), Err(Undefined::FactorialOfFraction));
    assert_eq!(Rational::from(-1).factorial(), Err(Undefined::FactorialOfNegative));
    let large = Rational::from(u128::MAX);
    assert_eq!((-&large).factorial(), Err(Undefined::FactorialOfNegative));
    assert_eq!((Rational::from(1) / large).factorial(), Err(Undefined::FactorialOfFraction));
}

#[test]
fn the_factorial_of_a_huge_number_is_rejected_by_an_estimate() {
    let factorial = |number: Rational| number.factorial().unwrap_err().to_string();
    let refused = |count: &str| format!("would have {count} digits; the limit is 1,000");
    assert_eq!(factorial(1_000.into()), refused("2,568"));
    assert_eq!(factorial(i64::MAX.into()), refused("more than 10^20"));
    let huge = Rational::from(BigInt::from(10).pow(500));
    assert_eq!(factorial(huge), refused("more than 10^502"));
}
