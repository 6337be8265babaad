//! Mistakes with the stack, each with a text that shows it.

use bracket24::tracer::{Findings, GrammarError};

use crate::findings::is_read;
use crate::findings_of_tokens::{found, message};

#[test]
fn check_finds_one_sided_uses_of_the_stack() {
    let source = "file = { SOI ~ PUSH(\"#\"+) ~ \"x\" ~ EOI }";
    assert_eq!(
        message(source, "one-sided-stack"),
        "the text that `PUSH(\"#\"+)` pushes is never taken from the stack: it is still there after \
         `#x`"
    );
    let (_, mended) = found(source, "one-sided-stack").unwrap();
    assert_eq!(mended, "file = { SOI ~ \"#\"+ ~ \"x\" ~ EOI }");
    // The text is one on which the grammar pushes something.
    for (way, text) in [
        (r##"(PUSH("#"+) ~ "x" | "y")"##, "#x"),
        (r##"("y" | "x" ~ PUSH("#"+))"##, "x#"),
        (r##"(PUSH("#"+) ~ "x")? ~ "y""##, "#xy"),
    ] {
        let said = message(&format!("file = {{ SOI ~ {way} ~ EOI }}"), "one-sided-stack");
        assert!(said.ends_with(&format!("it is still there after `{text}`")), "{said}");
    }
    let (_, mended) = found("file = { PUSH(\"a\" | \"b\") ~ EOI }", "one-sided-stack").unwrap();
    assert_eq!(mended, "file = { (\"a\" | \"b\") ~ EOI }");
    let (said, _) = found("file = { SOI ~ \"a\" ~ PEEK ~ EOI }", "one-sided-stack").unwrap();
    assert_eq!(said, "`PEEK` makes pest panic: no rule pushes anything on the stack");
    assert!(!is_read("file = { SOI ~ \"a\" ~ PEEK ~ EOI }", "file", "a"));
    for fine in [
        "file = { SOI ~ PUSH(\"#\"+) ~ \"x\" ~ POP ~ EOI }",
        "file = { SOI ~ PUSH(\"#\"+) ~ \"x\" ~ PEEK[0..1] ~ EOI }",
        "file = { SOI ~ PUSH(\"#\"+) ~ rest ~ EOI } rest = { \"x\" ~ DROP }",
        "file = { SOI ~ \"a\" ~ PEEK_ALL ~ POP_ALL ~ EOI }",
        // An unreachable rule is another matter.
        "file = { SOI ~ \"a\" ~ EOI } alone = { PUSH(\"a\") }",
    ] {
        assert_eq!(found(fine, "one-sided-stack"), None, "{fine}");
    }
}

#[test]
fn check_warns_of_a_text_on_which_the_stack_is_empty_too_early() {
    for (rules, text) in [
        (r##"r ~ EOI } r = ${ "r" ~ PUSH("#"+)? ~ "'" ~ (!"'" ~ ANY)* ~ "'" ~ POP }"##, "`r''`"),
        (r#"(PUSH("a") | "b") ~ POP ~ EOI }"#, "`b`"),
        (r#"PUSH("") ~ POP* ~ EOI }"#, "the empty text"),
        // It pops more often than it pushes.
        (r#""x" ~ PUSH("a") ~ "=" ~ POP ~ ";" ~ POP ~ EOI }"#, "`xa=a;`"),
        (r#"PUSH("a") ~ POP ~ POP ~ EOI }"#, "`aa`"),
        (r#"PUSH("a")+ ~ "-" ~ POP+ ~ EOI }"#, "`a-a`"),
        (r#"PUSH("a"){2} ~ "-" ~ POP{3} ~ EOI }"#, "`aa-aa`"),
        (r#"(q | tag)* ~ EOI } q = { PUSH("'") ~ POP } tag = { "<" ~ PUSH("n")? ~ POP }"#, "`<`"),
    ] {
        let source = format!("file = {{ SOI ~ {rules}");
        let found = Findings::of(&source, "file").unwrap().warnings;
        let is_it = |it: &&GrammarError| it.kind.name() == "empty-stack";
        let GrammarError { message, span, .. } = found.iter().find(is_it).expect(&source);
        assert!(message.contains(&format!("pest panic on {text}")), "{message}");
        assert_eq!(Some(span.start), source.rfind("POP"), "{source}");
    }
    for fine in [
        r##"r ~ EOI } r = ${ "r" ~ PUSH("#"*) ~ "'" ~ (!"'" ~ ANY)* ~ "'" ~ POP }"##,
        r#"PUSH("a")? ~ POP_ALL ~ EOI }"#,
        r#"(PUSH("a") ~ POP | "b") ~ EOI }"#,
        r#"PUSH("a" | "b") ~ PUSH("c") ~ "-" ~ POP ~ POP ~ EOI }"#,
    ] {
        assert_eq!(found(&format!("file = {{ SOI ~ {fine}"), "empty-stack"), None, "{fine}");
    }
}

/// The rule of the tag would take the newline after it, if it had a `!`.
#[test]
fn the_fix_of_a_text_between_pushed_tags_makes_the_whole_rule_atomic() {
    let source = r#"file = { SOI ~ heredoc* ~ EOI } WHITESPACE = _{ " " | "\t" | NEWLINE }
        heredoc = { "<<" ~ PUSH(name) ~ NEWLINE ~ (!(NEWLINE ~ PEEK) ~ ANY)* ~ NEWLINE ~ POP }
        name = { ASCII_ALPHA ~ ASCII_ALPHANUMERIC* }"#;
    let said = message(source, "hollow-text");
    assert!(said.contains("does not match `<<a\\n \\na`"), "{said}");
    let (_, mended) = found(source, "hollow-text").unwrap();
    for text in ["<<a\n \na", "<<ab\n x\n\nab"] {
        assert!(is_read(&mended, "heredoc", text), "{text}");
    }
}
