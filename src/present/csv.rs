//! Tables for spreadsheets and programs: comma-separated values.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

/// A table for spreadsheets and programs. Every row has as many cells as the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Csv {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Csv {
    /// Makes a table with these columns and rows. A row is a list or a tuple of its cells, or an
    /// object with the columns among its fields. In a cell, `None` is empty, as is a field that the
    /// object leaves out, and a list has blanks between its items.
    ///
    /// # Panics
    ///
    /// Panics if a list does not have as many cells as there are columns.
    pub fn new(
        header: impl IntoIterator<Item = &'static str>,
        rows: impl IntoIterator<Item = impl Serialize>,
    ) -> Self {
        let header: Vec<_> = header.into_iter().collect();
        Self { rows: rows.into_iter().map(|row| cells(&header, row)).collect(), header }
    }

    /// Writes the header to `out`.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write_header(&self, out: &mut dyn Write) -> io::Result<()> {
        write_line(&self.header, out)
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
    /// let rows = [("8-32", -24), ("-8+32", 24)];
    /// let mut out = Vec::new();
    /// Csv::new(["expression", "value"], rows).write_rows(&mut out)?;
    /// assert_eq!(out, b"8-32,-24\n'-8+32,24\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        self.rows.iter().try_for_each(|row| write_line(row.iter().map(escaped), out))?;
        out.flush()
    }
}

fn write_line(
    cells: impl IntoIterator<Item = impl AsRef<[u8]>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // A writer of CSV would hide the kind of an error of `out`, such as a closed pipe.
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    out.write_all(&writer.into_inner().expect("memory can be written"))
}

/// Returns the cells of a row below this header.
fn cells(header: &[&str], row: impl Serialize) -> Vec<String> {
    let cells = match serde_json::to_value(row).expect("a row can be JSON") {
        Value::Object(mut fields) => {
            header.iter().map(|&name| fields.remove(name).unwrap_or_default()).collect()
        }
        Value::Array(cells) => cells,
        cell => vec![cell],
    };
    assert_eq!(cells.len(), header.len(), "a row has a cell in each column");
    cells.into_iter().map(cell).collect()
}

/// Returns the text of a cell.
fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(items) => items.into_iter().map(cell).join(" "),
        other => other.to_string(),
    }
}

/// Makes the cell for `text`.
fn escaped(text: &String) -> String {
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
    fn csv_output_escapes_formulas_but_not_negative_numbers() {
        for text in ["-3+27", "=8*3", "+24", "@SUM(1)", "-", "\t=1", "\r1", "=cmd|' /C calc'!A0"] {
            assert_eq!(escaped(&text.to_owned()), format!("'{text}"));
        }
        for text in ["-24", "-1/3", "24", "8/(3-8/3)", "", "3 3 8 8", "(N-N/N)*N"] {
            assert_eq!(escaped(&text.to_owned()), text);
        }
    }
}
