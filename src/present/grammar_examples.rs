//! Texts that a grammar reads or refuses.

use std::borrow::Cow;

use super::csv::or_empty;
use super::markup as m;
use super::{Document, Line, Table};
use crate::reports::{Example, GrammarExamples};
use crate::words::counted;

/// How many parts without a text are named.
const NAMED: usize = 5;

/// A text as a line of a file of texts. One that could not be such a line as it is
/// stands in quotes, as JSON writes it: an empty one, one with line ends or
/// blanks at its ends, one that would be a comment, and one that would be taken for
/// such a text in quotes.
pub fn line(text: &str) -> Cow<'_, str> {
    if is_line(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(serde_json::Value::from(text).to_string())
}

/// A text in a table.
pub(super) fn cell(text: &str) -> Line {
    if text.is_empty() { m::note("(empty)") } else { m::expression(line(text).into_owned()) }
}

/// The text that a [`line()`] stands for.
pub fn text_of_line(line: &str) -> Cow<'_, str> {
    quoted(line).map_or(Cow::Borrowed(line), Cow::Owned)
}

/// Whether a text can be a line as it is.
fn is_line(text: &str) -> bool {
    !text.is_empty()
        && text == text.trim()
        && !text.starts_with('#')
        && !text.contains(|it: char| it.is_control() && it != '\t')
        && quoted(text).is_none()
}

/// The text that stands in quotes because it could not be a line as it is.
fn quoted(line: &str) -> Option<String> {
    if !line.starts_with('"') {
        return None;
    }
    serde_json::from_str(line).ok().filter(|text: &String| !is_line(text))
}

/// Texts that are refused, with the place and what could stand there.
pub fn refused(examples: &GrammarExamples) -> Document {
    let rows = examples.texts.iter().filter_map(|Example { text, read }| {
        let error = read.as_ref().err()?;
        let column = text[..error.span.start].chars().count() + 1;
        let place = if error.span.is_empty() {
            "at the end".to_owned()
        } else {
            format!("column {column}")
        };
        let message = format!("{}, {}", error.message(), error.advice());
        Some(vec![cell(text), m::plain(place), m::plain(message)])
    });
    Document(vec![Table::of(rows).titled(["text", "refused", "because"]).into()])
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 3] = ["text", "read", "error"];

/// A row for every text; one that is read has no error.
pub fn csv_rows(examples: &GrammarExamples) -> impl Iterator<Item = [String; 3]> {
    examples.texts.iter().map(|Example { text, read }| {
        [text.clone(), read.is_ok().to_string(), or_empty(read.as_ref().err())]
    })
}

/// What to say of the parts for which no text was found; `None` where there are
/// none.
pub fn unused(examples: &GrammarExamples) -> Option<String> {
    let GrammarExamples { parts, unused, .. } = examples;
    if unused.is_empty() {
        return None;
    }
    let named: Vec<String> = unused.iter().take(NAMED).map(ToString::to_string).collect();
    let more = match unused.len() - named.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let count = counted(*parts, "part");
    Some(format!("{} of {count} not used: {}{more}", unused.len(), named.join("; ")))
}
