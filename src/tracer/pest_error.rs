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
            GrammarError::new(with_names_quoted(said), start..end, advice(message))
        }
        ErrorVariant::ParsingError { positives, .. } => {
            match left_open(source, start) {
                Some(Open::Brace(open)) => {
                    let advice = "this brace is still open: close it with `}`";
                    return GrammarError::new("a `}` is missing", open..open + 1, advice);
                }
                Some(Open::Quote(open)) => {
                    let advice = "this quote is still open: close it with `\"`";
                    return GrammarError::new("a `\"` is missing", open..open + 1, advice);
                }
                None => {}
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

/// What is still open, and where it begins.
enum Open {
    Brace(usize),
    Quote(usize),
}

/// What is still open at `at`, where the text ends or a new rule begins there.
fn left_open(source: &str, at: usize) -> Option<Open> {
    let rest = without_comments(&source[at..]);
    let name = rest.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '_');
    let begins_rule = name.len() < rest.len() && name.trim_start().starts_with('=');
    let mut open = Vec::new();
    // A text over several lines that ends right before the place is likely none.
    let mut last_text = None;
    let mut characters = source[..at].char_indices().peekable();
    while let Some((place, character)) = characters.next() {
        match character {
            '{' => open.push(place),
            '}' => {
                open.pop();
            }
            '"' | '\'' => {
                let mut end = None;
                while let Some((inside_at, inside)) = characters.next() {
                    match inside {
                        '\\' => drop(characters.next()),
                        _ if inside == character => {
                            end = Some(inside_at);
                            break;
                        }
                        _ => {}
                    }
                }
                match end {
                    Some(end) => last_text = Some((place, end)),
                    None if character == '"' => return Some(Open::Quote(place)),
                    None => {}
                }
            }
            '/' if characters.peek().is_some_and(|(_, next)| *next == '/') => {
                while characters.next_if(|(_, it)| *it != '\n').is_some() {}
            }
            '/' if characters.next_if(|(_, next)| *next == '*').is_some() => {
                let mut before = ' ';
                for (_, inside) in characters.by_ref() {
                    if (before, inside) == ('*', '/') {
                        break;
                    }
                    before = inside;
                }
            }
            _ => {}
        }
    }
    let is_over_lines = |&(start, end): &(usize, usize)| {
        source[start..end].contains('\n') && source[end + 1..at].trim().is_empty()
    };
    if let Some((start, _)) = last_text.filter(is_over_lines) {
        return Some(Open::Quote(start));
    }
    if begins_rule || rest.is_empty() { open.pop().map(Open::Brace) } else { None }
}

/// `text` without the comments and blanks that it begins with.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("//") {
        text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    text
}
