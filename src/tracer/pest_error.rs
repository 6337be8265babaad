//! pest's errors in the text of a grammar, with advice.

use pest::error::{Error, ErrorVariant, InputLocation};
use pest_meta::parser::{Rule, rename_meta_rule};

use super::error::GrammarError;
use crate::words::list_or;

/// pest's error of `source`.
pub(super) fn grammar_error(source: &str, error: &Error<Rule>) -> GrammarError {
    let (start, end) = match error.location {
        InputLocation::Pos(at) => (at, at + source[at..].chars().next().map_or(0, char::len_utf8)),
        InputLocation::Span((start, end)) => (start, end),
    };
    let end = start + source[start..end].trim_end().len();
    match &error.variant {
        ErrorVariant::CustomError { message } => {
            GrammarError::new(message.clone(), start..end, advice(message))
        }
        ErrorVariant::ParsingError { positives, .. } => {
            let message = match source[start..].chars().next() {
                Some(found) => format!("unexpected `{}`", found.escape_debug()),
                None => "the grammar ends too early".to_owned(),
            };
            let mut expected: Vec<String> = positives.iter().copied().map(meta_rule).collect();
            expected.dedup();
            let advice = if expected.is_empty() {
                String::new()
            } else {
                format!("expected {}", list_or(expected))
            };
            GrammarError::new(message, start..end, advice)
        }
    }
}

/// A rule of pest's grammar of grammars in characters to type.
fn meta_rule(rule: Rule) -> String {
    match rule {
        // pest calls it by the sign of another.
        Rule::sequence_operator => "`~`".to_owned(),
        Rule::EOI => "the end".to_owned(),
        Rule::grammar_rule => "a rule".to_owned(),
        Rule::grammar_doc => "a comment `//!`".to_owned(),
        Rule::line_doc => "a comment `///`".to_owned(),
        Rule::identifier => "a name".to_owned(),
        Rule::expression | Rule::term => "what the rule matches".to_owned(),
        Rule::string => "a text in quotes".to_owned(),
        Rule::character => "a character in quotes".to_owned(),
        Rule::inner_str | Rule::inner_chr => "a character or an escape".to_owned(),
        Rule::number | Rule::integer => "a whole number".to_owned(),
        rule => rename_meta_rule(&rule),
    }
}

/// What to do about a mistake that pest only names.
fn advice(message: &str) -> &'static str {
    if message.contains("left-recursive") {
        "say it with a repetition, such as `term ~ (\"-\" ~ term)*`"
    } else if message.contains("repeat infinitely") {
        "let what is repeated read at least one character"
    } else if message.contains("cannot fail") {
        "put this alternative last"
    } else if message.contains("undefined") {
        "define it, or correct its name"
    } else if message.contains("already defined") {
        "leave one of the two out"
    } else {
        ""
    }
}
