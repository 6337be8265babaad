//! Exercises on grammars: the list of them, what is to be done, and what came of it.

mod graded;
mod hint;
mod json;

use crate::Named;
use crate::exercises::{Exercise, State};

use super::markup as m;
use super::{Block, Document, Line, Table};

pub use graded::{all_done, graded, passed};
pub use hint::hint;
pub use json::{ExerciseJson, GradeJson, HintJson, ResetJson, SolutionJson, StartJson};

/// The exercises, each with how far the learner has come with it.
pub fn list(exercises: &[(Exercise, State)]) -> Document {
    let rows = exercises.iter().map(|(exercise, state)| {
        let state = match state {
            State::New => m::note(state.name()),
            State::Started => m::heading(state.name()),
            State::Done => m::value(state.name()),
        };
        vec![m::expression(exercise.name()), m::plain(exercise.title()), state]
    });
    let done = exercises.iter().filter(|(_, state)| *state == State::Done).count();
    let count = m::note(format!("{done} of {} done", exercises.len()));
    let table = Table::of(rows).titled(["exercise", "", "state"]);
    Document(vec![table.into(), Block::Blank, count.into()])
}

/// What is to be done in an exercise. The grammar is in `file`, which is new or as it was
/// left, and `check` is the command that checks it.
pub fn text(exercise: &Exercise, file: &str, is_new: bool, check: &str) -> Document {
    let is_left = if is_new { "" } else { ", as you left it" };
    let mut blocks = vec![m::heading(exercise.title()).into(), Block::Blank];
    blocks.extend(paragraphs(exercise.text()));
    blocks.extend([
        Block::Item(m::plain("edit   "), m::expression(file).and(m::note(is_left))),
        Block::Item(m::plain("check  "), m::expression(check)),
    ]);
    Document(blocks)
}

/// That the grammar in `file` is as it was at first, and where the last one is `kept`.
pub fn reset(file: &str, kept: Option<&str>) -> Line {
    let line = m::expression(file).and(m::plain(" is as it was at first"));
    match kept {
        Some(kept) => line.and(m::plain("; yours is ")).and(m::expression(kept)),
        None => line.and(m::note("; nothing was changed in it")),
    }
}

/// Paragraphs with a blank line after each.
fn paragraphs<'a>(texts: impl Iterator<Item = &'a str>) -> impl Iterator<Item = Block> {
    texts.flat_map(|text| [Block::Line(paragraph(text)), Block::Blank])
}

/// A paragraph, which may be in several lines, with what stands in backticks as code.
fn paragraph(text: &str) -> Line {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let pieces = text.split_inclusive('`').enumerate();
    let line = |(index, piece): (usize, &str)| {
        if index % 2 == 1 {
            m::expression(piece.trim_end_matches('`')).and(m::plain("`"))
        } else {
            m::plain(piece)
        }
    };
    pieces.map(line).fold(Line::default(), Line::and)
}
