//! A worksheet, and its key apart.

use crate::quizzes::{ANSWER, Item, Quiz, SHEET};

use super::super::markup as m;
use super::super::{Block, Document, Line};
use super::question::{asked, choices, question};
use super::settled::settled;

/// The room that a sheet has for answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// A line to write on, for paper.
    Ruled,
    /// The end of a line, for a file that is filled in and marked.
    Open,
}

/// The columns of a line to write on.
const RULED: usize = 40;

/// A worksheet.
pub fn sheet(quiz: &Quiz, room: Room) -> Document {
    let mut blocks = head(quiz, "Quiz");
    match room {
        Room::Ruled => {
            let line = |what: &str, columns| format!("{what}: {}", "_".repeat(columns));
            let name = format!("{}   {}", line("Name", 28), line("Date", 14));
            blocks.extend([Block::Blank, m::plain(name).into()]);
        }
        Room::Open => {
            let start = m::plain("Write each answer behind its ").and(m::expression(ANSWER));
            let mark = m::expression("bracket24 quiz --answers FILE");
            let line = start.and(m::plain("; ")).and(mark).and(m::plain(" marks the file."));
            blocks.extend([Block::Blank, line.into()]);
        }
    }
    for (number, item) in (1..).zip(&quiz.items) {
        blocks.push(Block::Blank);
        blocks.extend(question(number, item).0);
        blocks.push(match room {
            Room::Ruled => m::plain(format!("{ANSWER} {}", "_".repeat(RULED))).into(),
            Room::Open => m::plain(ANSWER).into(),
        });
    }
    Document(blocks)
}

/// The answers of a worksheet, with what settles each.
pub fn key(quiz: &Quiz) -> Document {
    let mut blocks = head(quiz, "Quiz: answers");
    for (number, item) in (1..).zip(&quiz.items) {
        blocks.extend(answered(number, item));
        blocks.extend(settled(item).0);
    }
    Document(blocks)
}

/// The title, and the line that says from which recipe the quiz is.
pub(super) fn head(quiz: &Quiz, title: &str) -> Vec<Block> {
    let recipe = m::expression(quiz.recipe.to_string());
    let recipe = m::plain(format!("{SHEET} ")).and(recipe);
    vec![m::heading(title).into(), recipe.into()]
}

/// A question with its answer, before what settles it.
pub(super) fn answered(number: usize, item: &Item) -> Vec<Block> {
    let start = m::heading(format!("{number}.")).and(m::plain(" "));
    let answer = m::plain(format!("{ANSWER} ")).and(m::heading(item.answer()));
    let mut blocks = vec![Block::Blank, Block::Item(start, asked(item)), answer.into()];
    blocks.extend(written_out(item).map(|line| Block::Line(m::plain("that is ").and(line))));
    blocks
}

/// What the letters of an answer stand for.
pub(super) fn written_out(item: &Item) -> Option<Line> {
    let right = choices(item).into_iter().filter(|it| it.is_right);
    let mut right = right.map(|it| it.option);
    let first = right.next()?;
    Some(right.fold(first, |line, next| line.and(m::plain(", ")).and(next)))
}
