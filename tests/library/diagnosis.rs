//! What people write that no grammar reads: each slip has its name, and a mended
//! text has the value that was meant.

use bracket24::lessons::Diagnosis;
use bracket24::{Grammar, Hand, Rational, evaluate};

fn value(text: &str) -> Rational {
    evaluate(&Grammar::Left.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).unwrap()
}

/// What is typed, the name of the slip, what to write, and the text mended.
const SLIPS: &[(&str, &str, &str, Option<&str>)] = &[
    ("4!", "there is no factorial", "write `4*3*2*1`", Some("4*3*2*1")),
    ("24/3!", "there is no factorial", "write `(3*2*1)`", Some("24/(3*2*1)")),
    ("0!+24", "there is no factorial", "write `1`", Some("1+24")),
    (
        "24!",
        "there is no factorial",
        "write the product, such as `4*3*2*1`; the grammar `extended` has factorials",
        None,
    ),
    ("2^3*3", "there are no powers", "write `(2*2*2)`", Some("(2*2*2)*3")),
    ("2**3", "there are no powers", "write `2*2*2`", Some("2*2*2")),
    ("(1+2)²", "there are no powers", "write `(1+2)*(1+2)`", Some("(1+2)*(1+2)")),
    ("24/2^2", "there are no powers", "write `(2*2)`", Some("24/(2*2)")),
    (
        "2^3^2",
        "there are no powers",
        "write a product, such as `2*2*2`; the grammar `extended` has powers",
        None,
    ),
    ("50%*48", "there is no percent sign", "write `(50/100)`", Some("(50/100)*48")),
    ("16/1.5", "there are no decimals", "write `(3/2)`", Some("16/(3/2)")),
    ("1.5*16", "there are no decimals", "write `(3/2)`", Some("(3/2)*16")),
    ("1.5", "there are no decimals", "write `3/2`", Some("3/2")),
    ("8,0+1", "there are no decimals", "write `8`", Some("8+1")),
    (".25", "there are no decimals", "write `1/4`", Some("1/4")),
    (
        "1,000+1",
        "there are no decimals",
        "write whole numbers without a comma, and fractions as `3/2`",
        None,
    ),
    ("[8/3]", "there are only round brackets", "write `(` and `)`", Some("(8/3)")),
    ("{2*[3+1]}*3", "there are only round brackets", "write `(` and `)`", Some("(2*(3+1))*3")),
    ("8/(3-8/3)=24", "an expression has no `=`", "leave out `=24`", Some("8/(3-8/3)")),
    ("24 = 8*3", "an expression has no `=`", "leave out `24 =`", Some("8*3")),
    ("2*12=8*3", "an expression has no `=`", "give one of the two sides", None),
    ("3*-8", "there are no negative numbers", "write `(0-8)`", Some("3*(0-8)")),
    ("8--3", "there are no negative numbers", "write `(0-3)`", Some("8-(0-3)")),
    ("8---3", "there are no negative numbers", "write `(0-(0-3))`", Some("8-(0-(0-3))")),
    ("--8", "there are no negative numbers", "write `0-(0-8)`", Some("0-(0-8)")),
    ("-+8*3", "there are no negative numbers", "write `0-8`", Some("0-8*3")),
    ("-3+27", "there are no negative numbers", "write `0-3`", Some("0-3+27")),
    ("2*(-3+27)", "there are no negative numbers", "write `0-3`", Some("2*(0-3+27)")),
    ("3*-1.5", "there are no negative numbers", "write `(0-(3/2))`", Some("3*(0-(3/2))")),
    ("3*-2^2", "there are no negative numbers", "write `(0-2)`", None),
    ("(-1)*(-1)", "there are no negative numbers", "write `0-1`", Some("(0-1)*(0-1)")),
    ("3*+8", "a number has no sign", "leave out the `+`", Some("3*8")),
    (
        "sqrt(16)*6",
        "there is no square root",
        "only +, -, * and / are known; the grammar `extended` has roots",
        None,
    ),
    (
        "√16",
        "there is no square root",
        "only +, -, * and / are known; the grammar `extended` has roots",
        None,
    ),
    ("tan(45)", "there are no functions", "only +, -, * and / are known", None),
    (
        "Joker+3",
        "there are no jokers",
        "a card is a whole number from 0 up, or A, T, J, Q or K",
        None,
    ),
    (
        "5 6",
        "two numbers with no operator between them",
        "put +, -, * or / before it; `solve` takes hands",
        None,
    ),
    (
        "AJ",
        "two numbers with no operator between them",
        "put +, -, * or / before it; `solve` takes hands",
        None,
    ),
    (
        "10J",
        "two numbers with no operator between them",
        "put +, -, * or / before it; `solve` takes hands",
        None,
    ),
    (
        "2K",
        "two numbers with no operator between them",
        "put +, -, * or / before it; `solve` takes hands",
        None,
    ),
    ("x+3", "there are no unknowns", "write a number, or A, T, J, Q or K", None),
    ("2x+1", "there are no unknowns", "write a number, or A, T, J, Q or K", None),
    ("½", "a fraction is written with a `/`", "write `1/2`", Some("1/2")),
    ("3½*8", "a fraction is written with a `/`", "write `(3+1/2)`", Some("(3+1/2)*8")),
    ("8-½²", "a fraction is written with a `/`", "write `(1/2)`", Some("8-((1/2)*(1/2))")),
    // Of a mixed number after a number nothing is known.
    (
        "2 3½",
        "two numbers with no operator between them",
        "put +, -, * or / before it; `solve` takes hands",
        None,
    ),
    ("2 ½", "a fraction is written with a `/`", "write `1/2`", None),
    ("1O+3", "a letter in a number", "write `10`", Some("10+3")),
    ("8/50%", "there is no percent sign", "write `(50/100)`", Some("8/(50/100)")),
    ("(1+1)%*3", "there is no percent sign", "write `((1+1)/100)`", Some("((1+1)/100)*3")),
    // A tenth of the hundred to some, and of one to others; and a remainder.
    ("100+10%", "there is no percent sign", "write `/100` for a percentage", None),
    ("7%4", "there is no percent sign", "write `/100` for a percentage", None),
];

