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
            // What follows names a part of pest for programmers.
            let said = message.split("; pest::").next().unwrap_or(message);
            GrammarError::new(said, start..end, advice(message))
        }
        ErrorVariant::ParsingError { positives, .. } => {
            if let Some(open) = open_brace(source, start) {
                let advice = "this brace is still open: close it with `}`";
                return GrammarError::new("a `}` is missing", open..open + 1, advice);
            }
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

/// The brace that is still open at `at`, where the text ends or a new rule begins
/// there.
fn open_brace(source: &str, at: usize) -> Option<usize> {
    let rest = &source[at..];
    let name = rest.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '_');
    let begins_rule = name.len() < rest.len() && name.trim_start().starts_with('=');
    if !begins_rule && !rest.trim().is_empty() {
        return None;
    }
    let mut open = Vec::new();
    let mut characters = source[..at].char_indices().peekable();
    while let Some((place, character)) = characters.next() {
        match character {
            '{' => open.push(place),
            '}' => {
                open.pop();
            }
            '"' | '\'' => {
                while let Some((_, inside)) = characters.next() {
                    match inside {
                        '\\' => drop(characters.next()),
                        _ if inside == character => break,
                        _ => {}
                    }
                }
            }
            '/' if characters.peek().is_some_and(|(_, next)| *next == '/') => {
                while characters.next_if(|(_, it)| *it != '\n').is_some() {}
            }
            _ => {}
        }
    }
    open.pop()
}
