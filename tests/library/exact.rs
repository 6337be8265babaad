//! Values of any size are exact.

use bracket24::algebra::NormalForm;
use bracket24::{
    Evaluator, Expression, Grammar, Hand, Operands, Operator, Rational, RationalError, evaluate,
    solve,
};
use num_rational::BigRational;
use proptest::prelude::*;

use crate::tree::trees;

proptest! {
    #[test]
    fn evaluate_agrees_with_an_independent_evaluator(tree in trees()) {
        let expression = Grammar::Left.parse(&tree.bracketed()).unwrap();
        let value = evaluate(&expression).as_ref().ok().map(BigRational::from);
        prop_assert_eq!(&value, &tree.value());
        if let Some(value) = value {
            prop_assert_eq!(Evaluator::new(Rational::from(value.clone())).reaches(&expression), Some(true));
            let other = value + BigRational::from_integer(1.into());
            prop_assert_eq!(Evaluator::new(Rational::from(other)).reaches(&expression), Some(false));
        }
    }

    #[test]
    fn printing_with_fewest_brackets_and_parsing_preserves_the_value(tree in trees()) {
        let expression = Grammar::Left.parse(&tree.bracketed()).unwrap();
        let text = expression.to_string();
        let again = Grammar::Left.parse(&text).unwrap();
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(evaluate(&again).ok(), evaluate(&expression).ok());
        prop_assert_eq!(
            NormalForm::of(&again, Clone::clone),
            NormalForm::of(&expression, Clone::clone)
        );
    }

    #[test]
    fn a_printed_value_parses_back_to_itself(numer in any::<i128>(), denom in any::<i128>()) {
        prop_assume!(denom != 0);
        let value = Rational::from(num_rational::BigRational::new(numer.into(), denom.into()));
        prop_assert_eq!(value.to_string().parse(), Ok(value));
    }

    #[test]
    fn values_are_ordered_like_their_fractions(a in any::<(i64, i64)>(), b in any::<(i64, i64)>()) {
        prop_assume!(a.1 != 0 && b.1 != 0);
        let big = |(numer, denom): (i64, i64)| num_rational::BigRational::new(numer.into(), denom.into());
        prop_assert_eq!(Rational::from(big(a)).cmp(&Rational::from(big(b))), big(a).cmp(&big(b)));
    }
}

#[test]
fn numbers_at_the_limits_of_the_fast_representation_are_exact() {
    let cases = [
        ("9223372036854775807+1", "9223372036854775808"),
        ("0-9223372036854775807-1", "-9223372036854775808"),
        // The smallest i64 as a divisor: its negative does not fit.
        ("1/(0-9223372036854775807-1)", "-1/9223372036854775808"),
        ("3/(0-9223372036854775807-1)", "-3/9223372036854775808"),
        ("(0-4294967296)*2147483648/(0-1)", "9223372036854775808"),
        ("3037000500*3037000500", "9223372037000250000"),
        ("1/3037000500/3037000500*9223372037000250000", "1"),
        ("99999999999999999999/33333333333333333333", "3"),
    ];
    for (text, value) in cases {
        let expression = Grammar::Left.parse(text).unwrap();
        let read = evaluate(&expression).unwrap();
        assert_eq!(read.to_string(), value, "{text}");
        assert_eq!(Evaluator::new(read).reaches(&expression), Some(true), "{text}");
    }
}

#[test]
fn a_division_by_zero_error_gives_the_places_of_the_sign_and_the_divisor() {
    let places = |text: &str| {
        let error = evaluate(&Grammar::Left.parse(text).unwrap()).unwrap_err();
        (text[error.sign].to_owned(), text[error.operand].to_owned())
    };
    let zero = |divisor: &str| ("/".to_owned(), divisor.to_owned());
    assert_eq!(places("1/2/(3-3)"), zero("3-3"));
    assert_eq!(places("99999999999999999999/0"), zero("0"));
    assert_eq!(places("1/((2-2)*7)+1/0"), zero("2-2)*7"));
    assert_eq!(places("5/(4-2*2)/0"), zero("4-2*2"));
}

#[test]
fn a_division_by_zero_error_quotes_the_divisor_with_its_own_brackets() {
    for divisor in [
        "3-3", "(1+2)-3", "3-(1+2)", "(1+2)-(4-1)", "3-(1+1)-1", "((1+2)*1)-3", "5-(2+(1+2))",
        "((1+1)+1)-(1+(1+1))",
    ] {
        let text = format!("7-(1/({divisor}))");
        let error = evaluate(&Grammar::Left.parse(&text).unwrap()).unwrap_err();
        assert_eq!(error.in_text(&text), format!("division by zero: {divisor} is 0"));
    }
    let number = |value: i64| Expression::leaf(Rational::from(value));
    let built = Expression::of_operands(Operator::Divide, Operands::Two(number(1), number(0)));
    assert_eq!(evaluate(&built).unwrap_err().in_text(""), "division by zero");
}

#[test]
fn products_that_overflow_neither_hide_nor_invent_a_solution() {
    let hand: Hand = "65536 65536 65536 65536".parse().unwrap();
    let texts: Vec<String> =
        solve(&hand, &1.into()).unwrap().into_iter().map(|found| found.text().to_owned()).collect();
    assert_eq!(
        texts,
        [
            "65536/65536+65536-65536",
            "65536*65536/65536/65536",
            "(65536+65536-65536)/65536",
            "65536/(65536+65536-65536)",
            "(65536+65536)/(65536+65536)",
        ]
    );
    // 65536 to the fourth is 2 to the 64th, which wraps round to 0.
    assert_eq!(
        solve(&hand, &0.into())
            .unwrap()
            .iter()
            .filter(|found| *found.template() == *"N*N*N*N")
            .count(),
        0
    );
    let whole: Rational = "18446744073709551616".parse().unwrap();
    assert_eq!(solve(&hand, &whole).unwrap().len(), 1);
}

#[test]
fn hands_with_twenty_digit_cards_are_solved() {
    let hand: Hand = "12345678901234567890 12345678901234567891 7 24".parse().unwrap();
    let texts: Vec<String> = solve(&hand, &31.into())
        .unwrap()
        .into_iter()
        .map(|found| found.text().to_owned())
        .collect();
    assert!(!texts.is_empty());
    for text in texts {
        let value = evaluate(&Grammar::Left.parse(&text).unwrap()).unwrap();
        assert_eq!(value, Rational::from(31), "{text}");
    }
}

#[test]
fn a_target_is_a_whole_number_or_a_fraction() {
    let read = |text: &str| text.parse::<Rational>();
    assert_eq!(read(" -2/6 ").unwrap().to_string(), "-1/3");
    assert_eq!(read("+5").unwrap(), Rational::from(5));
    assert_eq!(read("1/0"), Err(RationalError::ZeroDenominator));
    for text in ["", "/", "1/", "/2", "1.5", "1e3", "--1", "1/-2", "0x10", "1/2/3", "٣"] {
        assert_eq!(read(text), Err(RationalError::Malformed), "{text:?}");
    }
    assert_eq!(read(&"1".repeat(1001)), Err(RationalError::TooManyDigits(1001)));
}
