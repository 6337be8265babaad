//! Grammars that are read at run time and have no values: what pest accepts, and no
//! more.

use bracket24::grammars::MAX_TEXT;
use bracket24::{Grammar, SyntaxErrorKind};

use crate::user_grammars::own;

/// A grammar as students write them, which pest accepts as it stands.
fn plain(source: &str) -> Grammar {
    let own = own(source);
    assert!(own.lacks().is_some());
    own
}

#[test]
fn any_other_grammar_that_pest_accepts_reads_texts_without_values() {
    let json = plain(include_str!("../grammars/plain/json.pest"));
    assert_eq!(json.rules().name(json.start()), "json");
    assert_eq!(json.recognize("{\"a\": [1, 2.5e3, true]}"), Ok(23));
    let error = json.recognize("{\"a\": [1, }").unwrap_err();
    assert_eq!(error.span, 10..11);
    let error = json.parse("[]").unwrap_err();
    assert!(matches!(error.kind, SyntaxErrorKind::NoExpressions(_)), "{error}");
    assert_eq!(
        error.advice(),
        "it has no rules `expression`, `add`, `subtract`, `multiply` and `divide`"
    );
}

#[test]
fn a_grammar_begins_with_a_line_that_no_rule_leads_to_and_else_with_its_first_rule() {
    let first = r#"a = { "a" } b = { "b" }"#;
    for (source, text) in [
        (first.to_owned(), "a"),
        (first.to_owned() + "line = { b }", "b"),
        (first.to_owned() + "line = { b ~ line? }", "b"),
        (r#"file = { "f" ~ (line ~ NEWLINE)* ~ EOI } line = { "b" }"#.to_owned(), "f"),
    ] {
        assert_eq!(plain(&source).recognize(text), Ok(1), "{source}");
    }
    let other = plain(first).starting_at("b").unwrap();
    assert_eq!(other.recognize("b"), Ok(1));
    assert!(other.recognize("a").is_err());
    assert!(plain(first).starting_at("c").is_none());
    assert_ne!(other, plain(first));
}

#[test]
fn a_plain_grammar_counts_no_brackets_and_no_operators() {
    let nested = plain(r#"list = { "(" ~ list* ~ ")" }"#);
    let text = "(".repeat(5_000) + &")".repeat(5_000);
    assert_eq!(nested.recognize(&text), Ok(text.len()));
    let long = plain(r#"sum = { "1" ~ ("+" ~ "1")* }"#);
    let text = "1".to_owned() + &"+1".repeat(100_000);
    assert_eq!(long.recognize(&text), Ok(text.len()));
    let error = long.recognize(&"1".repeat(MAX_TEXT + 1)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooLong(MAX_TEXT));
    let error = nested.recognize(&"(".repeat(100_000)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the text is nested too deeply at byte 19999: given up with 20000 rules open at once"
    );
}

#[test]
fn an_arithmetic_grammar_that_begins_elsewhere_is_plain() {
    for grammar in Grammar::BASIC {
        let operand = grammar.starting_at("operand").unwrap();
        assert_eq!(operand.to_string(), grammar.to_string());
        assert_eq!(operand.recognize("(8-4)-2"), Ok(5));
        assert!(operand.parse("8").is_err());
        assert_eq!(grammar.starting_at("line").as_ref(), Some(grammar));
    }
}
