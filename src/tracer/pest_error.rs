//! pest's errors about the rules of a grammar, with advice.

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest_meta::parser::Rule;

use super::error::GrammarError;
use super::syntax::Syntax;
use crate::words::did_you_mean;

/// The rules that pest has of its own, apart from the Unicode properties.
const BUILT_IN: [&str; 22] = [
    "ANY",
    "SOI",
    "EOI",
    "NEWLINE",
    "PEEK",
    "PEEK_ALL",
    "POP",
    "POP_ALL",
    "DROP",
    "ASCII",
    "ASCII_DIGIT",
    "ASCII_NONZERO_DIGIT",
    "ASCII_BIN_DIGIT",
    "ASCII_OCT_DIGIT",
    "ASCII_HEX_DIGIT",
    "ASCII_ALPHA",
    "ASCII_ALPHA_LOWER",
    "ASCII_ALPHA_UPPER",
    "ASCII_ALPHANUMERIC",
    "LETTER",
    "NUMBER",
    "WHITE_SPACE",
];

/// Where pest's error is, without the blanks after it.
pub(super) fn place(source: &str, error: &Error<Rule>) -> Range<usize> {
    let (start, end) = match error.location {
        InputLocation::Pos(at) => (at, at + source[at..].chars().next().map_or(0, char::len_utf8)),
        InputLocation::Span((start, end)) => (start, end),
    };
    start..start + source[start..end].trim_end().len()
}

/// pest's error about the rules of `source`.
pub(super) fn pest_error(source: &str, syntax: &Syntax<'_>, error: &Error<Rule>) -> GrammarError {
    let span = place(source, error);
    let message = error.variant.message();
    // What follows names a part of pest for programmers.
    let said = message.split("; pest::").next().unwrap_or(&message);
    let advice = match undefined(said) {
        Some(name) => meant(name, syntax),
        None => advice(said).to_owned(),
    };
    GrammarError::new(with_names_quoted(said), span, advice)
}

/// The rule that pest calls left-recursive.
pub(super) fn left_recursive(error: &Error<Rule>) -> Option<&str> {
    let ErrorVariant::CustomError { message } = &error.variant else { return None };
    message.strip_prefix("rule ")?.split_once(" is left-recursive").map(|(name, _)| name)
}

fn undefined(message: &str) -> Option<&str> {
    message.strip_prefix("rule ")?.strip_suffix(" is undefined")
}

/// The rule that a name may be mistyped for.
fn meant(name: &str, syntax: &Syntax<'_>) -> String {
    let own = || syntax.rules.iter().map(|rule| rule.name);
    let in_capitals = name.to_ascii_uppercase();
    let close = own()
        .find(|it| it.eq_ignore_ascii_case(name))
        .or_else(|| did_you_mean(name, own()))
        .or_else(|| did_you_mean(&in_capitals, BUILT_IN));
    match close {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("define it, as in `{name} = {{ \"a\" }}`, or correct its name"),
    }
}

/// What to do about a mistake that pest only names.
fn advice(message: &str) -> &'static str {
    if message.contains("left-recursive") {
        "begin every way to match it with something else"
    } else if message.contains("repeat infinitely") {
        "let what is repeated read at least one character"
    } else if message.contains("cannot fail") {
        "put this alternative last"
    } else if message.contains("already defined") {
        "leave one of the two out"
    } else if message.contains("repeat 0 times") {
        "leave it out; what may be missing has a `?`, or a `*` where there may be several"
    } else if message.contains("pest keyword") {
        "give the rule another name: pest has a rule of its own by this one"
    } else if message.contains("overflow u32") {
        "write a smaller number, or `*` or `+` where there is no limit"
    } else if message.contains("requires feature") {
        "push what is read, with `PUSH`: that feature is not used here"
    } else {
        ""
    }
}

/// pest's words about rules, with their names in quotes.
fn with_names_quoted(message: &str) -> String {
    let Some((name, rest)) = message.strip_prefix("rule ").and_then(|it| it.split_once(' ')) else {
        return message.to_owned();
    };
    let way = rest.split_once('(').and_then(|(said, way)| Some((said, way.strip_suffix(')')?)));
    match way {
        Some((said, way)) => {
            let way = way.split(" -> ").map(|it| format!("`{it}`")).collect::<Vec<_>>();
            format!("rule `{name}` {said}({})", way.join(" -> "))
        }
        None => format!("rule `{name}` {rest}"),
    }
}
