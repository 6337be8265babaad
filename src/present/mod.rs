//! Reports and lessons for people: as text, Markdown, CSV, SVG and HTML.
//!
//! A report comes from [`reports`](crate::reports) or [`lessons`](crate::lessons), and contains no
//! formatting. A module here with the same name turns the report into a [`Document`], whose pieces
//! have [`Role`]s instead of styles. `to_string` writes a document as plain text. [`write_text`]
//! lays it out for a terminal and adds colours, and [`write_markdown`] converts it to Markdown. The
//! trait [`Report`] makes the document, the JSON and, for some reports, a [`Csv`], which is a table
//! for spreadsheets. These modules compute no results.
//!
//! ```
//! use bracket24::present::Report;
//! use bracket24::reports::{SolveOptions, SolveReport};
//! use bracket24::{Equivalence, Grammar, Hand, SetName, Strings, TemplateSet};
//!
//! let hand: Hand = "3 3 8 8".parse()?;
//! let set = TemplateSet::named(SetName::Canonical, hand.cards().len(), &Grammar::Left);
//! let options = SolveOptions {
//!     target: 24.into(),
//!     distinct: Equivalence::Function,
//!     first: false,
//!     why: false,
//! };
//! let report = SolveReport::new(hand, &Strings::new(&set), options)?;
//!
//! let text = report.document().to_string();
//! assert!(text.starts_with("3 3 8 8 → 24: 1 solution\n\n  8/(3-8/3)  N/(N-N/N)\n"), "{text}");
//!
//! let json = serde_json::to_string(&report)?;
//! assert!(json.starts_with(
//!     r#"{"hand":[3,3,8,8],"target":"24","solutions":[{"template":"N/(N-N/N)","expression":"8/(3-8/3)"}],"#
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
#[doc(hidden)]
pub mod atlas;
pub mod brackets;
mod chart;
pub mod compare;
pub mod compare_grammars;
pub mod coverage;
pub mod coverage_plot;
mod csv;
pub mod deal;
pub mod diagram;
pub mod difficulty;
mod document;
pub mod exercise;
pub mod explanation;
#[doc(hidden)]
pub mod explanation_words;
mod forest;
pub mod game;
pub mod grammar_diff;
pub mod grammar_texts;
#[doc(hidden)]
pub mod grammars;
#[doc(hidden)]
pub mod growth;
pub mod hand;
mod html;
mod latex;
pub mod lesson;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod live;
pub mod machine;
mod markdown;
pub mod markup;
#[doc(hidden)]
pub mod page;
pub mod parse;
pub mod quiz;
pub mod readers;
pub mod reduction;
pub mod reduction_latex;
mod report;
mod seeds;
#[doc(hidden)]
pub mod snapshot;
pub mod solvable;
pub mod solve;
pub mod survey;
mod svg;
pub mod templates;
mod text;
#[doc(hidden)]
pub mod trace;
#[doc(hidden)]
pub mod trace_stats;
mod tree;
mod value;

pub use csv::Csv;
pub use document::{Annotated, Block, Document, Line, Mark, Role, Shape, Table, Tree, TreeNode};
pub use html::{html_sections, write_html};
pub use latex::write_latex;
pub use markdown::{read_markdown, write_markdown};
pub use report::{Plotted, Report, write_json};
pub use text::{Layout, ascii, each_plain_line, style, write_text};

/// The length of the longest bar, in columns.
const BAR: usize = 32;

/// The ends of bars, by eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws a bar for `part`, in eighths of a column. A `part` equal to `most` gets the longest bar.
/// Every `part` above zero is visible.
fn bar(part: u64, most: u64) -> String {
    let eighths = (u128::from(part) * BAR as u128 * 8).div_ceil(u128::from(most.max(1)));
    drawn_bar(usize::try_from(eighths).unwrap_or(BAR * 8))
}

fn drawn_bar(eighths: usize) -> String {
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Shortens a bar in the same proportion as the longest bar, which shrinks from `before` columns to
/// `now`.
fn shorter_bar(bar: &str, before: usize, now: usize) -> String {
    if now >= before {
        return bar.to_owned();
    }
    if bar.is_ascii() {
        return "#".repeat((bar.len() * now).div_ceil(before));
    }
    let of_end = |character: char| EIGHTHS.iter().position(|it| it.chars().eq([character]));
    // Any other character fills a column.
    let eighths: usize = bar.chars().map(|it| of_end(it).unwrap_or(EIGHTHS.len())).sum();
    drawn_bar((eighths * now).div_ceil(before))
}
