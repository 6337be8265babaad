//! Standard output.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use super::failure::Failure;
use bracket24::present::{Block, Document, Line, write_markdown, write_text};

/// Standard output: buffered, in colour where that is wanted.
pub(super) struct Output {
    writer: BufWriter<anstream::AutoStream<StdoutLock<'static>>>,
    documents: usize,
}

impl Output {
    pub(super) fn stdout() -> Self {
        let stream = anstream::AutoStream::auto(io::stdout().lock());
        Self { writer: BufWriter::new(stream), documents: 0 }
    }

    /// Writes a blank line after the document before, if there is one.
    pub(super) fn separate(&mut self) -> Result<(), Failure> {
        if self.documents > 0 {
            writeln!(self.writer)?;
        }
        self.documents += 1;
        Ok(())
    }

    /// Writes a document, a blank line after the one before.
    pub(super) fn document(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?;
        Ok(write_text(document, &mut self.writer)?)
    }

    /// Writes a document as Markdown, a blank line after the one before.
    pub(super) fn markdown(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?;
        Ok(write_markdown(document, &mut self.writer)?)
    }

    /// Writes one line of a document that is too long to be made first.
    pub(super) fn line(&mut self, line: Line) -> Result<(), Failure> {
        Ok(write_text(&Document(vec![Block::Line(line)]), &mut self.writer)?)
    }

    /// Writes a JSON object on a line of its own.
    pub(super) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(object).map_err(io::Error::from)?;
        Ok(writeln!(self.writer, "{line}")?)
    }

    /// Writes a row of CSV.
    pub(super) fn csv(
        &mut self,
        row: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(&mut self.writer);
        writer.write_record(row).map_err(io::Error::from)?;
        Ok(writer.flush()?)
    }

    /// Where to write what is neither.
    pub(super) fn writer(&mut self) -> &mut dyn Write {
        &mut self.writer
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}
