//! Texts that people write but no grammar reads: each slip is named, and the mended text has the
//! intended value.

use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Diagnosis, Reading};
use bracket24::{Grammar, Hand, Rational, evaluate};
use serde::Deserialize;

fn value(text: &str) -> Rational {
    evaluate(&Grammar::Left.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).unwrap()
}

/// The file of texts that people type.
#[derive(Deserialize)]
struct Typed {
    slip: Vec<Case>,
    unnamed: Vec<Case>,
}

/// A text, the diagnosis, the advice, and the mended text.
#[derive(Deserialize)]
struct Case {
    typed: String,
    #[serde(default)]
    says: String,
    #[serde(default)]
    advice: String,
    mended: Option<String>,
}

fn typed() -> Typed {
    toml::from_str(include_str!("../cases/slips.toml")).unwrap()
}

#[test]
fn the_diagnosis_names_a_slip_and_says_what_to_write() {
    for Case { typed, says, advice, mended } in typed().slip {
        let diagnosis = Diagnosis::of_expression(&typed, &Grammar::Left).unwrap();
        let slip = diagnosis.slip.unwrap_or_else(|| panic!("{typed} has no slip"));
        assert_eq!((&*slip.message, &*slip.advice), (&*says, &*advice), "{typed}");
        assert_eq!(diagnosis.fix.map(|fix| fix.text), mended, "{typed}");
    }
}

#[test]
fn the_diagnosis_fixes_a_text_only_if_its_meaning_is_clear() {
    for Case { typed, mended, .. } in typed().unnamed {
        let diagnosis = Diagnosis::of_expression(&typed, &Grammar::Left).unwrap();
        assert_eq!(diagnosis.slip, None, "{typed}");
        assert_eq!(diagnosis.fix.map(|fix| fix.text), mended, "{typed}");
    }
}

