//! Findings about repetitions that do not do what they seem to do.

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::sentences::Sentences;
use bracket24::tracer::PestGrammar;
use pest_vm::Vm;

use crate::findings::warnings;

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
    let empty = "an empty text";
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
