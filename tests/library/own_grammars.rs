//! Grammars that are read at run time.

use std::sync::Arc;

use bracket24::{Grammar, Hand, Named, OwnGrammar, Rational, SyntaxErrorKind, Template, evaluate};
use proptest::prelude::*;

use crate::tree::texts;

fn own(source: &str) -> Grammar {
    let read = OwnGrammar::read("own.pest", source);
    Grammar::Own(Arc::new(read.unwrap_or_else(|errors| panic!("{errors:?}"))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_grammar_read_from_its_own_text_reads_as_it_did(text in texts()) {
        for grammar in Grammar::ALL {
            for source in [grammar.source(), &grammar.whole_source()] {
                let own = own(source);
                match (grammar.parse(&text), own.parse(&text)) {
                    (Ok(expected), Ok(read)) => prop_assert_eq!(read, expected),
                    // What one of them is spared, the other may read.
                    (Err(_), Ok(_)) => prop_assert_eq!(grammar, &Grammar::RightSlow),
                    (Ok(_), Err(error)) => return Err(TestCaseError::fail(error.to_string())),
                    (Err(expected), Err(error)) => {
                        if *grammar != Grammar::RightSlow {
                            prop_assert_eq!(error, expected);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn an_operation_may_hold_its_sign_or_both_of_its_operands() {
    let classic = own(include_str!("../grammars/classic.pest"));
    let enclosing = own(r#"
        expression = _{ add | subtract | term }
        add = { term ~ "+" ~ expression }
        subtract = { term ~ "-" ~ expression }
        term = _{ multiply | divide | operand }
        multiply = { operand ~ "*" ~ term }
        divide = { operand ~ "/" ~ term }
    "#);
    for (text, grammar, same) in [
        ("(1 - 2) * 3 - 4 / 5 - 6", &classic, Grammar::Left),
        ("(1-2)*3-4/5-6", &enclosing, Grammar::Right),
    ] {
        assert_eq!(grammar.parse(text).unwrap(), same.parse(text).unwrap());
    }
}

#[test]
fn an_own_grammar_solves_as_any_other() {
    let classic = own(include_str!("../grammars/classic.pest"));
    let template = Template::parse("N/(N-N/N)", &classic).unwrap();
    assert_eq!(template.slots(), 4);
    let hand: Hand = "3 3 8 8".parse().unwrap();
    let set = bracket24::TemplateSet::named(bracket24::SetName::Canonical, 4, &classic);
    let report = bracket24::reports::SolveReport::new(
        hand,
        &set,
        &bracket24::Strings::new(&set),
        bracket24::reports::SolveOptions {
            target: Rational::from(24),
            distinct: bracket24::Distinct::Text,
            first: false,
            why: false,
        },
    );
    let texts: Vec<&str> = report.solutions.iter().map(|it| &*it.solution.text).collect();
    assert_eq!(texts, ["8/(3-8/3)"]);
}

#[test]
fn what_an_own_grammar_marks_must_be_an_expression() {
    let cases = [
        (include_str!("../grammars/wrong/signs_alone.pest"), "8-4", "`subtract` must close right"),
        (include_str!("../grammars/wrong/for_ever.pest"), "8-4", "given up after"),
        (
            "expression = { number ~ (number | \"+\" ~ add | \"-\" ~ subtract | multiply | divide)* }
             number = { ASCII_DIGIT } add = { number } subtract = { number }
             multiply = { \"*\" ~ number } divide = { \"/\" ~ number }",
            "12",
            "2 operands are left",
        ),
        (
            "expression = { number ~ (\"+\" ~ add | \"-\" ~ subtract | multiply | divide)* }
             number = { ASCII_DIGIT ~ (\".\" ~ ASCII_DIGIT)? } add = { number }
             subtract = { number } multiply = { \"*\" ~ number } divide = { \"/\" ~ number }",
            "1.5",
            "must read digits",
        ),
        (
            "expression = { number ~ (\"plus\" ~ add | \"-\" ~ subtract | multiply | divide)* }
             number = { ASCII_DIGIT } add = { number }
             subtract = { number } multiply = { \"*\" ~ number } divide = { \"/\" ~ number }",
            "1plus5",
            "`add` has no `+`",
        ),
    ];
    for (source, text, why) in cases {
        let error = own(source).parse(text).unwrap_err();
        assert!(
            matches!(error.kind, SyntaxErrorKind::NoTree(_) | SyntaxErrorKind::GivenUp(_)),
            "{error}"
        );
        assert!(error.advice().contains(why), "{error}");
    }
}

#[test]
fn a_grammar_says_in_its_first_sentence_what_it_is() {
    let classic = own(include_str!("../grammars/classic.pest"));
    assert_eq!(classic.name(), "own.pest");
    assert_eq!(classic.summary(), "The classic way");
    assert_eq!(evaluate(&classic.parse("8-4-2").unwrap()), Ok(Rational::from(2)));
}
