//! Which hands of a deck have a solution: their number for one target or many, as text,
//! as rows and as a picture, and which operators they need.

use std::cmp::Reverse;
use std::slice;

use itertools::Itertools;
use serde::Serialize;

use crate::reports::{HandCount, NeededOperators, SearchedCount, SolvableCount};
use crate::words::{counted, shorten};
use crate::{Deck, Hand, Rational};

use super::chart::{Chart, Columns, LABEL, MARGIN, WIDTH};
use super::csv::or_empty;
use super::markup as m;
use super::survey::{interrupted, percent};
use super::svg::text_width;
use super::{Block, Csv, Document, Report, Table, bar};

/// The counts of one target or of several.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct SolvableCounts<'a> {
    /// One for each target.
    pub counts: &'a [SolvableCount],
    /// The deck.
    #[serde(skip)]
    pub deck: &'a Deck,
    /// Whether the run was broken off.
    #[serde(skip)]
    pub partial: bool,
}

impl Report for SolvableCounts<'_> {
    fn document(&self) -> Document {
        let Self { counts, deck, partial } = *self;
        let heading = match counts {
            [count] => format!("{deck} → {}", count.target),
            _ => format!("{} {deck}", deck.len()),
        };
        let mut blocks = vec![interrupted(m::heading(heading), partial).into(), Block::Blank];
        if let [SolvableCount { hands, solvable, .. }] = counts {
            let share = percent(*solvable, *hands);
            let row =
                |number: u64, text: String| vec![m::value(number.to_string()), m::plain(text)];
            let rows = vec![
                row(*hands, "hands".to_owned()),
                row(*solvable, format!("solvable ({share}), {} not", hands - solvable)),
            ];
            blocks.push(Table::of(rows).right([0]).into());
        } else {
            let rows = counts.iter().map(|SolvableCount { target, hands, solvable, .. }| {
                vec![
                    m::plain(target.to_string()),
                    m::value(solvable.to_string()),
                    m::plain(percent(*solvable, *hands)),
                    m::expression(bar(*solvable, *hands)),
                ]
            });
            let titles = ["target", "solvable", "", ""];
            blocks.push(Table::of(rows).titled(titles).right(0..3).bars(3).into());
            if let Some(easiest) = easiest(counts) {
                blocks.extend([Block::Blank, m::plain(easiest).into()]);
            }
        }
        let note = "reach: whether a hand has a solution, which is neither made nor counted";
        blocks.extend([Block::Blank, m::note(note).into()]);
        Document(blocks)
    }
}

/// The count of a single target.
#[derive(Debug, Serialize)]
pub struct OneTarget<'a> {
    hands: u64,
    solvable: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip)]
    counts: SolvableCounts<'a>,
}

impl<'a> OneTarget<'a> {
    /// What was counted of `deck`, or of the part of it that was done.
    pub fn new(count: &'a SolvableCount, deck: &'a Deck, partial: bool) -> Self {
        let SolvableCount { hands, solvable, .. } = *count;
        let counts = SolvableCounts { counts: slice::from_ref(count), deck, partial };
        Self { hands, solvable, partial, counts }
    }
}

impl Report for OneTarget<'_> {
    fn document(&self) -> Document {
        self.counts.document()
    }

    fn table(&self) -> Option<Csv> {
        let row = [self.hands, self.solvable].map(|it| it.to_string());
        Some(Csv::new(["hands", "solvable"], [row]))
    }
}

/// One of several targets.
impl Report for SolvableCount {
    fn document(&self) -> Document {
        one_line(format!("{}: {} of {}", self.target, self.solvable, self.hands))
    }

    fn table(&self) -> Option<Csv> {
        let row = [self.target.to_string(), self.hands.to_string(), self.solvable.to_string()];
        Some(Csv::new(["target", "hands", "solvable"], [row]))
    }
}

impl Report for SearchedCount {
    fn document(&self) -> Document {
        let SolvableCount { target, hands, .. } = &self.count;
        match &self.expression {
            Some(text) => one_line(format!("{target} = {text}")),
            None if *hands == 1 => one_line(format!("{target}: no solution")),
            None => self.count.document(),
        }
    }

    fn table(&self) -> Option<Csv> {
        let SolvableCount { target, hands, solvable } = &self.count;
        let expression = or_empty(self.expression.as_ref());
        let row = [target.to_string(), hands.to_string(), solvable.to_string(), expression];
        Some(Csv::new(["target", "hands", "solvable", "expression"], [row]))
    }
}

/// A row of a list.
fn one_line(text: String) -> Document {
    Document(vec![m::plain(text).into()])
}

/// A hand of a list, and the number of its solutions.
impl Report for HandCount {
    fn document(&self) -> Document {
        one_line(format!("{}: {}", self.hand, self.solutions))
    }

    fn table(&self) -> Option<Csv> {
        let row = [self.hand.to_string(), self.solutions.to_string()];
        Some(Csv::new(["hand", "solutions"], [row]))
    }
}

/// A hand of a list of those that have a solution, or of those that have none.
#[derive(Debug, Serialize)]
pub struct HandReached {
    /// The hand.
    pub hand: Hand,
    /// Whether it has a solution.
    pub solvable: bool,
}

