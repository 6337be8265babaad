//! Tables for spreadsheets and programs: comma-separated values.
//!
//! What can be written so has its columns and its rows beside its document, as
//! `CSV_HEADER` and `csv_rows`.

use std::io::{self, Write};

use itertools::Itertools;

use crate::{Card, Hand};

/// Writes `rows` to `out`, each in a line.
///
/// A cell has its text as it is, but for one thing: a spreadsheet works out
/// what begins with one of `= + - @`, and a text that does so, such as an
/// expression that begins with a sign, has an apostrophe before it. A negative
/// number has none.
///
/// # Errors
///
/// Those of `out`.
///
/// # Examples
///
/// ```
/// use bracket24::present::write_csv;
///
/// let mut out = Vec::new();
/// write_csv([["expression", "value"], ["8-32", "-24"], ["-8+32", "24"]], &mut out)?;
/// assert_eq!(out, b"expression,value\n8-32,-24\n'-8+32,24\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_csv<T: Into<String>, const COLUMNS: usize>(
    rows: impl IntoIterator<Item = [T; COLUMNS]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    for row in rows {
        writer.write_record(row.map(|text| cell(text.into())))?;
    }
    writer.flush()
}

/// A hand in a cell: its cards as numbers, however they were typed.
pub(super) fn numbers(hand: &Hand) -> String {
    hand.cards().iter().map(Card::value).join(" ")
}

/// The text of a cell, which is empty where there is nothing to say.
pub(super) fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// What stands in a cell for `text`.
fn cell(text: String) -> String {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'/';
    let is_number =
        text.strip_prefix('-').is_some_and(|it| !it.is_empty() && it.bytes().all(is_digit));
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    if is_formula { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_works_out_no_cell_and_reads_negative_numbers() {
        for text in ["-3+27", "=8*3", "+24", "@SUM(1)", "-", "=cmd|' /C calc'!A0"] {
            assert_eq!(cell(text.to_owned()), format!("'{text}"));
        }
        for text in ["-24", "-1/3", "24", "8/(3-8/3)", "", "3 3 8 8", "(N-N/N)*N"] {
            assert_eq!(cell(text.to_owned()), text);
        }
    }
}
