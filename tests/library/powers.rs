//! Powers and roots: powers compared with repeated multiplication, and roots checked by raising
//! them to the power again.

use bracket24::num_bigint::{BigInt, BigUint};
use bracket24::{DigitCount, MAX_RESULT_DIGITS, Rational, Undefined};
use proptest::prelude::*;

/// Fractions of every size but zero.
fn value() -> impl Strategy<Value = Rational> {
    let part = prop_oneof![1..=12_i64, 1..=i64::MAX];
    (part.clone(), part, any::<bool>()).prop_map(|(numer, denom, is_negative)| {
        let value = Rational::new(numer, denom);
        if is_negative { -value } else { value }
    })
}

fn read(text: &str) -> Rational {
    text.parse().unwrap()
}

/// `base^exponent`.
fn power(base: &str, exponent: &str) -> Result<Rational, Undefined> {
    read(base).power(&read(exponent))
}

fn ten_to(exponent: u32) -> BigUint {
    BigUint::from(10_u8).pow(exponent)
}

fn whole(number: BigUint) -> Rational {
    Rational::from(BigInt::from(number))
}

proptest! {
    #[test]
    fn a_power_equals_repeated_multiplication(base in value(), n in 1..=25_usize) {
        let product: Rational = std::iter::repeat_n(&base, n).product();
        prop_assert_eq!(&base.power(&n.into()), &Ok(product.clone()));
        let inverse = base.power(&-Rational::from(n)).unwrap();
        prop_assert!(inverse.denom() > BigInt::from(0), "{}", inverse);
        prop_assert_eq!(inverse, Rational::from(1) / product);
    }

    #[test]
    fn the_root_of_a_power_gives_the_number_again(base in value(), n in 2..=25_usize) {
        let product: Rational = std::iter::repeat_n(&base, n).product();
        let root = if n % 2 == 0 { base.abs() } else { base.clone() };
        prop_assert_eq!(&product.power(&Rational::new(1, n)), &Ok(root.clone()));
        prop_assert_eq!(product.power(&Rational::new(-1, n)), Ok(Rational::from(1) / root));
    }

    #[test]
    fn a_root_raised_to_its_degree_is_the_number(numer in 1..100_000_i64, denom in 1..50_i64, q in 2..6_usize) {
        let number = Rational::new(numer, denom);
        match number.power(&Rational::new(1, q)) {
            Ok(root) => prop_assert_eq!(std::iter::repeat_n(&root, q).product::<Rational>(), number),
            Err(error) => prop_assert_eq!(error, Undefined::Irrational),
        }
    }

    #[test]
    fn the_square_root_equals_the_power_of_one_half(number in value()) {
        for number in [&number * &number, number] {
            prop_assert_eq!(number.square_root(), number.power(&Rational::new(1, 2)));
        }
    }

    #[test]
    fn a_number_next_to_a_square_has_no_rational_root(root in 2..u64::MAX) {
        let square = Rational::from(root) * Rational::from(root);
        for beside in [&square - Rational::from(1), &square + Rational::from(1)] {
            prop_assert_eq!(beside.square_root(), Err(Undefined::Irrational));
        }
        prop_assert_eq!(square.square_root(), Ok(root.into()));
    }
}

#[test]
fn rational_powers_are_computed_exactly() {
    let cases = [
        ("8", "1/3", "2"),
        ("9/4", "1/2", "3/2"),
        ("-8", "1/3", "-2"),
        ("-8", "2/3", "4"),
        ("-8", "-1/3", "-1/2"),
        ("-8", "-2/3", "1/4"),
        ("4", "-1/2", "1/2"),
        ("8/27", "-4/3", "81/16"),
        ("-2/3", "-3", "-27/8"),
        ("2", "62", "4611686018427387904"),
        ("2", "63", "9223372036854775808"),
        ("-2", "63", "-9223372036854775808"),
        ("-9223372036854775808", "1/63", "-2"),
        ("-9223372036854775808", "-1", "-1/9223372036854775808"),
        ("-1/9223372036854775808", "-1", "-9223372036854775808"),
        ("-9223372036854775808", "1/3", "-2097152"),
        ("1", "123456789012345678901234567890/7", "1"),
        ("0", "1/123456789012345678901234567890", "0"),
        ("7", "0", "1"),
        ("-1", "123456789012345678901234567890", "1"),
        ("-1", "-123456789012345678901234567891", "-1"),
        ("-1", "5/123456789012345678901234567891", "-1"),
        ("-1", "4/4294967297", "1"),
    ];
    for (base, exponent, value) in cases {
        assert_eq!(power(base, exponent), Ok(read(value)), "({base})^({exponent})");
    }
}

