//! A comparison of engines on a hand or a deck: the work of each engine, whether the engines agree,
//! and the missing solutions if they disagree.

use std::time::Duration;

use itertools::Itertools;

use crate::reports::{CompareSubject, Comparison, Difference, Entry, SkippedEngine};
use crate::words::{and_more, counted, list_and};
use crate::{Card, EngineName};

use super::survey::interrupted;
use super::value::written;
use super::{Block, Csv, Document, Line, Report, Role, Table, markup as m};

impl Report for Comparison {
    fn document(&self) -> Document {
        let mut blocks = vec![heading(self).into(), Block::Blank, work(self).into(), Block::Blank];
        blocks.extend(finding(self));
        blocks.extend(writing(self).map(Block::Line));
        blocks.extend(left_out(self));
        blocks.push(Block::Blank);
        blocks.extend(notes(self).into_iter().map(|text| Block::Line(m::note(text))));
        Document(blocks)
    }

    fn table(&self) -> Option<Csv> {
        Some(rows([self]))
    }
}

/// A column of the table: its name, and a function that makes the cell for an engine.
type Column = (&'static str, fn(&Comparison, &Entry) -> String);

const COLUMNS: [Column; 15] = [
    ("hand", |all, _| match &all.subject {
        CompareSubject::Hand(hand) => hand.cards().iter().map(Card::value).join(" "),
        CompareSubject::Deck(deck) => deck.to_string(),
    }),
    ("target", |all, _| all.options.target.to_string()),
    ("engine", |_, it| it.engine.to_string()),
    ("templates", |_, it| it.templates.clone().unwrap_or_default()),
    ("filled", |_, it| it.effort.filled.to_string()),
    ("parsed", |_, it| it.effort.parsed.to_string()),
    ("evaluated", |_, it| it.effort.evaluated.to_string()),
    ("zero_divisions", |_, it| it.effort.zero_divisions.to_string()),
    ("nodes", |_, it| it.effort.nodes.to_string()),
    ("found", |_, it| it.found.to_string()),
    ("distinct", |_, it| it.distinct.to_string()),
    ("lacking", |_, it| it.lacking.to_string()),
    ("seconds", |_, it| it.time.as_secs_f64().to_string()),
    ("hands", |all, _| all.hands.to_string()),
    ("partial", |all, _| all.partial.to_string()),
];

/// Makes a row for each engine of each comparison.
pub(super) fn rows<'a>(comparisons: impl IntoIterator<Item = &'a Comparison>) -> Csv {
    let rows = comparisons.into_iter().flat_map(|all| {
        all.entries.iter().map(move |entry| COLUMNS.map(|(_, cell)| cell(all, entry)))
    });
    Csv::new(COLUMNS.map(|(name, _)| name), rows)
}

fn heading(comparison: &Comparison) -> Line {
    let target = &comparison.options.target;
    match &comparison.subject {
        CompareSubject::Hand(hand) => m::heading(format!("{hand} → {target}")),
        CompareSubject::Deck(deck) => {
            let heading = m::heading(format!("{} {deck} → {target}", comparison.hands));
            interrupted(heading, comparison.partial)
        }
    }
}

/// Returns the name of an engine, followed by the name of its templates if it has any.
pub fn label(engine: EngineName, templates: Option<&str>) -> String {
    templates.map_or_else(|| engine.to_string(), |set| format!("{engine} with {set}"))
}

fn labels<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    list_and(entries.into_iter().map(|it| label(it.engine, it.templates.as_deref())))
}

/// Groups the entries with the same `key`, in the order of each group's first entry.
pub(super) fn groups<'a, T, K: PartialEq>(
    entries: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&'a T) -> Option<K>,
) -> Vec<(K, Vec<&'a T>)> {
    let mut groups: Vec<(K, Vec<&T>)> = Vec::new();
    for entry in entries {
        let Some(key) = key(entry) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(entry),
            None => groups.push((key, vec![entry])),
        }
    }
    groups
}

