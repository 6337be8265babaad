//! The comparison as CSV: a row for each engine.

use super::super::csv::{numbers, or_empty};
use crate::reports::{CompareSubject, Comparison, Entry};

/// The titles of the columns.
pub const CSV_HEADER: [&str; 15] = [
    "hand",
    "target",
    "engine",
    "templates",
    "filled",
    "parsed",
    "evaluated",
    "zero_divisions",
    "nodes",
    "found",
    "distinct",
    "lacking",
    "seconds",
    "hands",
    "partial",
];

/// The rows, one for each engine.
pub fn csv_rows(comparison: &Comparison) -> Vec<[String; 15]> {
    let name = match &comparison.subject {
        CompareSubject::Hand(hand) => numbers(hand),
        CompareSubject::Deck(deck) => deck.to_string(),
    };
    let row = |entry: &Entry| {
        let effort = entry.effort;
        [
            name.clone(),
            comparison.options.target.to_string(),
            entry.engine.to_string(),
            or_empty(entry.templates.as_deref()),
            effort.filled.to_string(),
            effort.parsed.to_string(),
            effort.evaluated.to_string(),
            effort.zero_divisions.to_string(),
            effort.nodes.to_string(),
            entry.found.to_string(),
            entry.distinct.to_string(),
            entry.lacking.to_string(),
            entry.time.as_secs_f64().to_string(),
            comparison.hands.to_string(),
            comparison.partial.to_string(),
        ]
    };
    comparison.entries.iter().map(row).collect()
}
