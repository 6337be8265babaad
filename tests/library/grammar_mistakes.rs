//! Mistakes in grammars: errors that pest refuses, and alternatives that are never reached.

use std::cell::Cell;

use bracket24::tracer::{Findings, GrammarError, MAX_NESTING, PestGrammar};
use pest_vm::Vm;
use proptest::prelude::*;

use crate::tracer::parsed;

/// Makes sure that `find` finds the expected mistake in each grammar, by place and message.
fn assert_found(cases: &[(&str, &str, &str)], find: impl Fn(&str) -> Vec<GrammarError>) {
    for (source, place, message) in cases {
        let found = find(source);
        assert!(
            found
                .iter()
                .any(|it| source[it.span.clone()] == **place && it.message.contains(message)),
            "{source}: {found:?}"
        );
    }
}

#[test]
fn only_a_rule_of_the_grammar_can_be_the_start_of_a_check() {
    for start in ["lines", "EOI"] {
        let errors = Findings::of(r#"line = { "a" }"#, start).expect_err("it has no such rule");
        assert_eq!(errors[0].message, format!("the grammar has no rule `{start}`"));
    }
}

#[test]
fn a_mistake_in_a_grammar_is_found_with_its_place() {
    let cases = [
        ("a = { b }", "b", "rule `b` is undefined"),
        ("a = { \"x\" } a = { \"y\" }", "a", "rule `a` already defined"),
        ("a = { a ~ \"x\" }", "a", "rule `a` is left-recursive (`a` -> `a`)"),
        ("a = { (\"x\"?)* }", "(\"x\"?)*", "cannot fail and will repeat infinitely"),
        ("a = { (!\"x\")* }", "(!\"x\")*", "non-progressing and will repeat infinitely"),
        ("a = { \"x\"? | \"y\" }", "\"x\"?", "cannot fail"),
        ("a = { \"\\u{110000}\" }", "\"\\u{110000}\"", "an escape that is not a character"),
        ("a = { 'a'..'\\u{D800}' }", "'\\u{D800}'", "an escape that is not a character"),
        ("a = { PEEK[99999999999..] }", "99999999999", "too large"),
        ("a = { \"x\"{99999999999} }", "99999999999", "number cannot overflow u32"),
        ("a = { \"x\" ", "{", "a `}` is missing"),
        ("a = { \"x\" b = { \"y\" }", "{", "a `}` is missing"),
        ("a = { b // the end\n\n/// A letter.\nb = { \"y\" }", "{", "a `}` is missing"),
        ("a = { \"x\" /* } */ // }\n", "{", "a `}` is missing"),
        ("a = { \"x }", "\"", "a `\"` is missing"),
        ("a = { \"x }\nb = { \"y\" }", "\"", "a `\"` is missing"),
        ("a =", "", "the grammar ends too early"),
        ("a = \"x\"", "", "the rule has no braces"),
    ];
    assert_found(&cases, |source| PestGrammar::read(source).expect_err(source).into());
}

#[test]
fn a_grammar_with_an_unreachable_alternative_is_read_with_a_warning() {
    let cases = [
        ("a = { \"<\" | \"<=\" }", "\"<=\"", "unreachable: `\"<\"` comes first"),
        ("a = { b | c } b = { \"<\" } c = { \"<=\" }", "c", "unreachable: `b` comes first"),
        ("a = { b ~ b | b ~ b ~ b } b = { \"x\" }", "b ~ b ~ b", "`b ~ b` comes first"),
        ("a = { ('0'..'9' | (\"x\" | \"y\" | \"x\")) }", "\"x\"", "`\"x\"` comes first"),
        ("a = { ASCII_DIGIT | \"5\" }", "\"5\"", "`ASCII_DIGIT` comes first"),
        ("a = { 'a'..'z' | 'b'..'c' }", "'b'..'c'", "`'a'..'z'` comes first"),
        ("a = { ^\"a\" | \"A\" }", "\"A\"", "`^\"a\"` comes first"),
        ("a = { ANY | \"q\" ~ b } b = { \"x\" }", "\"q\" ~ b", "`ANY` comes first"),
        ("a = { n | \"5\" } n = { ASCII_DIGIT+ }", "\"5\"", "`n` comes first"),
        ("a = { (\"a\" | \"b\") | \"b\" }", "\"b\"", "`(\"a\" | \"b\")` comes first"),
        (
            "s = @{ \"'\" ~ (!\"'\" ~ ANY | \"\\\\\" ~ ANY)* ~ \"'\" }",
            "\"\\\\\" ~ ANY",
            "`!\"'\" ~ ANY` comes first",
        ),
        ("a = { (!\"x\" ~ 'a'..'z') | \"ab\" }", "\"ab\"", "`(!\"x\" ~ 'a'..'z')` comes first"),
        ("a = { &\"a\" | \"ab\" }", "\"ab\"", "`&\"a\"` comes first"),
        ("a = { \"a\"+ | \"aa\" }", "\"aa\"", "`\"a\"+` comes first"),
        ("a = { '\\n'..'\\r' | \"\\u{0C}\" }", "\"\\u{0C}\"", "comes first"),
        ("a = { NEWLINE | \"\\x0d\" ~ \"x\" }", "\"\\x0d\" ~ \"x\"", "`NEWLINE` comes first"),
        ("a = { \"a\" ~ \"b\"* | \"a\" ~ \"c\" }", "\"a\" ~ \"c\"", "`\"a\" ~ \"b\"*` comes first"),
        ("a = { \"(\" ~ ANY | \"(\" ~ 'a'..'b' }", "\"(\" ~ 'a'..'b'", "`\"(\" ~ ANY` comes first"),
        (
            "a = { i | f } i = @{ \"-\"? ~ ASCII_DIGIT+ } f = @{ i ~ \".\" ~ ASCII_DIGIT+ }",
            "f",
            "`i` comes first",
        ),
        (
            "a = { i | h } i = @{ \"-\"? ~ ASCII_DIGIT+ } h = @{ \"0x\" ~ ASCII_HEX_DIGIT+ }",
            "h",
            "`i` comes first",
        ),
        ("a = { \"x\"* ~ \"a\" | \"ab\" }", "\"ab\"", "`\"x\"* ~ \"a\"` comes first"),
        ("a = { \"x\"{2} | \"x\"{3} }", "\"x\"{3}", "`\"x\"{2}` comes first"),
        ("a = { b{1,3} | b+ } b = { \"x\" }", "b+", "`b{1,3}` comes first"),
        (
            "a = { d | t } d = ${ b ~ b } b = { \"x\" } t = { d ~ \"T\" ~ b }",
            "t",
            "`d` comes first",
        ),
    ];
    assert_found(&cases, |source| PestGrammar::read(source).unwrap().warnings);
    let warning = &PestGrammar::read(cases[0].0).unwrap().warnings[0];
    assert_eq!(warning.kind.name(), "unreachable");
    // A rule that skips blanks in one of the two alternatives may match something else there.
    let source = "a = { i | f } i = { \"-\"? ~ ASCII_DIGIT+ } f = @{ i ~ \".\" ~ ASCII_DIGIT+ }
        WHITESPACE = { \" \" }";
    assert_eq!(PestGrammar::read(source).unwrap().warnings, []);
    // An optional part, or a blank, may take the character that the rest needs.
    for source in [
        "a = { \"ab\"? ~ \"a\" | \"ab\" ~ \"c\" }",
        "a = { \"x\"? ~ \"a\" | \"ab\" } WHITESPACE = _{ \"a\" }",
    ] {
        assert_eq!(PestGrammar::read(source).unwrap().warnings, [], "{source}");
    }
}

#[test]
fn among_thousands_of_alternatives_only_the_unreachable_ones_are_found() {
    let words = (0..5900).map(|it| format!("\"word{it:04}\"")).collect::<Vec<_>>().join(" | ");
    let rule = |name| format!("{name} = {{ {words} | \"word0042er\" | \"word00\" }}\n");
    let source = ["a", "b", "c"].map(rule).concat();
    let grammar = PestGrammar::read(&source).unwrap();
    let found: Vec<&str> = grammar.warnings.iter().map(|it| &source[it.span.clone()]).collect();
    assert_eq!(found, ["\"word0042er\""; 3]);
}

#[test]
fn the_grammar_does_not_warn_about_an_alternative_that_can_match() {
    let bodies = [
        // The rest of the alternative decides.
        "ASCII_DIGIT ~ \"x\" | \"5\"",
        "ASCII_DIGIT{2} | \"5\"",
        "!\"5\" ~ ASCII_DIGIT | \"5\"",
        "&\"5\" ~ \"5\" ~ \"6\" | \"5\"",
        "\"ab\" | \"a\"",
        "^\"ab\" | \"A\"",
        "\"a\" ~ (\"b\" | \"c\") | \"a\"",
        "r ~ \"x\" | \"5\"",
        "itself | \"a\"",
        // It may begin differently.
        "'a'..'c' | 'b'..'d'",
        "^\"a\" | \"b\" | \"ä\"",
        "ASCII_DIGIT | \"5\"* ~ \"x\"",
        "ASCII_DIGIT | \"5\"{,2} ~ \"x\"",
        "ASCII_DIGIT | !\"5\" ~ \"x\"",
        "\"n\" | \"\\n\"",
        "\"x\" | \"\\x79\"",
        // The alternative may match nothing, or its beginning is unknown.
        "ANY | EOI",
        "LETTER | \"a\"",
        "PUSH(\"a\") ~ POP | \"a\"",
        "PUSH(ANY) ~ (\"b\" | POP)",
        // The same alternative except for its sign.
        "(\"a\") | (^\"a\")",
        "(\"ab\") ~ (\"b\" | ^\"b\")",
    ];
    for body in bodies {
        let source = format!(
            "a = {{ {body} }} r = {{ ASCII_DIGIT }} itself = {{ \"a\" ~ itself | \"ab\" }}
             WHITESPACE = _{{ \" \" }}"
        );
        let grammar = PestGrammar::read(&source).unwrap_or_else(|it| panic!("{body}: {it:?}"));
        assert_eq!(grammar.warnings, [], "{body}");
    }
}

/// Expressions of a grammar, of these rules among others.
pub(crate) fn bodies(rules: &'static [&'static str]) -> impl Strategy<Value = String> {
    let terminals = [
        "\"a\"", "\"b\"", "\"ab\"", "^\"a\"", "^\"Ab\"", "'a'..'b'", "ASCII_ALPHA_UPPER", "ANY",
        "NEWLINE", "\"\\n\"", "(\"b\" ~ a)", "(PUSH('a'..'b') ~ POP)",
    ];
    let leaves = proptest::sample::select([&terminals, rules].concat());
    leaves.prop_map(str::to_owned).prop_recursive(2, 8, 3, |inner| {
        let before = proptest::sample::select(&["", "", "", "", "", "", "!", "&"]);
        let after = ["", "", "", "", "", "?", "*", "+", "{2}", "{1,}", "{,2}"];
        let terms = (before, inner, proptest::sample::select(after.to_vec()))
            .prop_map(|(before, it, after)| format!("{before}({it}){after}"));
        let sequences = proptest::collection::vec(terms, 1..3).prop_map(|it| it.join(" ~ "));
        proptest::collection::vec(sequences, 1..4).prop_map(|it| it.join(" | "))
    })
}

/// Grammars of three rules, and blanks between tokens.
pub(crate) fn sources() -> impl Strategy<Value = String> {
    (bodies(&["b", "c"]), bodies(&["c"]), bodies(&[])).prop_map(|(a, b, c)| {
        format!("a = {{ {a} }} b = {{ {b} }} c = @{{ {c} }} WHITESPACE = _{{ \" \" }}")
    })
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn removing_an_unreachable_alternative_changes_no_match() {
    let alphabet = ["", "a", "b", "A", " ", "\n"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts.iter().flat_map(|text| alphabet.map(|it| format!("{text}{it}")));
        texts = longer.collect();
        texts.sort_unstable();
        texts.dedup();
    }
    let (read, found) = (Cell::new(0), Cell::new(0));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&sources(), |source| {
            let vm = |source: &str| {
                let (_, rules) = pest_meta::parse_and_optimize(source).ok()?;
                Some(Vm::new(rules))
            };
            let Some(with) = vm(&source) else { return Ok(()) };
            read.set(read.get() + 1);
            let grammar = PestGrammar::read(&source).unwrap();
            for error in &grammar.warnings {
                prop_assert!(error.message.contains("is unreachable"), "{error}");
                found.set(found.get() + 1);
                let before = source[..error.span.start].strip_suffix(" | ").unwrap();
                let Some(without) = vm(&format!("{before}{}", &source[error.span.end..])) else {
                    continue;
                };
                for text in &texts {
                    let tree = |vm: &Vm| parsed(vm.parse("a", text), str::to_owned).ok();
                    prop_assert_eq!(
                        tree(&with),
                        tree(&without),
                        "{}: {} {:?}",
                        source,
                        error,
                        text
                    );
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(read.get() > 200 && found.get() > 50, "{read:?} {found:?}");
}

#[test]
fn a_syntax_error_in_a_grammar_says_what_is_wrong_where_and_what_was_expected() {
    let body = "what the rule matches";
    let cases = [
        (r#"a = { "\q" }"#, 7..9, r"unknown escape `\q`"),
        (r#"a = { "x\q" }"#, 8..10, r"unknown escape `\q`"),
        (r#"a = { "\n\xzz" }"#, 9..11, r"unknown escape `\x`"),
        (r#"a = { "\x4" }"#, 7..9, r"unknown escape `\x`"),
        (r#"a = { "\x41\u{zz}" }"#, 11..13, r"unknown escape `\u`"),
        (r#"a = { "\u{1F600}\u{1}" }"#, 16..18, r"unknown escape `\u`"),
        (r#"a = { "\u{1234567}" }"#, 7..9, r"unknown escape `\u`"),
        (r"a = { '\q' }", 7..9, r"unknown escape `\q`"),
        (r#"a = { "é\é" }"#, 9..12, r"unknown escape `\é`"),
        (r#"a = { "}" ~ "x" "#, 4..5, "a `}` is missing"),
        (r#"a = { "\"" ~ ("y" "#, 13..14, "a `)` is missing"),
        (r#"a = { ("x") ~ } "#, 14..15, "unexpected `}`"),
        ("a = { \"x\n\" ~ \"y\n\" }\nb = { \"z }", 26..27, "a `\"` is missing"),
        ("a = { \"x\" } // it's\nb = { ( }", 26..27, "a `)` is missing"),
        ("a = { \"x\" /* { ( */ } b = {", 26..27, "a `}` is missing"),
    ];
    for (source, span, message) in cases {
        let errors = PestGrammar::read(source).expect_err(source);
        assert_eq!((&*errors[0].message, &errors[0].span), (message, &span), "{source}");
    }
    let cases = [
        ("a = { \"x\" } ?", "the end or a rule"),
        ("= { \"x\" }", "the end, a rule or a comment `//!`"),
        ("a = { ~ \"x\" }", body),
        ("a = { \"x\"{ } }", "a whole number or `,`"),
        ("a = { \"x\" = \"y\" }", "`{`, `}`, `~`, `|`, `?`, `*` or `+`"),
        ("a = { PEEK[1 }", "`..`"),
    ];
    for (source, expected) in cases {
        let errors = PestGrammar::read(source).expect_err(source);
        assert_eq!(errors[0].advice, format!("expected {expected}"), "{source}");
    }
    // No more than ten errors are reported, and only the first one in each rule.
    let wrong: String = ('a'..='l').map(|name| name.to_string() + " = { ~ } { ~ }\n").collect();
    let errors = PestGrammar::read(&wrong).expect_err(&wrong);
    let places: Vec<usize> = errors.iter().map(|it| it.span.start).collect();
    assert_eq!(places, (0..10).map(|rule| 6 + 16 * rule).collect::<Vec<_>>());
    // Rules of another notation are translated together, for each of them shows which one it is.
    let abnf: String = ('a'..='z').map(|name| name.to_string() + " = \"x\" / 2DIGIT\n").collect();
    let errors = PestGrammar::read(&abnf).expect_err(&abnf);
    let mends = errors.iter().filter_map(|it| it.mend.first());
    assert_eq!(mends.filter(|(_, it)| it.contains("^\"x\" | DIGIT{2}")).count(), 26, "{errors:?}");
}

#[test]
fn an_equals_sign_missing_in_a_later_rule_is_named_there() {
    for (source, at, mended) in [
        ("a = { b }\nb { \"x\" }", 12, "a = { b }\nb = { \"x\" }"),
        ("a = { b }\n\n// So.\nb @{ \"x\" }", 20, "a = { b }\n\n// So.\nb = @{ \"x\" }"),
        ("a = { b{2} }\r\nb{ \"x\" }\nc = { a }", 15, "a = { b{2} }\r\nb = { \"x\" }\nc = { a }"),
    ] {
        let errors = PestGrammar::read(source).expect_err(source);
        assert_eq!(errors.len(), 1, "{source}: {errors:?}");
        let expected = "there is no `=` between the name of the rule and its braces";
        assert_eq!((&*errors[0].message, errors[0].span.start), (expected, at), "{source}");
        let [(span, text)] = &errors[0].mend[..] else { panic!("{errors:?}") };
        let (before, after) = (&source[..span.start], &source[span.end..]);
        assert_eq!([before, text, after].concat(), mended);
    }
}

#[test]
fn the_errors_of_a_grammar_can_be_gone_through_without_taking_them() {
    let errors = PestGrammar::read("a = { b ~ c }").unwrap_err();
    let messages = (&errors).into_iter().map(|it| &*it.message).collect::<Vec<_>>();
    assert_eq!(messages, ["rule `b` is undefined", "rule `c` is undefined"]);
}

#[test]
fn comments_that_would_take_the_parser_forever_are_refused() {
    // In each `/*/`, another comment begins that may not end.
    let overlapping = |count: usize| "a = { \"x\" } ".to_owned() + &"/*//*/".repeat(count);
    PestGrammar::read(&overlapping(8)).map(drop).unwrap();
    let errors = PestGrammar::read(&overlapping(40)).unwrap_err();
    assert_eq!(errors[0].message, "a `*/` is missing");
    assert_eq!(errors[0].span.start, 12);
}

#[test]
fn the_parser_reports_an_unclosed_comment_however_many_comments_are_open() {
    let many = "a = { \"x\" } ".to_owned() + &"/* ".repeat(MAX_NESTING);
    let cases = [
        ("a = { \"x\" } /* y", 12..14, "a `*/` is missing"),
        ("a = { \"x\" /* y } ", 10..12, "a `*/` is missing"),
        ("a = { /* /* y */ \"x\" }", 6..8, "a `*/` is missing"),
        ("a = { /* */ \"x\" } /* \" ' //", 18..20, "a `*/` is missing"),
        (&many, 12..14, "a `*/` is missing"),
        // Mistakes are reported in the order of their places.
        ("a = { ~ } /* y", 6..7, "unexpected `~`"),
        ("a = { 'xy' } /* '", 8..9, "unexpected `y`"),
        ("a = { \"x }\nb = { \"/*\" }", 6..7, "a `\"` is missing"),
    ];
    for (source, span, message) in cases {
        let [error, ..] = &PestGrammar::read(source).expect_err(source)[..] else {
            unreachable!("{source} has no error")
        };
        assert_eq!((&*error.message, &error.span), (message, &span), "{source}");
        assert_eq!(error.advice.ends_with("and every `/*` in it too"), source == many, "{source}");
    }
    let [error, ..] = &PestGrammar::read("a = { \"x }\nb = { \"/*\" }").unwrap_err()[..] else {
        unreachable!("a quote is open")
    };
    // The parser has read up to the comment.
    assert_eq!(error.related, Some((18..19, "`\"` is expected before this".to_owned())));
    let closed = many + &"*/".repeat(MAX_NESTING);
    assert!(PestGrammar::read(&closed).is_ok());
    let errors = PestGrammar::read("a = { /* \"x\" }\nb = { \"y\" }\nc = { ~ }\n").unwrap_err();
    assert_eq!(errors.iter().map(|it| it.span.start).collect::<Vec<_>>(), [6, 33]);
}

#[test]
fn a_rule_in_a_comment_after_a_mistake_is_no_rule() {
    let source =
        "expr = { term ~ \"+\" term }\n/* was:\nexpr = { term - term }\n*/\nterm = { \"x\" }";
    let errors = PestGrammar::read(source).unwrap_err();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(error.mend[0].1, "expr = { term ~ \"+\" ~ term }");
    assert_eq!(error.span, 20..20, "{error:?}");
}

#[test]
fn the_advice_for_left_recursion_has_escapes_that_pest_accepts() {
    for literal in [r"\u{0C}", r"\x07", r"\u{0001}", r"\t"] {
        let source = format!("list = {{ list ~ \"{literal}\" ~ item | item }} item = {{ \"x\" }}");
        let error = PestGrammar::read(&source).unwrap_err()[0].clone();
        let mended = crate::findings::changed(&source, &error.mend);
        assert!(mended != source && PestGrammar::read(&mended).is_ok(), "{mended}: {error:?}");
    }
}

#[test]
fn the_warnings_of_a_grammar_are_in_the_order_of_the_text() {
    let source = "a = { (\"x\" | \"xy\") ~ \"q\" | \"z\" | \"z\" }";
    let warnings = PestGrammar::read(source).unwrap().warnings;
    let places: Vec<usize> = warnings.iter().map(|it| it.span.start).collect();
    assert!(places.len() == 2 && places.is_sorted(), "{places:?}");
}

#[test]
fn an_error_quotes_only_the_beginning_of_a_long_part_of_the_grammar() {
    let long = format!("e = {{ (\"a\" /*{}*/ | 'b'..'z') | \"c\" | \"d\" }}", "ä".repeat(9000));
    let warnings = PestGrammar::read(&long).unwrap().warnings;
    assert_eq!(warnings.len(), 2);
    for warning in warnings {
        let quoted = format!("unreachable: `(\"a\" /*{}…` comes first", "ä".repeat(493));
        assert!(warning.message.contains(&quoted), "{}", warning.message);
    }
    let text = "x".repeat(9000);
    let source = format!("e = {{ \"x\" | \"{text}\" }} {text} = {{ f }}");
    let message = PestGrammar::read(&source).unwrap_err()[0].to_string();
    assert!(message.len() < 2000, "{message}");
}

#[test]
fn a_grammar_with_thousands_of_mistakes_has_a_thousand_errors_or_warnings() {
    let rules = |part: &str, sign: &str| {
        let rule = |name| format!("{name} = {{ {} }}\n", vec![part; 900].join(sign));
        ["a", "b", "c"].map(rule).concat()
    };
    let errors = |source: &str| PestGrammar::read(source).map(drop).unwrap_err().len();
    assert_eq!(errors(&rules("none", " ~ ")), 1000);
    assert_eq!(errors(&rules("(| \"x\")", " ~ ")), 1000);
    assert_eq!(errors(&rules("(\"\")*", " ~ ")), 1000);
    assert_eq!(PestGrammar::read(&rules("\"c\"", " | ")).unwrap().warnings.len(), 1000);
}
