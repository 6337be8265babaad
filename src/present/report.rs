//! The output of commands in the formats that every report has.

use std::io::{self, Write};

use serde::Serialize;

use super::{Csv, Document};

/// A report: it serializes itself as JSON, makes a document for text and Markdown, and may make a
/// table for spreadsheets.
pub trait Report: Serialize {
    /// Returns the report for people.
    fn document(&self) -> Document;

    /// Returns the report as a table, if it has one.
    fn table(&self) -> Option<Csv> {
        None
    }

    /// Writes the report as JSON on one line. A list writes one object per line.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json_line(self, out)
    }
}

/// A report that can be drawn.
pub trait Plotted: Report {
    /// Draws the picture, as an SVG.
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

/// Writes a serializable value on a line of its own.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    // A concrete writer is faster for the many small pieces.
    let mut writer = io::BufWriter::new(out);
    serde_json::to_writer(&mut writer, value).map_err(io::Error::from)?;
    writeln!(writer)?;
    // The underlying writer need not be flushed.
    writer.into_inner().map(|_| ()).map_err(io::IntoInnerError::into_error)
}