/// Describes how many solutions each engine writes for each distinct solution.
fn writing(comparison: &Comparison) -> Option<Line> {
    let ratio = |entry: &Entry| {
        let tenths = (u128::from(entry.found) * 10 + u128::from(entry.distinct) / 2)
            .checked_div(entry.distinct.into())?;
        Some(match (tenths / 10, tenths % 10) {
            (whole, 0) => whole.to_string(),
            (whole, rest) => format!("{whole}.{rest}"),
        })
    };
    let parts = groups(&comparison.entries, ratio).into_iter();
    let parts = parts.map(|(ratio, entries)| format!("{ratio} by {}", labels(entries))).join("; ");
    let text = format!("Solutions written per distinct solution: {parts}.");
    (!parts.is_empty()).then(|| m::plain(text))
}

fn left_out(comparison: &Comparison) -> Option<Block> {
    let reasons = groups(&comparison.left_out, |it| Some(it.refusal.to_string()));
    let names = |it: &&SkippedEngine| label(it.engine, it.templates.as_deref());
    let mut all = reasons
        .iter()
        .map(|(reason, engines)| format!("{} ({reason})", list_and(engines.iter().map(names))));
    (!reasons.is_empty()).then(|| m::plain(format!("Left out: {}.", all.join("; "))).into())
}

/// Explains what the times include, and what the solutions of each engine represent.
fn notes(comparison: &Comparison) -> Vec<String> {
    let is_hand = matches!(comparison.subject, CompareSubject::Hand(_));
    let runs = if is_hand { "the median of repeated runs" } else { "one run over all hands" };
    let time = format!(
        "time: {runs} on one processor, including writing the solutions, excluding counting and \
         comparing them"
    );
    let engines = comparison.entries.iter().map(|entry| entry.engine).sorted().dedup();
    let notes = engines.map(|engine| format!("{engine}: {}", engine.note()));
    std::iter::once(time).chain(notes).collect()
}

/// Makes a row for each engine: first the results, then the counted work. Omits work that no
/// engine did.
fn work(comparison: &Comparison) -> Table {
    let entries = &comparison.entries;
    let fastest = comparison.fastest();
    let done = what_was_done(entries);
    let has_templates = entries.iter().any(|entry| entry.templates.is_some());
    let names = if has_templates { &["engine", "templates"][..] } else { &["engine"] };
    let rows = entries.iter().map(|entry| {
        let engine = [entry.engine.to_string(), entry.templates.clone().unwrap_or_default()];
        let fastest = fastest.expect("an engine takes part: it has this row");
        let ratio = entry.time.as_secs_f64() / fastest.as_secs_f64().max(1e-9);
        let times = [time_text(entry.time), format!("{ratio:.*}", usize::from(ratio < 10.0))];
        let counts = done.iter().map(|(_, count)| m::value(count(entry)));
        engine.into_iter().take(names.len()).chain(times).map(m::plain).chain(counts).collect()
    });
    let counts = done.iter().map(|(title, _)| title);
    let titles: Vec<&str> = names.iter().chain(&["time", "ratio"]).chain(counts).copied().collect();
    let right = names.len()..titles.len();
    Table::of(rows).titled(titles).right(right).keys(names.len())
}

/// A count and its title.
type Count = (&'static str, fn(&Entry) -> u64);

/// Returns the counts that are above zero for at least one engine. If every filled template was
/// also parsed, a single count covers both.
fn what_was_done(entries: &[Entry]) -> Vec<Count> {
    const FILLED: Count = ("filled", |entry| entry.effort.filled);
    const PARSED: Count = ("parsed", |entry| entry.effort.parsed);
    const COUNTS: [Count; 5] = [
        ("evaluated", |entry| entry.effort.evaluated),
        ("÷\u{a0}0", |entry| entry.effort.zero_divisions),
        ("nodes", |entry| entry.effort.nodes),
        ("found", |entry| entry.found),
        ("distinct", |entry| entry.distinct),
    ];
    let parsed_all = entries.iter().all(|entry| FILLED.1(entry) == PARSED.1(entry));
    let counts = (!parsed_all).then_some(FILLED).into_iter().chain([PARSED]).chain(COUNTS);
    counts.filter(|(_, count)| entries.iter().any(|entry| count(entry) > 0)).collect()
}

/// Writes a time in an easily readable unit.
pub(super) fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        ..1e-3 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        ..120.0 => (seconds, "s"),
        _ => (seconds / 60.0, "min"),
    };
    let value = match value {
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    };
    format!("{value} {unit}")
}

