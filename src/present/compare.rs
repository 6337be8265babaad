//! The engines held against each other, for a hand or a deck.

use std::time::Duration;

use crate::reports::{Comparison, Difference, Entry};
use crate::words::{counted, list_and};
use crate::{Deck, EngineName, Hand, Named};
use serde::{Serialize, Serializer};

use crate::serial::object;

use super::markup as m;
use super::{Block, Document, Line, Role, Table};

/// What the engines were held against each other on.
pub enum Subject<'a> {
    Hand(&'a Hand),
    Deck(&'a Deck),
}

/// How many solutions that not all find are shown at most.
const SHOWN: usize = 8;

/// The comparison for people.
pub fn document(comparison: &Comparison, subject: &Subject<'_>) -> Document {
    let mut blocks = vec![heading(comparison, subject).into(), Block::Blank];
    blocks.push(table(comparison).into());
    blocks.push(Block::Blank);
    blocks.extend(finding(comparison, subject));
    blocks.extend(writing(comparison).map(Block::Line));
    blocks.extend(left_out(comparison));
    blocks.push(Block::Blank);
    blocks.extend(notes(comparison, subject).into_iter().map(note));
    Document(blocks)
}

fn heading(comparison: &Comparison, subject: &Subject<'_>) -> Line {
    let target = &comparison.options.target;
    match subject {
        Subject::Hand(hand) => m::heading(format!("{hand} → {target}")),
        Subject::Deck(deck) => {
            let line = m::heading(format!("{} {deck} → {target}", comparison.hands));
            if comparison.partial {
                return line.and(m::wrong(" (interrupted: only what was done so far)"));
            }
            line
        }
    }
}

fn table(comparison: &Comparison) -> Table {
    let number = |number: u64| m::value(number.to_string());
    let fastest = comparison.fastest();
    let rows = comparison.entries.iter().map(|entry| {
        let effort = entry.effort;
        let plain = |text: &str| m::plain(text);
        let counts = [
            effort.filled,
            effort.parsed,
            effort.evaluated,
            effort.zero_divisions,
            effort.nodes,
            entry.found,
            entry.distinct,
        ];
        let mut row = vec![
            plain(&entry.engine.to_string()),
            plain(entry.templates.as_deref().unwrap_or_default()),
        ];
        row.extend(counts.map(number));
        row.push(plain(&time_text(entry.time)));
        row.push(plain(&ratio_text(entry.time, fastest)));
        row
    });
    Table {
        header: vec![
            "engine",
            "templates",
            "filled",
            "parsed",
            "evaluated",
            "÷ 0",
            "nodes",
            "found",
            "distinct",
            "time",
            "ratio",
        ],
        right: (2..=10).collect(),
        rows: rows.collect(),
    }
}

/// A time in the unit in which it is easily read.
pub(super) fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        ..1e-3 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        ..120.0 => (seconds, "s"),
        _ => (seconds / 60.0, "min"),
    };
    format!("{} {unit}", three_digits(value))
}

