//! One filled template and its value.

use std::io::{self, Write};

use crate::reports::Calculation;

use super::markup as m;
use super::value::{csv_values, under, value};
use super::{Csv, Document, Line, Report};

impl Report for Calculation {
    fn document(&self) -> Document {
        let Self { shown, parse, .. } = self;
        let (role, value) = value(parse);
        let line = m::expression(&**shown).and(m::plain(" = ")).and(Line::new(role, value));
        Document(vec![under(line, parse).into()])
    }

    /// One row; a value that does not exist leaves its cell empty.
    fn table(&self) -> Option<Csv> {
        let Self { template, parse, .. } = self;
        let [value, ordinary] = csv_values(parse);
        let text = parse.text().to_owned();
        let row = [template.clone(), text, parse.grammar().to_string(), value, ordinary];
        Some(Csv::new(["template", "expression", "grammar", "value", "ordinary"], [row]))
    }
}

/// Writes the calculation as the Scala tutorial shows it: a triple with the
/// value as `numerator\denominator`.
///
/// # Errors
///
/// Those of `out`.
pub fn write_listing(calculation: &Calculation, out: &mut dyn Write) -> io::Result<()> {
    let Calculation { template, parse, .. } = calculation;
    let value = match parse.value() {
        Ok(value) => {
            let (numer, denom) = value.to_decimal_pair();
            format!("{numer}\\{denom}")
        }
        Err(error) => error.in_text(parse.text()),
    };
    writeln!(out, "({},{template},{value})", parse.text())
}
