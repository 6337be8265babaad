//! How a text was read, a line or an object for every event.

use crate::lessons::{Call, Trace, TraceStats};
use crate::tracer::{Event, Outcome, PestGrammar, What};
use crate::words::shorten;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::{Block, Document, Line, Role, Table};

/// The widest text that is shown in every line, as far as it was read.
const WIDE: usize = 40;

/// Writes the lines of a trace.
pub struct Teller<'a> {
    text: &'a str,
    rules: &'a PestGrammar,
    /// The columns that the numbers of columns take.
    digits: usize,
}

impl<'a> Teller<'a> {
    pub fn new(trace: &Trace<'a>) -> Self {
        let digits = trace.text().chars().count().saturating_add(1).to_string().len();
        Self { text: trace.text(), rules: trace.grammar().rules(), digits }
    }

    /// The line for what was tried, and what came of it; `end` is where the
    /// match ends, or `None`.
    pub fn line(&self, event: Event<'a>, call: Call) -> Line {
        let end = match (event.what, event.outcome) {
            (What::Rule(_), _) => call.end,
            (_, Outcome::Match { end }) => Some(end),
            (_, Outcome::Enter | Outcome::Fail) => None,
        };
        let line = self.place(event.at, end);
        let indent = "· ".repeat(event.depth);
        let (role, name) = match event.what {
            What::Rule(rule) => (Role::Heading, self.rules.name(rule).to_owned()),
            What::Terminal(terminal) => (Role::Plain, terminal.to_string()),
            What::Sequence => (Role::Plain, "what was matched from here on".to_owned()),
        };
        let line = line.and(Role::Note, indent).and(role, name);
        let line = match (event.what, end) {
            (What::Sequence, _) => line.and(Role::Wrong, " is given up"),
            (What::Terminal(_), None) => {
                line.and(Role::Wrong, format!(": {}", seen_words(self.text, event.at)))
            }
            (What::Rule(_), None) => {
                let stopped = if call.stopped == event.at {
                    String::new()
                } else {
                    format!(" at column {}", column(self.text, call.stopped))
                };
                let seen = seen_words(self.text, call.stopped);
                line.and(Role::Wrong, format!(": gave up{stopped}, {seen}"))
            }
            (_, Some(_)) => line,
        };
        match event.what {
            What::Rule(_) if end.is_some() && !call.is_kept => {
                line.and(Role::Wrong, " (given up again)")
            }
            _ => line,
        }
    }

    /// The columns that were read, and the text read, at its place if there is
    /// room for it.
    fn place(&self, at: usize, end: Option<usize>) -> Line {
        let (from, end) = (column(self.text, at), end.unwrap_or(at));
        let (last, digits) = (column(self.text, end), self.digits);
        let columns = match last.saturating_sub(from) {
            0 | 1 => format!("{from:>digits$} {:digits$}", ""),
            _ => format!("{from:>digits$}–{:<digits$}", last - 1),
        };
        let read = self.text.get(at..end).unwrap_or_default();
        let read: String = read.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        let width = self.text.width();
        let shown = if width <= WIDE {
            let before = self.text.get(..at).unwrap_or_default().width();
            let after = width.saturating_sub(before + read.width());
            format!("{}{read}{}", " ".repeat(before), " ".repeat(after))
        } else {
            fitted(&read)
        };
        Line::new(Role::Note, columns)
            .and(Role::Plain, "  ")
            .and(Role::Expression, shown)
            .and(Role::Plain, "  ")
    }
}

/// The column of the byte `at`, from 1.
pub(super) fn column(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).chars().count() + 1
}

/// What stands at the byte `at`, where nothing matched.
pub(super) fn seen_words(text: &str, at: usize) -> String {
    match seen(text, at) {
        Some(character) => format!("saw `{}`", character.escape_debug()),
        None => "the text ends".to_owned(),
    }
}

/// `text` in so many columns.
fn fitted(text: &str) -> String {
    let shown = shorten(text, WIDE);
    let padding = " ".repeat(WIDE.saturating_sub(shown.width()));
    shown + &padding
}

fn seen(text: &str, at: usize) -> Option<char> {
    text.get(at..).unwrap_or_default().chars().next()
}

