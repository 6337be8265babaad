//! A page to hand out: one HTML file that shows how a text is read and evaluated,
//! event by event, with nothing to fetch.
//!
//! The page has what every grammar made of the expression as JSON; the scripts in
//! `page/` show it.

mod build;
mod data;
mod events;
mod readers;
mod units;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

pub use build::{Shown, of_explanation, of_one, of_refusals};
pub use data::{
    ExpressionNode, PageChain, PageData, PageDefinition, PageDetail, PageDivergence, PageFailure,
    PageMended, PageOpenRule, PageReading, PageSite, PageTaken, PageTried, Step, StepResult, View,
};
pub use readers::of_readers;

/// The document; each comment that stands alone in a line is replaced by a part.
const DOCUMENT: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The scripts in order: each uses those before it.
const SCRIPTS: [&str; 25] = [
    include_str!("page/document.js"),
    include_str!("page/layout.js"),
    include_str!("page/chains.js"),
    include_str!("page/tree.js"),
    include_str!("page/replay.js"),
    include_str!("page/moments.js"),
    include_str!("page/reading.js"),
    include_str!("page/definition.js"),
    include_str!("page/links.js"),
    include_str!("page/words.js"),
    include_str!("page/text.js"),
    include_str!("page/lists.js"),
    include_str!("page/memo.js"),
    include_str!("page/rails.js"),
    include_str!("page/nodes.js"),
    include_str!("page/divergence.js"),
    include_str!("page/failure.js"),
    include_str!("page/details.js"),
    include_str!("page/state.js"),
    include_str!("page/choices.js"),
    include_str!("page/render.js"),
    include_str!("page/controls.js"),
    include_str!("page/address.js"),
    include_str!("page/paper.js"),
    include_str!("page/open.js"),
];

/// Writes the page.
///
/// # Errors
///
/// Those of `out`.
pub fn write_page(data: &PageData<'_>, out: &mut dyn Write) -> io::Result<()> {
    for line in DOCUMENT.lines() {
        match line {
            "<!-- title -->" => writeln!(out, "<title>{}</title>", escape(&data.title))?,
            "<!-- style -->" => writeln!(out, "<style>\n{STYLE}</style>")?,
            "<!-- data -->" => {
                write!(out, r#"<script type="application/json" id="data">"#)?;
                write_json(data, out)?;
                writeln!(out, "</script>")?;
            }
            "<!-- script -->" => {
                writeln!(out, "<script type=\"module\">\n{}</script>", SCRIPTS.join("\n"))?;
            }
            _ => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// A text as it stands between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Writes JSON that can stand inside a script.
fn write_json(data: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    data.serialize(&mut serde_json::Serializer::with_formatter(out, InScript))?;
    Ok(())
}

/// Escapes what could end a script or its line: `<`, which begins `</script>`
/// and `<!--`, and the two line separators that JSON allows in a string.
struct InScript;

impl Formatter for InScript {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(['<', '\u{2028}', '\u{2029}']) {
            let (plain, found) = rest.split_at(at);
            let mut after = found.chars();
            let code = after.next().map_or(0, u32::from);
            write!(writer, "{plain}\\u{code:04x}")?;
            rest = after.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
