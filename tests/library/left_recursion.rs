//! Left recursion: which rules are told of, and the repetition that is advised where
//! one can be had.

use bracket24::tracer::{Findings, PestGrammar};

/// The rules that are left-recursive, each with what to write, if that is known.
fn advised(source: &str) -> Vec<(String, Option<String>)> {
    let errors = match PestGrammar::read(source) {
        Ok(_) => Findings::of(source, source.split(' ').next().unwrap()).unwrap().errors,
        Err(errors) => errors,
    };
    let is_it = |message: &str| message.contains("is left-recursive");
    let found = errors.into_iter().filter(|it| is_it(&it.message)).map(|it| {
        let rule = it.message.split('`').nth(1).unwrap().to_owned();
        let advice = it.advice.strip_prefix("say it with a repetition: ");
        (rule, advice.map(|it| it.trim_matches('`').to_owned()))
    });
    found.collect()
}

fn assert_advised(source: &str, advice: Option<&str>) {
    let found = advised(source);
    let [(_, found)] = &found[..] else { panic!("{source}: {found:?}") };
    assert_eq!(found.as_deref(), advice, "{source}");
}

#[test]
fn every_cycle_of_rules_is_told_of() {
    let source = "a = { a ~ \"x\" | \"y\" }\nb = { b ~ \"x\" | \"z\" }";
    let expected = [
        ("a".to_owned(), Some("a = { \"y\" ~ \"x\"* }".to_owned())),
        ("b".to_owned(), Some("b = { \"z\" ~ \"x\"* }".to_owned())),
    ];
    assert_eq!(advised(source), expected);
}

#[test]
fn no_repetition_is_advised_that_pest_would_refuse_or_that_does_not_read_the_same() {
    for source in [
        "x = { x ~ \"\" | \"z\" }",
        "a = { (a ~ \"x\"){2,} | \"y\" }",
        "a = { a{2,} ~ \"x\" | \"y\" }",
        // The repetition of `f` would leave `e` nothing of its own.
        "e = { f ~ \"+\" ~ \"x\" | \"n\" }\nf = @{ e }",
    ] {
        assert_advised(source, None);
    }
}

#[test]
fn what_reads_nothing_is_tried_last() {
    let advice = "s = { (\"(\" ~ q | \"\") ~ \"x\"* }";
    assert_advised("s = { s{,1} | s ~ \"x\" | \"(\" ~ q }", Some(advice));
}

#[test]
fn what_may_be_missing_or_is_repeated_is_taken_apart() {
    let cases = [
        ("a = { (a ~ \"x\")? ~ \"y\" }", "a = { \"y\" ~ (\"x\" ~ \"y\")* }"),
        ("a = { (a ~ \"x\")* ~ \"y\" }", "a = { \"y\" ~ (\"x\" ~ (a ~ \"x\")* ~ \"y\")* }"),
        ("a = { (a ~ \"x\")+ | \"y\" }", "a = { \"y\" ~ (\"x\" ~ (a ~ \"x\")*)* }"),
        ("a = { a+ ~ \"x\" | \"y\" }", "a = { \"y\" ~ (a* ~ \"x\")* }"),
    ];
    for (source, advice) in cases {
        assert_advised(source, Some(advice));
    }
}

#[test]
fn a_rule_of_the_cycle_is_written_out_where_it_skips_the_same_blanks() {
    let cases = [
        ("a = { b | \"x\" }\nb = _{ a ~ \"1\" }", "a = { \"x\" ~ \"1\"* }"),
        ("a = @{ b | \"x\" }\nb = @{ a ~ \"1\" }", "a = @{ \"x\" ~ \"1\"* }"),
        ("a = @{ b | \"x\" }\nb = { a ~ \"1\" }", "a = @{ \"x\" ~ \"1\"* }"),
        // What is atomic in `b` would not be in `a`; the other way round it is.
        ("a = { b | \"x\" }\nb = @{ a ~ \"1\" }", "b = @{ \"x\" ~ \"1\" ~ \"1\"* }"),
        // `b` comes back to itself as well.
        (
            "a = { b ~ \"1\" | \"x\" }\nb = { b ~ \"y\" | a ~ \"z\" | \"w\" }",
            "b = { (\"x\" ~ \"z\" | \"w\") ~ (\"y\" | \"1\" ~ \"z\")* }",
        ),
    ];
    for (source, advice) in cases {
        assert_advised(source, Some(advice));
    }
}

#[test]
fn a_text_from_the_stack_is_taken_for_what_was_pushed() {
    let source = "e = { e ~ \"+\" ~ PEEK | PUSH(\"x\") }";
    assert_advised(source, Some("e = { PUSH(\"x\") ~ (\"+\" ~ PEEK)* }"));
}
