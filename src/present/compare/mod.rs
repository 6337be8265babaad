//! Engines compared on a hand or a deck.

mod csv;
mod finding;
mod table;

use crate::reports::{CompareSubject, Comparison, Entry};
use crate::words::list_and;
use crate::{EngineName, Named};

use super::markup as m;
use super::{Block, Document, Line};

pub use csv::{CSV_HEADER, csv_rows};
pub(super) use table::time_text;

/// The comparison for people.
pub fn document(comparison: &Comparison) -> Document {
    let mut blocks = vec![heading(comparison).into(), Block::Blank];
    blocks.push(table::table(comparison).into());
    blocks.push(Block::Blank);
    blocks.extend(finding::lines(comparison));
    blocks.extend(writing(comparison).map(Block::Line));
    blocks.extend(left_out(comparison));
    blocks.push(Block::Blank);
    blocks.extend(notes(comparison).into_iter().map(note));
    Document(blocks)
}

fn heading(comparison: &Comparison) -> Line {
    let target = &comparison.options.target;
    match &comparison.subject {
        CompareSubject::Hand(hand) => m::heading(format!("{hand} → {target}")),
        CompareSubject::Deck(deck) => {
            let line = m::heading(format!("{} {deck} → {target}", comparison.hands));
            if comparison.partial {
                return line.and(m::wrong(" (interrupted: only what was done so far)"));
            }
            line
        }
    }
}

/// The name of an engine with that of its templates.
pub(super) fn label(engine: EngineName, templates: Option<&str>) -> String {
    templates.map_or_else(|| engine.to_string(), |set| format!("{engine} with {set}"))
}

fn labels<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    list_and(entries.into_iter().map(|it| label(it.engine, it.templates.as_deref())))
}

/// The entries that have the same `key`, each group where its first one is.
fn groups<K: PartialEq>(
    entries: &[Entry],
    key: impl Fn(&Entry) -> Option<K>,
) -> Vec<(K, Vec<&Entry>)> {
    let mut groups: Vec<(K, Vec<&Entry>)> = Vec::new();
    for entry in entries {
        let Some(key) = key(entry) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(entry),
            None => groups.push((key, vec![entry])),
        }
    }
    groups
}

/// How many solutions each engine writes for each distinct one.
fn writing(comparison: &Comparison) -> Option<Line> {
    let ratio = |entry: &Entry| {
        let tenths = (u128::from(entry.found) * 10 + u128::from(entry.distinct) / 2)
            .checked_div(entry.distinct.into())?;
        Some(match (tenths / 10, tenths % 10) {
            (whole, 0) => whole.to_string(),
            (whole, rest) => format!("{whole}.{rest}"),
        })
    };
    let parts: Vec<String> = groups(&comparison.entries, ratio)
        .into_iter()
        .map(|(ratio, entries)| format!("{ratio} by {}", labels(entries)))
        .collect();
    let text = format!("Solutions written per distinct solution: {}.", parts.join("; "));
    (!parts.is_empty()).then(|| m::plain(text))
}

fn left_out(comparison: &Comparison) -> Option<Block> {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for it in &comparison.left_out {
        let (reason, name) = (it.refusal.to_string(), label(it.engine, it.templates.as_deref()));
        match reasons.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    let all: Vec<String> =
        reasons.iter().map(|(reason, names)| format!("{} ({reason})", list_and(names))).collect();
    let text = format!("Left out: {}.", all.join("; "));
    (!all.is_empty()).then(|| Block::Line(m::plain(text)))
}

fn note(text: impl Into<String>) -> Block {
    Block::Line(m::note(text))
}

/// What the times include, and what is got for them.
fn notes(comparison: &Comparison) -> Vec<String> {
    let time = match &comparison.subject {
        CompareSubject::Hand(_) => {
            "time: the median of repeated runs on one processor, including writing the \
             solutions, excluding counting and comparing them"
        }
        CompareSubject::Deck(_) => {
            "time: one run over all hands on one processor, including writing the \
             solutions, excluding counting and comparing them"
        }
    };
    let takes_part =
        |engine: &&EngineName| comparison.entries.iter().any(|entry| entry.engine == **engine);
    let notes = EngineName::ALL.iter().filter(takes_part);
    let notes = notes.map(|engine| format!("{engine}: {}", engine.note()));
    std::iter::once(time.to_owned()).chain(notes).collect()
}