#[test]
fn undefined_powers_give_the_reason() {
    use Undefined::{DivisionByZero, Irrational, NotReal, ZeroToZero};
    let cases = [
        ("0", "0", ZeroToZero),
        ("0", "-1", DivisionByZero),
        ("0", "-1/2", DivisionByZero),
        ("2", "1/2", Irrational),
        ("2/9", "1/2", Irrational),
        ("9/2", "1/2", Irrational),
        ("-2", "1/3", Irrational),
        ("2", "1000000000001/1000000000000", Irrational),
        ("2", "1/123456789012345678901234567890", Irrational),
        ("-4", "1/2", NotReal),
        ("-2", "3/4", NotReal),
        ("-1", "1/123456789012345678901234567890", NotReal),
    ];
    for (base, exponent, reason) in cases {
        assert_eq!(power(base, exponent), Err(reason), "({base})^({exponent})");
    }
    assert_eq!(read("-4").square_root(), Err(NotReal));
    assert_eq!(read("0").square_root(), Ok(read("0")));
}

#[test]
fn a_power_with_too_many_digits_is_not_computed() {
    let cases = [
        ("9", "387420489", DigitCount::MoreThanTenTo(8)),
        ("-1/9", "387420489", DigitCount::MoreThanTenTo(8)),
        ("9", "-387420489", DigitCount::MoreThanTenTo(8)),
        ("729", "387420489/3", DigitCount::MoreThanTenTo(8)),
        ("10", "1000", DigitCount::Exactly(1_001)),
        ("10", "9223372036854775807", DigitCount::MoreThanTenTo(18)),
        ("2", "1000000000000000000000", DigitCount::MoreThanTenTo(20)),
    ];
    for (base, exponent, count) in cases {
        let refused = Err(Undefined::TooManyDigits(count));
        assert_eq!(power(base, exponent), refused, "({base})^({exponent})");
    }
    let huge = whole(ten_to(500));
    let refused = read("9").power(&huge);
    assert_eq!(refused, Err(Undefined::TooManyDigits(DigitCount::MoreThanTenTo(499))));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "would have more than 10^499 digits; the limit is 1,000"
    );
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn powers_near_the_limit_are_computed_or_rejected_by_their_true_length() {
    for base in 2_u32..60 {
        let exact = |n: u32| BigUint::from(base).pow(n);
        let first_too_long =
            (1..=3_322).find(|n| exact(*n).to_string().len() > MAX_RESULT_DIGITS).unwrap();
        for n in first_too_long - 3..first_too_long {
            assert_eq!(Rational::from(base).power(&n.into()), Ok(whole(exact(n))), "{base}^{n}");
        }
        for n in first_too_long..first_too_long + 3 {
            let digits = exact(n).to_string().len() as u64;
            let refused = Err(Undefined::TooManyDigits(DigitCount::Exactly(digits)));
            assert_eq!(Rational::from(base).power(&n.into()), refused, "{base}^{n}");
        }
    }
}

#[test]
fn powers_near_the_digit_limit_are_computed_exactly() {
    let two = Rational::from(2);
    let root = ten_to(500);
    let below = whole(&root - 1_u8);
    assert_eq!(below.power(&two), Ok(&below * &below));
    assert_eq!((&below * &below).to_string().len(), MAX_RESULT_DIGITS);
    for above in [root.clone(), root + 1_u8] {
        let refused = Err(Undefined::TooManyDigits(DigitCount::Exactly(1_001)));
        assert_eq!(whole(above.clone()).power(&two), refused);
        assert_eq!((Rational::from(1) / whole(above)).power(&two), refused);
    }
}

#[test]
fn a_root_of_a_number_with_a_thousand_digits_is_found() {
    let root = whole(ten_to(499) + 7_u8);
    let square = &root * &root;
    assert_eq!(square.square_root(), Ok(root.clone()));
    assert_eq!((&square + Rational::from(1)).square_root(), Err(Undefined::Irrational));
    let fourth = &square * &square;
    assert_eq!(fourth.square_root(), Ok(square.clone()));
    assert_eq!(fourth.power(&Rational::new(-1, 2)), Ok(Rational::from(1) / &square));
    assert_eq!(fourth.power(&Rational::from(1)), Ok(fourth));
}
