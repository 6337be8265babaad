//! How much of a grammar texts use.

use crate::reports::{GrammarCoverage, PartUse, Refused};
use crate::sentences::PartKind;
use crate::words::{counted, shorten};
use serde::Serialize;

use super::csv::or_empty;
use super::grammar_examples;
use super::markup as m;
use super::{Block, Document, Line, Table};

/// The columns of a text that is named.
const COLUMNS: usize = 40;

/// The parts that no text used, and the texts that were refused.
pub fn document(coverage: &GrammarCoverage, grammar: &str) -> Document {
    let mut blocks = Vec::new();
    let rows: Vec<Vec<Line>> = coverage.unused().map(row).collect();
    let (unused, all) = (rows.len(), coverage.parts.len());
    let texts = counted(coverage.read, "text");
    blocks.push(if unused == 0 {
        m::heading(format!("all {all} parts of {grammar} are used ({texts} read)")).into()
    } else {
        m::heading(format!("{unused} of {all} parts of {grammar} are never used ({texts} read)"))
            .into()
    });
    if unused > 0 {
        let table = Table::of(rows).titled(["line", "rule", "part", "a text with it"]).right([0]);
        blocks.extend([Block::Blank, table.into()]);
    }
    if coverage.refused > 0 {
        let refused = format!("{} refused:", counted(coverage.refused, "text"));
        let table = Table::of(coverage.first_refused.iter().map(refused_row));
        blocks.extend([Block::Blank, m::wrong(refused).into(), table.into()]);
        let more = coverage.refused - coverage.first_refused.len() as u64;
        if more > 0 {
            blocks.push(m::note(format!("and {more} more")).into());
        }
    }
    if coverage.untold > 0 {
        let untold = counted(coverage.untold, "text");
        let why = format!("it cannot be told which parts {untold} of them used");
        blocks.extend([Block::Blank, m::note(why).into()]);
    }
    Document(blocks)
}

fn row(it: &PartUse) -> Vec<Line> {
    let part = match it.part.kind {
        PartKind::Rule => m::note("all of it"),
        PartKind::Alternative(_) => m::plain(shorten(&it.part.text, COLUMNS)),
        PartKind::Optional => m::plain(shorten(&it.part.text, COLUMNS)).and(m::note(" (optional)")),
        PartKind::Repeated => m::plain(shorten(&it.part.text, COLUMNS)).and(m::note(" (repeated)")),
    };
    let text = match &it.example {
        Some(text) => m::expression(grammar_examples::line(text).into_owned()),
        None if it.is_reachable => m::note("none was found"),
        None => m::note("none: no rule leads there"),
    };
    vec![m::note(it.line.to_string()), m::heading(&*it.part.rule), part, text]
}

fn refused_row(it: &Refused) -> Vec<Line> {
    let shown = shorten(&grammar_examples::line(&it.text), COLUMNS);
    vec![m::note(&*it.origin), m::expression(shown), m::wrong(why(it))]
}

/// Why a text is refused.
fn why(it: &Refused) -> String {
    let (at, why) = match &it.why {
        Ok(end) => (*end, "the rest is not read: nothing asks for the end (`EOI`)".to_owned()),
        Err(error) => {
            let advice = Some(error.advice()).filter(|it| !it.is_empty());
            let advice = advice.map_or_else(String::new, |it| format!(", {it}"));
            (error.span.start, format!("{}{advice}", error.message()))
        }
    };
    let before = &it.text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[start..].chars().count() + 1;
    match before.matches('\n').count() {
        0 => format!("column {column}: {why}"),
        lines => format!("line {}, column {column}: {why}", lines + 1),
    }
}

/// What is said beside a table for programs of the texts that were refused.
pub fn refused(coverage: &GrammarCoverage) -> Option<(String, String)> {
    let first = coverage.first_refused.first()?;
    let are = if coverage.refused == 1 { "is" } else { "are" };
    let message = format!("{} {are} refused", counted(coverage.refused, "text"));
    Some((message, format!("the first is {}: {}", first.origin, why(first))))
}

/// A part and how often it was used, for programs.
#[derive(Debug, Serialize)]
pub struct PartJson<'a> {
    rule: &'a str,
    /// Nothing of all of a rule.
    part: Option<&'a str>,
    line: usize,
    column: usize,
    used: bool,
    count: u64,
    /// Of one that was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
}

impl<'a> From<&'a PartUse> for PartJson<'a> {
    fn from(it: &'a PartUse) -> Self {
        Self {
            rule: &it.part.rule,
            part: part(it),
            line: it.line,
            column: it.column,
            used: it.count > 0,
            count: it.count,
            example: it.example.as_deref(),
        }
    }
}

fn part(it: &PartUse) -> Option<&str> {
    (it.part.kind != PartKind::Rule).then_some(&*it.part.text)
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 6] = ["rule", "part", "line", "column", "count", "example"];

/// A row for every part.
pub fn csv_rows(coverage: &GrammarCoverage) -> impl Iterator<Item = [String; 6]> {
    coverage.parts.iter().map(|it| {
        let part = or_empty(part(it));
        let places = [it.line, it.column].map(|place| place.to_string());
        let [line, column] = places;
        let example = or_empty(it.example.as_deref());
        [it.part.rule.clone(), part, line, column, it.count.to_string(), example]
    })
}
