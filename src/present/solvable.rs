//! The number of hands of a deck that have a solution, for one target or many.

use std::cmp::Reverse;

use itertools::Itertools;

use super::markup as m;
use super::survey::percent;
use super::{Block, Document, Table, bar};
use crate::Deck;
use crate::reports::SolvableCount;
use crate::words::counted;

/// The counts for people: one in words, several as a table.
pub fn document(counts: &[SolvableCount], deck: &Deck, partial: bool) -> Document {
    let heading = match counts {
        [count] => format!("{deck} → {}", count.target),
        _ => format!("{} {deck}", deck.len()),
    };
    let mut heading = m::heading(heading);
    if partial {
        heading = heading.and(m::wrong(" (interrupted: only what was done so far)"));
    }
    let mut blocks = vec![heading.into(), Block::Blank];
    if let [SolvableCount { hands, solvable, .. }] = counts {
        let share = percent(*solvable, *hands);
        let row = |number: u64, text: String| vec![m::value(number.to_string()), m::plain(text)];
        let rows = vec![
            row(*hands, "hands".to_owned()),
            row(*solvable, format!("solvable ({share}), {} not", hands - solvable)),
        ];
        blocks.push(Table::of(rows).right([0]).into());
    } else {
        let rows = counts.iter().map(|SolvableCount { target, hands, solvable }| {
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

/// How many of the easiest targets are named.
const EASIEST: usize = 4;

/// The targets that the most hands reach, in words; `None` where no hand reaches
/// any.
pub(super) fn easiest(counts: &[SolvableCount]) -> Option<String> {
    let reached = counts.iter().filter(|count| count.solvable > 0);
    let mut best = reached.sorted_by_key(|count| Reverse(count.solvable));
    let first = best.next()?;
    let first = format!("{} ({})", first.target, counted(first.solvable, "hand"));
    let others = best.take(EASIEST - 1);
    let others = others.map(|count| format!("{} ({})", count.target, count.solvable)).join(", ");
    let then = if others.is_empty() { "" } else { ", then " };
    Some(format!("The easiest target is {first}{then}{others}"))
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 3] = ["target", "hands", "solvable"];

/// The count as a row.
pub fn csv_row(count: &SolvableCount) -> [String; 3] {
    [count.target.to_string(), count.hands.to_string(), count.solvable.to_string()]
}