/// The maximum number of missing solutions to show.
const SHOWN: usize = 8;

/// Reports whether the engines agree and, if not, which solutions each of them misses.
fn finding(comparison: &Comparison) -> Vec<Block> {
    let count = comparison.solutions;
    let level = comparison.options.distinct;
    let solutions = format!("{} (by {level})", counted(count, "distinct solution"));
    let single = comparison.entries.len() == 1;
    let is_deck = matches!(comparison.subject, CompareSubject::Deck(_));
    let on_every_hand = if is_deck { " on every hand" } else { "" };
    let agreement = match comparison.agree() {
        _ if single && count == 0 => "Only one method was run: it finds no solution.".to_owned(),
        _ if single => format!("Only one method was run: it finds {solutions}."),
        true if count == 0 => format!("They agree{on_every_hand}: there is no solution."),
        true => format!("They agree{on_every_hand}: each finds {solutions}."),
        false if is_deck => format!(
            "They differ on {} of {} hands; there are {solutions} in all.",
            comparison.differing, comparison.hands
        ),
        false => format!("They differ: there are {solutions} in all."),
    };
    let role = if comparison.agree() { Role::Plain } else { Role::Wrong };
    let mut blocks = vec![Line::new(role, agreement).into()];
    let lacking = |it: &Entry| (it.lacking > 0).then_some((it.lacking, it.missed_hands));
    for ((lacking, missed), entries) in groups(&comparison.entries, lacking) {
        let verb = if entries.len() == 1 { "misses" } else { "miss" };
        let hands = counted(missed, "hand");
        let of_hands = format!(", including every solution of {hands}");
        let of_hands = if is_deck && missed > 0 { of_hands } else { String::new() };
        blocks.push(m::plain(format!("{} {verb} {lacking}{of_hands}.", labels(entries))).into());
    }
    blocks.extend(reach_line(comparison));
    if let Some(difference) = &comparison.difference {
        blocks.extend(missing_table(comparison, difference));
    }
    blocks
}

/// Returns the result of the engine that only counts solvable hands, for a whole deck.
fn reach_line(comparison: &Comparison) -> Option<Block> {
    let text = match comparison.reach.as_ref()? {
        Ok(reached) => {
            let agreement = if reached.solvable == comparison.solvable {
                "same as the other engines".to_owned()
            } else {
                format!("{} by the other engines", comparison.solvable)
            };
            let (solvable, hands) = (reached.solvable, comparison.hands);
            let time = time_text(reached.time).replace(' ', "\u{a0}");
            format!(
                "reach (only whether solvable): {solvable} of {hands} hands, {agreement}, in {time}"
            )
        }
        Err(error) => format!("reach (only whether solvable) is left out: {error}"),
    };
    Some(m::plain(text).into())
}

/// Returns the solutions that some engine lacks, each with a template that yields it.
fn missing_table(comparison: &Comparison, difference: &Difference) -> Vec<Block> {
    let first = match &comparison.subject {
        CompareSubject::Hand(_) => String::new(),
        CompareSubject::Deck(_) => format!("The first of these hands is {}. ", difference.hand),
    };
    let intro = first + "Missing solutions, with the canonical template that yields each:";
    let rows = difference.lacking.iter().take(SHOWN).map(|lacking| {
        let without = lacking.without.iter().map(|&place| &comparison.entries[place]);
        vec![
            m::expression(written(&lacking.solution, &difference.hand)),
            m::template(&lacking.template),
            m::note(format!("not by {}", labels(without))),
        ]
    });
    let mut blocks = vec![m::plain(intro).into(), Block::Blank, Table::of(rows).into()];
    let more = and_more(difference.lacking.len(), SHOWN);
    blocks.extend(more.map(|more| m::note(format!("  {more}")).into()));
    blocks.push(Block::Blank);
    blocks
}
