//! Documents as Markdown.

use std::io::{self, Write};

use super::{Block, Document, Line, Role, Table};

/// Writes `document` to `out`: lines as paragraphs, tables as tables, or as lists
/// where they have no header, and what is an expression or a template as code. A drawing, whose lines mean something
/// by their columns, stays as it is.
///
/// # Errors
///
/// Those of `out`.
pub fn write_markdown(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    // Between two blocks there is a blank line, and only one.
    let mut separator = "";
    let mut separate = |out: &mut dyn Write| {
        let written = out.write_all(separator.as_bytes());
        separator = "\n";
        written
    };
    let may_be_drawn = |block: &Block| block.is_drawn() || matches!(block, Block::Blank);
    for run in document.0.chunk_by(|a, b| may_be_drawn(a) == may_be_drawn(b)) {
        if may_be_drawn(&run[0]) {
            // What is blank between two drawings stays so.
            let (first, last) =
                (run.iter().position(Block::is_drawn), run.iter().rposition(Block::is_drawn));
            if let (Some(first), Some(last)) = (first, last) {
                separate(out)?;
                write!(out, "```text\n{}```\n", Document(run[first..=last].to_vec()))?;
            }
            continue;
        }
        for block in run {
            separate(out)?;
            match block {
                Block::Line(line) => writeln!(out, "{}", line_text(line).trim())?,
                Block::Item(start, rest) => {
                    writeln!(out, "{}{}", line_text(start).trim_start(), line_text(rest))?;
                }
                Block::Table(table) if table.header.is_empty() => write_list(table, out)?,
                Block::Table(table) => write_table(table, out)?,
                Block::Grid(items) => {
                    let items: Vec<String> = items.iter().map(line_text).collect();
                    writeln!(out, "{}", items.join(", "))?;
                }
                drawn => unreachable!("{drawn:?} is a drawing"),
            }
        }
    }
    Ok(())
}

/// Writes a table without a header, which Markdown does not have, as a list.
fn write_list(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    for cells in &table.rows {
        let cells = cells.iter().map(|cell| line_text(cell).trim().to_owned());
        let cells: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
        writeln!(out, "- {}", cells.join(" · "))?;
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns = table.columns();
    let mut row = |cells: &mut dyn Iterator<Item = String>| {
        let cells = cells.chain(std::iter::repeat_with(String::new)).take(columns);
        writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    row(&mut table.header.iter().map(|title| escaped(title)))?;
    let rule = |column: usize| if table.right.contains(&column) { "--:" } else { "---" };
    row(&mut (0..columns).map(|column| rule(column).to_owned()))?;
    for cells in &table.rows {
        // A stroke would end the cell, in code too.
        row(&mut cells.iter().map(|cell| line_text(cell).replace("\\|", "|").replace('|', "\\|")))?;
    }
    Ok(())
}

fn line_text(line: &Line) -> String {
    line.0
        .iter()
        .map(|(role, text)| match role {
            Role::Expression | Role::Template if text.is_empty() => String::new(),
            Role::Expression | Role::Template => code(text),
            Role::Heading => format!("**{}**", escaped(text)),
            Role::Plain | Role::Value | Role::Note | Role::Wrong => escaped(text),
        })
        .collect()
}

/// `text` as code, between more backticks than it has.
fn code(text: &str) -> String {
    let runs = text.split(|it| it != '`').map(str::len);
    let longest = runs.max().expect("a split text has a part at least");
    if longest == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
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
