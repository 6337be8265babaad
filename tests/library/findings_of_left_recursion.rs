//! Errors about left recursion, and the rules with repetitions that take its place.

use bracket24::tracer::{Findings, PestGrammar, RuleId, TraceError};

use crate::findings::{errors, is_read, mended};

#[test]
fn a_left_recursion_error_suggests_an_equivalent_rule_with_a_repetition() {
    let cases = [
        // One alternative that recurses, and one that does not.
        (
            "term = { term ~ \"*\" ~ factor | factor }\nfactor = { \"x\" }",
            "`term = { factor ~ (\"*\" ~ factor)* }`",
            "x*x*x",
        ),
        // Several alternatives of both kinds.
        (
            "e = { e ~ \"+\" ~ t | e ~ \"-\" ~ t | t | \"n\" }\nt = { \"x\" }",
            "`e = { (t | \"n\") ~ (\"+\" ~ t | \"-\" ~ t)* }`",
            "n+x-x",
        ),
        // An alternative that begins with an earlier one would be unreachable after it.
        (
            "e = { e ~ \"y\" | e ~ \"y\" ~ \"z\" | \"x\" }",
            "`e = { \"x\" ~ (\"y\" ~ \"z\" | \"y\")* }`",
            "xyyzy",
        ),
        // Recursion on both sides, with an operand that is too long to repeat.
        (
            "e = { e ~ op ~ e | \"x\" | \"(\" ~ e ~ \")\" | \"number\" ~ e }\nop = { \"+\" | \"-\" }",
            "`e = { operand ~ (op ~ operand)* }` and \
             `operand = _{ \"x\" | \"(\" ~ e ~ \")\" | \"number\" ~ e }`",
            "x+(x-x)+x",
        ),
        // By way of another rule.
        (
            "foo = { bar | 'a'..'z' }\nbar = { foo ~ '0'..'9' }",
            "`foo = { 'a'..'z' ~ '0'..'9'* }`",
            "a12",
        ),
        // Behind a tag.
        ("x = { #t = x ~ \"y\" | \"z\" }", "`x = { \"z\" ~ \"y\"* }`", "zyyy"),
        // Behind a lookahead.
        (
            "e = { !EOI ~ e ~ op ~ e | \"1\" }\nop = { \"+\" }",
            "`e = { !EOI ~ \"1\" ~ (op ~ \"1\")+ | \"1\" }`",
            "1+1+1",
        ),
        // Behind what reads nothing.
        (
            "e = { \"\" ~ e ~ \"+\" ~ t | t }\nt = { \"x\" }",
            "`e = { \"\" ~ t ~ (\"+\" ~ t)+ | t }`",
            "x+x",
        ),
    ];
    for (source, advised, text) in cases {
        let errors = errors(source);
        let [error] = &errors[..] else { panic!("{source}: {errors:?}") };
        assert!(error.message.contains("is left-recursive"), "{}", error.message);
        let said = format!("write it with a repetition: {advised}");
        assert!(error.advice.starts_with(&said), "{source}: {}", error.advice);
        let rule = source.split(' ').next().unwrap();
        assert!(is_read(&mended(source, error), rule, text), "{source}");
    }
}

#[test]
fn left_recursion_that_pest_misses_is_an_error_with_a_text_that_never_finishes() {
    let source = "r = { (r | \"\") ~ \".\" }";
    let grammar = PestGrammar::read(source).unwrap();
    let rule: RuleId = grammar.rule("r").unwrap();
    assert_eq!(grammar.parse(rule, "."), Err(TraceError::TooManyOpenRules));
    let found = Findings::of(source, "r").unwrap();
    let [error] = &found.errors[..] else { panic!("{:?}", found.errors) };
    let message = "rule `r` is left-recursive (`r` -> `r`); pest does not detect this, and `r` never \
                   ends on the empty text";
    assert_eq!(error.message, message);
    assert_eq!(error.advice, "write it with a repetition: `r = { \".\" ~ \".\"* }`");
    assert!(is_read(&mended(source, error), "r", "..."));
}

#[test]
fn check_has_no_fix_for_a_rule_that_only_refers_back_to_itself() {
    for source in ["e = { e ~ \"+\" ~ e }", "a = { b }\nb = { a }"] {
        let errors = errors(source);
        assert!(errors[0].advice.contains("no text can match"), "{errors:?}");
    }
    let found = Findings::of("e = { &e ~ \"x\" }", "e").unwrap();
    assert!(found.errors[0].advice.contains("would have to match itself"), "{found:?}");
}

#[test]
fn left_recursion_behind_an_optional_or_repeated_part_is_also_fixed() {
    let cases = [
        (r#"e = { e? ~ "x" }"#, r#"`e = { "x" ~ "x"* }`"#, "xxx"),
        (r#"e = { (e ~ "+")? ~ "x" }"#, r#"`e = { "x" ~ ("+" ~ "x")* }`"#, "x+x+x"),
        (r#"e = { (e ~ "+")* ~ "x" }"#, r#"`e = { "x" ~ ("+" ~ "x")* }`"#, "x+x+x"),
        (
            "e = { (\"n\" | f) }\nf = _{ g ~ \"+\" ~ \"x\" }\ng = { e }",
            r#"`e = { "n" ~ ("+" ~ "x")* }`"#,
            "n+x+x",
        ),
    ];
    for (source, advice, text) in cases {
        // pest does not see all of them.
        let errors = Findings::of(source, "e").map_or_else(Vec::from, |it| it.errors);
        let error = &errors[0];
        assert_eq!(error.advice, format!("write it with a repetition: {advice}"), "{source}");
        assert!(is_read(&mended(source, error), "e", text), "{source}");
    }
}
