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

/// Writes an object as JSON on a line of its own, or each object of a list.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    // A concrete writer is faster for the many small pieces.
    let mut writer = io::BufWriter::new(out);
    value.serialize(&mut Serializer::with_formatter(&mut writer, InLines { depth: 0 }))?;
    // The underlying writer need not be flushed.
    writer.into_inner().map(|_| ()).map_err(io::IntoInnerError::into_error)
}

/// Leaves out the brackets and commas of the outermost list, and ends its lines.
struct InLines {
    /// How many lists and objects are open.
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
