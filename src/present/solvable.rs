//! The hands of a deck that have a solution: their number for one or more targets, as text, rows
//! and a picture, and the operators that each hand needs.

use std::cmp::Reverse;
use std::slice;

use itertools::Itertools;
use serde::Serialize;

use crate::reports::{HandCount, NeededOperators, SearchedCount, SolvableCount};
use crate::serial::{Object, fields, serialize_field, serialize_object};
use crate::words::{counted, shorten};
use crate::{Deck, Hand, Rational};

use super::chart::{Chart, Columns, LABEL, MARGIN, WIDTH};
use super::survey::{interrupted, percent};
use super::svg::text_width;
use super::{Block, Csv, Document, Plotted, Report, Table, bar, markup as m};

/// The counts of one target or of several.
#[derive(Debug)]
pub struct SolvableCounts<'a> {
    /// A count for each target.
    pub counts: &'a [SolvableCount],
    /// The deck.
    pub deck: &'a Deck,
    /// Whether the run was interrupted.
    pub partial: bool,
}

serialize_field! { SolvableCounts<'_>: counts }

impl Report for SolvableCounts<'_> {
    fn document(&self) -> Document {
        let Self { counts, deck, partial } = *self;
        let heading = if let [count] = counts
            && !(partial && count.hands == deck.len())
        {
            interrupted(m::heading(format!("{deck} → {}", count.target)), partial)
        } else {
            let note = if partial { " (interrupted: only the targets done so far)" } else { "" };
            m::heading(format!("{} {deck}", deck.len())) + m::wrong(note)
        };
        let mut blocks = vec![heading.into(), Block::Blank];
        if let [SolvableCount { hands, solvable, .. }] = counts {
            let share = percent(*solvable, *hands);
            let row = |number: u64, text: String| vec![m::value(number), m::plain(text)];
            let rows = vec![
                row(*hands, "hands".to_owned()),
                row(*solvable, format!("solvable ({share}), {} not", hands - solvable)),
            ];
            blocks.push(Table::of(rows).right([0]).into());
        } else {
            let rows = counts.iter().map(|SolvableCount { target, hands, solvable, .. }| {
                vec![
                    m::plain(target),
                    m::value(solvable),
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
        let note = "reach: finds out whether a hand has a solution, but not which";
        blocks.extend([Block::Blank, m::note(note).into()]);
        Document(blocks)
    }
}

/// The count of a single target.
#[derive(Debug)]
pub struct OneTarget<'a> {
    /// The count.
    pub count: &'a SolvableCount,
    /// The deck.
    pub deck: &'a Deck,
    /// Whether only a part of the deck was done.
    pub partial: bool,
}

serialize_object! { OneTarget<'_>, self:
    "hands" => self.count.hands,
    "solvable" => self.count.solvable,
    "partial" if self.partial => true,
}

impl Report for OneTarget<'_> {
    fn document(&self) -> Document {
        let Self { count, deck, partial } = *self;
        SolvableCounts { counts: slice::from_ref(count), deck, partial }.document()
    }

    fn table(&self) -> Option<Csv> {
        Some(Csv::new(["hands", "solvable"], [self]))
    }
}

/// A row of a list, which the command writes as soon as the result is known: as a line of text, as
/// an object, or as cells.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Row<T> {
    object: T,
    #[serde(skip)]
    line: String,
    #[serde(skip)]
    header: &'static [&'static str],
}

impl<T: Serialize> Report for Row<T> {
    fn document(&self) -> Document {
        Document(vec![m::plain(&self.line).into()])
    }

    fn table(&self) -> Option<Csv> {
        Some(Csv::new(self.header.iter().copied(), [self]))
    }
}

/// The columns of [`count_row`].
pub const COUNT_COLUMNS: &[&str] = &["hand", "solutions"];

/// Makes the row of a hand and the number of its solutions.
pub fn count_row(count: HandCount) -> Row<HandCount> {
    let line = format!("{}: {}", count.hand, count.solutions);
    Row { line, header: COUNT_COLUMNS, object: count }
}

/// The columns of [`reached_row`].
pub const REACHED_COLUMNS: &[&str] = &["hand", "solvable"];

