//! Operators beyond the four: how the extended grammars parse a text, how an expression is written,
//! and its value.

use bracket24::{
    Expression, Grammar, MAX_DEPTH, MAX_OPERATORS, MAX_RESULT_DIGITS, Operands, Operator, Position,
    Rational, SyntaxErrorKind, Template, Undefined, evaluate,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;

use crate::user_grammars::own;

/// Texts with the tree that `extended` makes of them, and the tree of `extended_left` if it
/// differs.
const TREES: &[(&str, &str, Option<&str>)] = &[
    ("2^3^2", "(^ 2 (^ 3 2))", Some("(^ (^ 2 3) 2)")),
    ("2^3*4^2", "(* (^ 2 3) (^ 4 2))", None),
    ("-2^2", "(- (^ 2 2))", None),
    ("-2^3^2", "(- (^ 2 (^ 3 2)))", Some("(- (^ (^ 2 3) 2))")),
    ("2^-1", "(^ 2 (- 1))", None),
    ("2^-3^2", "(^ 2 (- (^ 3 2)))", None),
    ("-2*3", "(* (- 2) 3)", None),
    ("2*-3", "(* 2 (- 3))", None),
    ("2--3", "(- 2 (- 3))", None),
    ("8-4-2", "(- (- 8 4) 2)", None),
    ("8%5*2", "(* (% 8 5) 2)", None),
    ("7-8%5", "(- 7 (% 8 5))", None),
    ("√4^2", "(^ (√ 4) 2)", None),
    ("√4!", "(√ (! 4))", None),
    ("2*√9", "(* 2 (√ 9))", None),
    ("√-4", "(√ (- 4))", None),
    ("√√16", "(√ (√ 16))", None),
    ("sqrt 16 + sqrt(9)", "(+ (√ 16) (√ 9))", None),
    ("3!!", "(! (! 3))", None),
    ("-3!", "(- (! 3))", None),
    ("2^3!", "(^ 2 (! 3))", None),
    ("log(2,8)^2", "(^ (log 2 8) 2)", None),
    ("log ( 2 + 1 , log(3,9)! )", "(log (+ 2 1) (! (log 3 9)))", None),
    (" - ( 2 ) ! ", "(- (! 2))", None),
    ("(K-J)^A", "(^ (- 13 11) 1)", None),
];

#[test]
fn the_extended_grammars_group_as_documented() {
    for (text, tree, of_left) in TREES {
        let read = |grammar: &Grammar| grammar.parse(text).unwrap().to_s_expression();
        assert_eq!(read(&Grammar::Extended), *tree, "{text}");
        assert_eq!(read(&Grammar::ExtendedLeft), of_left.unwrap_or(tree), "{text}");
    }
}

#[test]
fn every_operator_node_knows_the_place_of_its_sign() {
    for (text, ..) in TREES {
        for grammar in Grammar::EXTENDED {
            let read = grammar.parse(text).unwrap();
            for node in read.nodes() {
                let sign = &text[node.span.clone()];
                match &node.kind {
                    bracket24::NodeKind::Operation(Operator::Root) => {
                        assert!(["√", "sqrt"].contains(&sign), "{text}: {sign}");
                    }
                    bracket24::NodeKind::Operation(operator) => {
                        assert_eq!(sign, operator.symbol(), "{text}");
                    }
                    bracket24::NodeKind::Leaf(_) => {}
                }
            }
        }
    }
}

#[test]
fn the_extended_grammars_read_ordinary_texts_like_left() {
    for text in ["8-4-2", "8/(3-8/3)", " 1 + 2 * (3 - 4)/5 ", "(((7)))", "A*K-T"] {
        let left = Grammar::Left.parse(text).unwrap();
        for grammar in Grammar::EXTENDED {
            assert_eq!(grammar.parse(text).unwrap(), left, "{text} by {grammar}");
        }
    }
    for text in ["2^^3", "!5", "5!3", "2^", "√", "log 2", "log(2)", "log(2,3,4)", "2^*3", "--", ""]
    {
        for grammar in Grammar::EXTENDED {
            assert!(grammar.parse(text).is_err(), "{text} by {grammar}");
        }
    }
}

#[test]
fn adjacent_slots_stand_for_joined_digits() {
    let template = Template::parse("NN^N-NNN!", &Grammar::Extended).unwrap();
    let tree = template.expression().to_s_expression();
    assert_eq!(tree, "(- (^ (join N N) N) (! (join (join N N) N)))");
    assert_eq!(template.slots(), 6);
    assert_eq!(template.expression().to_string(), "NN^N-NNN!");
    assert!(Template::parse("NN", &Grammar::Left).is_err());
}

#[test]
fn the_error_locates_an_operation_without_a_rational_value() {
    let cases = [
        ("1+√2*3", "√2 is not a rational number", "√"),
        ("2^(1/2)", "2^(1/2) is not a rational number", "^"),
        ("5+0^0", "0^0 has no value", "^"),
        ("log(2,3)", "log(2,3) is not a rational number", "log"),
        ("9^9^9", "9^387420489 would have more than 10^8 digits; the limit is 1,000", "^"),
        ("1000!", "1000! would have 2,568 digits; the limit is 1,000", "!"),
        ("7%(2-2)", "division by zero: 2-2 is 0", "%"),
        ("1/(6-3!)", "division by zero: 6-3! is 0", "/"),
        ("1/(-3+3)", "division by zero: -3+3 is 0", "/"),
        ("1/-(2-2)", "division by zero: -(2-2) is 0", "/"),
        ("1/(sqrt(4)-2)", "division by zero: sqrt(4)-2 is 0", "/"),
        ("1/((1+1)*log(2,1))", "division by zero: (1+1)*log(2,1) is 0", "/"),
        ("0^-1", "0^(-1) divides by zero", "^"),
    ];
    for (text, message, sign) in cases {
        let error = evaluate(&Grammar::Extended.parse(text).unwrap()).unwrap_err();
        assert_eq!(error.in_text(text), message, "{text}");
        assert_eq!(&text[error.sign.clone()], sign, "{text}");
    }
    let error = evaluate(&Grammar::Extended.parse("(2-6)^(1/2)").unwrap()).unwrap_err();
    assert_eq!((error.reason, &*error.operation()), (Undefined::NotReal, "(-4)^(1/2)"));
}

#[test]
fn too_deep_or_too_long_texts_never_overflow_the_stack() {
    let texts = [
        ("", "2^", "2"),
        ("", "-", "2"),
        ("", "√", "2"),
        ("", "sqrt ", "2"),
        ("2", "!", ""),
        ("2", "^-2", ""),
        ("", "2*-", "2"),
    ];
    for grammar in Grammar::EXTENDED {
        for (start, repeated, end) in texts {
            let text = |times: usize| start.to_owned() + &repeated.repeat(times) + end;
            let operators = repeated.matches(['^', '-', '√', 's', '!', '*']).count();
            let most = MAX_OPERATORS / operators;
            assert!(grammar.parse(&text(most)).is_ok(), "{repeated} by {grammar}");
            let error = grammar.parse(&text(most + 1)).unwrap_err();
            assert_eq!(error.kind, SyntaxErrorKind::TooManyOperators(MAX_OPERATORS), "{repeated}");
        }
        let deep = "2^-(1+".repeat(MAX_DEPTH) + "1" + &")".repeat(MAX_DEPTH);
        assert!(grammar.parse(&deep).is_ok());
        let logs = "log(2,1+".repeat(MAX_DEPTH) + "1" + &")".repeat(MAX_DEPTH);
        assert!(grammar.parse(&logs).is_ok());
    }
}

/// Expressions of all operators but joined digits, with small leaves.
pub(crate) fn expressions() -> impl Strategy<Value = Expression<Rational>> {
    let leaf = (0_i64..10).prop_map(|leaf| Expression::leaf(Rational::from(leaf)));
    let operators: Vec<Operator> =
        Operator::ALL.into_iter().filter(|it| *it != Operator::Join).collect();
    leaf.prop_recursive(4, 10, 2, move |inner| {
        let operator = prop::sample::select(operators.clone());
        (operator, inner.clone(), inner).prop_map(|(operator, left, right)| {
            let operands = match operator.position() {
                Position::Infix | Position::Function => Operands::Two(left, right),
                _ => Operands::One(left),
            };
            Expression::of_operands(operator, operands)
        })
    })
}

/// Returns the value of an expression by definitions that know nothing of the library: powers
/// are products, roots and logarithms are found by trying. `None` where there is no
/// value, or where that would take long.
pub(crate) fn value(expression: &Expression<Rational>) -> Option<BigRational> {
    expression
        .try_fold(
            |leaf, _| Ok(BigRational::from(leaf.clone())),
            |operator, operands, _| operate(operator, operands).ok_or(()),
        )
        .ok()
}

fn operate(operator: Operator, operands: Operands<BigRational>) -> Option<BigRational> {
    use Operands::{One as Unary, Two};
    Some(match (operator, operands) {
        (Operator::Add, Two(a, b)) => a + b,
        (Operator::Subtract, Two(a, b)) => a - b,
        (Operator::Multiply, Two(a, b)) => a * b,
        (Operator::Divide, Two(a, b)) if !b.is_zero() => a / b,
        (Operator::Remainder, Two(a, b)) if !b.is_zero() => &a - &b * (&a / &b).floor(),
        (Operator::Negate, Unary(a)) => -a,
        (Operator::Power, Two(a, b)) => power(&a, &b)?,
        (Operator::Root, Unary(a)) => power(&a, &BigRational::new(1.into(), 2.into()))?,
        (Operator::Factorial, Unary(a)) => {
            let a = whole(&a).filter(|it| (0..=12).contains(it))?;
            (1..=a).map(|it| BigRational::from(BigInt::from(it))).product()
        }
        (Operator::Log, Two(base, a)) if base.is_positive() && !base.is_one() => {
            // Fractions of small numbers are enough for small operands.
            let exponents = (1..=6).flat_map(|q| (-12_i64..=12).map(move |p| (p, q)));
            let exponents = exponents.map(|(p, q)| BigRational::new(p.into(), BigInt::from(q)));
            let mut exponents = exponents.filter(|it| power(&base, it).as_ref() == Some(&a));
            exponents.next()?
        }
        // Without a value. Step 6 of how to add an operator: an arm above, and its name here.
        (
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Remainder
            | Operator::Negate
            | Operator::Power
            | Operator::Root
            | Operator::Factorial
            | Operator::Log
            | Operator::Join,
            _,
        ) => return None,
    })
}

fn whole(value: &BigRational) -> Option<i64> {
    value.is_integer().then(|| value.to_integer().to_i64())?
}

fn power(base: &BigRational, exponent: &BigRational) -> Option<BigRational> {
    let p = exponent.numer().to_i64().filter(|it| it.unsigned_abs() <= 40)?;
    let q = exponent.denom().to_u32().filter(|it| *it <= 6)?;
    if base.is_zero() {
        return (p > 0).then(BigRational::zero);
    }
    if base.is_negative() && q % 2 == 0 {
        return None;
    }
    let root = |whole: &BigInt| {
        let magnitude = whole.abs();
        let mut root = BigInt::zero();
        // Set the bits from the highest down, so that no estimate is needed.
        for bit in (0..=magnitude.bits() / u64::from(q)).rev() {
            let more = &root + (BigInt::one() << bit);
            if num_traits::pow(more.clone(), q as usize) <= magnitude {
                root = more;
            }
        }
        (num_traits::pow(root.clone(), q as usize) == magnitude)
            .then(|| if whole.is_negative() { -root } else { root })
    };
    let root = BigRational::new(root(base.numer())?, root(base.denom())?);
    let power = num_traits::pow(root, usize::try_from(p.unsigned_abs()).unwrap());
    let digits = |whole: &BigInt| whole.magnitude().to_string().len();
    let is_long = digits(power.numer()).max(digits(power.denom())) > MAX_RESULT_DIGITS;
    if is_long && p.unsigned_abs() > 1 {
        return None;
    }
    Some(if p < 0 { power.recip() } else { power })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn printing_and_parsing_an_expression_preserves_its_value(expression in expressions()) {
        let text = expression.to_string();
        let read = Grammar::Extended.parse(&text).unwrap();
        // Only sums and products that lost their brackets are grouped otherwise.
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(evaluate(&read).ok(), evaluate(&expression).ok());
        let full = expression.to_full_text(ToString::to_string);
        for grammar in Grammar::EXTENDED {
            prop_assert!(grammar.parse(&full).unwrap().is_grouped_as(&expression), "{full}");
        }
    }

    #[test]
    fn evaluation_agrees_with_the_definitions_of_the_operators(expression in expressions()) {
        if let Some(expected) = value(&expression) {
            let found = evaluate(&expression).unwrap();
            prop_assert_eq!(BigRational::from(found), expected, "{}", expression);
        }
    }

    #[test]
    fn a_printed_expression_needs_all_its_brackets(expression in expressions()) {
        let text = expression.to_string();
        let read = Grammar::Extended.parse(&text).unwrap();
        let mut open = Vec::new();
        for (at, character) in text.char_indices() {
            match character {
                '(' => open.push(at),
                ')' => {
                    let start = open.pop().unwrap();
                    let is_of_function = text[..start].ends_with("log");
                    // These brackets are kept for readability: a sign after a sign, `(3!)!`.
                    let is_sign = text[start + 1..].starts_with('-');
                    let is_factorial = text[..at].ends_with('!') && text[at + 1..].starts_with('!');
                    if is_of_function || is_sign || is_factorial {
                        continue;
                    }
                    let less = [&text[..start], &text[start + 1..at], &text[at + 1..]].concat();
                    let same = Grammar::Extended.parse(&less);
                    let same = same.is_ok_and(|it| it.is_grouped_as(&read));
                    prop_assert!(!same, "{text}: {less} is the same");
                }
                _ => {}
            }
        }
    }
}

/// The rule of `mod` forbids letters after it, and that of `-` a `>`.
#[test]
fn a_rule_of_a_sign_may_look_at_what_comes_after_the_sign() {
    let named = "WHITESPACE = _{ \" \" }
        expression = { term ~ ((add | subtract) ~ term)* }
        term = { factor ~ ((multiply | divide | remainder) ~ factor)* }
        add = { \"+\" } subtract = { \"-\" ~ !\">\" }
        multiply = { \"*\" } divide = { \"/\" } remainder = @{ \"mod\" ~ !ASCII_ALPHA }
        factor = { number | slot | \"(\" ~ expression ~ \")\" }";
    let mixed = named
        .replace("multiply | divide", "\"*\" | \"/\"")
        .replace("multiply = { \"*\" } divide = { \"/\" }", "");
    for source in [named, &mixed] {
        let grammar = own(source);
        assert_eq!(grammar.lacks(), None);
        for (text, tree) in [
            ("7 mod 4", "(% 7 4)"),
            ("9 - 7 mod 4 * 2", "(- 9 (* (% 7 4) 2))"),
            ("9 - 2-1", "(- (- 9 2) 1)"),
        ] {
            assert_eq!(grammar.parse(text).unwrap().to_s_expression(), tree);
        }
        for text in ["7 modulo 4", "9->1"] {
            grammar.parse(text).unwrap_err();
        }
    }
}
