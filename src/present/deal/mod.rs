//! Hands that were dealt: as lines, and as a sheet to be printed with its key.

mod drawing;
mod faces;
mod html;
mod latex;

use serde::Serialize;

use crate::difficulty::{Difficulty, Level};
use crate::games::{DealOptions, Dealt, Sheet};
use crate::reports::Inspection;
use crate::words::counted;
use crate::{Hand, Named};

use super::csv::{numbers, or_empty};
use super::markup as m;
use super::{Block, Document, Line, Table};

pub use drawing::svg;
pub use faces::Faces;
pub use html::write_html;
pub use latex::write_latex;

/// The solutions that the key shows of a hand that has more.
const MOST: usize = 6;

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 4] = ["hand", "target", "level", "difficulty"];

/// A hand as a row; the level and the points of one that is not rated are left out.
pub fn csv_row(dealt: &Dealt, options: &DealOptions) -> [String; 4] {
    let level = or_empty(level(dealt));
    let points = or_empty(dealt.difficulty.as_ref().map(Difficulty::points));
    [numbers(&dealt.hand), options.target.to_string(), level, points]
}

/// A hand for programs.
#[derive(Debug, Serialize)]
pub struct DealtJson<'a> {
    hand: &'a Hand,
    level: Option<String>,
    difficulty: Option<i32>,
}

impl<'a> From<&'a Dealt> for DealtJson<'a> {
    fn from(dealt: &'a Dealt) -> Self {
        Self {
            hand: &dealt.hand,
            level: level(dealt).map(|level| level.to_string()),
            difficulty: dealt.difficulty.as_ref().map(Difficulty::points),
        }
    }
}

/// The sheet as a table.
pub fn document(sheet: &Sheet, faces: Faces) -> Document {
    let rows = sheet.hands.iter().zip(1..).map(|(dealt, number)| {
        vec![
            m::plain(number.to_string()),
            m::plain(faces.of_hand(&dealt.hand, number)),
            m::plain(dots(dealt)),
            Line::default(),
        ]
    });
    let table = Table::of(rows).titled(["", "hand", "", "answer"]).right([0]);
    let task = m::plain(task(&sheet.options));
    let mut blocks: Vec<Block> = vec![m::heading(title(sheet)).into(), task.into(), Block::Blank];
    blocks.extend([table.into(), Block::Blank]);
    blocks.extend(faces.note(sheet).map(|note| m::note(note).into()));
    blocks.push(m::note(origin(sheet)).into());
    Document(blocks)
}

/// The solutions of the hands of a sheet.
pub fn key(sheet: &Sheet, solutions: &[Inspection]) -> Document {
    let rows = solutions.iter().zip(1..).map(|(inspection, number): (_, usize)| {
        let number = m::plain(format!("{number}."));
        vec![number, m::plain(inspection.hand.to_string()), answers(inspection)]
    });
    let hands = counted(sheet.hands.len(), "hand");
    let heading = m::heading(format!("Make {}: solutions of {hands}", sheet.options.target));
    Document(vec![
        heading.into(),
        Block::Blank,
        Table::of(rows).right([0]).into(),
        Block::Blank,
        m::note(origin(sheet)).into(),
    ])
}

/// The solutions of a hand, the plainest first.
fn answers(inspection: &Inspection) -> Line {
    let all = inspection.plainest_first();
    if all.is_empty() {
        return m::plain("no solution");
    }
    let mut line = Line::default();
    for (index, way) in all.iter().take(MOST).enumerate() {
        let gap = m::plain(if index == 0 { "" } else { ", " });
        line = line.and(gap).and(m::expression(inspection.hand.written(way.solution.text())));
    }
    match all.len().checked_sub(MOST) {
        Some(more @ 1..) => line.and(m::note(format!(" and {more} more"))),
        _ => line,
    }
}

/// What a sheet is called.
pub fn title(sheet: &Sheet) -> String {
    let hands = counted(sheet.hands.len(), "hand");
    format!("Make {}: {hands}", sheet.options.target)
}

/// What there is to do.
fn task(DealOptions { target, wanted, .. }: &DealOptions) -> String {
    let none = if wanted.unsolvable { " Write “none” where it cannot be done." } else { "" };
    format!("Make {target} of all the cards of a hand with + − × ÷ and brackets.{none}")
}

/// How the hands can be dealt again.
fn origin(Sheet { options, hands }: &Sheet) -> String {
    format!("bracket24 deal --count {} {options}", hands.len())
}

/// The level, in dots of which more are filled the harder it is.
fn dots(dealt: &Dealt) -> String {
    let Some(filled) = filled(dealt) else { return String::new() };
    "●".repeat(filled) + &"○".repeat(LEVELS - filled)
}

/// The number of levels.
const LEVELS: usize = Level::ALL.len();

/// Which level it is, from 1.
fn filled(dealt: &Dealt) -> Option<usize> {
    let level = level(dealt)?;
    Level::ALL.iter().position(|it| *it == level).map(|index| index + 1)
}

fn level(dealt: &Dealt) -> Option<Level> {
    dealt.difficulty.as_ref().map(Difficulty::level)
}
