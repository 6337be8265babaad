//! Documents as lines of text, laid out for the terminal of who reads them, with
//! colour where the writer keeps it.

mod annotated;
mod ascii;
mod table;
mod tree;
mod wrap;

use std::fmt;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::markup as m;
use super::{Block, Document, Line, Role};
pub use ascii::ascii;
pub(in crate::present) use tree::{Branch, branches};
use wrap::wrap;

/// What a text is laid out for.
///
/// ```
/// use bracket24::present::{Block, Document, Layout, markup, write_text};
///
/// let line = markup::plain("24 → 8/(3-8/3), and nothing else");
/// let document = Document(vec![Block::Line(line)]);
/// let mut text = Vec::new();
/// write_text(&document, Layout { width: 22, ascii: true }, &mut text)?;
/// assert_eq!(text, b"24 -> 8/(3-8/3), and\nnothing else\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The columns of a line. Only a word that is longer takes more, and what is
    /// shown to the letter.
    pub width: usize,
    /// Whether what is drawn is made of ASCII characters alone.
    pub ascii: bool,
}

/// A blank at which no line ends.
const UNBROKEN: char = '\u{a0}';

impl Layout {
    /// What stands for a part that is left out.
    pub(super) const fn ellipsis(self) -> &'static str {
        if self.ascii { "..." } else { "…" }
    }
}

/// What fits every terminal: 80 columns.
impl Default for Layout {
    fn default() -> Self {
        Self { width: 80, ascii: false }
    }
}

/// How a role is set off from plain text.
pub const fn style(role: Role) -> Style {
    match role {
        Role::Plain => Style::new(),
        Role::Heading => Style::new().bold(),
        Role::Expression => AnsiColor::Green.on_default(),
        Role::Template => AnsiColor::Cyan.on_default(),
        Role::Value => AnsiColor::Yellow.on_default(),
        Role::Note => Style::new().dimmed(),
        Role::Wrong => AnsiColor::Red.on_default(),
    }
}

/// Writes `document` to `out`, laid out as `layout` says, with the colours of a
/// terminal; a writer such as those of `anstream` takes them away where there
/// should be none. Without any, and in 80 columns, a document is displayed.
///
/// # Errors
///
/// Those of `out`.
pub fn write_text(document: &Document, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    for block in &document.0 {
        each_line(block, layout, &mut |line| {
            for (role, text) in &line.0 {
                let (style, text) = (style(*role), text.replace(UNBROKEN, " "));
                write!(out, "{style}{text}{style:#}")?;
            }
            writeln!(out)
        })?;
    }
    Ok(())
}

/// The lines of `document` without colours, laid out as `layout` says.
pub(in crate::present) fn plain_text(document: &Document, layout: Layout) -> String {
    let mut text = String::new();
    for block in &document.0 {
        let done = each_line(block, layout, &mut |line| {
            text += &line.to_string().replace(UNBROKEN, " ");
            text.push('\n');
            Ok::<(), std::convert::Infallible>(())
        });
        match done {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
    text
}

/// The text without colours.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain_text(self, Layout::default()))
    }
}

/// Gives `emit` the lines of a block.
fn each_line<E>(
    block: &Block,
    layout: Layout,
    emit: &mut impl FnMut(Line) -> Result<(), E>,
) -> Result<(), E> {
    // What is measured is what will be seen.
    let in_ascii = layout.ascii.then(|| ascii::of_block(block));
    let width = layout.width;
    let lines = match in_ascii.as_ref().unwrap_or(block) {
        Block::Line(line) => {
            let (indent, rest) = indented(line);
            hanging(&m::plain(" ".repeat(indent)), &rest, indent, width)
        }
        Block::Verbatim(line) => vec![line.clone()],
        Block::Item(start, rest) => hanging(start, rest, start.width(), width),
        Block::Table(table) => table::lines(table, width),
        Block::Grid(items) => table::grid(items, width),
        Block::Annotated(annotated) => annotated::lines(annotated, layout),
        Block::Trees(trees) => return tree::each_line(trees, layout, emit),
        Block::Blank => vec![Line::default()],
    };
    lines.into_iter().try_for_each(emit)
}

/// The blanks that a line begins with, and what comes after them.
fn indented(line: &Line) -> (usize, Line) {
    let mut indent = 0;
    let mut rest = Line::default();
    for (role, text) in &line.0 {
        let text = if rest.is_empty() {
            let trimmed = text.trim_start_matches(' ');
            indent += text.len() - trimmed.len();
            trimmed
        } else {
            text
        };
        rest.0.push((*role, text.to_owned()));
    }
    (indent, rest)
}

/// `start` and after it `rest`, which goes on below behind `indent` blanks.
fn hanging(start: &Line, rest: &Line, indent: usize, width: usize) -> Vec<Line> {
    let blanks = m::plain(" ".repeat(indent));
    let first = width.saturating_sub(start.width());
    let rows = wrap(rest, first, width.saturating_sub(indent)).into_iter();
    let starts = std::iter::once(start).chain(std::iter::repeat(&blanks));
    starts.zip(rows).map(|(start, row)| trimmed(start.clone().and(row))).collect()
}

/// `line` without blanks at its end.
fn trimmed(mut line: Line) -> Line {
    while let Some((_, text)) = line.0.last_mut() {
        text.truncate(text.trim_end_matches(' ').len());
        if !text.is_empty() {
            break;
        }
        line.0.pop();
    }
    line
}

#[cfg(test)]
mod tests;