impl Report for HandReached {
    fn document(&self) -> Document {
        one_line(self.hand.to_string())
    }

    fn table(&self) -> Option<Csv> {
        let row = [self.hand.to_string(), self.solvable.to_string()];
        Some(Csv::new(["hand", "solvable"], [row]))
    }
}

/// A hand of a list, and the operators beyond the four that it needs.
#[derive(Debug, Serialize)]
pub struct HandNeeds<'a> {
    hand: Hand,
    needs: Vec<&'static str>,
    expression: &'a str,
}

impl<'a> HandNeeds<'a> {
    /// What `hand` needs.
    pub fn new(hand: Hand, needed: &'a NeededOperators) -> Self {
        Self { hand, needs: needed.names(), expression: needed.solution.text() }
    }
}

impl Report for HandNeeds<'_> {
    fn document(&self) -> Document {
        let Self { hand, needs, expression } = self;
        one_line(format!("{hand}: {}  {expression}", needs.join(", ")))
    }

    fn table(&self) -> Option<Csv> {
        let row = [self.hand.to_string(), self.needs.join(" "), self.expression.to_owned()];
        Some(Csv::new(["hand", "needs", "expression"], [row]))
    }
}

/// How many of the easiest targets are named.
const EASIEST: usize = 4;

/// The targets that the most hands reach, in words; `None` where no hand reaches
/// any.
fn easiest(counts: &[SolvableCount]) -> Option<String> {
    let reached = counts.iter().filter(|count| count.solvable > 0);
    let mut best = reached.sorted_by_key(|count| Reverse(count.solvable));
    let first = best.next()?;
    let first = format!("{} ({})", first.target, counted(first.solvable, "hand"));
    let others = best.take(EASIEST - 1);
    let others = others.map(|count| format!("{} ({})", count.target, count.solvable)).join(", ");
    let then = if others.is_empty() { "" } else { ", then " };
    Some(format!("The easiest target is {first}{then}{others}"))
}

/// The most targets that have a column in the picture.
pub const MAX_COLUMNS: usize = 500;

/// Left of this stand the shares.
const LEFT: i64 = MARGIN + 110;
/// Half a long label has room right of the last column.
const RIGHT: i64 = WIDTH - MARGIN - 60;
/// Where a column for all hands begins, and what all stand on.
const TOP: i64 = 300;
const BASE: i64 = TOP + 520;
/// From one label to the next.
const GAP: i64 = 16;
/// What has room under a column; a target can have thousands of digits.
const LETTERS: usize = 14;

impl SolvableCounts<'_> {
    /// The picture: a column for each of at most [`MAX_COLUMNS`] targets, whose height
    /// is the share of the hands that have a solution.
    pub fn svg(&self) -> String {
        let Self { counts, deck, .. } = *self;
        let (low, high) = (deck.values().start(), deck.values().end());
        let order =
            if deck.is_ordered() { ", every order of the cards a hand of its own" } else { "" };
        let words = format!("{} hands of {} from {low} to {high}{order}", deck.len(), deck.cards());
        let mut chart = Chart::new("How many hands reach each target?", &words);
        let easiest = easiest(counts).unwrap_or_else(|| "No hand reaches any".to_owned());
        chart.text("faint", LABEL, (MARGIN, TOP - 90), &shorten(&easiest, 100));

        let label = |target: &Rational| shorten(&target.to_string(), LETTERS);
        let width = |text: &str| text_width(text, LABEL) + GAP;
        let widest = counts.iter().map(|it| width(&label(&it.target))).max().unwrap_or(0);
        let pitch = Columns::pitch((LEFT, RIGHT), counts.len(), widest);
        let columns = Columns { left: LEFT, base: BASE, height: BASE - TOP, pitch, size: LABEL };
        let right = columns.right(counts.len());
        for quarter in 0..=4 {
            let class = if quarter == 0 { "axis" } else { "grid" };
            let y = BASE - (BASE - TOP) * quarter / 4;
            chart.grid(class, (LEFT, right), y, &format!("{} %", 25 * quarter));
        }
        columns.axis(&mut chart, counts.len(), "target");
        // Every how many columns have a label: of the whole numbers the round ones do.
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|it| it * 10_i64.pow(power)));
        let step = steps.into_iter().find(|step| step * pitch >= widest);
        let step = step.expect("columns are at least a dot wide, and labels are short");
        for (column, SolvableCount { target, hands, solvable, .. }) in (0..).zip(counts) {
            columns.bar(&mut chart, "bar", column, (*solvable, *hands));
            let is_round = match target.to_i64_pair() {
                Some((whole, 1)) => whole.rem_euclid(step) == 0,
                _ => column % step == 0,
            };
            if is_round {
                columns.label(&mut chart, column, &label(target));
            }
            // Where every target has a label, there may be room for numbers too.
            let number = solvable.to_string();
            if step == 1 && width(&number) <= pitch {
                columns.number(&mut chart, column, (*solvable, *hands), &number);
            }
        }
        chart.finish(BASE + 140).to_string()
    }
}
