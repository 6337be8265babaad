//! Tables for spreadsheets and programs: comma-separated values.

use std::io::{self, Write};

use itertools::Itertools;

use crate::{Card, Hand};

/// A table for spreadsheets and programs. Every row has as many cells as the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Csv {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Csv {
    /// Makes a table with these columns and rows.
    pub fn new<const COLUMNS: usize>(
        header: [&'static str; COLUMNS],
        rows: impl IntoIterator<Item = [String; COLUMNS]>,
    ) -> Self {
        Self { header: header.into(), rows: rows.into_iter().map(Vec::from).collect() }
    }

    /// Writes the header to `out`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write_header(&self, out: &mut dyn Write) -> io::Result<()> {
        write_record(&mut ::csv::Writer::from_writer(out), self.header.iter().copied())
    }

    /// Writes each row to `out` as a line.
    ///
    /// A spreadsheet evaluates a text that begins with `=`, `+`, `-`, `@`, a tab or a carriage
    /// return. So an apostrophe goes before such a text, for example before the expression `-8+32`,
    /// but not before a negative number. All other texts stay unchanged.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::present::Csv;
    ///
    /// let rows = [["8-32", "-24"], ["-8+32", "24"]].map(|row| row.map(String::from));
    /// let mut out = Vec::new();
    /// Csv::new(["expression", "value"], rows).write_rows(&mut out)?;
    /// assert_eq!(out, b"8-32,-24\n'-8+32,24\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = ::csv::Writer::from_writer(out);
        self.rows.iter().try_for_each(|row| write_record(&mut writer, row.iter().map(cell)))
    }
}

fn write_record<T: AsRef<[u8]>>(
    writer: &mut ::csv::Writer<&mut dyn Write>,
    cells: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    writer.write_record(cells)?;
    writer.flush()
}

/// Writes a hand for a cell: its cards as numbers, even if the user typed letters.
pub(super) fn numbers(hand: &Hand) -> String {
    hand.cards().iter().map(Card::value).join(" ")
}

/// Returns the text of a cell, which is empty for `None`.
pub(super) fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Makes the cell for `text`.
fn cell(text: &String) -> String {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'/';
    let is_number =
        text.strip_prefix('-').is_some_and(|it| !it.is_empty() && it.bytes().all(is_digit));
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    if is_formula { format!("'{text}") } else { text.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_works_out_no_cell_and_reads_negative_numbers() {
        for text in ["-3+27", "=8*3", "+24", "@SUM(1)", "-", "=cmd|' /C calc'!A0"] {
            assert_eq!(cell(&text.to_owned()), format!("'{text}"));
        }
        for text in ["-24", "-1/3", "24", "8/(3-8/3)", "", "3 3 8 8", "(N-N/N)*N"] {
            assert_eq!(cell(&text.to_owned()), text);
        }
    }
}
