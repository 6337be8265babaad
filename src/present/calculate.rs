//! One filled template and its value.

use std::io::{self, Write};

use crate::Grammar;
use crate::reports::Calculation;
use serde::Serialize;

use super::value::{OrdinaryJson, reason, under, value};
use super::{Block, Document, Line, Role};

/// The calculation for people.
pub fn document(calculation: &Calculation, grammar: &Grammar) -> Document {
    let text = &calculation.expression;
    let (role, value) = value(text, &calculation.value);
    let mut line =
        Line::new(Role::Expression, &*calculation.shown).and(Role::Plain, " = ").and(role, value);
    if *grammar != Grammar::Left {
        line = under(line, grammar, text, &calculation.ordinary);
    }
    Document(vec![Block::Line(line)])
}

/// Writes the calculation as the Scala tutorial shows it: a triple with the
/// value as `numerator\denominator`.
pub fn write_listing(calculation: &Calculation, out: &mut dyn Write) -> io::Result<()> {
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
pub struct CalculationJson<'a> {
    template: &'a str,
    expression: &'a str,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    ordinary: OrdinaryJson,
}

impl<'a> CalculationJson<'a> {
    /// The calculation under `grammar`.
    pub fn new(calculation: &'a Calculation, grammar: &Grammar) -> Self {
        let Calculation { template, expression, value, ordinary, .. } = calculation;
        Self {
            template,
            expression,
            value: value.as_ref().ok().map(ToString::to_string),
            error: value.as_ref().err().map(|error| reason(expression, error)),
            ordinary: OrdinaryJson::new(expression, grammar, value.as_ref(), ordinary),
        }
    }
}
