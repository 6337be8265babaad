//! The shortest text with several trees.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::exercises::Exercise;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{Ambiguity, Forest};

use crate::user_grammars::own;

fn found(source: &str) -> Option<String> {
    let forest = Ambiguity::new(&own(source)).found?;
    Some(forest.trees[0].text.clone())
}

#[test]
fn the_ambiguity_search_finds_the_dangling_else() {
    let source = include_str!("../grammars/plain/dangling_else.pest");
    assert_eq!(found(source).as_deref(), Some("if c then if c then x else x"));
    let source = r#"
        program = { SOI ~ s ~ EOI }
        s = { "if" ~ "b" ~ "then" ~ s ~ "else" ~ s | "if" ~ "b" ~ "then" ~ s | "s" }
        WHITESPACE = _{ " " }
    "#;
    assert_eq!(found(source).as_deref(), Some("if b then if b then s else s"));
}

#[test]
fn the_ambiguity_search_finds_overlaps_in_and_between_tokens() {
    let keyword = r#"s = { SOI ~ (stop | name) ~ EOI } stop = { "stop" } name = @{ 'a'..'z'+ }"#;
    assert_eq!(found(keyword).as_deref(), Some("stop"));
    let classes = "s = { SOI ~ (a | b) ~ EOI } a = { 'a'..'f' } b = { 'e'..'z' }";
    assert!(matches!(found(classes).as_deref(), Some("e" | "f")));
    let halves =
        r#"s = { SOI ~ a ~ b ~ EOI } a = { "xx" | "x" } b = { "x" | "xx" } WHITESPACE = _{ " " }"#;
    assert_eq!(found(halves).as_deref(), Some("xxx"));
}

#[test]
fn the_ambiguity_search_looks_at_each_text_that_is_the_same_without_blanks() {
    let words = r#"else_ = @{ "else" ~ !ASCII_ALPHA } if_ = @{ "if" ~ !ASCII_ALPHA }
        elseif = @{ "elseif" ~ !ASCII_ALPHA } WHITESPACE = _{ " " }"#;
    for ways in ["else_ ~ if_ | elseif | other", "elseif | other | else_ ~ if_", "elseif | other"] {
        let source = format!("f = {{ SOI ~ ({ways}) ~ EOI }} other = {{ else_ ~ if_ }} {words}");
        let ambiguity = Ambiguity::new(&own(&source));
        let text = ambiguity.found.map(|it| it.trees[0].text.clone());
        let expected = ways.contains("else_").then_some("else if");
        assert_eq!((text.as_deref(), ambiguity.is_whole), (expected, expected.is_none()), "{ways}");
    }
    for clause in ["else_ ~ if_ | elseif", "elseif | else_ ~ if_"] {
        let source = format!(
            r#"program = {{ SOI ~ if_ ~ block ~ clause? ~ (else_ ~ (if_ ~ block | block))? ~ EOI }}
            clause = {{ ({clause}) ~ block }} block = {{ "{{" ~ "}}" }} {words}"#
        );
        assert_eq!(found(&source).as_deref(), Some("if{}else if{}"), "{clause}");
    }
}

#[test]
fn the_ambiguity_search_tries_the_texts_that_several_tokens_match() {
    let numbers = "int = @{ ASCII_DIGIT+ } word = @{ ASCII_ALPHANUMERIC+ }";
    let colours = "int = @{ ASCII_HEX_DIGIT{3} } word = @{ ASCII_ALPHA+ }";
    for (tokens, expected) in [(numbers, 1), (colours, 3)] {
        let source = format!("f = {{ SOI ~ v+ ~ EOI }} v = {{ int | word }} {tokens}");
        assert_eq!(found(&source).map(|it| it.len()), Some(expected), "{source}");
    }
    let keyword = r#"f = { SOI ~ s ~ EOI } s = { "let" ~ n | n } n = @{ ASCII_ALPHA+ }"#;
    assert_eq!(found(keyword).map(|it| it.starts_with("let")), Some(true));
    // The shortest literals come first.
    let units = r#"f = { SOI ~ v ~ u? ~ n ~ EOI } v = { "add" | "bake" | "boil" | "mix" | "stir" }
        u = { "g" | "kg" } n = @{ ASCII_ALPHA+ } WHITESPACE = _{ " " }"#;
    assert_eq!(found(units).as_deref(), Some("addga"));
    // The search does not try all texts of a token.
    for (token, is_whole) in [("ASCII_DIGIT+", false), ("\"x\" ~ !ASCII_ALPHA", true)] {
        let source = format!("f = {{ SOI ~ t ~ EOI }} t = @{{ {token} }}");
        assert_eq!(Ambiguity::new(&own(&source)).is_whole, is_whole, "{source}");
    }
    let of_classes =
        r#"f = { SOI ~ (x | y) ~ EOI } x = { ASCII_ALPHA ~ ASCII_DIGIT } y = { "T1" }"#;
    assert!(!Ambiguity::new(&own(of_classes)).is_whole);
    let in_either_case = r#"f = { SOI ~ (x | y) ~ EOI } x = { ^"ab" } y = { "aB" }"#;
    assert_eq!(found(in_either_case).as_deref(), Some("aB"));
}

#[test]
fn the_ambiguity_search_finds_an_optional_part_that_may_match_nothing() {
    let call =
        "call = { SOI ~ \"f(\" ~ args? ~ \")\" ~ EOI } args = { (\"x\" ~ (\",\" ~ \"x\")*)? }";
    assert_eq!(found(call).as_deref(), Some("f()"));
    assert_eq!(found("s = { e{1,3} ~ EOI } e = { \"x\"? }").as_deref(), Some(""));
}

