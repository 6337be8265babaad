//! The number of hands of a deck that have a solution, for one target or many.

use super::markup as m;
use super::survey::percent;
use super::{Block, Document, Table, bar};
use crate::Deck;
use crate::reports::SolvableCount;

/// The counts for people: one in words, several as a table.
pub fn document(counts: &[SolvableCount], deck: &Deck, partial: bool) -> Document {
    let mut blocks = Vec::new();
    if let [SolvableCount { target, hands, solvable }] = counts {
        let heading = m::heading(format!("{deck} → {target}"));
        let share = percent(*solvable, *hands);
        let row = |number: u64, text: String| vec![m::value(number.to_string()), m::plain(text)];
        let rows = vec![
            row(*hands, "hands".to_owned()),
            row(*solvable, format!("solvable ({share}), {} not", hands - solvable)),
        ];
        let table = Table::of(rows).right([0]);
        blocks.extend([heading.into(), Block::Blank, table.into()]);
    } else {
        let mut heading = m::heading(format!("{} {deck}", deck.len()));
        if partial {
            heading = heading.and(m::wrong(" (interrupted: only what was done so far)"));
        }
        let rows = counts.iter().map(|SolvableCount { target, hands, solvable }| {
            vec![
                m::plain(target.to_string()),
                m::value(solvable.to_string()),
                m::plain(percent(*solvable, *hands)),
                m::expression(bar(*solvable, *hands)),
            ]
        });
        let titles = ["target", "solvable", "", ""];
        let table = Table::of(rows).titled(titles).right(0..3).bars(3);
        blocks.extend([heading.into(), Block::Blank, table.into()]);
    }
    let note = "reach: whether a hand has a solution, which is neither made nor counted";
    blocks.extend([Block::Blank, m::note(note).into()]);
    Document(blocks)
}
