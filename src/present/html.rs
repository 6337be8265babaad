//! A page in one file that loads nothing else: its style, its data as JSON, and the scripts that
//! show the data.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// The frame of every page. A part of the page replaces each comment that has a line of its own.
const FRAME: &str = include_str!("html/frame.html");
/// The style of colours, fonts and controls.
pub(super) const BASE: &str = include_str!("html/base.css");
/// The style of trees.
pub(super) const TREE_STYLE: &str = include_str!("html/tree.css");
/// The first of all scripts: helpers that make elements.
pub(super) const DOCUMENT: &str = include_str!("html/document.js");
/// The script that lays out the nodes of a tree.
pub(super) const LAYOUT: &str = include_str!("html/layout.js");
/// The script that leaves nodes out of a tree.
pub(super) const CHAINS: &str = include_str!("html/chains.js");
/// The script that shows a tree in a panel. It uses the scripts above.
pub(super) const TREE: &str = include_str!("html/tree.js");

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
                "<!-- data -->" => write_data("data", data, out)?,
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

/// Writes the data with the id by which scripts find it.
///
/// # Errors
///
/// Returns the errors of `out`.
pub(super) fn write_data(id: &str, data: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    write!(out, r#"<script type="application/json" id="{id}">"#)?;
    data.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, InScript))?;
    writeln!(out, "</script>")
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

/// Escapes characters that could end a script or its line: `<`, which begins `</script>` and
/// `<!--`, and the two line separators that JSON allows in a string.
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
            let code = u32::from(after.next().expect("one of them was found here"));
            write!(writer, "{plain}\\u{code:04x}")?;
            rest = after.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