#[test]
fn a_slip_has_a_name_and_says_what_to_write() {
    for (text, message, advice, fixed) in SLIPS {
        let diagnosis = Diagnosis::of_expression(text, &Grammar::Left).unwrap();
        let slip = diagnosis.slip.unwrap_or_else(|| panic!("{text} has no slip"));
        assert_eq!((&*slip.message, &*slip.advice), (*message, *advice), "{text}");
        assert_eq!(diagnosis.fix.map(|fix| fix.text).as_deref(), *fixed, "{text}");
    }
}

/// What is typed without a slip that has a name, and the text mended.
const UNNAMED: &[(&str, Option<&str>)] = &[
    ("(5-8-7*6", Some("(5-8-7*6)")),
    ("((1+2)*(3+4", Some("((1+2)*(3+4))")),
    ("2(3)", Some("2*(3)")),
    ("(2)(3)(4)", Some("(2)*(3)*(4)")),
    // Half of it, or all of it, may be the divisor.
    ("8/2(3)", None),
    ("8x3", Some("8*3")),
    ("8:2·3", Some("8/2*3")),
    ("２４−８", Some("24-8")),
    ("8+3)", Some("8+3")),
    ("\"8+3\"", Some("8+3")),
    // Nobody knows what was meant.
    ("5-*6", None),
    ("8+", None),
    ("()", None),
    ("", None),
];

#[test]
fn a_text_is_mended_only_where_it_is_known_what_was_meant() {
    for (text, fixed) in UNNAMED {
        let diagnosis = Diagnosis::of_expression(text, &Grammar::Left).unwrap();
        assert_eq!(diagnosis.slip, None, "{text}");
        assert_eq!(diagnosis.fix.map(|fix| fix.text).as_deref(), *fixed, "{text}");
    }
}

#[test]
fn what_a_fix_replaces_makes_its_text() {
    let all = SLIPS.iter().map(|it| it.0).chain(UNNAMED.iter().map(|it| it.0));
    for (text, fix) in all.filter_map(|text| {
        Diagnosis::of_expression(text, &Grammar::Left).unwrap().fix.map(|fix| (text, fix))
    }) {
        let made = [&text[..fix.span.start], &fix.replacement, &text[fix.span.end..]].concat();
        assert_eq!(made, fix.text);
    }
}

/// Every expression of three operands and two operators, brackets on either
/// pair or none.
fn expressions() -> impl Iterator<Item = [String; 5]> {
    const OPERATORS: [&str; 4] = ["+", "-", "*", "/"];
    let pairs = OPERATORS.iter().flat_map(|a| OPERATORS.iter().map(move |b| (*a, *b)));
    pairs.map(|(a, b)| ["6", a, "4", b, "3"].map(str::to_owned))
}

/// The tokens as a text, with brackets around the first pair, the last, or none.
fn texts(tokens: &[String; 5]) -> [String; 3] {
    let joined = |range: std::ops::Range<usize>| tokens[range].concat();
    [
        joined(0..5),
        format!("({}){}", joined(0..3), joined(3..5)),
        format!("{}({})", joined(0..2), joined(2..5)),
    ]
}

