//! The work of each engine as the hand grows, as text.

use crate::reports::{Comparison, Entry};
use crate::words::counted;
use crate::{EngineName, Hand};

use super::compare::{label, time_text};
use super::csv::or_empty;
use super::markup as m;
use super::{Block, Document, Line, Role, Table};

/// An engine with the name of its templates.
pub(super) type Method<'a> = (EngineName, Option<&'a str>);

/// A hand of each size, and what was done for it.
pub type Sizes<'a> = [(&'a Hand, Comparison)];

/// The methods in the order in which they come, each once.
pub(super) fn methods<'a>(sizes: &'a Sizes<'_>) -> Vec<Method<'a>> {
    let mut methods = Vec::new();
    // The larger hands may have fewer engines, in the same order.
    for entry in sizes.iter().flat_map(|(_, comparison)| &comparison.entries) {
        let method = (entry.engine, entry.templates.as_deref());
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods.sort_by_key(|(engine, _)| *engine);
    methods
}

/// What `method` did for the hand of a comparison.
pub(super) fn entry<'a>(comparison: &'a Comparison, method: Method<'_>) -> Option<&'a Entry> {
    comparison.entries.iter().find(|entry| (entry.engine, entry.templates.as_deref()) == method)
}

/// What stands in the table for an engine and a size.
type Cell = fn(&Entry) -> String;

/// The growth for people.
pub fn document(sizes: &Sizes<'_>) -> Document {
    let target = sizes.first().expect("there is a size").1.options.target.to_string();
    let heading = format!("One hand of each size → {target}");
    let mut blocks = vec![m::heading(heading).into(), Block::Blank];
    let rows = sizes.iter().map(|(hand, comparison)| {
        vec![
            m::value(hand.cards().len().to_string()),
            m::expression(hand.to_string()),
            m::value(comparison.solutions.to_string()),
            Line::new(
                if comparison.agree() { Role::Plain } else { Role::Wrong },
                agreement(comparison),
            ),
        ]
    });
    blocks.push(Table::of(rows).titled(["cards", "hand", "solutions", ""]).right([0, 2]).into());
    let parts: [(&str, Cell); 2] = [
        ("Complete results worked out:", |entry| entry.effort.evaluated.to_string()),
        ("Time:", |entry| time_text(entry.time)),
    ];
    for (title, value) in parts {
        blocks.extend([
            Block::Blank,
            m::plain(title).into(),
            Block::Blank,
            table(sizes, value).into(),
        ]);
    }
    blocks.extend([Block::Blank, m::note(NOTE).into()]);
    Document(blocks)
}

const NOTE: &str = "time: the median of repeated runs on one processor, including writing the \
                    solutions; `bracket24 compare HAND` says more";

/// Who lacks a solution, if anybody does.
fn agreement(comparison: &Comparison) -> String {
    let lacking: Vec<String> = comparison
        .entries
        .iter()
        .filter(|entry| entry.lacking > 0)
        .map(|it| format!("{} lacks {}", label(it.engine, it.templates.as_deref()), it.lacking))
        .collect();
    if lacking.is_empty() { "all agree".to_owned() } else { lacking.join(", ") }
}

fn table(sizes: &Sizes<'_>, value: Cell) -> Table {
    let names = ["engine", "templates"].map(str::to_owned);
    let sizes_in_words = sizes.iter().map(|(hand, _)| counted(hand.cards().len(), "card"));
    let rows = methods(sizes).into_iter().map(|method| {
        let (engine, templates) = method;
        let mut row = vec![m::plain(engine.to_string()), m::plain(or_empty(templates))];
        row.extend(
            sizes
                .iter()
                .map(|(_, comparison)| m::value(or_empty(entry(comparison, method).map(value)))),
        );
        row
    });
    let columns = names.len()..names.len() + sizes.len();
    let titles = names.into_iter().chain(sizes_in_words);
    Table::of(rows).titled(titles).right(columns).keys(2)
}
