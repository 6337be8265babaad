//! The value of a text, or the reason why the text has none, and its value in ordinary arithmetic.

use crate::grammars::Ordinary;
use crate::lessons::Parse;
use crate::reports::Found;
use crate::{Grammar, Hand, Rational, Solution};

use super::{Line, markup as m};

/// Writes the value of a text, or the reason why the text has none.
pub(super) fn value(parse: &Parse) -> Line {
    let wrong =
        |error: &crate::NoValue| m::wrong(format!("no value ({})", error.in_text(parse.text())));
    parse.value().map_or_else(wrong, m::value)
}

/// If the grammar of `parse` is not ordinary arithmetic, appends remarks to `line`: the name of the
/// grammar, whether the grammar parses a flat list without precedence, and the value in ordinary
/// arithmetic if that differs.
pub(super) fn under(line: Line, parse: &Parse) -> Line {
    if parse.grammar().is_ordinary() {
        return line;
    }
    let mut line = line.and(m::note(format!(" under the grammar {}", parse.grammar())));
    if parse.grammar().is_flat() {
        line = line.and(m::note(", a flat list grouped as ordinary arithmetic does"));
    }
    match truth(parse) {
        Some(truth) => {
            let but = if matches!(parse.ordinary(), Ordinary::NotRead(_)) { "but " } else { "" };
            line + m::wrong(format!(", {but}{truth}"))
        }
        None => line,
    }
}

/// Describes the value of the text in ordinary arithmetic; `None` if the value is the same.
pub(super) fn truth(parse: &Parse) -> Option<String> {
    Some(match parse.ordinary() {
        Ordinary::Same => return None,
        Ordinary::Value(value) => format!("in ordinary arithmetic {value}"),
        Ordinary::NoValue(error) => {
            format!("in ordinary arithmetic no value ({})", error.in_text(parse.text()))
        }
        Ordinary::NotRead(_) => "ordinary arithmetic does not accept it".to_owned(),
    })
}

/// Returns the value of a text, and its value in ordinary arithmetic.
pub(super) fn csv_values(parse: &Parse) -> [Option<&Rational>; 2] {
    let own = parse.value().ok();
    [own, ordinary(parse.ordinary(), own)]
}

/// Returns the value of a text in ordinary arithmetic, if it has one. `own` is its value under its
/// grammar.
pub(super) fn ordinary<'a>(found: &'a Ordinary, own: Option<&'a Rational>) -> Option<&'a Rational> {
    match found {
        Ordinary::Same => own,
        Ordinary::Value(value) => Some(value),
        Ordinary::NoValue(_) | Ordinary::NotRead(_) => None,
    }
}

/// Writes a solution with the cards as the user typed them.
pub(super) fn written(solution: &Solution, hand: &Hand) -> String {
    solution.text_with(|position| hand.cards()[position].to_string())
}

/// Explains why a solution under another grammar is false; `None` if the solution is true.
pub(super) fn falsity(ordinary: &Ordinary) -> Option<String> {
    Some(match ordinary {
        Ordinary::Same => return None,
        Ordinary::Value(value) => format!("false: it is {value}"),
        Ordinary::NoValue(error) => format!("false: no value ({error})"),
        Ordinary::NotRead(_) => "false: ordinary arithmetic does not accept it".to_owned(),
    })
}

/// Names the grammar that found the solutions, if it is not ordinary arithmetic, and the number of
/// false solutions, which `them` names.
pub(super) fn under_grammar<'a>(
    grammar: &Grammar,
    found: impl IntoIterator<Item = &'a Found>,
    them: &str,
) -> Line {
    if grammar.is_ordinary() {
        return Line::default();
    }
    let line = m::note(format!(" under the grammar {grammar}"));
    let all: Vec<bool> = found.into_iter().map(Found::is_false).collect();
    match (all.iter().filter(|is_false| **is_false).count(), all.len()) {
        (0, _) => line,
        (1, 1) => line.and(m::wrong(", and it is false")),
        (wrong, _) => line.and(m::wrong(format!(", {wrong} of {them} false"))),
    }
}
