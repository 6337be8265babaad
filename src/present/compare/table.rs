//! What each engine did, in columns.

use std::time::Duration;

use crate::present::Table;
use crate::present::csv::or_empty;
use crate::present::markup as m;
use crate::reports::{Comparison, Entry};

/// A row for each engine: what is asked for first, and then what was counted.
/// Nothing is said of what none of them did.
pub(super) fn table(comparison: &Comparison) -> Table {
    let entries = &comparison.entries;
    let fastest = comparison.fastest();
    let counted = counted(entries);
    let has_templates = entries.iter().any(|entry| entry.templates.is_some());
    let names = if has_templates { &["engine", "templates"][..] } else { &["engine"] };
    let rows = entries.iter().map(|entry| {
        let engine = [entry.engine.to_string(), or_empty(entry.templates.as_deref())];
        let fastest = fastest.expect("an engine takes part: it has this row");
        let times = [time_text(entry.time), ratio_text(entry.time, fastest)];
        let counts = counted.iter().map(|(_, count)| m::value(count(entry).to_string()));
        engine.into_iter().take(names.len()).chain(times).map(m::plain).chain(counts).collect()
    });
    let counts = counted.iter().map(|(title, _)| title);
    let titles: Vec<&str> = names.iter().chain(&["time", "ratio"]).chain(counts).copied().collect();
    let right = names.len()..titles.len();
    Table::of(rows).titled(titles).right(right).keys(names.len())
}

/// A count and its title.
type Count = (&'static str, fn(&Entry) -> u64);

/// What at least one of the entries did. Where all that was filled was parsed too,
/// it is said once.
fn counted(entries: &[Entry]) -> Vec<Count> {
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

/// A time in the unit in which it is easily read.
pub(in crate::present) fn time_text(time: Duration) -> String {
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
