//! Findings about repetitions that do not do what they seem to do.

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::sentences::Sentences;
use bracket24::tracer::PestGrammar;
use pest_vm::Vm;

use crate::findings::{is_read, warnings};
use crate::findings_of_tokens::{NAMES, found, message};

/// Returns how many bytes of a text pest itself matches with `line`.
fn read_by_pest(source: &str, text: &str) -> Option<usize> {
    let (_, rules) = pest_meta::parse_and_optimize(source).unwrap();
    let vm = Vm::new(rules);
    vm.parse("line", text).ok().map(|pairs| pairs.as_str().len())
}

#[test]
fn check_warns_of_a_reversed_range_and_says_how_pest_reads_it() {
    for (range, read_as, turned) in [("{3,1}", 1, "{1,3}"), ("{3,2}", 2, "{2,3}")] {
        let source = format!("line = {{ SOI ~ \"a\"{range} ~ EOI }}");
        let advice = format!("write `{{{read_as}}}` for that, or `{turned}`");
        let message = format!(
            "the first number of `{range}` is larger than the second: pest reads it as `{{{read_as}}}`"
        );
        assert_eq!(warnings(&source, "line"), [(message, advice)]);
        for count in 0..5 {
            let read = read_by_pest(&source, &"a".repeat(count));
            assert_eq!(read.is_some(), count == read_as, "{source} {count}");
        }
        let grammar = Grammar::User(UserGrammar::read("own.pest", &source).unwrap().into());
        let texts: Vec<String> = Sentences::new(grammar.rules(), grammar.start())
            .cover()
            .into_iter()
            .map(|it| it.text)
            .collect();
        assert_eq!(texts, ["a".repeat(read_as)]);
    }
}

/// Returns the message and the advice for a repetition that never ends on a text.
fn endless(written: &str, text: &str, once: &str) -> (String, String) {
    let message = format!(
        "`{written}` never ends on {text}: a round compares the text with an empty part of the \
         stack, or with an empty text, so it consumes nothing"
    );
    let advice = format!("let each round consume something, or allow one round at most: `{once}`");
    (message, advice)
}

