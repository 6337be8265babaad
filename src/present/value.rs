//! A value, or why there is none; and beside it that of ordinary arithmetic.

use crate::{DivisionByZero, Grammar, Ordinary, Rational};
use serde::Serialize;
use serde_json::Value as Json;

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

/// `line`, and after it the grammar that gives that and what ordinary
/// arithmetic makes of `text` if that is not the same.
pub(super) fn under(line: Line, grammar: &Grammar, text: &str, ordinary: &Ordinary) -> Line {
    let line = line.and(Role::Note, format!(" under the grammar {grammar}"));
    match truth(text, ordinary) {
        Some(truth) if matches!(ordinary, Ordinary::NotRead(_)) => {
            line.and(Role::Wrong, format!(", but {truth}"))
        }
        Some(truth) => line.and(Role::Wrong, format!(", {truth}")),
        None => line,
    }
}

/// What ordinary arithmetic makes of `text`; `None` where that is the same.
pub(super) fn truth(text: &str, ordinary: &Ordinary) -> Option<String> {
    Some(match ordinary {
        Ordinary::Same => return None,
        Ordinary::Value(value) => format!("in ordinary arithmetic {value}"),
        Ordinary::NoValue(error) => {
            format!("in ordinary arithmetic no value ({})", reason(text, error))
        }
        Ordinary::NotRead(_) => "ordinary arithmetic does not accept it".to_owned(),
    })
}

/// Why a solution under another grammar is false; `None` where it is true.
pub(super) fn falsity(ordinary: &Ordinary) -> Option<String> {
    Some(match ordinary {
        Ordinary::Same => return None,
        Ordinary::Value(value) => format!("false: it is {value}"),
        Ordinary::NoValue(_) => "false: it divides by zero".to_owned(),
        Ordinary::NotRead(_) => "false: ordinary arithmetic does not accept it".to_owned(),
    })
}

/// What ordinary arithmetic makes of a text, for programs; nothing where it is
/// what read it.
#[derive(Serialize)]
pub(super) struct OrdinaryJson {
    /// Its value; `null` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary: Option<Json>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary_error: Option<String>,
}

impl OrdinaryJson {
    /// What is said of `text`, to which `grammar` gives the value `own`.
    pub(super) fn new(
        text: &str,
        grammar: &Grammar,
        own: Result<&Rational, &DivisionByZero>,
        ordinary: &Ordinary,
    ) -> Self {
        if *grammar == Grammar::Left {
            return Self { ordinary: None, ordinary_error: None };
        }
        let value = match ordinary {
            Ordinary::Same => own.map_err(|error| reason(text, error)),
            Ordinary::Value(value) => Ok(value),
            Ordinary::NoValue(error) => Err(reason(text, error)),
            Ordinary::NotRead(error) => Err(error.to_string()),
        };
        Self {
            ordinary: Some(value.as_ref().map_or(Json::Null, |value| value.to_string().into())),
            ordinary_error: value.err(),
        }
    }
}
