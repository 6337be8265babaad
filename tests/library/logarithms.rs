//! Logarithms, checked by raising the base to the result.

use bracket24::num_bigint::BigInt;
use bracket24::{Rational, Undefined};
use proptest::prelude::*;

fn read(text: &str) -> Rational {
    text.parse().unwrap()
}

/// `log(base, number)`.
fn log(base: &str, number: &str) -> Result<Rational, Undefined> {
    read(number).logarithm(&read(base))
}

/// Returns `value` to the power of a whole number.
fn to_the(value: &Rational, n: i32) -> Rational {
    let product: Rational = std::iter::repeat_n(value, n.unsigned_abs() as usize).product();
    if n < 0 { Rational::from(1) / product } else { product }
}

fn above_zero() -> impl Strategy<Value = Rational> {
    let part = prop_oneof![1..=12_i64, 1..=i64::MAX];
    (part.clone(), part).prop_map(|(numer, denom)| Rational::new(numer, denom))
}

proptest! {
    #[test]
    fn the_logarithm_of_two_powers_of_one_number_is_the_ratio_of_their_exponents(
        common in above_zero(), m in -30..=30_i32, n in -30..=30_i32
    ) {
        prop_assume!(common != Rational::from(1) && n != 0);
        let logarithm = to_the(&common, m).logarithm(&to_the(&common, n));
        prop_assert_eq!(logarithm, Ok(Rational::new(m, n)));
    }

    #[test]
    fn raising_the_base_to_a_logarithm_gives_the_number_again(
        base in (2..=64_i64, 1..=9_i64), number in (1..=4096_i64, 1..=81_i64)
    ) {
        let base = Rational::new(base.0, base.1);
        let number = Rational::new(number.0, number.1);
        prop_assume!(base != Rational::from(1));
        match number.logarithm(&base) {
            Ok(logarithm) => prop_assert_eq!(base.power(&logarithm), Ok(number)),
            Err(error) => prop_assert_eq!(error, Undefined::Irrational),
        }
    }

    #[test]
    fn a_number_next_to_a_power_has_no_rational_logarithm(base in 3..=u64::MAX, n in 2..=20_i32) {
        // No two powers are neighbours except 8 and 9 (Mihăilescu).
        let beside = to_the(&base.into(), n) + Rational::from(1);
        prop_assert_eq!(beside.logarithm(&base.into()), Err(Undefined::Irrational));
    }
}

#[test]
fn every_logarithm_of_small_numbers_agrees_with_a_table_of_powers() {
    for base in 2..=40_u64 {
        for number in 1..=200_u64 {
            // As powers of one number they are at most the fifth (32) and the
            // seventh (128).
            let expected = (1..=5).find_map(|n| {
                let power = number.pow(n);
                (0..=7).find(|m| base.pow(*m) == power).map(|m| Rational::new(m, n))
            });
            let logarithm = Rational::from(number).logarithm(&base.into());
            assert_eq!(logarithm, expected.ok_or(Undefined::Irrational), "log({base},{number})");
        }
    }
}

#[test]
fn rational_logarithms_are_computed_exactly() {
    let cases = [
        ("4", "8", "3/2"),
        ("1/2", "8", "-3"),
        ("8", "1/4", "-2/3"),
        ("1/8", "1/4", "2/3"),
        ("7", "1", "0"),
        ("9/4", "27/8", "3/2"),
        ("4/9", "27/8", "-3/2"),
        ("123456789012345678901234567890", "123456789012345678901234567890", "1"),
        ("18446744073709551616", "1/2", "-1/64"),
    ];
    for (base, number, value) in cases {
        assert_eq!(log(base, number), Ok(read(value)), "log({base},{number})");
    }
}

#[test]
fn undefined_logarithms_give_the_reason() {
    use Undefined::{
        Irrational, LogarithmBaseNotPositive, LogarithmBaseOne, LogarithmOfNotPositive,
    };
    let cases = [
        ("2", "3", Irrational),
        ("6", "12", Irrational),
        ("12", "18", Irrational),
        // The numerators alone would agree, and the denominators alone.
        ("4/3", "8/5", Irrational),
        ("4/3", "8", Irrational),
        ("4", "8/3", Irrational),
        ("4/9", "8/81", Irrational),
        ("5/9", "7/27", Irrational),
        ("1", "5", LogarithmBaseOne),
        ("1", "1", LogarithmBaseOne),
        ("0", "1", LogarithmBaseNotPositive),
        ("-2", "-8", LogarithmBaseNotPositive),
        ("2", "0", LogarithmOfNotPositive),
        ("2", "-8", LogarithmOfNotPositive),
    ];
    for (base, number, reason) in cases {
        assert_eq!(log(base, number), Err(reason), "log({base},{number})");
    }
}

#[test]
fn logarithms_of_numbers_with_many_digits_are_computed() {
    let power = |base: u32, n: u32| Rational::from(BigInt::from(base).pow(n));
    assert_eq!(power(2, 3_320).logarithm(&2.into()), Ok(3_320.into()));
    assert_eq!(power(6, 1_283).logarithm(&power(6, 1_279)), Ok(Rational::new(1_283, 1_279)));
    assert_eq!(power(6, 1_283).logarithm(&power(10, 999)), Err(Undefined::Irrational));
    let off = power(2, 3_320) * Rational::from(3);
    assert_eq!(off.logarithm(&2.into()), Err(Undefined::Irrational));
    assert_eq!(off.logarithm(&power(2, 3_319)), Err(Undefined::Irrational));
    assert_eq!(power(2, 1_000_000).logarithm(&power(8, 7)), Ok(Rational::new(1_000_000, 21)));
}
