//! Documents as Markdown, and Markdown parsed into a document for a terminal.

use std::io::{self, Write};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::{Block, Document, Line, Role, Table, markup as m};

/// Writes `document` to `out`. Lines become paragraphs. A table stays a table, or becomes a list if
/// it has no header. Expressions and templates become code. A drawing, in which columns matter, is
/// unchanged.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_markdown(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    // Exactly one blank line separates two blocks.
    let mut separator = "";
    let mut separate = |out: &mut dyn Write| {
        let written = out.write_all(separator.as_bytes());
        separator = "\n";
        written
    };
    let may_be_drawn = |block: &Block| block.is_drawn() || matches!(block, Block::Blank);
    for run in document.0.chunk_by(|a, b| may_be_drawn(a) == may_be_drawn(b)) {
        if may_be_drawn(&run[0]) {
            // Blank lines between two drawings stay.
            let drawn = |block: &Block| block.is_drawn();
            if let (Some(first), Some(last)) =
                (run.iter().position(drawn), run.iter().rposition(drawn))
            {
                separate(out)?;
                write!(out, "```text\n{}```\n", Document(run[first..=last].to_vec()))?;
            }
            continue;
        }
        for block in run {
            separate(out)?;
            match block {
                Block::Table(table) if table.header.is_empty() => write_list(table, out)?,
                Block::Table(table) => write_table(table, out)?,
                block => {
                    let text = block.paragraph(line_text);
                    writeln!(out, "{}", text.expect("drawings and blank lines are written above"))?;
                }
            }
        }
    }
    Ok(())
}

/// Writes a table without a header as a list, because Markdown has no such tables.
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
        // A vertical bar would end the cell, even in code.
        row(&mut cells.iter().map(|cell| line_text(cell).replace("\\|", "|").replace('|', "\\|")))?;
    }
    Ok(())
}

fn line_text(line: &Line) -> String {
    line.marked_up(|it| format!("**{}**", escaped(it)), code, escaped)
}

