//! What people and programs see: reports as documents and as JSON.

pub mod brackets;
pub mod calculate;
pub mod classes;
pub mod compare;
pub mod compare_grammars;
pub mod coverage;
pub mod coverage_plot;
pub mod diagram;
mod document;
mod excerpt;
pub mod explanation;
pub mod explanation_json;
pub mod explanation_words;
pub mod grammar_diff;
pub mod grammar_survey;
pub mod grammars;
pub mod growth;
pub mod growth_plot;
pub mod inspect;
pub mod listing;
mod markdown;
pub mod markup;
pub mod page;
pub mod parse;
pub mod reduction;
pub mod reduction_latex;
pub mod snapshot;
pub mod solvable;
pub mod solve;
pub mod survey;
pub mod survey_plot;
mod svg;
pub mod template;
mod text;
pub mod trace;
mod tree;
mod value;

pub use document::{Block, Document, Line, Role, Table};
pub use markdown::write_markdown;
pub use text::style;
pub use text::write_text;

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
