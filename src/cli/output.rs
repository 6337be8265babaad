//! The output of a command: standard output, or the file of `--output`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::adapter::strip_bytes;
use anstream::{AutoStream, ColorChoice};
use bracket24::present::solve::StreamRows;
use bracket24::present::{
    Block, Csv, Document, Layout, Plotted, Report, each_plain_line, write_html, write_json,
    write_latex, write_markdown, write_text,
};
use bracket24::words::list_or;
use serde::Serialize;

use super::file::{ReadOnly, WholeFile, in_memory};
use super::format::STDOUT;
use super::options::ForceOption;
use super::terminal::{harmless, layout, stdout_layout};
use super::{Failure, Format};

/// A buffered standard output, in color if the user wants it, or a file.
pub(crate) struct Output {
    writer: Box<dyn Write>,
    /// Whether to write documents and texts without their styles.
    is_plain: bool,
    file: Option<WholeFile>,
    /// The format of the reports.
    pub(crate) format: Format,
    documents: usize,
    writes: usize,
    pub(crate) has_header: bool,
    /// The layout of texts, such as their width.
    pub(crate) layout: Layout,
    /// Whether to replace read-only files.
    pub(crate) read_only: ReadOnly,
    /// Whether the results are those of the lines of a batch.
    pub(crate) in_batch: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let is_plain = AutoStream::choice(&stdout) == ColorChoice::Never;
        // Without colors, the stream removes escape sequences that a terminal would obey.
        let writer: Box<dyn Write> = if stdout.is_terminal() {
            Box::new(BufWriter::new(AutoStream::auto(stdout.lock())))
        } else {
            Box::new(BufWriter::new(stdout.lock()))
        };
        let layout = stdout_layout();
        Self {
            writer,
            is_plain,
            file: None,
            format: Format::Text,
            documents: 0,
            writes: 0,
            has_header: false,
            layout,
            read_only: ForceOption::default().read_only(),
            in_batch: false,
        }
    }

    /// Opens the file of a key, which has the answers to a sheet. Its name selects the format.
    pub(crate) fn key(&self, path: &Path) -> Result<Self, Failure> {
        let format = Format::of_ending(path, Format::OF_DOCUMENTS).ok_or_else(|| {
            let message = format!("cannot write {}: a key cannot have this format", path.display());
            let endings = Format::OF_DOCUMENTS.iter().map(|it| format!(".{}", it.facts().2[0]));
            Failure::with_help(message, format!("its name must end in {}", list_or(endings)))
        })?;
        let mut key = Self { format, ..Self::stdout() };
        if path != Path::new(STDOUT) {
            key.write_to(WholeFile::create(path, self.read_only)?)?;
        }
        Ok(key)
    }

    /// Returns a standard output that continues this one, with a blank line before its next
    /// document.
    pub(crate) fn part(&self) -> Self {
        Self { documents: self.documents, ..Self::stdout() }
    }

    /// Ends `part`, and continues this output after it.
    pub(crate) fn go_on_after(&mut self, mut part: Self) -> Result<(), Failure> {
        if part.file.is_none() {
            self.documents = part.documents;
        }
        part.finish()
    }

    /// Writes to `file` from now on, instead of standard output.
    pub(crate) fn write_to(&mut self, file: WholeFile) -> Result<(), Failure> {
        self.writer = Box::new(BufWriter::new(file.stream()?));
        self.is_plain = true;
        self.file = Some(file);
        self.layout = layout(None);
        self.documents = 0;
        Ok(())
    }

    /// Stops searching standard output for styles to remove: JSON has neither styles nor control
    /// characters.
    pub(crate) fn omit_styles(&mut self) -> Result<(), Failure> {
        if self.file.is_none() {
            self.flush()?;
            self.writer = Box::new(BufWriter::new(io::stdout().lock()));
        }
        Ok(())
    }

    /// Drops the file of `--output` and everything written to it.
    pub(crate) fn discard_file(&mut self) {
        if self.file.take().is_some() {
            self.writer = Box::new(io::sink());
        }
    }

    /// Whether the output goes to a file of `--output`.
    pub(crate) const fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether a person sees the output on a terminal.
    pub(crate) fn is_seen(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Ends the output. If it is a file, gives the file its name.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let Some(file) = self.file.take() else { return Ok(()) };
        // Some systems cannot rename an open file, so drop the writer first.
        self.writer = Box::new(io::sink());
        file.keep()
    }

    /// Ends the output for a text that the parser rejects, before the error is printed. In a batch,
    /// more output may follow.
    pub(crate) fn end_of_text(&mut self) -> Result<(), Failure> {
        if self.in_batch {
            return self.flush();
        }
        self.end_of_bad_input();
        self.finish()
    }

    /// Keeps the file of `--output` as it was, if nothing was written.
    pub(crate) fn end_of_bad_input(&mut self) {
        if self.writes == 0 {
            self.discard_file();
        }
    }

    /// Calls `write` and turns its error into a failure that names the file.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.writes += 1;
        write(&mut self.writer).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match &self.file {
            _ if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            Some(file) => file.failure(error),
            None => Failure::plain(format!("cannot write the output: {error}")),
        }
    }

    /// Writes a blank line if a document came before. Returns itself, to write the next one.
    pub(crate) fn separate(&mut self) -> Result<&mut Self, Failure> {
        self.documents += 1;
        if self.documents > 1 {
            self.write(|writer| writeln!(writer))?;
        }
        Ok(self)
    }

    /// Writes a document, after a blank line if another came before.
    pub(crate) fn document(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?.rows(document)
    }

    /// Writes a document as Markdown, after a blank line if another came before.
    pub(crate) fn markdown(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?.write(|writer| write_markdown(document, writer))
    }

    /// Writes a document under its title, in one of [`Format::OF_DOCUMENTS`].
    pub(crate) fn titled(&mut self, document: &Document, title: &str) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.document(document),
            Format::Markdown => self.markdown(document),
            Format::Html => self.write(|writer| write_html(document, title, writer)),
            Format::Latex => self.write(|writer| write_latex(document, writer)),
            special => unreachable!("the command that offers {special} writes it"),
        }
    }

    /// Writes a part of a document that is too long to build as a whole.
    pub(crate) fn rows(&mut self, document: &Document) -> Result<(), Failure> {
        let layout = self.layout;
        if !self.is_plain {
            return self.styled(&in_memory(|text| write_text(document, layout, text)));
        }
        each_plain_line(document, layout, |line| self.styled(line.as_bytes()))
    }

    /// Writes some solutions of a stream as rows of a table.
    pub(crate) fn stream_rows(&mut self, rows: &StreamRows) -> Result<(), Failure> {
        let (layout, in_colour) = (self.layout, !self.is_plain);
        self.write(|writer| rows.write(layout, in_colour, writer))
    }

    /// Writes a single block as a part of a document.
    pub(crate) fn line(&mut self, line: impl Into<Block>) -> Result<(), Failure> {
        self.rows(&Document(vec![line.into()]))
    }

    /// Writes a text that may have styles, without all else that a terminal would obey.
    pub(crate) fn styled(&mut self, text: &[u8]) -> Result<(), Failure> {
        // An escape sequence begins with a control character: one byte, or 0xc2 and another byte.
        let is_control = |byte: &u8| matches!(byte, 0..=8 | 11..=31 | 127 | 0xc2);
        let (is_plain, has_control) = (self.is_plain, text.iter().any(is_control));
        self.write(|writer| match (has_control, is_plain) {
            (false, _) => writer.write_all(text),
            (true, false) => writer.write_all(&harmless(text)),
            (true, true) => strip_bytes(text).try_for_each(|part| writer.write_all(part)),
        })
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.write(|writer| writer.write_all(text.as_bytes()))
    }

    /// Writes a JSON object on a line of its own.
    pub(crate) fn json(&mut self, object: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.write(|writer| write_json(object, writer))
    }

    /// Writes a report in one of the formats that all reports have. A command writes its other
    /// formats itself.
    pub(crate) fn report(&mut self, report: &(impl Report + ?Sized)) -> Result<(), Failure> {
        match self.format {
            Format::Text => self.document(&report.document()),
            Format::Markdown => self.markdown(&report.document()),
            Format::Json => self.json(report),
            Format::Csv => {
                self.table(&report.table().expect("CSV is offered for a report with a table"))
            }
            special => unreachable!("the command that offers {special} writes it"),
        }
    }

    /// Writes a report, and draws it into the file `plot`. Does not draw a `partial` report,
    /// because its picture would look like that of a complete one.
    pub(crate) fn plotted(
        &mut self,
        report: &impl Plotted,
        plot: Option<WholeFile>,
        partial: bool,
    ) -> Result<(), Failure> {
        if let Some(plot) = plot.filter(|_| !partial) {
            plot.finish(report.svg().as_bytes())?;
        }
        match self.format {
            Format::Svg if partial => Ok(()),
            Format::Svg => self.text(&report.svg()),
            _ => self.so_far(report, partial),
        }
    }

    /// Writes a report. Does not write a `partial` report as CSV, which could not mark it.
    pub(crate) fn so_far(&mut self, report: &impl Report, partial: bool) -> Result<(), Failure> {
        if partial && self.format == Format::Csv { Ok(()) } else { self.report(report) }
    }

    /// Writes a table, without its header if the header is already written.
    pub(crate) fn table(&mut self, table: &Csv) -> Result<(), Failure> {
        let is_first = !std::mem::replace(&mut self.has_header, true);
        self.write(|writer| {
            if is_first {
                table.write_header(writer)?;
            }
            table.write_rows(writer)
        })
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| self.failure(&error))
    }
}