/// Writes `text` as code, between more backticks than it contains.
fn code(text: &str) -> String {
    let runs = text.split(|it| it != '`').map(str::len);
    let longest = runs.max().expect("a split text has at least one part");
    if longest == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// Escapes the characters of `text` that Markdown would interpret.
fn escaped(text: &str) -> String {
    let is_meant = |it: char| r"\`*_|<[]#".contains(it);
    text.chars().flat_map(|it| is_meant(it).then_some('\\').into_iter().chain([it])).collect()
}

/// The supported Markdown: `CommonMark`, and tables.
const OPTIONS: Options = Options::ENABLE_TABLES;

/// The maximum number of columns of code that stay on one line.
const UNBROKEN_CODE: usize = 40;

/// A blank at which lines do not break.
const UNBROKEN: &str = "\u{a0}";

/// Parses a Markdown text into a document.
///
/// Headings and strong text become headings, and code becomes an expression. A block of code
/// becomes literal lines, in which commands are highlighted. If the block names a file, the name is
/// shown above the lines. HTML is dropped, because a terminal cannot show it.
/// ```
/// use bracket24::present::read_markdown;
///
/// let document = read_markdown("# Minus\n\n- one is\n  `8-4`\n\n<!-- unseen -->\n");
/// assert_eq!(document.to_string(), "Minus\n\n- one is 8-4\n");
/// ```
pub fn read_markdown(text: &str) -> Document {
    let mut reader = Reader::default();
    Parser::new_ext(text, OPTIONS).for_each(|event| reader.read(event));
    Document(reader.blocks)
}

/// The state of the parser.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The current line.
    line: Line,
    roles: Vec<Role>,
    /// For each enclosing list, the number of its next item, or `None` if its items have no
    /// numbers.
    lists: Vec<Option<u64>>,
    /// The marker before the line, if the line begins an item.
    item: Option<String>,
    /// The language of the enclosing block of code.
    code: Option<String>,
    table: Table,
    row: Vec<Line>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => match &self.code {
                Some(language) => {
                    let lines = text.lines().map(|line| code_line(language, line));
                    self.blocks.extend(lines.map(Block::Verbatim));
                }
                None => self.push(m::plain(&text)),
            },
            Event::Code(code) => {
                let is_short = code.chars().count() <= UNBROKEN_CODE;
                let code = if is_short { code.replace(' ', UNBROKEN) } else { code.into() };
                self.push(m::expression(code));
            }
            Event::SoftBreak => self.push(m::plain(" ")),
            Event::HardBreak => self.finish_line(),
            Event::Rule => self.separate(),
            // All other events are for pages only, or disabled by `OPTIONS`.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph if self.item.is_none() => self.separate(),
            Tag::Heading { .. } => {
                self.separate();
                self.roles.push(Role::Heading);
            }
            Tag::Strong => self.roles.push(Role::Heading),
            Tag::Emphasis => self.roles.push(Role::Note),
            Tag::CodeBlock(kind) => {
                self.separate();
                let words = if let CodeBlockKind::Fenced(words) = &kind { words } else { "text" };
                let (language, file) = words.split_once(' ').unwrap_or((words, ""));
                if !file.is_empty() {
                    self.blocks.push(m::note(format!("{file}:")).into());
                }
                self.code = Some(language.to_owned());
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.separate();
                }
                // A list in an item begins below the text of the item.
                self.finish_line();
                self.lists.push(first);
            }
            Tag::Item => {
                let depth = self.lists.len().saturating_sub(1);
                let number = self.lists.last_mut().and_then(Option::as_mut);
                let mark = number.map_or("-".to_owned(), |number| {
                    *number += 1;
                    format!("{}.", *number - 1)
                });
                self.item = Some(format!("{:1$}{mark} ", "", 2 * depth));
            }
            Tag::Table(_) => {
                self.separate();
                self.table = Table::default();
            }
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Paragraph | TagEnd::Item => self.finish_line(),
            TagEnd::Heading(_) => {
                self.roles.pop();
                self.finish_line();
            }
            TagEnd::Strong | TagEnd::Emphasis => {
                self.roles.pop();
            }
            TagEnd::CodeBlock => self.code = None,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.line)),
            TagEnd::TableHead => {
                let titles = std::mem::take(&mut self.row);
                self.table.header = titles.iter().map(ToString::to_string).collect();
            }
            TagEnd::TableRow => self.table.rows.push(std::mem::take(&mut self.row)),
            TagEnd::Table => self.blocks.push(std::mem::take(&mut self.table).into()),
            _ => {}
        }
    }

    /// Appends `piece` to the line. Inside an element with a role, such as a heading, `piece` takes
    /// that role.
    fn push(&mut self, mut piece: Line) {
        if let Some(&role) = self.roles.last() {
            for (own, _) in &mut piece.0 {
                *own = role;
            }
        }
        self.line.0.extend(piece.0);
    }

    fn finish_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        match self.item.take() {
            Some(mark) => self.blocks.push(Block::Item(m::plain(mark), line)),
            None if line.is_empty() => {}
            None => self.blocks.push(line.into()),
        }
    }

    /// Adds a blank line after earlier blocks.
    fn separate(&mut self) {
        self.finish_line();
        if self.blocks.last().is_some_and(|last| *last != Block::Blank) {
            self.blocks.push(Block::Blank);
        }
    }
}

/// Gives roles to `line`, which is from a block of code in `language`.
fn code_line(language: &str, line: &str) -> Line {
    match (language, line.strip_prefix("$ ")) {
        ("console", Some(command)) => m::note("$ ").and(m::template(command)),
        ("sh", _) => m::template(line),
        ("pest", _) => super::grammars::source_line(line),
        _ => m::plain(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_lists_tables_and_code_keep_their_layout() {
        let text = "Two\nlines, `a b`\n\n1. one\n2. two\n   - in it\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n\
                    ```console\n$ x\n\ny\n```\n\nend\\\nof it\n";
        let shown = "Two lines, a b\n\n1. one\n2. two\n  - in it\n\n  a  b\n  1  2\n\n$ x\n\ny\n\nend\nof it\n";
        assert_eq!(read_markdown(text).to_string(), shown);
    }

    #[test]
    fn the_markdown_reader_drops_markup_and_keeps_all_text() {
        assert_eq!(read_markdown("").to_string(), "");
        assert_eq!(read_markdown("<!-- a -->\n\nb <i>c</i>\n").to_string(), "b c\n");
        assert_eq!(read_markdown("[a](b.md) ![c](d)\n").to_string(), "a c\n");
        assert_eq!(read_markdown("> said\n\n---\n\nx\n").to_string(), "said\n\nx\n");
        assert_eq!(read_markdown("- a\n\n  b\n- \n").to_string().trim_end(), "- a\n\nb\n-");
    }
}