#[test]
fn applying_a_fix_gives_its_text() {
    let Typed { slip, unnamed } = typed();
    for text in slip.into_iter().chain(unnamed).map(|it| it.typed) {
        let diagnosis = Diagnosis::of_expression(&text, &Grammar::Left).unwrap();
        let Some(fix) = diagnosis.fix else { continue };
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

/// Returns the diagnosis of a text with one slip.
fn fixed(text: &str) -> String {
    let diagnosis = Diagnosis::of_expression(text, &Grammar::Left);
    let fix = diagnosis.unwrap_or_else(|| panic!("{text} can be read")).fix;
    fix.unwrap_or_else(|| panic!("{text} has no fix")).text
}

#[test]
fn the_diagnosis_fixes_a_text_with_one_slip_to_its_ordinary_value() {
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
#[ignore = "`.ci/long` runs it"]
fn no_faulty_text_makes_a_diagnosis_panic_or_suggest_an_unreadable_text() {
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
fn the_diagnosis_of_a_hand_names_what_does_not_belong_in_it() {
    for (text, message, fixed) in [
        ("AS KH QD JC", "suits do not count", Some("A K Q J")),
        ("♠A ♥K", "suits do not count", Some("A K")),
        ("10♥ 9♣ 3♦ S2", "suits do not count", Some("10 9 3 2")),
        ("3 3 8 8 = 24", "a hand has no `=`", None),
        ("3 3 8 8 = -1/2", "a hand has no `=`", None),
        ("3 3 8 8: 8/(3-8/3)", "a hand has no `:`", None),
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
fn the_advice_for_a_hand_with_a_target_gives_a_target_that_parses() {
    for (text, value) in [
        ("3 3 8 8 = 25", "25"),
        ("3 3 8 8 == 25", "25"),
        ("3 3 8 8 = 25?", "25"),
        ("3 3 8 8 = -1/2.", "-1/2"),
        ("3 3 8 8 =", "24"),
        ("3 3 8 8 = ?", "24"),
        ("3 3 8 8 = x", "24"),
        ("3 3 8 8 = 1.5", "24"),
    ] {
        let advice = Diagnosis::of_hand(text).unwrap().slip.unwrap().advice;
        assert_eq!(advice, format!("set the target with `--target {value}`"), "{text}");
        assert!(value.parse::<Rational>().is_ok());
    }
    let slip = Diagnosis::of_hand("3 3 8 8: 8/(3-8/3)'").unwrap().slip.unwrap();
    assert_eq!(slip.advice, "check an answer with `bracket24 check '3 3 8 8: 8/(3-8/3)'`");
}

#[test]
fn the_chosen_grammar_accepts_the_corrected_text() {
    let diagnosis = Diagnosis::of_expression("2^3*[1+2]", &Grammar::Extended).unwrap();
    assert_eq!(diagnosis.fix.unwrap().text, "2^3*(1+2)");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_diagnosis_offers_no_fix_that_the_grammar_would_parse_too_slowly() {
    let curly = "{".repeat(12) + "1" + &"}".repeat(12);
    let fix = |grammar: &Grammar| Diagnosis::of_expression(&curly, grammar).unwrap().fix;
    assert!(fix(&Grammar::Right).is_some());
    assert_eq!(fix(&Grammar::RightSlow), None);
    // With fewer brackets it can be read.
    let few = Diagnosis::of_expression("{{1}}", &Grammar::RightSlow).unwrap();
    assert_eq!(few.fix.unwrap().text, "((1))");
}

#[test]
fn a_bracket_that_is_closed_again_is_not_marked_as_open() {
    let source = "sum = { SOI ~ term ~ (\"+\" ~ term)* ~ EOI } term = { group ~ call | group | call | \"x\" }
        group = { \"(\" ~ sum_in ~ \")\" } sum_in = _{ term ~ (\"+\" ~ term)* } call = { \"f\" ~ group }";
    let grammar = Grammar::from(UserGrammar::read("calls.pest", source).unwrap());
    for (text, open) in
        [("(x+x", Some(0)), ("(x)f(x", Some(4)), ("(x)+x+f(x", Some(7)), ("(x)f", None)]
    {
        let reading = Reading::new(text, &grammar);
        assert_eq!(reading.failed().unwrap().diagnosis().open_bracket, open, "{text}");
    }
    let source = "sum = { SOI ~ term ~ (\"+\" ~ term)* ~ EOI } term = { \"(\" ~ term ~ \")\" ~ call? | call | \"x\" }
        call = { \"f(\" ~ term ~ \")\" }";
    let grammar = Grammar::from(UserGrammar::read("calls.pest", source).unwrap());
    let reading = Reading::new("(x)f(x", &grammar);
    assert_eq!(reading.failed().unwrap().diagnosis().open_bracket, None);
}

#[test]
fn the_diagnosis_forbids_no_operator_that_the_grammar_has() {
    let source = r#"expression = _{ product ~ ("+" ~ add | "-" ~ subtract)* }
        add = { product }
        subtract = { product }
        product = _{ signed ~ ("*" ~ multiply | "/" ~ divide)* }
        multiply = { signed }
        divide = { signed }
        signed = _{ "-" ~ negate | powered }
        negate = { powered }
        powered = _{ operand ~ ("^" ~ power)? }
        power = { powered }"#;
    let grammar = UserGrammar::read("own.pest", source).unwrap();
    let grammar = Grammar::User(std::sync::Arc::new(grammar));
    for text in ["--5", "3---5", "2**3"] {
        let diagnosis = Diagnosis::of_expression(text, &grammar).unwrap();
        assert_eq!(diagnosis.slip, None, "{text}");
        let diagnosis = Diagnosis::of_expression(text, &Grammar::Left).unwrap();
        assert!(diagnosis.slip.unwrap().message.ends_with("not allowed"), "{text}");
    }
}

#[test]
fn the_letters_of_a_function_are_no_card_and_a_sign_of_the_grammar_is_no_slip() {
    let source = r#"//! roles: root=square_root
        expression = _{ product ~ ("+" ~ add | "-" ~ subtract)* }
        add = { product }
        subtract = { product }
        product = _{ operand ~ ("*" ~ multiply | "/" ~ divide | "mod" ~ !ASCII_DIGIT ~ remainder)* }
        multiply = { operand }
        divide = { operand }
        remainder = { operand }
        square_root = { "sqrt" ~ "(" ~ expression ~ ")" }
        operand = _{ square_root | number | "(" ~ expression ~ ")" }
        WHITESPACE = _{ " " }"#;
    let grammar = Grammar::from(UserGrammar::read("own.pest", source).unwrap());
    for (text, message) in [("sqrt 16", "unexpected `1`"), ("7 mod4", "unexpected `4`")] {
        let diagnosis = Diagnosis::of_expression(text, &grammar).unwrap();
        assert_eq!((diagnosis.slip, &*diagnosis.error.message()), (None, message), "{text}");
    }
}
