//! One filled template and its value.

use std::io::{self, Write};

use crate::reports::Calculation;

use super::markup as m;
use super::value::{under, value};
use super::{Document, Line};

/// The calculation for people.
pub fn document(calculation: &Calculation) -> Document {
    let Calculation { shown, parse, .. } = calculation;
    let (role, value) = value(parse);
    let line = m::expression(&**shown).and(m::plain(" = ")).and(Line::new(role, value));
    Document(vec![under(line, parse).into()])
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
