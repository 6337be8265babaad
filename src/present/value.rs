//! A value, or why there is none.

use crate::{DivisionByZero, Grammar, Rational};

use super::{Line, Role};

/// What an expression is worth.
pub(super) type Value = Result<Rational, DivisionByZero>;

/// What could not be done, and what is zero there; `text` was read.
pub(super) fn reason(text: &str, error: &DivisionByZero) -> String {
    match text.get(error.divisor.clone()) {
        Some("0") | None => error.to_string(),
        Some(divisor) => format!("{error}: {divisor} is 0"),
    }
}

/// The value of `text`.
pub(super) fn value(text: &str, value: &Value) -> (Role, String) {
    match value {
        Ok(value) => (Role::Value, value.to_string()),
        Err(error) => (Role::Wrong, format!("no value ({})", reason(text, error))),
    }
}

/// `line`, and after it which grammar gives that and what ordinary arithmetic
/// gives, where `is_other`.
pub(super) fn under(
    line: Line,
    grammar: &Grammar,
    text: &str,
    ordinary: &Value,
    is_other: bool,
) -> Line {
    let line = line.and(Role::Note, format!(" under the grammar {grammar}"));
    if is_other {
        let (_, truth) = value(text, ordinary);
        line.and(Role::Wrong, format!(", in ordinary arithmetic {truth}"))
    } else {
        line
    }
}
