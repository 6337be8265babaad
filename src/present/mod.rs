//! What people and programs see: reports as documents and as JSON.

pub(crate) mod brackets;
pub(crate) mod calculate;
pub(crate) mod classes;
pub(crate) mod compare;
pub(crate) mod compare_grammars;
pub(crate) mod coverage;
pub(crate) mod coverage_plot;
pub(crate) mod diagram;
mod document;
mod excerpt;
pub(crate) mod explanation;
pub(crate) mod explanation_json;
pub(crate) mod explanation_words;
pub(crate) mod frames;
pub(crate) mod grammar_diff;
pub(crate) mod grammar_survey;
pub(crate) mod grammars;
pub(crate) mod growth;
pub(crate) mod growth_plot;
pub(crate) mod handout;
pub(crate) mod inspect;
pub(crate) mod json;
pub(crate) mod listing;
mod markdown;
pub(crate) mod page;
pub(crate) mod parsing;
pub(crate) mod reduction;
pub(crate) mod reduction_latex;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod survey_plot;
pub(crate) mod template;
mod text;
pub(crate) mod trace;
mod tree;
mod value;

pub(crate) use document::{Block, Document, Line, Role, Table};
pub(crate) use markdown::write_markdown;
#[cfg(feature = "tui")]
pub(crate) use text::style;
pub(crate) use text::write_text;

/// The columns that the longest bar takes.
const BAR: u128 = 32;

/// A bar in eighths of a column, for which `most` is the longest; what is not
/// nothing can be seen.
fn bar(part: u64, most: u64) -> String {
    let eighths = (u128::from(part) * BAR * 8).div_ceil(u128::from(most.max(1)));
    let (full, rest) = (eighths / 8, eighths % 8);
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].into_iter().zip(0..).find(|it| it.1 == rest);
    let full: String = (0..full).map(|_| '█').collect();
    full + rest.map_or("", |(rest, _)| rest)
}
