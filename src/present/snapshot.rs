//! The state after an event of a trace or at a step of an evaluation, as it is shown
//! on a terminal or printed.

mod list;
mod marked;
mod step;
mod trace;

use super::markup as m;
use super::{Block, Document, Line};

pub use list::List;
pub use marked::{Marked, Strip};
pub use step::step_view;
pub use trace::trace_view;
pub(super) use trace::{excerpt, saw};

/// The columns of a printed text; of a longer one, what is around the part is
/// printed.
const PRINTED: usize = 76;

/// The most rows of a list that are printed.
pub const PRINTED_ROWS: usize = 12;

/// The view of the state after an event or at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotView {
    /// Its number, from 1, and of how many.
    pub number: usize,
    pub total: usize,
    /// Whether these are the first of more, which are not kept.
    pub is_cut: bool,
    /// The work that was done.
    pub sentence: Line,
    /// The text, and where it says more the text after.
    pub texts: Vec<Marked>,
    /// The definition of the rule that is being read, with the part of it marked
    /// that is tried; empty where that is not told.
    pub definition: Option<Marked>,
    /// What else there is, side by side.
    pub lists: Vec<List>,
}

impl SnapshotView {
    /// `3 of 12`; `3 of the first 1000000` where there are more that are not kept.
    pub fn place(&self) -> String {
        let the_first = if self.is_cut { "the first " } else { "" };
        format!("{} of {the_first}{}", self.number, self.total)
    }
}

/// The state as it is printed where there is no terminal.
pub fn document(view: &SnapshotView) -> Document {
    let number = format!("{}: ", view.place());
    let mut blocks = vec![m::note(number).and(view.sentence.clone()).into()];
    for marked in &view.texts {
        let Strip { before, part, after, marks } = marked.strip(PRINTED);
        blocks.push(Block::Verbatim(m::expression(before + &part + &after)));
        blocks.push(Block::Verbatim(m::plain(marks)));
    }
    for list in view.lists.iter().filter(|list| !list.rows.is_empty()) {
        blocks.push(m::note(format!("  {}", list.title)).into());
        let indent = || m::plain("    ");
        let rows = list.within(PRINTED_ROWS);
        blocks.extend(rows.map(|row| Block::Item(indent(), row.into_owned())));
    }
    Document(blocks)
}
