//! Arithmetic on exact values works as on other numbers, whatever their size.

use bracket24::num_bigint::BigInt;
use bracket24::num_rational::BigRational;
use bracket24::{MAX_DIGITS, Rational, RationalError};
use proptest::prelude::*;

/// Fractions of every size: small ones, and ones whose products do not fit an `i64`.
fn value() -> impl Strategy<Value = Rational> {
    let part = prop_oneof![-12..=12_i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    (part.clone(), part).prop_map(|(numer, denom)| {
        Rational::from(numer).checked_div(&denom.into()).unwrap_or_else(|| Rational::from(numer))
    })
}

proptest! {
    #[test]
    fn rational_operators_agree_with_big_rational(a in value(), b in value()) {
        let (big_a, big_b) = (BigRational::from(&a), BigRational::from(&b));
        prop_assert_eq!(&a + &b, Rational::from(&big_a + &big_b));
        prop_assert_eq!(&a - &b, Rational::from(&big_a - &big_b));
        prop_assert_eq!(&a * &b, Rational::from(&big_a * &big_b));
        prop_assert_eq!(-&a, Rational::from(-&big_a));
        prop_assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
        let quotient = a.checked_div(&b);
        prop_assert_eq!(quotient.is_none(), b.is_zero());
        if let Some(quotient) = quotient {
            prop_assert_eq!(&quotient, &Rational::from(&big_a / &big_b));
            prop_assert_eq!(&a / &b, quotient);
        }
        prop_assert_eq!(a.numer(), big_a.numer().clone());
        prop_assert_eq!(a.denom(), big_a.denom().clone());
        let decimal = (big_a.numer().to_string(), big_a.denom().to_string());
        prop_assert_eq!(a.to_decimal_pair(), decimal);
        prop_assert_eq!(format!("{a:?}"), a.to_string());
        prop_assert_eq!(a.to_string().parse::<Rational>().unwrap(), a);
    }

    #[test]
    fn operators_on_values_and_references_agree(a in value(), b in value()) {
        let sum = &a + &b;
        prop_assert_eq!(a.clone() + b.clone(), sum.clone());
        prop_assert_eq!(a.clone() + &b, sum.clone());
        prop_assert_eq!(&a + b.clone(), sum.clone());
        let mut added = a.clone();
        added += &b;
        added -= b.clone();
        prop_assert_eq!(&added, &a);
        prop_assert_eq!(&[a.clone(), b.clone()].iter().sum::<Rational>(), &sum);
        prop_assert_eq!([a.clone(), b.clone()].into_iter().sum::<Rational>(), sum);
        prop_assert_eq!([a.clone(), b.clone()].into_iter().product::<Rational>(), a * b);
    }
}

#[test]
fn every_integer_type_converts_to_a_value() {
    let values = [
        Rational::from(-1_i8),
        Rational::from(-1_i16),
        Rational::from(-1),
        Rational::from(-1_i64),
        Rational::from(-1_i128),
        Rational::from(-1_isize),
        Rational::from(BigInt::from(-1)),
    ];
    assert!(values.iter().all(|value| *value == -Rational::from(1_u8)));
    let large: [Rational; 2] = [u64::MAX.into(), u128::from(u64::MAX).into()];
    assert_eq!(large[0].to_string(), "18446744073709551615");
    assert_eq!(large[0], large[1]);
    assert_eq!(large[0].to_i64_pair(), None);
    assert_eq!(Rational::default(), 0_usize.into());
}

#[test]
#[should_panic(expected = "7/2 is divided by zero")]
fn dividing_a_rational_by_zero_panics_like_integer_division() {
    let _ = Rational::new(7, 2) / Rational::from(0);
}

#[test]
fn the_error_for_a_text_that_is_not_a_value_says_why() {
    let nines = "9".repeat(MAX_DIGITS);
    assert_eq!(nines.parse::<Rational>().unwrap().to_string(), nines);
    let reason = |text: &str| text.parse::<Rational>().unwrap_err();
    assert_eq!(reason(&format!("{nines}9")), RationalError::TooManyDigits(1_001));
    for (text, said) in [
        ("1.5", "expected a whole number such as 24 or a fraction such as -1/3"),
        ("1/0", "the denominator is 0, and nothing can be divided by 0"),
        (&format!("{nines}9"), "a number of 1001 digits is too long: at most 1000 are allowed"),
    ] {
        assert_eq!(reason(text).to_string(), said);
    }
}