/// Makes the row of a hand. The list has only hands with a solution, or only hands without one.
pub fn reached_row(hand: &Hand, solvable: bool) -> Row<Object> {
    let line = hand.to_string();
    let object = fields! { "hand" => hand, "solvable" => solvable };
    Row { line, header: REACHED_COLUMNS, object }
}

/// The columns of [`needs_row`].
pub const NEEDS_COLUMNS: &[&str] = &["hand", "needs", "expression"];

/// Makes the row of a hand with the operators that it needs.
pub fn needs_row(hand: &Hand, needed: &NeededOperators) -> Row<Object> {
    let (needs, expression) = (needed.names(), needed.solution.text());
    let line = format!("{hand}: {}  {expression}", needs.join(", "));
    let object = fields! { "hand" => hand, "needs" => needs, "expression" => expression };
    Row { line, header: NEEDS_COLUMNS, object }
}

/// The columns of [`target_row`].
pub const TARGET_COLUMNS: &[&str] = &["target", "hands", "solvable"];

/// Makes the row of one of several targets.
pub fn target_row(count: &SolvableCount) -> Row<&SolvableCount> {
    let SolvableCount { target, hands, solvable } = count;
    let line = format!("{target}: {solvable} of {hands}");
    Row { line, header: TARGET_COLUMNS, object: count }
}

/// The columns of [`searched_row`].
pub const SEARCHED_COLUMNS: &[&str] = &["target", "hands", "solvable", "expression"];

/// Makes the row of one of several targets, with a solution if the survey has a single hand.
pub fn searched_row(searched: &SearchedCount) -> Row<&SearchedCount> {
    let SearchedCount { count, expression } = searched;
    let line = match expression {
        Some(text) => format!("{} = {text}", count.target),
        None if count.hands == 1 => format!("{}: no solution", count.target),
        None => target_row(count).line,
    };
    Row { line, header: SEARCHED_COLUMNS, object: searched }
}

/// The number of easiest targets to name.
const EASIEST: usize = 4;

/// Names the targets that the most hands reach; `None` if no hand reaches a target.
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

/// The maximum number of targets in the picture.
pub const MAX_COLUMNS: usize = 500;

/// The left edge of the columns. The scale of shares is to the left of this edge.
const LEFT: i64 = MARGIN + 110;
/// The right edge of the columns. Half of a long label has room to the right of this edge.
const RIGHT: i64 = WIDTH - MARGIN - 60;
/// The top of a column of 100 %, and the baseline of all columns.
const TOP: i64 = 300;
const BASE: i64 = TOP + 520;
/// The gap between two labels.
const GAP: i64 = 16;
/// The maximum number of letters under a column. A longer target is cut, because a target can have
/// thousands of digits.
const LETTERS: usize = 14;

impl Plotted for SolvableCounts<'_> {
    /// Draws a column for each of at most [`MAX_COLUMNS`] targets. The height of a column is the
    /// share of the hands that have a solution.
    fn svg(&self) -> String {
        let Self { counts, deck, .. } = *self;
        let (low, high) = (deck.values().start(), deck.values().end());
        let order = if deck.is_ordered() { ", with every order as a separate hand" } else { "" };
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
        // `step` is the number of columns from one label to the next. Targets that are integers
        // have labels at multiples of `step`.
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|it| it * 10_i64.pow(power)));
        let step = steps.into_iter().find(|step| step * pitch >= widest);
        let step = step.expect("columns are at least a dot wide, and labels are short");
        for (column, SolvableCount { target, hands, solvable, .. }) in (0..).zip(counts) {
            columns.bar(&mut chart, "bar", column, (*solvable, *hands));
            let whole = target.to_i64_pair().filter(|(_, denom)| *denom == 1);
            if whole.map_or(column, |(numer, _)| numer).rem_euclid(step) == 0 {
                columns.label(&mut chart, column, &label(target));
            }
            // If every target has a label, there may be room for numbers, too.
            let number = solvable.to_string();
            if step == 1 && width(&number) <= pitch {
                columns.number(&mut chart, column, (*solvable, *hands), &number);
            }
        }
        chart.finish(BASE + 140).to_string()
    }
}
