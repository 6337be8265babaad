//! One filled template and its value.

use std::io::{self, Write};

use crate::reports::Calculation;

use super::markup as m;
use super::value::{csv_values, under, value};
use super::{Document, Line};

/// The calculation for people.
pub fn document(calculation: &Calculation) -> Document {
    let Calculation { shown, parse, .. } = calculation;
    let (role, value) = value(parse);
    let line = m::expression(&**shown).and(m::plain(" = ")).and(Line::new(role, value));
    Document(vec![under(line, parse).into()])
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 5] = ["template", "expression", "grammar", "value", "ordinary"];

/// The calculation as a row; a value that there is not is left out.
pub fn csv_row(calculation: &Calculation) -> [String; 5] {
    let Calculation { template, parse, .. } = calculation;
    let [value, ordinary] = csv_values(parse);
    [template.clone(), parse.text().to_owned(), parse.grammar().to_string(), value, ordinary]
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
