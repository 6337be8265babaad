//! The counts of a trace.

use std::cmp::Reverse;

use serde::Serialize;

use crate::lessons::{Ended, RuleStats, TraceStats};
use crate::words::place;

use super::{Block, Document, Line, Report, Table, markup as m};

/// The maximum number of places to show to people.
const MOST_PLACES: usize = 5;

/// The counts of the trace of a text.
#[derive(Debug, Serialize)]
pub struct StatsReport<'a> {
    #[serde(flatten)]
    stats: &'a TraceStats,
    #[serde(skip)]
    text: &'a str,
    /// The limit that ended the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
    /// Set only in a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<&'a str>,
}

impl<'a> StatsReport<'a> {
    /// Makes the report on `text`. In a batch, the report includes the text.
    pub fn new(stats: &'a TraceStats, text: &'a str, in_batch: bool) -> Self {
        let ended = stats.ended.as_ref().map(|it| ended(it, text));
        Self { stats, text, ended, expression: in_batch.then_some(text) }
    }
}

impl Report for StatsReport<'_> {
    /// Shows the counts, starting with the rule that was retried most often.
    fn document(&self) -> Document {
        let Self { stats, text, .. } = *self;
        let row = |name: Line, counts: [u64; 5]| -> Vec<Line> {
            std::iter::once(name).chain(counts.map(m::plain)).collect()
        };
        let mut rules: Vec<&RuleStats> = stats.rules.iter().collect();
        rules.sort_by_key(|it| (Reverse(it.calls - it.distinct), Reverse(it.calls)));
        let rows = rules.into_iter().map(|it| {
            let RuleStats { rule, calls, distinct, matched, read_again, .. } = it;
            row(m::heading(rule), [*calls, *distinct, calls - distinct, *matched, *read_again])
        });
        let TraceStats { rule_calls, distinct, repeated, read_again, .. } = stats;
        let matched = stats.rules.iter().map(|it| it.matched).sum();
        let total = row(m::note("all"), [*rule_calls, *distinct, *repeated, matched, *read_again]);
        let titles = ["rule", "calls", "distinct", "repeated", "matched", "read again"];
        let table = Table::of(rows.chain([total])).titled(titles).right(1..6).keys(1);
        let (calls, results) = (stats.rule_calls, stats.distinct);
        let packrat = match stats.repeated {
        _ if stats.results_vary => format!(
            "{calls} calls, or {results} with memoization (packrat parsing): a memo by rule and \
             place does not store results that can vary with the stack, or inside an atomic rule"
        ),
        0 => "no rule is tried twice at the same place: memoization (packrat parsing) saves nothing"
            .into(),
        _ => format!(
            "with memoization (packrat parsing) the parser would try no rule twice at the same \
             place: {results} calls instead of {calls}{}",
            if stats.ended.is_some() { ", up to where it was stopped" } else { "" }
        ),
    };
        let head = self.expression.map(|text| Block::Line(m::expression(text)));
        let mut blocks: Vec<Block> = head.into_iter().chain([table.into(), Block::Blank]).collect();
        let worst = stats.places.iter().take(MOST_PLACES).map(|it| {
            vec![m::heading(&it.rule), m::plain(place(&text[..it.at], it.at)), m::plain(it.calls)]
        });
        if !stats.places.is_empty() {
            let table = Table::of(worst).titled(["tried most", "at", "calls"]).right([2]);
            blocks.extend([table.into(), Block::Blank]);
        }
        blocks.push(m::note(packrat).into());
        Document(blocks)
    }
}

/// Describes where a limit ended the trace of `text`.
pub fn ended(ended: &Ended, text: &str) -> String {
    let place = place(&text[..ended.at], ended.at);
    format!("{}; it had reached `{}` at {place}", ended.error, ended.rule)
}
