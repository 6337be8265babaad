//! What is advised about an alternative that another takes the texts of, followed to the
//! letter.

use crate::findings::{is_read, warnings};

#[test]
fn a_keyword_put_before_a_name_ends_where_a_name_would_go_on() {
    let advice = |more: &str, place: &str, lost: &str| {
        format!(
            "put it before that one, and end it with `!{more}`{place}: without that `{lost}` is \
             refused"
        )
    };
    for (source, more, place, lost) in [
        (
            r#"line = { SOI ~ id ~ EOI } id = { ASCII_ALPHA+ | kw } kw = { "if" | "else" }"#,
            "ASCII_ALPHA",
            "",
            "ifa",
        ),
        (
            r#"line = { SOI ~ ("(" ~ (name | "let") ~ ")") ~ EOI }
               name = @{ ASCII_ALPHA ~ (ASCII_ALPHANUMERIC | "_")* }"#,
            "(ASCII_ALPHANUMERIC | \"_\")",
            "",
            "(leta)",
        ),
        (
            r#"line = { SOI ~ id ~ EOI } id = { name | "if" } name = @{ ASCII_ALPHA+ }
               WHITESPACE = _{ " " }"#,
            "ASCII_ALPHA",
            " in an atomic rule",
            "ifa",
        ),
    ] {
        let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
        assert_eq!(found, [advice(more, place, lost)], "{source}");
    }
    let followed = r#"line = { SOI ~ id ~ EOI } id = { kw ~ !ASCII_ALPHA | ASCII_ALPHA+ }
        kw = { "if" | "else" }"#;
    for text in ["if", "ifs", "else", "elsewhere", "e"] {
        assert!(is_read(followed, "line", text), "{text}");
    }
}

#[test]
fn what_takes_nothing_from_the_other_is_simply_put_first() {
    for source in [
        r#"line = { SOI ~ ("<" | "=" | "<=") ~ EOI }"#,
        r#"line = { SOI ~ n ~ EOI } n = { d | d ~ "." ~ d } d = @{ ASCII_DIGIT+ }"#,
    ] {
        let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
        assert_eq!(found, ["put it before that one"], "{source}");
    }
}

#[test]
fn where_nothing_is_found_that_works_it_is_said_what_would_be_lost() {
    let source = r#"line = { SOI ~ id ~ EOI } id = { (ASCII_ALPHA{1,9}) | "if" }"#;
    let found: Vec<String> = warnings(source, "line").into_iter().map(|it| it.1).collect();
    let advice = "before that one it makes `ifa` refused: let one exclude the other";
    assert_eq!(found, [advice]);
}
