//! Mistakes in the form of a grammar: the place of each, and the text to type there.

use bracket24::tracer::PestGrammar;

/// Returns each mistake: its message, its place and its advice.
fn mistakes(source: &str) -> Vec<(String, &str, String)> {
    let errors = PestGrammar::read(source).expect_err(source);
    errors.into_iter().map(|it| (it.message, &source[it.span], it.advice)).collect()
}

fn assert_only(source: &str, message: &str, place: &str) {
    let found = mistakes(source);
    let [(found_message, found_place, _)] = &found[..] else { panic!("{source}: {found:?}") };
    assert_eq!((&**found_message, *found_place), (message, place), "{source}");
}

#[test]
fn an_error_marks_only_the_invalid_escape_and_not_the_valid_ones_before_it() {
    let cases = [
        (r#"a = { "\q" }"#, r"\q"),
        (r#"a = { "é\n\\ \q" }"#, r"\q"),
        (r#"a = { ^"\x4g" }"#, r"\x"),
        (r#"a = { "\u{1}" }"#, r"\u"),
        (r"a = { '\u{0}'..'z' }", r"\u"),
        (r#"a = { "\u{zz}" }"#, r"\u"),
        (r#"a = { "\x41\u{1F600}\é" }"#, r"\é"),
        (r"a = { '\q'..'z' }", r"\q"),
    ];
    for (source, escape) in cases {
        assert_only(source, &format!("unknown escape `{escape}`"), escape);
        let advice = &mistakes(source)[0].2;
        assert!(advice.starts_with(r"the escapes are `\n`, `\r`"), "{advice}");
        assert!(advice.ends_with(r"`\u{1F600}`, with 2 to 6 digits in its braces"), "{advice}");
    }
}

#[test]
fn the_error_ignores_brackets_that_are_closed_or_in_comments_or_strings() {
    for source in [
        "a = { (\"x\") \nb = { \"y\" }",
        "a = { \"\\\"(\" \nb = { \"y\" }",
        "a = { \"x\" // (\nb = { \"y\" }",
    ] {
        assert_only(source, "a `}` is missing", "{");
    }
    assert_only("a = { /* x */ (\"y\" \nb = { \"z\" }", "a `)` is missing", "(");
    assert_only("a = { 'x ~ \"y\" }", "unexpected ` `", "");
}

#[test]
fn each_broken_rule_gets_its_own_error() {
    let source = "1a = { \"x\" }\nb = { \n1c = { \"y\" }\nd = { \"z\" }\n";
    let found: Vec<_> = mistakes(source).into_iter().map(|(message, ..)| message).collect();
    let digits = ["1a", "1c"].map(|it| format!("`{it}` is a name that begins with a digit"));
    assert_eq!(found, [&*digits[0], "a `}` is missing", &*digits[1]]);
    // A line within a rule may begin with a name; it begins another rule only if `=` follows.
    let found = mistakes("a = {\n  x\n  y ~ ~\n}\nb = { }\nc = { \"x\" }\n");
    let found: Vec<_> = found.into_iter().map(|(message, ..)| message).collect();
    assert_eq!(found, ["unexpected `y`", "unexpected `}`"]);
    // A name and `=` may be on two lines.
    let found = mistakes("a\n= { ~ }\nb = { }\nc = { \"x\" }");
    let found: Vec<_> = found.into_iter().map(|(message, ..)| message).collect();
    assert_eq!(found, ["unexpected `~`", "unexpected `}`"]);
    // Hundreds of mistakes would be of no use.
    let many = "r = { }\n".repeat(12) + "z = { \"x\" }";
    assert_eq!(mistakes(&many).len(), 10);
}

#[test]
fn grammar_errors_list_the_characters_that_may_be_typed() {
    let cases = [
        ("a = ?", "expected `{`, `_`, `@`, `$` or `!`"),
        ("a", "expected `=`"),
        ("a = { \"x\"{} }", "expected a whole number or `,`"),
        ("a = { \"x\" ~ }", "expected what the rule matches"),
        ("= {", "expected the end, a rule or a comment `//!`"),
    ];
    for (source, advice) in cases {
        assert_eq!(mistakes(source)[0].2, advice, "{source}");
    }
}

#[test]
fn an_alternative_that_always_matches_goes_last_if_it_can() {
    for (source, told) in [
        (r#"a = { "b"* | "c" }"#, "put this alternative last"),
        (r#"a = { "b"* | "c"* }"#, "let this alternative consume at least one character"),
    ] {
        let errors = PestGrammar::read(source).unwrap_err();
        assert_eq!(errors[0].advice, told, "{source}");
    }
    for source in [r#"a = { "c" | "b"* }"#, r#"a = { "b"+ | "c"* }"#] {
        assert!(PestGrammar::read(source).is_ok(), "{source}");
    }
}

#[test]
fn each_error_that_pest_names_comes_with_advice() {
    let cases = [
        ("a = { \"x\"? | \"y\" }", "put this alternative last"),
        ("a = { \"x\" } a = { \"y\" }", "leave one of the two out"),
        ("a = { (\"x\"?)* }", "let each round consume at least one character"),
        (
            "a = { PUSH_LITERAL(\"x\") }",
            "push the matched text, with `PUSH`: that feature is not enabled here",
        ),
    ];
    for (source, advice) in cases {
        assert_eq!(mistakes(source)[0].2, advice, "{source}");
    }
}
