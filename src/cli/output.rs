//! The output of a command: standard output, or the file of `--output`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anstream::adapter::strip_bytes;
use anstream::{AutoStream, ColorChoice};
use bracket24::present::solve::StreamRows;
use bracket24::present::{
    Block, Csv, Document, Layout, Plotted, Report, each_plain_line, write_html, write_json_line,
    write_latex, write_markdown, write_text,
};
use bracket24::words::list_or;
use serde::Serialize;

use super::file::{ReadOnly, WholeFile};
use super::terminal::{file_layout, stdout_layout};
use super::{Failure, Format};

/// Standard output, in colour where that is wanted, or a file; buffered.
pub(crate) struct Output {
    writer: Box<dyn Write>,
    /// Whether documents are to be without their styles; all else is written as it is.
    is_plain: bool,
    file: Option<WholeFile>,
    documents: usize,
    has_header: bool,
    /// What texts are laid out for.
    pub(crate) layout: Layout,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let is_plain = AutoStream::choice(&stdout) == ColorChoice::Never;
        // A terminal is sent no sign that it might obey.
        let writer: Box<dyn Write> = if stdout.is_terminal() {
            Box::new(BufWriter::new(AutoStream::auto(stdout.lock())))
        } else {
            Box::new(BufWriter::new(stdout.lock()))
        };
        let layout = stdout_layout();
        Self { writer, is_plain, file: None, documents: 0, has_header: false, layout }
    }

    /// Opens a key, a file of its own beside this output, in the format that its name
    /// chooses.
    pub(crate) fn key(path: &Path, read_only: ReadOnly) -> Result<(Format, Self), Failure> {
        let format = Format::of_ending(path, Format::OF_DOCUMENTS).ok_or_else(|| {
            let message = format!("cannot write {}: a key is no such file", path.display());
            let endings = Format::OF_DOCUMENTS.iter().map(|it| format!(".{}", it.facts().2[0]));
            Failure::with_help(message, format!("its name ends in {}", list_or(endings)))
        })?;
        let mut key = Self::stdout();
        key.write_to(WholeFile::create(path, read_only)?)?;
        Ok((format, key))
    }

    /// Standard output for a part of the whole, which continues from here.
    pub(crate) fn part(&self) -> Self {
        Self { documents: self.documents, ..Self::stdout() }
    }

    /// Ends a part, and goes on after it.
    pub(crate) fn go_on_after(&mut self, mut part: Self) -> Result<(), Failure> {
        if part.file.is_none() {
            self.documents = part.documents;
        }
        part.finish()
    }

    /// Puts `file` in place of standard output.
    pub(crate) fn write_to(&mut self, file: WholeFile) -> Result<(), Failure> {
        self.writer = Box::new(BufWriter::new(file.stream()?));
        self.is_plain = true;
        self.file = Some(file);
        self.layout = file_layout();
        self.documents = 0;
        Ok(())
    }

    /// Writes to standard output as it is, with nothing looked through for styles:
    /// JSON has none, and no character that could be one.
    pub(crate) fn omit_styles(&mut self) -> Result<(), Failure> {
        if self.file.is_none() {
            self.flush()?;
            self.writer = Box::new(BufWriter::new(io::stdout().lock()));
        }
        Ok(())
    }

    /// Leaves what was printed without a file, where one was to be made.
    pub(crate) fn discard_file(&mut self) {
        if self.file.take().is_some() {
            self.writer = Box::new(io::sink());
        }
    }

    /// Whether it goes to a file of `--output`.
    pub(crate) const fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether a person sees the output on a terminal.
    pub(crate) fn is_seen(&self) -> bool {
        self.file.is_none() && io::stdout().is_terminal()
    }

    /// Lays texts out for so many columns at most.
    pub(crate) fn narrow(&mut self, columns: usize) {
        self.layout.width = self.layout.width.min(columns);
    }

    /// Ends the output; a file takes its name.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let Some(file) = self.file.take() else { return Ok(()) };
        // A file that is open cannot be renamed everywhere.
        self.writer = Box::new(io::sink());
        file.keep()
    }

    /// Ends the output for a text, before the error that it is not read; in a batch more
    /// may follow.
    pub(crate) fn end_of_text(&mut self, in_batch: bool) -> Result<(), Failure> {
        if in_batch { self.flush() } else { self.finish() }
    }

    /// Writes with `write`, and says where that fails.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        write(&mut self.writer).map_err(|error| match &self.file {
            _ if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            Some(file) => file.failure(&error),
            None => Failure::plain(format!("cannot write the output: {error}")),
        })
    }

    /// Writes a blank line after the document before, if there is one.
    pub(crate) fn separate(&mut self) -> Result<(), Failure> {
        let is_first = self.documents == 0;
        self.documents += 1;
        if is_first { Ok(()) } else { self.write(|writer| writeln!(writer)) }
    }

    /// Writes a document, a blank line after the one before.
    pub(crate) fn document(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?;
        self.rows(document)
    }

    /// Writes a document as Markdown, a blank line after the one before.
    pub(crate) fn markdown(&mut self, document: &Document) -> Result<(), Failure> {
        self.separate()?;
        self.write(|writer| write_markdown(document, writer))
    }

    /// Writes a document under its title, in one of [`Format::OF_DOCUMENTS`].
    pub(crate) fn titled(
        &mut self,
        document: &Document,
        title: &str,
        format: Format,
    ) -> Result<(), Failure> {
        match format {
            Format::Text => self.document(document),
            Format::Markdown => self.markdown(document),
            Format::Html => self.write(|writer| write_html(document, title, writer)),
            Format::Latex => self.write(|writer| write_latex(document, writer)),
            special => unreachable!("the command that offers {special} writes it"),
        }
    }

    /// Writes a part of a document that is too long to be made first.
    pub(crate) fn rows(&mut self, document: &Document) -> Result<(), Failure> {
        let layout = self.layout;
        if !self.is_plain {
            return self.write(|writer| write_text(document, layout, writer));
        }
        each_plain_line(document, layout, |line| self.styled(line.as_bytes()))
    }

    /// Writes some solutions of a stream, laid out as a table.
    pub(crate) fn stream_rows(&mut self, rows: &StreamRows) -> Result<(), Failure> {
        let (layout, in_colour) = (self.layout, !self.is_plain);
        self.write(|writer| rows.write(layout, in_colour, writer))
    }

    /// Writes one line of such a document.
    pub(crate) fn line(&mut self, line: impl Into<Block>) -> Result<(), Failure> {
        self.rows(&Document(vec![line.into()]))
    }

    /// Writes a text that may have styles.
    pub(crate) fn styled(&mut self, text: &[u8]) -> Result<(), Failure> {
        // What a terminal obeys begins with a control character, in one byte or, after
        // 0xc2, in two.
        let is_control = |byte: &u8| matches!(byte, 0..=8 | 11..=31 | 127 | 0xc2);
        let is_written = !self.is_plain || !text.iter().any(is_control);
        self.write(|writer| {
            if is_written {
                return writer.write_all(text);
            }
            strip_bytes(text).try_for_each(|part| writer.write_all(part))
        })
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.write(|writer| writer.write_all(text.as_bytes()))
    }

    /// Writes a JSON object on a line of its own.
    pub(crate) fn json(&mut self, object: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.write(|writer| write_json_line(object, writer))
    }

    /// Writes a report in one of the formats that all reports have. What a command
    /// offers beyond them it writes itself.
    pub(crate) fn report(
        &mut self,
        format: Format,
        report: &(impl Report + ?Sized),
    ) -> Result<(), Failure> {
        match format {
            Format::Text => self.document(&report.document()),
            Format::Markdown => self.markdown(&report.document()),
            Format::Json => self.write(|writer| report.write_json(writer)),
            Format::Csv => {
                self.table(&report.table().expect("CSV is offered for a report with a table"))
            }
            special => unreachable!("the command that offers {special} writes it"),
        }
    }

    /// Writes a report that can be drawn, and draws it in the file `plot` too. A picture of
    /// a `partial` one would pass for that of the whole.
    pub(crate) fn plotted(
        &mut self,
        format: Format,
        report: &impl Plotted,
        plot: Option<WholeFile>,
        partial: bool,
    ) -> Result<(), Failure> {
        if let Some(plot) = plot.filter(|_| !partial) {
            plot.finish(report.svg().as_bytes())?;
        }
        if format != Format::Svg {
            return self.report(format, report);
        }
        if partial {
            self.discard_file();
            return Ok(());
        }
        self.text(&report.svg())
    }

    /// Writes a table, or goes on with it where its header is already written.
    pub(crate) fn table(&mut self, table: &Csv) -> Result<(), Failure> {
        let is_first = !std::mem::replace(&mut self.has_header, true);
        self.write(|writer| {
            if is_first {
                table.write_header(writer)?;
            }
            table.write_rows(writer)
        })
    }

    /// Lets rows of CSV go on a table that has its header elsewhere.
    pub(crate) fn omit_header(&mut self) {
        self.has_header = true;
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.write(|writer| writer.flush())
    }
}
