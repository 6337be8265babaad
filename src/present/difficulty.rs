//! How hard hands are.

use itertools::Itertools;

use crate::difficulty::{Difficulty, Reason};
use crate::reports::{HandsByDifficulty, RatedHand};
use crate::words::counted;
use crate::{Deck, Rational};

use super::csv::numbers;
use super::markup as m;
use super::{Block, Document, Line, Table};

/// Said of a rating of such hands as people were not timed with.
pub const EXTRAPOLATED: &str =
    "extrapolated: people were timed with four cards of 1 to 13 that make 24";

/// A rating with its reasons.
pub fn document(difficulty: &Difficulty) -> Document {
    let mut heading = m::heading("difficulty")
        .and(m::plain(" "))
        .and(m::value(difficulty.points().to_string()))
        .and(m::plain(format!(", {}", difficulty.level())));
    if difficulty.extrapolated() {
        heading = heading.and(m::note(format!(" ({EXTRAPOLATED})")));
    }
    let row = |points: Option<i32>, reason: Line| {
        vec![points.map_or(m::plain(""), |points| m::value(signed(points))), reason]
    };
    let start = vec![m::value(Difficulty::START.to_string()), m::plain("to begin with")];
    let reasons = difficulty.reasons().iter();
    let rows = reasons.map(|reason| row(reason.points(), m::plain(reason.to_string())));
    Document(vec![heading.into(), Table::of([start].into_iter().chain(rows)).right([0]).into()])
}

/// Points to add or to take away.
fn signed(points: i32) -> String {
    format!("{points:+}")
}

/// The hands of a deck in the order they are listed.
pub fn deck_document<'a>(
    all: &HandsByDifficulty,
    listed: impl IntoIterator<Item = &'a RatedHand>,
    deck: &Deck,
    target: &Rational,
) -> Document {
    let levels = all.levels().into_iter().map(|(level, hands)| format!("{hands} {level}"));
    let found = match all.rated.len() {
        0 => "none has a solution".to_owned(),
        rated => format!("{rated} have a solution: {}", levels.format(", ")),
    };
    let mut heading = m::heading(format!("{deck} → {target}"))
        .and(m::plain(format!(": of {} {found}", counted(all.hands, "hand"))));
    if all.partial {
        heading = heading.and(m::wrong(" (interrupted: only what was done so far)"));
    }
    let mut blocks: Vec<Block> = vec![heading.into()];
    if all.rated.iter().any(|it| it.difficulty.extrapolated()) {
        blocks.push(m::note(EXTRAPOLATED).into());
    }
    let mut rows = listed.into_iter().map(row).peekable();
    if rows.peek().is_some() {
        let titles = ["hand", "difficulty", "level", "what stands out"];
        blocks.extend([Block::Blank, Table::of(rows).titled(titles).right([1]).into()]);
    }
    Document(blocks)
}

fn row(RatedHand { hand, difficulty }: &RatedHand) -> Vec<Line> {
    vec![
        m::expression(hand.to_string()),
        m::value(difficulty.points().to_string()),
        m::plain(difficulty.level().to_string()),
        m::note(outstanding(difficulty).join("; ")),
    ]
}

/// The reasons that stand out.
fn outstanding(difficulty: &Difficulty) -> Vec<String> {
    let reasons = difficulty.reasons().iter().filter(|reason| reason.points().is_none());
    reasons.map(Reason::to_string).collect()
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 5] = ["hand", "difficulty", "level", "reasons", "extrapolated"];

/// A hand as a row.
pub fn csv_row(RatedHand { hand, difficulty }: &RatedHand) -> [String; 5] {
    let (points, level) = (difficulty.points().to_string(), difficulty.level().to_string());
    let extrapolated = difficulty.extrapolated().to_string();
    [numbers(hand), points, level, outstanding(difficulty).join("; "), extrapolated]
}
