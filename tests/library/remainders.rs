//! Remainders, compared with those from the quotient rounded down.

use bracket24::{Grammar, Rational, Undefined, evaluate};
use num_rational::BigRational;
use proptest::prelude::*;

fn value() -> impl Strategy<Value = Rational> {
    let part = prop_oneof![-12..=12_i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX), Just(-1)];
    (part.clone(), part).prop_map(|(numer, denom)| {
        Rational::from(numer).checked_div(&denom.into()).unwrap_or_else(|| Rational::from(numer))
    })
}

proptest! {
    #[test]
    fn a_remainder_is_the_rest_after_subtracting_whole_multiples_of_the_divisor(a in value(), b in value()) {
        for (a, b) in [(a.clone(), b.clone()), (&a * &a, b)] {
            if b.is_zero() {
                prop_assert_eq!(a.remainder(&b), Err(Undefined::DivisionByZero));
                continue;
            }
            let (big_a, big_b) = (BigRational::from(&a), BigRational::from(&b));
            let left = &big_a - &big_b * (&big_a / &big_b).floor();
            let remainder = a.remainder(&b).unwrap();
            prop_assert_eq!(&remainder, &Rational::from(left));
            prop_assert!(remainder.abs() < b.abs());
            prop_assert!(remainder.is_zero() || remainder.is_negative() == b.is_negative());
        }
    }
}

#[test]
fn remainders_at_the_limits_of_the_fast_representation_are_exact() {
    let least = Rational::from(i64::MIN);
    assert_eq!(least.remainder(&(-1).into()), Ok(0.into()));
    assert_eq!(Rational::from(1).remainder(&least), Ok(Rational::from(i64::MIN + 1)));
    assert_eq!(Rational::from(-1).remainder(&i64::MAX.into()), Ok(Rational::from(i64::MAX - 1)));
    assert_eq!(least.remainder(&0.into()), Err(Undefined::DivisionByZero));
    let large = &least * &least;
    assert_eq!(large.remainder(&7.into()), Ok(1.into()), "2^126 is a power of 8, which leaves 1");
    assert_eq!(large.remainder(&0.into()), Err(Undefined::DivisionByZero));
}

#[test]
fn a_product_that_begins_with_a_remainder_keeps_its_brackets_after_a_multiplication() {
    for text in ["4*(5%3*2)", "4*(5%3/2)", "4*(5%3*2/7)", "4*(5*2)", "4/(5%3*2)", "4*5%3*2"] {
        let tree = Grammar::Extended.parse(text).unwrap();
        let written = tree.to_string();
        let reread = Grammar::Extended.parse(&written).unwrap();
        assert_eq!(evaluate(&reread), evaluate(&tree), "{text}: {written}");
    }
    let short = Grammar::Extended.parse("4*((5%3)*2)").unwrap().to_string();
    assert_eq!(short, "4*(5%3*2)");
}
