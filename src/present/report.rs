//! What a command prints in the formats that every report has.

use std::io::{self, Write};

use serde::Serialize;

use super::{Csv, Document};

/// A report: as JSON it serializes itself, as text and Markdown it is a document, and
/// for spreadsheets it may be a table.
pub trait Report: Serialize {
    /// The report for people.
    fn document(&self) -> Document;

    /// The report as a table, if it has one.
    fn table(&self) -> Option<Csv> {
        None
    }

    /// Writes the report as JSON: all of it on a line. A list writes an object a line.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json_line(self, out)
    }
}

/// A report that can be drawn.
pub trait Plotted: Report {
    /// The picture, as an SVG.
    fn svg(&self) -> String;
}

impl<T: Report> Report for &T {
    fn document(&self) -> Document {
        (**self).document()
    }

    fn table(&self) -> Option<Csv> {
        (**self).table()
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        (**self).write_json(out)
    }
}

/// Writes what serializes itself on a line of its own.
///
/// # Errors
///
/// Those of `out`.
pub fn write_json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    // A writer that is known, for the many small pieces.
    let mut writer = io::BufWriter::new(out);
    serde_json::to_writer(&mut writer, value).map_err(io::Error::from)?;
    writeln!(writer)?;
    // What is behind it need not be flushed.
    writer.into_inner().map(|_| ()).map_err(io::IntoInnerError::into_error)
}
