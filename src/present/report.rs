//! What a command prints in the formats that every report has.

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
}

impl<T: Report> Report for &T {
    fn document(&self) -> Document {
        (**self).document()
    }

    fn table(&self) -> Option<Csv> {
        (**self).table()
    }
}
