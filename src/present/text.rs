//! Documents as lines of text, with colour where the writer keeps it.

use std::fmt;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{Block, Document, Line, Role, Table};

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

/// Writes `document` to `out` with the colours of a terminal; a writer such as
/// those of `anstream` takes them away where there should be none. Without any,
/// a document is displayed.
///
/// # Errors
///
/// Those of `out`.
pub fn write_text(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    write_blocks(document, out, style)
}

/// The text without colours.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let plain = |_| Style::new();
        write_blocks(self, &mut text, plain).expect("writing to memory does not fail");
        f.write_str(str::from_utf8(&text).expect("what is written are strings"))
    }
}

/// How each role looks.
type Styles = fn(Role) -> Style;

fn write_blocks(document: &Document, out: &mut dyn Write, style: Styles) -> io::Result<()> {
    for block in &document.0 {
        match block {
            Block::Line(line) => {
                write_line(line, out, style)?;
                writeln!(out)?;
            }
            Block::Table(table) => write_table(table, out, style)?,
            Block::Blank => writeln!(out)?,
        }
    }
    Ok(())
}

fn write_line(line: &Line, out: &mut dyn Write, style: Styles) -> io::Result<()> {
    for (role, text) in &line.0 {
        let style = style(*role);
        write!(out, "{style}{text}{style:#}")?;
    }
    Ok(())
}

/// Columns are two blanks in and two blanks apart.
fn write_table(table: &Table, out: &mut dyn Write, style: Styles) -> io::Result<()> {
    let header: Vec<Line> =
        table.header.iter().map(|&title| Line::new(Role::Note, title)).collect();
    let rows = || (!header.is_empty()).then_some(&header).into_iter().chain(&table.rows);
    let columns = rows().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows().filter_map(|row| row.get(column)).map(Line::width).max().unwrap_or(0))
        .collect();
    for row in rows() {
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.width());
            write!(out, "  ")?;
            if table.right.contains(&column) {
                write!(out, "{padding}")?;
                write_line(cell, out, style)?;
            } else {
                write_line(cell, out, style)?;
                if column + 1 < row.len() {
                    write!(out, "{padding}")?;
                }
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
