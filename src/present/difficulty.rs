//! The difficulty ratings of hands.

use itertools::Itertools;

use crate::difficulty::Difficulty;
use crate::reports::{HandsByDifficulty, RatedHand};
use crate::serial::serialize_field;
use crate::words::counted;

use super::survey::interrupted;
use super::{Block, Csv, Document, Line, Report, Table, markup as m};

/// The remark on the ratings of hands that nobody was timed on.
pub const EXTRAPOLATED: &str =
    "extrapolated: people were timed with four cards of 1 to 13 that make 24";

/// The remark on the rating of a hand of few cards.
const FEW_CARDS: &str = "compares only hands of as many cards";

/// Returns the remark on a rating that is extrapolated.
pub(super) const fn remark(difficulty: &Difficulty) -> &'static str {
    if difficulty.has_few_cards { FEW_CARDS } else { EXTRAPOLATED }
}

/// Presents a rating with its reasons.
pub fn document(difficulty: &Difficulty) -> Document {
    let points = m::value(difficulty.points);
    let mut heading = m::heading("difficulty") + " " + points;
    if let Some(level) = difficulty.known_level() {
        heading = heading + format!(", {level}");
    }
    if difficulty.extrapolated {
        heading = heading.and(m::note(format!(" ({})", remark(difficulty))));
    }
    let start = vec![m::value(Difficulty::START), m::plain("for every hand")];
    let rows = difficulty.reasons.iter().map(|reason| {
        let points = reason.points.map(|points| m::value(format!("{points:+}")));
        vec![points.unwrap_or_default(), m::plain(&reason.text)]
    });
    Document(vec![heading.into(), Table::of([start].into_iter().chain(rows)).right([0]).into()])
}

/// Rated hands of a deck, in the order of the list.
#[derive(Debug)]
pub struct ListByDifficulty<'a> {
    /// The listed hands.
    pub listed: Vec<&'a RatedHand>,
    /// All rated hands.
    pub all: &'a HandsByDifficulty,
}

serialize_field! { ListByDifficulty<'_>: listed }

impl Report for ListByDifficulty<'_> {
    fn document(&self) -> Document {
        let Self { listed, all } = self;
        let mut levels = all.levels().into_iter().map(|(level, hands)| format!("{hands} {level}"));
        let levels = levels.join(", ");
        let found = match all.rated.len() {
            0 => "none has a solution".to_owned(),
            rated if levels.is_empty() => format!("{rated} have a solution"),
            rated => format!("{rated} have a solution: {levels}"),
        };
        let heading = m::heading(format!("{} → {}", all.deck, all.target))
            + format!(": of {} {found}", counted(all.hands, "hand"));
        let mut blocks: Vec<Block> = vec![interrupted(heading, all.partial).into()];
        if let Some(rated) = all.rated.iter().find(|it| it.difficulty.extrapolated) {
            blocks.push(m::note(remark(&rated.difficulty)).into());
        }
        if !listed.is_empty() {
            let titles = ["hand", "difficulty", "level", "what stands out"];
            let table = Table::of(listed.iter().map(|it| row(it))).titled(titles).right([1]);
            blocks.extend([Block::Blank, table.into()]);
        }
        Document(blocks)
    }

    fn table(&self) -> Option<Csv> {
        let rows = self.listed.iter().map(|RatedHand { hand, difficulty: it }| {
            (hand, it.points, it.known_level(), outstanding(it), it.extrapolated)
        });
        Some(Csv::new(["hand", "difficulty", "level", "reasons", "extrapolated"], rows))
    }
}

fn row(RatedHand { hand, difficulty }: &RatedHand) -> Vec<Line> {
    vec![
        m::expression(hand),
        m::value(difficulty.points),
        difficulty.known_level().map_or_else(Line::default, m::plain),
        m::note(outstanding(difficulty)),
    ]
}

/// Returns the reasons without points, which are notable facts about the hand.
fn outstanding(difficulty: &Difficulty) -> String {
    difficulty.reasons.iter().filter(|it| it.points.is_none()).map(|it| &it.text).join("; ")
}