fn ratio_text(time: Duration, fastest: Duration) -> String {
    let ratio = time.as_secs_f64() / fastest.as_secs_f64().max(1e-9);
    if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

fn three_digits(value: f64) -> String {
    match value {
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
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

/// Whether they agree, and what is lacking where they do not.
fn finding(comparison: &Comparison, subject: &Subject<'_>) -> Vec<Block> {
    let count = comparison.solutions;
    let level = comparison.options.distinct;
    let solutions = format!("{} (by {level})", counted(count, "different solution"));
    let single = comparison.entries.len() == 1;
    let mut blocks = Vec::new();
    let agreement = match (comparison.agree(), subject) {
        (_, _) if single && count == 0 => {
            "Only one method was asked: it finds no solution.".to_owned()
        }
        (_, _) if single => format!("Only one method was asked: it finds {solutions}."),
        (true, Subject::Hand(_)) if count == 0 => "They agree: there is no solution.".to_owned(),
        (true, Subject::Deck(_)) if count == 0 => {
            "They agree on every hand: there is no solution.".to_owned()
        }
        (true, Subject::Hand(_)) => format!("They agree: each finds {solutions}."),
        (true, Subject::Deck(_)) => format!("They agree on every hand: each finds {solutions}."),
        (false, Subject::Hand(_)) => format!("They differ: in all there are {solutions}."),
        (false, Subject::Deck(_)) => format!(
            "They differ on {} of {} hands; in all there are {solutions}.",
            comparison.differing, comparison.hands
        ),
    };
    let role = if comparison.agree() { Role::Plain } else { Role::Wrong };
    blocks.push(Line::new(role, agreement).into());
    let lacking =
        |entry: &Entry| (entry.lacking > 0).then_some((entry.lacking, entry.missed_hands));
    for ((lacking, missed), entries) in groups(&comparison.entries, lacking) {
        let verb = if entries.len() == 1 { "lacks" } else { "lack" };
        let of_hands = if matches!(subject, Subject::Deck(_)) && missed > 0 {
            format!(", and with them every solution of {}", counted(missed, "hand"))
        } else {
            String::new()
        };
        let text = format!("{} {verb} {lacking}{of_hands}.", labels(entries));
        blocks.push(m::plain(text).into());
    }
    blocks.extend(reach_line(comparison));
    if let Some(difference) = &comparison.difference {
        blocks.extend(lacking_table(comparison, difference, subject));
    }
    blocks
}

/// What is said of a whole deck by the engine that lists nothing.
fn reach_line(comparison: &Comparison) -> Option<Block> {
    let text = match comparison.reach.as_ref()? {
        Ok(reached) => {
            let agreement = if reached.solvable == comparison.solvable {
                "same as the other engines".to_owned()
            } else {
                format!("{} by the other engines", comparison.solvable)
            };
            format!(
                "reach (solvable or not only): {} of {} hands, {agreement}, in {}",
                reached.solvable,
                comparison.hands,
                time_text(reached.time)
            )
        }
        Err(error) => format!("reach (solvable or not only) is left out: {error}"),
    };
    Some(m::plain(text).into())
}

/// The solutions that not all find, and what would have given them.
fn lacking_table(
    comparison: &Comparison,
    difference: &Difference,
    subject: &Subject<'_>,
) -> Vec<Block> {
    let first = match subject {
        Subject::Hand(_) => String::new(),
        Subject::Deck(_) => format!("The first of these hands is {}. ", difference.hand),
    };
    let intro = first + "What is lacking, and the canonical template that gives it:";
    let rows = difference.lacking.iter().take(SHOWN).map(|lacking| {
        let cards = difference.hand.cards();
        let without = lacking.without.iter().map(|&place| &comparison.entries[place]);
        vec![
            m::expression(lacking.solution.text_with(|position| cards[position].name())),
            m::template(&*lacking.template),
            m::note(format!("not by {}", labels(without))),
        ]
    });
    let mut blocks = vec![m::plain(intro).into(), Block::Blank, Table::of(rows).into()];
    let more = difference.lacking.len().saturating_sub(SHOWN);
    if more > 0 {
        blocks.push(note(format!("  and {more} more")));
    }
    blocks.push(Block::Blank);
    blocks
}

/// How many solutions each writes for one that is different.
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
    let text = format!("Written for each different one: {}.", parts.join("; "));
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
fn notes(comparison: &Comparison, subject: &Subject<'_>) -> Vec<String> {
    let time = match subject {
        Subject::Hand(_) => {
            "time: the median of repeated runs on one processor, with writing out what is found, \
             without counting and comparing it"
        }
        Subject::Deck(_) => {
            "time: one run over all hands on one processor, with writing out what is found, \
             without counting and comparing it"
        }
    };
    let takes_part =
        |engine: &&EngineName| comparison.entries.iter().any(|entry| entry.engine == **engine);
    let notes = EngineName::ALL.iter().filter(takes_part);
    let notes = notes.map(|engine| format!("{engine}: {}", engine.note()));
    std::iter::once(time.to_owned()).chain(notes).collect()
}

/// The comparison for programs, with what it was made on.
pub struct ComparisonJson<'a> {
    comparison: &'a Comparison,
    subject: &'a Subject<'a>,
}

impl<'a> ComparisonJson<'a> {
    pub const fn new(comparison: &'a Comparison, subject: &'a Subject<'a>) -> Self {
        Self { comparison, subject }
    }
}

impl Serialize for ComparisonJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { comparison, subject } = self;
        let (hand, deck) = match subject {
            Subject::Hand(hand) => (Some(hand), None),
            Subject::Deck(deck) => (None, Some(deck)),
        };
        let lacking = comparison.difference.as_ref().map(|it| &it.lacking);
        let first = comparison.difference.as_ref().map(|it| &it.hand);
        let reached = comparison.reach.as_ref().and_then(|it| it.as_ref().ok());
        object!(serializer, {
            "hand" if hand.is_some() => hand,
            "deck" if deck.is_some() => deck.map(|deck| values_text(deck)),
            "target" => comparison.options.target,
            "engines" => comparison.entries,
            "agree" => comparison.agree(),
            "cards" if deck.is_some() => deck.map(|deck| deck.cards()),
            "ordered" if deck.is_some() => deck.map(|deck| deck.is_ordered()),
            "hands" if deck.is_some() => comparison.hands,
            "differing" if deck.is_some() => comparison.differing,
            "first" if deck.is_some() && first.is_some() => first,
            "partial" if deck.is_some() && comparison.partial => true,
            "reach" if deck.is_some() && reached.is_some() => reached,
            "lacking" if lacking.is_some_and(|it| !it.is_empty()) => lacking,
            "left_out" if !comparison.left_out.is_empty() => comparison.left_out,
        })
    }
}

fn values_text(deck: &Deck) -> String {
    format!("{}..{}", deck.values().start(), deck.values().end())
}

/// What the columns of the CSV are.
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

/// The rows of the CSV: one for each engine.
pub fn csv_rows(comparison: &Comparison, subject: &Subject<'_>) -> Vec<[String; 15]> {
    let name = match subject {
        Subject::Hand(hand) => hand.to_string(),
        Subject::Deck(deck) => deck.to_string(),
    };
    let row = |entry: &Entry| {
        let effort = entry.effort;
        [
            name.clone(),
            comparison.options.target.to_string(),
            entry.engine.to_string(),
            entry.templates.clone().unwrap_or_default(),
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
