//! The output of commands in the formats that every report has.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

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
}

/// A report that can be drawn.
pub trait Plotted: Report {
    /// Draws the picture, as an SVG.
    fn svg(&self) -> String;
}

/// Writes `value` as JSON: an object on one line, or each object of a list on a line of its own.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    // The serializer writes many small pieces, for which a concrete writer is faster.
    let mut writer = io::BufWriter::new(out);
    value.serialize(&mut Serializer::with_formatter(&mut writer, InLines { depth: 0 }))?;
    // `into_inner` writes the buffered bytes, but does not flush `out`, which is not necessary.
    writer.into_inner().map(|_| ()).map_err(io::IntoInnerError::into_error)
}

/// The JSON format that writes each item of the outermost list on a line of its own, without the
/// brackets and commas of that list.
struct InLines {
    /// The number of open lists and objects.
    depth: usize,
}

impl Formatter for InLines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth > 1 { writer.write_all(b"[") } else { Ok(()) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth > 0 { writer.write_all(b"]") } else { Ok(()) }
    }

    fn begin_array_value<W>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        if self.depth > 1 && !is_first { writer.write_all(b",") } else { Ok(()) }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth > 1 { Ok(()) } else { writer.write_all(b"\n") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth > 0 { b"}" } else { b"}\n" })
    }
}
