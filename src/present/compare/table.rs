//! What each engine did, in columns.

use std::time::Duration;

use crate::present::Table;
use crate::present::markup as m;
use crate::reports::Comparison;

/// A row for each engine.
pub(super) fn table(comparison: &Comparison) -> Table {
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
    let titles = [
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
    ];
    Table::of(rows).titled(titles).right(2..titles.len()).keys(2)
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
