//! Lists that write each row as soon as it is known.

use bracket24::present::{Csv, Report};

use crate::cli::{Failure, Format, Output};

/// Rejects a format that lists do not have.
pub(super) fn check(format: Format) -> Result<(), Failure> {
    if matches!(format, Format::Text | Format::Json | Format::Csv) {
        return Ok(());
    }
    let format = if format == Format::Markdown { "Markdown" } else { format.name() };
    let help = "choose `--format csv`, `json` or `text`";
    Err(Failure::with_help(format!("this list cannot be printed as {format}"), help))
}

/// Writes the header of a list, if the format is CSV.
pub(super) fn begin(header: &[&'static str], output: &mut Output) -> Result<(), Failure> {
    if output.format != Format::Csv {
        return Ok(());
    }
    output.table(&Csv::new(header.iter().copied(), [(); 0]))
}

/// Writes a row. In the text format, a row is one line.
pub(super) fn add(row: &impl Report, output: &mut Output) -> Result<(), Failure> {
    if output.format == Format::Text {
        return output.write(|writer| write!(writer, "{}", row.document()));
    }
    output.report(row)
}
