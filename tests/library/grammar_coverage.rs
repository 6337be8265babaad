//! How much of a grammar is used by texts.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::reports::{GrammarCoverage, GrammarCoverageCount};

const JSON: &str = include_str!("../grammars/plain/json.pest");

fn grammar(source: &str) -> Grammar {
    Grammar::User(Arc::new(UserGrammar::read("a.pest", source).unwrap()))
}

fn coverage(source: &str, texts: &[&str]) -> GrammarCoverage {
    let grammar = grammar(source);
    let mut count = GrammarCoverageCount::new(&grammar);
    for text in texts {
        count.add(text, || (*text).to_owned());
    }
    count.report()
}

/// The texts of the parts with these counts.
fn counts(coverage: &GrammarCoverage) -> Vec<(&str, u64)> {
    coverage.parts.iter().map(|it| (&*it.part.text, it.count)).collect()
}

#[test]
fn coverage_counts_alternatives_as_written_although_pest_merges_common_prefixes() {
    let source = r#"
        sum = { number ~ "+" ~ sum | number ~ "-" ~ sum | number }
        number = @{ ("1" ~ "2" | "1" ~ "3" | "1")+ }
    "#;
    let coverage = coverage(source, &["12-13+1", "1"]);
    let expected = [
        (r#"number ~ "+" ~ sum | number ~ "-" ~ sum | number"#, 4),
        (r#"number ~ "+" ~ sum"#, 1),
        (r#"number ~ "-" ~ sum"#, 1),
        ("number", 2),
        (r#"("1" ~ "2" | "1" ~ "3" | "1")+"#, 4),
        (r#""1" ~ "2""#, 1),
        (r#""1" ~ "3""#, 1),
        (r#""1""#, 2),
    ];
    assert_eq!(counts(&coverage), expected);
    assert_eq!((coverage.read, coverage.untold, coverage.refused), (2, 0, 0));
}

#[test]
fn coverage_ignores_backtracked_parts_and_negative_lookaheads() {
    let source = r#"a = { (b ~ "x")? ~ !("y" | "z") ~ &(b | "c") ~ ("b" | "c") } b = { "b" }"#;
    let coverage = coverage(source, &["b", "c"]);
    let unused: Vec<&str> = coverage.unused().map(|it| &*it.part.text).collect();
    assert_eq!(unused, [r#"b ~ "x""#]);
    let example = coverage.unused().next().and_then(|it| it.example.as_deref());
    assert!(example.is_some_and(|text| text.starts_with("bx")), "{example:?}");
}

#[test]
fn coverage_gives_every_part_of_a_grammar_a_place_and_a_text_that_uses_it() {
    let none = coverage(JSON, &[]);
    for unused in none.unused() {
        let text = &JSON[unused.place.clone()];
        let line = JSON.lines().nth(unused.line - 1).unwrap();
        assert!(line.chars().skip(unused.column - 1).collect::<String>().starts_with(text));
        let example = unused.example.as_deref().unwrap();
        let with = coverage(JSON, &[example]);
        let it = with.parts.iter().find(|it| it.place == unused.place && it.part == unused.part);
        assert!(it.unwrap().count > 0, "{example:?} uses {text}");
    }
    let examples: Vec<&str> = none.parts.iter().filter_map(|it| it.example.as_deref()).collect();
    assert_eq!(coverage(JSON, &examples).unused().count(), 0);
}

#[test]
fn coverage_reports_rejected_texts_but_does_not_count_them() {
    let coverage = coverage(r#"a = { "a"+ }"#, &["aa", "ab", "b"]);
    assert_eq!((coverage.read, coverage.refused, coverage.parts[0].count), (1, 2, 1));
    let origins: Vec<&str> = coverage.first_refused.iter().map(|it| &*it.origin).collect();
    assert_eq!(origins, ["ab", "b"]);
    assert_eq!(coverage.first_refused[0].why, Ok(1));
    assert!(coverage.first_refused[1].why.is_err());
}

#[test]
fn coverage_has_no_example_for_an_unreachable_rule() {
    let coverage = coverage(r#"a = { "a" } b = { "b" | "c" }"#, &["a"]);
    let unused: Vec<_> = coverage.unused().map(|it| (it.is_reachable, &it.example)).collect();
    assert_eq!(unused, [(false, &None); 3]);
}

#[test]
fn coverage_does_not_count_a_rule_in_a_negative_lookahead_as_unused() {
    let source = r#"name = { !keyword ~ ("a" | "b") } keyword = { "if" | "do" }"#;
    let coverage = coverage(source, &["a"]);
    let unused: Vec<_> = coverage.unused().map(|it| &*it.part.text).collect();
    assert_eq!(unused, [r#""b""#]);
}

/// Without the rewriting of pest, the repetition would match all items, and the last one none.
#[test]
fn coverage_counts_a_list_whose_commas_are_optional() {
    let source = r#"line = { "!" ~ list ~ EOI } list = { (item ~ ","?)* ~ item }
        item = { "x" | "y" ~ "z" } WHITESPACE = _{ " " }"#;
    let coverage = coverage(source, &["!x", "!x yz,x", "! yz x,"]);
    assert_eq!((coverage.read, coverage.untold, coverage.refused), (2, 0, 1));
    let expected = [
        (r#""!" ~ list ~ EOI"#, 2),
        (r#"(item ~ ","?)* ~ item"#, 2),
        (r#"item ~ ","?"#, 2),
        (r#"",""#, 1),
        (r#""x" | "y" ~ "z""#, 4),
        (r#""x""#, 3),
        (r#""y" ~ "z""#, 1),
        (r#"" ""#, 1),
    ];
    assert_eq!(counts(&coverage), expected);
}

#[test]
fn coverage_counts_a_list_that_pest_rewrites() {
    // pest turns it into `a ~ ("," ~ a)*`, which reads other texts.
    let source = r#"list = { (item ~ ",")* ~ item } item = { "x" | "y" }"#;
    let coverage = coverage(source, &["x,y,x", "y"]);
    assert_eq!((coverage.read, coverage.untold), (2, 0));
    let expected = [
        (r#"(item ~ ",")* ~ item"#, 2),
        (r#"item ~ ",""#, 2),
        (r#""x" | "y""#, 4),
        (r#""x""#, 2),
        (r#""y""#, 2),
    ];
    assert_eq!(counts(&coverage), expected);
}