/// How much of the trace was told.
pub fn footer(told: usize, trace: &Trace<'_>) -> Line {
    let all = trace.calls().len();
    let matched = trace.calls().iter().filter(|call| call.end.is_some()).count();
    Line::new(Role::Note, format!("{all} rule calls, {matched} matched, {told} shown"))
}

/// An event of a trace.
#[derive(Debug, Serialize)]
pub struct EventJson<'a> {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal: Option<String>,
    depth: usize,
    at: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
    /// Only of a rule that matched and was given up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<usize>,
    /// What stands where it stopped; nothing at the end of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<char>,
    /// Only in a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<&'a str>,
}

impl<'a> EventJson<'a> {
    /// `None` for what is told to people alone.
    pub fn new(trace: &Trace<'a>, event: Event<'a>, call: Call, in_batch: bool) -> Option<Self> {
        let (rule, terminal) = match event.what {
            What::Rule(rule) => (Some(trace.grammar().rules().name(rule)), None),
            What::Terminal(terminal) => (None, Some(terminal.to_string())),
            What::Sequence => return None,
        };
        let is_rule = rule.is_some();
        let (name, end) = match event.outcome {
            Outcome::Enter => ("enter", None),
            Outcome::Match { end } => ("match", Some(end)),
            Outcome::Fail => ("fail", None),
        };
        let failed = event.outcome == Outcome::Fail;
        let stopped = if is_rule { call.stopped } else { event.at };
        Some(Self {
            event: name,
            rule,
            terminal,
            depth: event.depth,
            at: event.at,
            end,
            kept: (is_rule && end.is_some() && !call.is_kept).then_some(false),
            stopped: (failed && is_rule).then_some(stopped),
            seen: if failed { seen(trace.text(), stopped) } else { None },
            expression: in_batch.then_some(trace.text()),
        })
    }
}

/// The counts of a trace for people; in a batch, those of which text.
pub fn stats_document(stats: &TraceStats, batch: Option<&str>) -> Document {
    let count = |count: u64| Line::new(Role::Plain, count.to_string());
    let rows = stats.rules.iter().map(|it| {
        vec![
            Line::new(Role::Heading, &*it.rule),
            count(it.calls),
            count(it.distinct),
            count(it.calls - it.distinct),
            count(it.matched),
        ]
    });
    let total = vec![
        Line::new(Role::Note, "all"),
        count(stats.rule_calls),
        count(stats.distinct),
        count(stats.repeated()),
        count(stats.rules.iter().map(|it| it.matched).sum()),
    ];
    let table = Table {
        header: vec!["rule", "calls", "different", "repeated", "matched"],
        right: vec![1, 2, 3, 4],
        rows: rows.chain([total]).collect(),
    };
    let (places, repeated) = (stats.distinct, stats.repeated());
    let memo = match repeated {
        0 => "no rule is tried twice at a place: a memo would save nothing".to_owned(),
        _ => format!("a memo of {places} results would save {repeated} of the calls"),
    };
    let head = batch.map(|text| Block::Line(Line::new(Role::Expression, text)));
    let memo = Block::Line(Line::new(Role::Note, memo));
    Document(head.into_iter().chain([Block::Table(table), Block::Blank, memo]).collect())
}

/// The counts of a trace.
#[derive(Debug, Serialize)]
pub struct StatsJson<'a> {
    rule_calls: u64,
    distinct: u64,
    repeated: u64,
    rules: Vec<RuleStatsJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct RuleStatsJson<'a> {
    rule: &'a str,
    rule_calls: u64,
    distinct: u64,
    matched: u64,
}

impl<'a> StatsJson<'a> {
    pub fn new(stats: &'a TraceStats, batch: Option<&'a str>) -> Self {
        let rule = |it: &'a crate::lessons::RuleStats| RuleStatsJson {
            rule: &it.rule,
            rule_calls: it.calls,
            distinct: it.distinct,
            matched: it.matched,
        };
        Self {
            rule_calls: stats.rule_calls,
            distinct: stats.distinct,
            repeated: stats.repeated(),
            rules: stats.rules.iter().map(rule).collect(),
            expression: batch,
        }
    }
}
