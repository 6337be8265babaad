//! Documents as Markdown.

use std::io::{self, Write};

use super::{Block, Document, Line, Role, Table};

/// Writes `document` to `out`: lines as paragraphs, tables as tables, and what
/// is an expression or a template as code.
///
/// # Errors
///
/// Those of `out`.
pub fn write_markdown(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    // Between two blocks there is a blank line, and only one.
    let mut is_first = true;
    for block in document.0.iter().filter(|block| !matches!(block, Block::Blank)) {
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        match block {
            Block::Line(line) => writeln!(out, "{}", line_text(line).trim())?,
            Block::Table(table) => write_table(table, out)?,
            Block::Blank => {}
        }
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns = table.rows.iter().map(Vec::len).chain([table.header.len()]).max().unwrap_or(0);
    let mut row = |cells: &mut dyn Iterator<Item = String>| {
        let cells = cells.chain(std::iter::repeat_with(String::new)).take(columns);
        writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    row(&mut table.header.iter().map(|title| escaped(title)))?;
    let rule = |column: usize| if table.right.contains(&column) { "--:" } else { "---" };
    row(&mut (0..columns).map(|column| rule(column).to_owned()))?;
    for cells in &table.rows {
        row(&mut cells.iter().map(line_text))?;
    }
    Ok(())
}

fn line_text(line: &Line) -> String {
    line.0
        .iter()
        .map(|(role, text)| match role {
            Role::Expression | Role::Template if text.is_empty() => String::new(),
            Role::Expression | Role::Template => format!("`{text}`"),
            Role::Heading => format!("**{}**", escaped(text)),
            Role::Plain | Role::Value | Role::Note | Role::Wrong => escaped(text),
        })
        .collect()
}

/// `text` with a backslash before what Markdown would take for its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '|' | '<' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
