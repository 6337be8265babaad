//! Digits joined into numbers, compared with their decimal text.

use bracket24::{DigitCount, MAX_RESULT_DIGITS, Rational, Undefined};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_joined_number_is_the_digits_of_both_numbers_put_together(number in 1..=u128::MAX, digit in 0..=9_u8) {
        for number in [number, number >> 64 | 1, number >> 120 | 1] {
            let joined = Rational::from(number).join(&digit.into()).unwrap();
            prop_assert_eq!(joined.to_string(), format!("{number}{digit}"));
        }
    }
}

#[test]
fn digits_are_joined_up_to_the_limit() {
    let nines = |n: usize| "9".repeat(n).parse::<Rational>().unwrap();
    let three = Rational::from(3);
    let longest = nines(MAX_RESULT_DIGITS - 1).join(&three).unwrap();
    assert_eq!(longest.to_string(), "9".repeat(MAX_RESULT_DIGITS - 1) + "3");
    let refused = Err(Undefined::TooManyDigits(DigitCount::Exactly(1_001)));
    assert_eq!(longest.join(&three), refused);
}

#[test]
fn join_reports_which_of_its_operands_is_invalid() {
    let join =
        |left: &str, right: &str| left.parse::<Rational>().unwrap().join(&right.parse().unwrap());
    for left in ["-1", "1/2", "-7/2", "1/123456789012345678901234567890"] {
        assert_eq!(join(left, "3"), Err(Undefined::JoinedToNoNumber), "{left}");
    }
    for right in ["10", "-1", "1/2", "123456789012345678901234567890"] {
        assert_eq!(join("12", right), Err(Undefined::JoinedNoDigit), "{right}");
    }
    assert_eq!(join("0", "3"), Err(Undefined::JoinedToZero));
    assert_eq!(join("0", "12"), Err(Undefined::JoinedToZero));
}
