//! A page to hand out: one HTML file that shows how a text is parsed and evaluated, event by event,
//! and loads nothing else.
//!
//! The page contains the parses of the expression by every grammar as JSON; the scripts in
//! `page/` show them.

mod build;
mod data;
mod events;

use std::io::{self, Write};

use crate::present::html::{self, Html};

#[cfg(feature = "serve")]
pub(super) use build::definitions;
pub use build::{of_explanation, of_one, of_readers, of_refusals};
pub use data::{
    PageData, PageDefinition, PageDetail, PageReading, PageSite, PageTried, Step, View,
};
pub(super) use events::Units;

/// The visible elements, which the scripts fill.
pub(super) const BODY: &str = include_str!("page/page.html");

pub(super) const STYLE: &str = include_str!("page/page.css");

const PAGE: Html = Html {
    body: BODY,
    styles: &[html::BASE, html::TREE_STYLE, STYLE],
    scripts: &[&SHOWING, &[include_str!("page/address.js"), include_str!("page/start.js")]],
};

/// The scripts that show data, in order: each may use earlier ones. They call `rendered` whenever
/// the view changes.
pub(super) const SHOWING: [&str; 27] = [
    html::DOCUMENT,
    html::LAYOUT,
    html::CHAINS,
    html::TREE,
    include_str!("page/replay.js"),
    include_str!("page/moments.js"),
    include_str!("page/reading.js"),
    include_str!("page/definition.js"),
    include_str!("page/links.js"),
    include_str!("page/words.js"),
    include_str!("page/text.js"),
    include_str!("page/lists.js"),
    include_str!("page/calls.js"),
    include_str!("page/together.js"),
    include_str!("page/memo.js"),
    include_str!("page/rails.js"),
    include_str!("page/nodes.js"),
    include_str!("page/divergence.js"),
    include_str!("page/failure.js"),
    include_str!("page/details.js"),
    include_str!("page/state.js"),
    include_str!("page/choices.js"),
    include_str!("page/panes.js"),
    include_str!("page/render.js"),
    include_str!("page/controls.js"),
    include_str!("page/paper.js"),
    include_str!("page/open.js"),
];

/// Writes the page.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_page(data: &PageData<'_>, out: &mut dyn Write) -> io::Result<()> {
    PAGE.write(&data.title, data, out)
}