#[test]
fn the_ambiguity_search_looks_at_the_whole_text_though_pest_reads_only_its_beginning() {
    assert_eq!(found(r#"s = { t ~ t } t = { "a" | "aa" }"#).as_deref(), Some("aaa"));
}

#[test]
fn the_ambiguity_search_reports_how_far_it_looked() {
    let finite = Ambiguity::new(&own(r#"s = { SOI ~ ("a" | "b") ~ "c"? ~ EOI }"#));
    assert!(finite.found.is_none() && finite.is_whole);
    assert_eq!((finite.texts, finite.length), (4, 2));
    // The search ends among the texts of eleven characters.
    let cut = Ambiguity::new(&own(r#"s = { SOI ~ ("a" | "b" | "c")* ~ EOI }"#));
    assert_eq!((cut.texts, cut.length), ((0..=10).map(|it| 3_usize.pow(it)).sum(), 10));
    let stack = Ambiguity::new(&own(r#"s = { PUSH("a") ~ POP }"#));
    assert!(stack.refused.is_some() && stack.found.is_none());
    let endless = Ambiguity::new(&own(r#"s = { SOI ~ "a"+ ~ EOI }"#));
    assert!(endless.found.is_none() && !endless.is_whole && endless.length > 100);
}

#[test]
fn the_ambiguity_search_counts_no_text_whose_trees_it_cannot_find() {
    // Every chart of a text tries the rule with the stack, which no short text reaches.
    let twice = r#"doc = { SOI ~ (fence | para)* ~ EOI } para = { ("a" | !"b" ~ "a") ~ ";" }"#;
    for (rule, error) in [
        (r#"fence = { PUSH("-----") ~ "a" ~ POP }"#, r#"`PUSH("-----")` uses the stack"#),
        (r#"fence = { token ~ "-----" } token = @{ POP ~ "" | "-----" }"#, "`token` is atomic"),
    ] {
        let result = Ambiguity::new(&own(&format!("{twice} {rule}")));
        let refused = result.refused.map(|it| it.to_string()).unwrap_or_default();
        assert!(refused.starts_with(error), "{refused}");
        assert!(result.found.is_none() && !result.is_whole);
        assert_eq!((result.texts, result.length), (1, 0), "{rule}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_search_finds_the_dangling_else_of_a_language_with_blocks() {
    let start = Exercise::built_in("dangling").unwrap().start;
    let found = Ambiguity::new(&own(&start)).found.expect("the task of the exercise says so");
    assert_eq!(found.trees[0].text, "if(a)if(a){}else a;");
}

/// All texts over the letters up to a given length, the shortest first.
fn texts(letters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for index in from..to {
            all.extend(
                letters.chars().map(|letter| format!("{}{letter}", all[index])).collect::<Vec<_>>(),
            );
        }
        from = to;
    }
    all
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_reported_ambiguous_text_is_the_shortest() {
    let mut rng = fastrand::Rng::with_seed(28);
    let texts = texts("xy", 6);
    let (mut ambiguous, mut others) = (0, 0);
    for _ in 0..100 {
        let mut part = || {
            let usual = ["\"x\"", "\"y\"", "\"x\"", "\"y\"", "a", "b", "b", "\"xy\""];
            let sign = ["", "", "", "?", "*", "+"];
            format!("{}{}", rng.choice(usual).unwrap(), rng.choice(sign).unwrap())
        };
        let mut body = || format!("{} ~ {} | {} | {}", part(), part(), part(), part());
        let source = format!("s = {{ SOI ~ a ~ EOI }} a = {{ {} }} b = {{ {} }}", body(), body());
        let Ok(read) = UserGrammar::with_left_recursion("own.pest", &source) else { continue };
        let grammar = Grammar::User(Arc::new(read));
        let ambiguity = Ambiguity::new(&grammar);
        let several = |text: &&String| {
            Forest::new(text, &grammar, 10).is_ok_and(|it| it.trees.len() > 1 || it.is_endless)
        };
        let first = texts.iter().find(several).map(String::len);
        if let Some(forest) = &ambiguity.found {
            let length = forest.trees[0].text.len();
            assert_eq!(first.unwrap_or(length), length, "{source}");
            ambiguous += 1;
        } else {
            assert!(first.is_none_or(|first| first > ambiguity.length), "{source}");
            others += 1;
        }
    }
    assert!(ambiguous > 10 && others > 3, "{ambiguous} and {others}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_ambiguity_search_finds_the_dangling_else_among_many_rules() {
    let grammar = own(r#"program = { SOI ~ stmt* ~ EOI }
        stmt = { let_stmt | while_stmt | if_stmt | assign | block }
        let_stmt = { "let" ~ ident ~ "=" ~ expr ~ ";" }
        while_stmt = { "while" ~ "(" ~ expr ~ ")" ~ stmt }
        if_stmt = { "if" ~ "(" ~ expr ~ ")" ~ stmt ~ ("else" ~ stmt)? }
        assign = { ident ~ "=" ~ expr ~ ";" }
        block = { "{" ~ stmt* ~ "}" }
        expr = { term ~ (("<" | ">" | "==") ~ term)* }
        term = { call | ident | num | "(" ~ expr ~ ")" }
        call = { ident ~ "(" ~ (expr ~ ("," ~ expr)*)? ~ ")" }
        ident = @{ !("let" | "while" | "if" | "else") ~ ASCII_ALPHA+ }
        num = @{ ASCII_DIGIT+ }
        WHITESPACE = _{ " " }"#);
    let ambiguity = Ambiguity::new(&grammar);
    let found = ambiguity.found.unwrap();
    assert_eq!(found.trees[0].text, "if(a)if(a){}else{}");
    assert!(ambiguity.length < 18, "a shorter one might be there: {}", ambiguity.length);
}
