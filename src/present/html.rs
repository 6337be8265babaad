//! Pages in one file that loads nothing else: a page of scripts with its style and its data as JSON,
//! and a document that prints well.

use std::io::{self, Write};

use serde::Serialize;

use super::{Block, Document, Line, Role, Table};

/// The frame of every page. A part of the page replaces each comment that has a line of its own.
const FRAME: &str = include_str!("html/frame.html");
/// The style of colours, fonts and controls.
pub(super) const BASE: &str = include_str!("html/base.css");
/// The style of trees.
pub(super) const TREE_STYLE: &str = include_str!("html/tree.css");

/// The scripts of a folder, in order: each may use earlier ones.
macro_rules! scripts {
    ($folder:literal: $($name:ident)+) => {
        [$(include_str!(concat!($folder, "/", stringify!($name), ".js"))),+]
    };
}
pub(super) use scripts;

/// The first scripts of every page. They make elements, lay out the nodes of a tree, leave nodes
/// out of a tree, and show a tree in a panel.
pub(super) const DRAWING: [&str; 4] = scripts!("html": document layout chains tree);

/// The parts of a page except its data.
#[derive(Debug)]
pub(super) struct Html {
    /// The visible elements, which the scripts fill.
    pub(super) body: &'static str,
    /// Style sheets in order: each may override earlier ones.
    pub(super) styles: &'static [&'static str],
    /// Scripts in order: each may use earlier ones.
    pub(super) scripts: &'static [&'static [&'static str]],
}

impl Html {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub(super) fn write(
        &self,
        title: &str,
        data: &impl Serialize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for line in FRAME.lines() {
            match line {
                "<!-- title -->" => writeln!(out, "<title>{}</title>", escape(title))?,
                "<!-- style -->" => {
                    writeln!(out, "<style>\n{}</style>", self.styles.join("\n"))?;
                }
                "<!-- body -->" => write!(out, "{}", self.body)?,
                "<!-- data -->" => write!(out, "{}", data_element("data", data)?)?,
                "<!-- script -->" => {
                    let scripts = self.scripts.concat().join("\n");
                    writeln!(out, "<script type=\"module\">\n{scripts}</script>")?;
                }
                _ => writeln!(out, "{line}")?,
            }
        }
        Ok(())
    }
}

/// Returns an element with the data and with the id by which scripts find it.
///
/// # Errors
///
/// Returns the error of a value that cannot be JSON.
pub(super) fn data_element(id: &str, data: &impl Serialize) -> serde_json::Result<String> {
    // Only strings contain `<`, which could begin `</script>` or `<!--`.
    let data = serde_json::to_string(data)?.replace('<', "\\u003c");
    Ok(format!("<script type=\"application/json\" id=\"{id}\">{data}</script>\n"))
}

/// Writes the head of a page without scripts.
///
/// # Errors
///
/// Returns the errors of `out`.
pub(super) fn write_head(title: &str, style: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">")?;
    writeln!(out, r#"<meta name="viewport" content="width=device-width, initial-scale=1">"#)?;
    writeln!(out, "<title>{}</title>\n<style>\n{style}</style>", escape(title))
}

/// Escapes a text for use between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The style of a page of text.
pub(super) const STYLE: &str = include_str!("html_document.css");

/// Writes `document` to `out` as a page called `title`. Blocks between two blank lines stay on one
/// sheet of paper, and drawings are left as they are.
///
/// ```
/// use bracket24::present::{Block, Document, markup, write_html};
///
/// let line = markup::plain("3 < 4: ").and(markup::expression("4-3"));
/// let mut page = Vec::new();
/// write_html(&Document(vec![Block::Line(line)]), "Less", &mut page)?;
/// let page = String::from_utf8_lossy(&page);
/// assert!(page.contains("<title>Less</title>"));
/// assert!(page.contains("<p>3 &lt; 4: <code>4-3</code></p>"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_html(document: &Document, title: &str, out: &mut dyn Write) -> io::Result<()> {
    write_head(title, STYLE, out)?;
    write_sections(document, title, out)?;
    writeln!(out, "</html>")
}

/// Returns the document without a page around it, to insert into another page. `title` is the first
/// heading of the document.
///
/// ```
/// use bracket24::present::{Block, Document, html_sections, markup};
///
/// let document = Document(vec![Block::Line(markup::heading("Less"))]);
/// assert_eq!(html_sections(&document, "Less"), "<section>\n<h1>Less</h1>\n</section>\n");
/// ```
pub fn html_sections(document: &Document, title: &str) -> String {
    let mut written = Vec::new();
    write_sections(document, title, &mut written).expect("memory can be written");
    String::from_utf8(written).expect("all that was written is UTF-8")
}

fn write_sections(document: &Document, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let groups = document.0.split(|block| matches!(block, Block::Blank));
    for group in groups.filter(|group| !group.is_empty()) {
        writeln!(out, "<section>")?;
        for run in group.chunk_by(|a, b| a.is_drawn() && b.is_drawn()) {
            write_run(run, title, out)?;
        }
        writeln!(out, "</section>")?;
    }
    Ok(())
}

/// Returns literal lines as one text, with typed input highlighted; `None` if `lines` contain
/// another drawing.
fn verbatim(lines: &[Block]) -> Option<String> {
    let piece = |(role, text): &(Role, String)| match role {
        Role::Heading | Role::Template => format!("<b>{}</b>", escape(text)),
        _ => escape(text),
    };
    let lines = lines.iter().map(|block| match block {
        Block::Verbatim(line) => Some(line.0.iter().map(piece).collect::<String>()),
        _ => None,
    });
    lines.collect::<Option<Vec<_>>>().map(|lines| lines.join("\n"))
}

/// Writes consecutive drawings, or a block of another kind.
fn write_run(run: &[Block], title: &str, out: &mut dyn Write) -> io::Result<()> {
    match &run[0] {
        Block::Line(Line(pieces)) if matches!(pieces[..], [(Role::Heading, _)]) => {
            let text = &pieces[0].1;
            let level = if text == title { "h1" } else { "h2" };
            writeln!(out, "<{level}>{}</{level}>", escape(text.trim()))
        }
        Block::Table(table) => write_table(table, out),
        Block::Verbatim(_) | Block::Annotated(_) | Block::Trees(_) => {
            let drawn = || escape(Document(run.to_vec()).to_string().trim_end());
            // `tabindex` lets the keyboard scroll the text, too.
            writeln!(out, "<pre tabindex=\"0\">{}</pre>", verbatim(run).unwrap_or_else(drawn))
        }
        block => block.paragraph(line_html).map_or(Ok(()), |text| writeln!(out, "<p>{text}</p>")),
    }
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let cell = |tag: &str, column: usize, text: &str| {
        let class = if table.right.contains(&column) { r#" class="right""# } else { "" };
        format!("<{tag}{class}>{text}</{tag}>")
    };
    writeln!(out, "<table>")?;
    if !table.header.is_empty() {
        let titles = table.header.iter().enumerate();
        let titles: String = titles.map(|(at, title)| cell("th", at, &escape(title))).collect();
        writeln!(out, "<tr>{titles}</tr>")?;
    }
    for row in &table.rows {
        let cells = row.iter().enumerate();
        let cells: String = cells.map(|(at, it)| cell("td", at, line_html(it).trim())).collect();
        writeln!(out, "<tr>{cells}</tr>")?;
    }
    writeln!(out, "</table>")
}

fn line_html(line: &Line) -> String {
    let tagged = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>", escape(text));
    line.marked_up(|it| tagged("strong", it), |it| tagged("code", it), escape)
}
