//! One filled template and its value.

use std::io::{self, Write};

use bracket24::reports::Calculation;
use bracket24::{DivisionByZero, Grammar, Rational};
use serde::Serialize;

use super::{Block, Document, Line, Role};

/// The calculation for people.
pub(crate) fn document(calculation: &Calculation, grammar: Grammar) -> Document {
    let (role, text) = value(&calculation.expression, &calculation.value);
    let mut line =
        Line::new(Role::Expression, &*calculation.shown).and(Role::Plain, " = ").and(role, text);
    if let Some(ordinary) = &calculation.ordinary {
        line = line.and(Role::Note, format!(" under the grammar {grammar}"));
        if *ordinary != calculation.value {
            let (_, truth) = value(&calculation.expression, ordinary);
            line = line.and(Role::Wrong, format!(", in ordinary arithmetic {truth}"));
        }
    }
    Document(vec![Block::Line(line)])
}

/// The value of `expression`, or why it has none.
pub(crate) fn value(expression: &str, value: &Result<Rational, DivisionByZero>) -> (Role, String) {
    match value {
        Ok(value) => (Role::Value, value.to_string()),
        Err(error) => (Role::Wrong, format!("no value ({})", reason(expression, error))),
    }
}

/// What could not be done, and what is zero there.
fn reason(expression: &str, error: &DivisionByZero) -> String {
    match expression.get(error.divisor.clone()) {
        Some("0") | None => error.to_string(),
        Some(divisor) => format!("{error}: {divisor} is 0"),
    }
}

/// Writes the calculation as the Scala tutorial shows it: a triple with the
/// value as `numerator\denominator`.
pub(crate) fn write_listing(calculation: &Calculation, out: &mut dyn Write) -> io::Result<()> {
    let value = match &calculation.value {
        Ok(value) => {
            let (numer, denom) = value.to_decimal_pair();
            format!("{numer}\\{denom}")
        }
        Err(error) => reason(&calculation.expression, error),
    };
    writeln!(out, "({},{},{value})", calculation.expression, calculation.template)
}

/// The calculation for programs.
#[derive(Serialize)]
pub(crate) struct CalculationJson<'a> {
    template: &'a str,
    expression: &'a str,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> From<&'a Calculation> for CalculationJson<'a> {
    fn from(calculation: &'a Calculation) -> Self {
        Self {
            template: &calculation.template,
            expression: &calculation.expression,
            value: calculation.value.as_ref().ok().map(ToString::to_string),
            error: calculation
                .value
                .as_ref()
                .err()
                .map(|error| reason(&calculation.expression, error)),
        }
    }
}