/// What the diagnoses make of a text with one slip.
fn fixed(text: &str) -> String {
    let diagnosis = Diagnosis::of_expression(text, &Grammar::Left);
    let fix = diagnosis.unwrap_or_else(|| panic!("{text} can be read")).fix;
    fix.unwrap_or_else(|| panic!("{text} has no fix")).text
}

#[test]
fn a_text_with_one_slip_is_mended_to_the_value_it_has_at_school() {
    for tokens in expressions() {
        for (right, text) in texts(&tokens).into_iter().enumerate() {
            // The same text with foreign signs and brackets.
            let foreign = text.replace('*', "×").replace('/', "÷").replace('-', "−");
            let square = text.replace('(', "[").replace(')', "]");
            for slipped in [foreign, square].into_iter().filter(|it| *it != text) {
                assert_eq!(value(&fixed(&slipped)), value(&text), "{slipped}");
            }
            // One operand with a sign, a decimal point, a power or a factorial.
            for operand in [0, 2, 4] {
                for (slip, meant) in [
                    ("-5", "(0-5)"),
                    ("2.5", "(5/2)"),
                    ("0,75", "(3/4)"),
                    ("3!", "(3*2*1)"),
                    ("2^3", "(2*2*2)"),
                    ("3²", "(3*3)"),
                    ("+5", "5"),
                ] {
                    let [slipped, meant] = [slip, meant].map(|it| {
                        let mut tokens = tokens.clone();
                        it.clone_into(&mut tokens[operand]);
                        texts(&tokens)[right].clone()
                    });
                    let expected = evaluate(&Grammar::Left.parse(&meant).unwrap());
                    let found = evaluate(&Grammar::Left.parse(&fixed(&slipped)).unwrap());
                    assert_eq!(
                        found.ok(),
                        expected.ok(),
                        "{slipped} mended to {}",
                        fixed(&slipped)
                    );
                }
            }
        }
    }
}

#[test]
fn no_text_of_slips_makes_a_diagnosis_panic_or_offer_what_cannot_be_read() {
    let parts =
        ["1", "K", "(", ")", "[", "-", "+", "*", "×", ".", ",", "!", "^", "²", "=", "é", " "];
    let pick = |index: usize| parts[index % parts.len()];
    for index in 0..parts.len().pow(4) {
        let n = parts.len();
        let text =
            [pick(index), pick(index / n), pick(index / n / n), pick(index / n / n / n)].concat();
        if let Some(fix) = Diagnosis::of_expression(&text, &Grammar::Left).and_then(|it| it.fix) {
            assert!(Grammar::Left.parse(&fix.text).is_ok(), "{text} mended to {}", fix.text);
        }
        let _ = Diagnosis::of_hand(&text);
    }
}

#[test]
fn a_hand_is_told_what_does_not_count() {
    for (text, message, fixed) in [
        ("AS KH QD JC", "suits do not count", Some("A K Q J")),
        ("♠A ♥K", "suits do not count", Some("A K")),
        ("10♥ 9♣ 3♦ S2", "suits do not count", Some("10 9 3 2")),
        ("Joker 3 8 8", "there are no jokers", None),
        ("3 3 8 8 = 24", "a hand has no `=`", None),
    ] {
        let diagnosis = Diagnosis::of_hand(text).unwrap();
        assert_eq!(diagnosis.slip.unwrap().message, message, "{text}");
        assert_eq!(diagnosis.fix.as_ref().map(|fix| &*fix.text), fixed, "{text}");
        if let Some(fixed) = fixed {
            assert!(fixed.parse::<Hand>().is_ok());
        }
    }
    for text in ["3 3 8 x", "", "3 3 8 8.5", "-3 4"] {
        assert_eq!(Diagnosis::of_hand(text).unwrap().slip, None, "{text}");
    }
}

#[test]
fn what_is_mended_is_read_by_the_grammar_that_was_asked() {
    let diagnosis = Diagnosis::of_expression("2^3*[1+2]", &Grammar::Extended).unwrap();
    assert_eq!(diagnosis.fix.unwrap().text, "2^3*(1+2)");
}

#[test]
fn a_text_that_would_take_the_grammar_too_long_is_no_mend() {
    let curly = "{".repeat(12) + "1" + &"}".repeat(12);
    let fix = |grammar: &Grammar| Diagnosis::of_expression(&curly, grammar).unwrap().fix;
    assert!(fix(&Grammar::Right).is_some());
    assert_eq!(fix(&Grammar::RightSlow), None);
    // With fewer brackets it can be read.
    let few = Diagnosis::of_expression("{{1}}", &Grammar::RightSlow).unwrap();
    assert_eq!(few.fix.unwrap().text, "((1))");
}