#[test]
fn check_warns_of_an_endless_repeated_stack_match_and_shows_a_text() {
    let empty = "the empty text";
    for (source, written, text, once) in [
        (r#"line = { SOI ~ PUSH("") ~ PEEK* ~ "a" ~ EOI }"#, "PEEK*", empty, "PEEK?"),
        ("line = { SOI ~ POP_ALL* ~ EOI }", "POP_ALL*", empty, "POP_ALL?"),
        ("line = { SOI ~ POP_ALL+ ~ EOI }", "POP_ALL+", empty, "POP_ALL"),
        ("line = { SOI ~ PEEK[0..0]* ~ EOI }", "PEEK[0..0]*", empty, "PEEK[0..0]?"),
        (r#"line = { SOI ~ PUSH("a"*) ~ "b" ~ PEEK* ~ EOI }"#, "PEEK*", "`b`", "PEEK?"),
        (r#"line = { SOI ~ "b" ~ (x)* ~ EOI } x = { PEEK_ALL }"#, "(x)*", "`b`", "(x)?"),
        (
            r#"line = { SOI ~ "(" ~ x ~ ")" ~ EOI } x = { "a" | "b" ~ (PEEK_ALL ~ "c"?)+ }"#,
            "(PEEK_ALL ~ \"c\"?)+",
            "`(b`",
            "(PEEK_ALL ~ \"c\"?)",
        ),
    ] {
        let found = warnings(source, "line");
        assert_eq!(found, [endless(written, text, once)], "{source}");
    }
}

#[test]
fn check_does_not_warn_of_a_repeated_stack_match_that_ends() {
    for source in [
        r#"line = { SOI ~ PUSH("a"+) ~ PEEK* ~ EOI }"#,
        r#"line = { SOI ~ PUSH("a") ~ x ~ EOI } x = { PEEK_ALL* }"#,
        r#"line = { SOI ~ PUSH("a") ~ PEEK[0..1]* ~ POP ~ EOI }"#,
    ] {
        assert_eq!(warnings(source, "line"), [], "{source}");
    }
}

#[test]
fn too_large_repetitions_are_reported_with_advice_to_add_a_rule_if_it_helps() {
    let with_rule = "repeat less often, or give the repeated part a rule of its own";
    for (source, place, advice) in [
        ("line = { \"b\"{9} ~ \"a\"{300000} ~ EOI }", "\"a\"{300000}", "repeat less often"),
        ("line = { (\"a\" ~ \"b\"){60000} }", "(\"a\" ~ \"b\"){60000}", with_rule),
        ("line = { ((\"a\"{500}) ~ \"b\"){500} }", "((\"a\"{500}) ~ \"b\"){500}", with_rule),
        ("line = { (\"a\" ~ \"b\"){200000} }", "(\"a\" ~ \"b\"){200000}", "repeat less often"),
    ] {
        let errors = PestGrammar::read(source).expect_err("it is too large");
        let found: Vec<(&str, &str)> =
            errors.iter().map(|it| (&source[it.span.clone()], &*it.advice)).collect();
        assert_eq!(found, [(place, advice)], "{source}");
    }
    let followed = "line = { ab{60000} } ab = { \"a\" ~ \"b\" }";
    assert!(PestGrammar::read(followed).is_ok());
}

#[test]
fn lints_report_repetitions_that_consume_what_must_follow() {
    for (rules, said, mended) in [
        ("r ~ EOI } r = @{ \"a\"{2,} ~ \"a\" }", "`\"a\"{2,}` also matches", "@{ \"a\"{3,} }"),
        (
            "r ~ EOI } r = @{ as ~ \"a\" } as = @{ \"a\"+ }",
            "`\"a\"+` of `as` also matches",
            "@{ (\"a\" ~ &\"a\")+ }",
        ),
        (
            "r ~ EOI } r = { n ~ \"b\" } n = { ASCII_ALPHA* }",
            "`ASCII_ALPHA*` of `n` also matches",
            "{ (!\"b\" ~ ASCII_ALPHA)* }",
        ),
        (
            "p ~ \"/\" ~ ASCII_ALPHA+ ~ EOI } p = @{ (ASCII_ALPHA | \"/\")* }",
            "so `a/a/a` is rejected",
            "{ (ASCII_ALPHA | \"/\" ~ &(ASCII_ALPHA* ~ \"/\"))* }",
        ),
        (
            "e ~ EOI } WHITESPACE = _{ \" \" } e = _{ ASCII_ALPHA }
             t = !{ e+ ~ (\"ab\" ~ ASCII_ALPHA ~ \",\") ~ e }",
            "so `aaba,a` is rejected",
            "{ (!(\"ab\" ~ ASCII_ALPHA ~ \",\") ~ e)+ ~ (\"ab\" ~ ASCII_ALPHA ~ \",\") ~ e }",
        ),
        (
            "(\"b\" ~ ASCII_ALPHA+) ~ \"ab\" ~ EOI }",
            "so `bAab` is rejected",
            "(\"b\" ~ (!(\"ab\" ~ EOI) ~ ASCII_ALPHA)+) ~ \"ab\" ~ EOI }",
        ),
        (
            "p ~ EOI } p = @{ s ~ (\"/\" ~ s)* ~ \"/end\" } s = @{ ASCII_ALPHA+ }",
            "so `a/a/end` is rejected",
            "p = @{ s ~ (!\"/end\" ~ \"/\" ~ s)* ~ \"/end\" } s = @{ ASCII_ALPHA+ }",
        ),
    ] {
        let source = format!("file = {{ SOI ~ {rules}");
        assert!(message(&source, "eaten").contains(said), "{source}");
        let (_, changed) = found(&source, "eaten").unwrap();
        assert!(changed.ends_with(mended), "{changed}");
    }
    // No repetition of its own could leave enough for all that follows.
    let twice = "file = { SOI ~ r ~ EOI } r = { as ~ \"a\" ~ as ~ \"b\" } as = { \"a\"+ }";
    let (said, same) = found(twice, "eaten").unwrap();
    assert!(said.ends_with("so `aaab` is rejected") && same == twice, "{said}");
    // A rule that is used elsewhere keeps its repetition, and the fix adds another rule.
    let nested =
        "file = { SOI ~ text ~ EOI } text = { (bold | ANY)* } bold = { \"**\" ~ text ~ \"**\" }";
    assert!(message(nested, "eaten").ends_with("so `**a**` is rejected by `bold`"));
    let (_, changed) = found(nested, "eaten").unwrap();
    assert!(["bold", "file"].iter().all(|rule| is_read(&changed, rule, "**a**")), "{changed}");
    let twice = "file = { SOI ~ r ~ \"e\" ~ EOI } s = { r ~ \"x\" } \
                 r = @{ (\"1\" ~ ASCII_ALPHA* ~ \"!\")? ~ ASCII_ALPHA* }";
    let (_, changed) = found(twice, "eaten").unwrap();
    assert!(is_read(&changed, "file", "1a!ae"), "{changed}");
    // The repetition ends a rule that skips blanks between its rounds.
    for (rules, text) in [
        ("\"select\" ~ all ~ \"from\" ~ name ~ EOI } all = { name+ }", "select a b from froma"),
        (
            "\"to\" ~ name ~ all ~ \"end\" ~ EOI } all = { line* } line = { name ~ \";\"* }",
            "to a b ; end",
        ),
    ] {
        let source = format!("file = {{ SOI ~ {rules} {NAMES}");
        message(&source, "eaten");
        let (_, changed) = found(&source, "eaten").unwrap();
        assert!(!is_read(&source, "file", text) && is_read(&changed, "file", text), "{changed}");
    }
    for fine in [
        "r ~ EOI } r = { as ~ \"a\" } as = @{ \"a\"+ } WHITESPACE = _{ \" \" }",
        "r ~ EOI } r = { as ~ \"b\" } as = @{ \"a\"+ }",
        "p ~ EOI } p = @{ s ~ (\"/\" ~ s)* ~ \"/1\" } s = @{ ASCII_ALPHA+ }",
        "p ~ EOI } p = @{ s ~ (\"/\" ~ s)* ~ \"/end\" } s = @{ !\"end\" ~ ASCII_ALPHA+ }",
        "r ~ EOI } r = @{ as ~ \" \" } as = !{ \"a\"+ } WHITESPACE = _{ \" \" }",
    ] {
        assert_eq!(found(&format!("file = {{ SOI ~ {fine}"), "eaten"), None, "{fine}");
    }
}
