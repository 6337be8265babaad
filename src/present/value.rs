//! A value, or why there is none; and beside it that of ordinary arithmetic.

use crate::lessons::Parse;
use crate::{DivisionByZero, Grammar, Ordinary, Rational, SyntaxError};
use serde::Serialize;
use serde_json::Value as Json;

use super::markup as m;
use super::{Line, Role};

/// What an expression is worth.
pub(super) type Value = Result<Rational, DivisionByZero>;

/// What could not be done, and what is zero there; `text` was read.
pub(super) fn reason(text: &str, error: &DivisionByZero) -> String {
    match divisor(text, error) {
        Some("0") | None => error.to_string(),
        Some(divisor) => format!("{error}: {divisor} is 0"),
    }
}

/// What is zero, with the brackets that belong to it: from its first to its last
/// number there may be one of a pair alone.
fn divisor<'a>(text: &'a str, error: &DivisionByZero) -> Option<&'a str> {
    let numbers = text.get(error.divisor.clone())?;
    // How many close that were not opened, and how many stay open.
    let (mut before, mut after) = (0_usize, 0_usize);
    for byte in numbers.bytes() {
        match byte {
            b'(' => after += 1,
            b')' if after > 0 => after -= 1,
            b')' => before += 1,
            _ => {}
        }
    }
    let start = match before.checked_sub(1) {
        Some(more) => text[..error.divisor.start].rmatch_indices('(').nth(more)?.0,
        None => error.divisor.start,
    };
    let end = match after.checked_sub(1) {
        Some(more) => {
            error.divisor.end + text[error.divisor.end..].match_indices(')').nth(more)?.0 + 1
        }
        None => error.divisor.end,
    };
    text.get(start..end)
}

/// The value of `text`.
pub(super) fn value(text: &str, value: &Value) -> (Role, String) {
    match value {
        Ok(value) => (Role::Value, value.to_string()),
        Err(error) => (Role::Wrong, format!("no value ({})", reason(text, error))),
    }
}

/// `line`, and after it the grammar of `parse`, if that is not ordinary
/// arithmetic, and what ordinary arithmetic makes of the text, if that is not
/// the same.
pub(super) fn under(line: Line, parse: &Parse) -> Line {
    if parse.grammar == Grammar::Left {
        return line;
    }
    let line = line.and(m::note(format!(" under the grammar {}", parse.grammar)));
    match truth(parse) {
        Some(truth) if matches!(parse.ordinary(), Ordinary::NotRead(_)) => {
            line.and(m::wrong(format!(", but {truth}")))
        }
        Some(truth) => line.and(m::wrong(format!(", {truth}"))),
        None => line,
    }
}

/// What ordinary arithmetic makes of the text; `None` where that is the same.
pub(super) fn truth(parse: &Parse) -> Option<String> {
    Some(match parse.ordinary() {
        Ordinary::Same => return None,
        Ordinary::Value(value) => format!("in ordinary arithmetic {value}"),
        Ordinary::NoValue(error) => {
            format!("in ordinary arithmetic no value ({})", reason(&parse.text, error))
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

/// What a grammar makes of a text, for programs.
#[derive(Serialize)]
pub(super) struct ParseJson {
    tree: Option<String>,
    value: Option<String>,
    /// Why there is no value, or no tree either.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<&Parse> for ParseJson {
    fn from(parse: &Parse) -> Self {
        Self {
            tree: Some(parse.expression.to_s_expression()),
            value: parse.value.as_ref().ok().map(ToString::to_string),
            error: parse.value.as_ref().err().map(|error| reason(&parse.text, error)),
        }
    }
}

impl From<&Result<Parse, SyntaxError>> for ParseJson {
    fn from(parse: &Result<Parse, SyntaxError>) -> Self {
        match parse {
            Ok(parse) => parse.into(),
            Err(error) => Self { tree: None, value: None, error: Some(error.to_string()) },
        }
    }
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

impl From<&Parse> for OrdinaryJson {
    fn from(parse: &Parse) -> Self {
        Self::new(&parse.text, &parse.grammar, parse.value.as_ref(), parse.ordinary())
    }
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
