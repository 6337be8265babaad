//! The solutions of a hand: for people, for programs, and as the Scala
//! tutorial lists them.

use std::io::{self, Write};

use bracket24::reports::{Found, SolveReport};
use bracket24::{Distinct, Effort, Grammar};
use serde::Serialize;
use serde_json::{Number, Value};

use super::json::{self, EffortJson};
use super::{Block, Document, Line, Role, Table};

/// The report for people.
pub(crate) fn document(report: &SolveReport) -> Document {
    let mut blocks = vec![Block::Line(heading(report))];
    if !report.solutions.is_empty() {
        let rows = report.solutions.iter().map(|found| row(report, found)).collect();
        blocks.extend([
            Block::Blank,
            Block::Table(Table { rows, ..Table::default() }),
            Block::Blank,
        ]);
    }
    blocks.push(Block::Line(Line::new(Role::Note, effort_line(report.templates, report.effort))));
    Document(blocks)
}

fn heading(report: &SolveReport) -> Line {
    let options = &report.options;
    let count = report.solutions.len();
    let line = Line::new(Role::Heading, format!("{} → {}", report.hand, options.target));
    let found = match (count, options.first) {
        (0, _) => "no solution".to_owned(),
        (_, true) => "the first solution".to_owned(),
        (1, _) => "1 solution".to_owned(),
        _ => format!("{count} solutions"),
    };
    let mut line = line.and(Role::Plain, format!(": {found}"));
    if options.distinct != Distinct::default() && count > 1 {
        line = line.and(Role::Note, format!(" (distinct by {})", options.distinct));
    }
    if report.grammar != Grammar::Left {
        line = line.and(Role::Note, format!(" under the grammar {}", report.grammar));
        let wrong = report.solutions.iter().filter(|found| is_false(report, found)).count();
        if wrong > 0 {
            line = line.and(Role::Wrong, format!(", {wrong} of them false"));
        }
    }
    line
}

fn is_false(report: &SolveReport, found: &Found) -> bool {
    found.ordinary.as_ref() != Some(&report.options.target)
}

fn row(report: &SolveReport, found: &Found) -> Vec<Line> {
    let cards = report.hand.cards();
    let text = found.solution.text_with(|position| cards[position].name());
    let mut row = vec![
        Line::new(Role::Expression, text),
        Line::new(Role::Template, &*found.solution.template),
    ];
    if is_false(report, found) {
        let truth = match &found.ordinary {
            Some(value) => format!("false: it is {value}"),
            None => "false: it divides by zero".to_owned(),
        };
        row.push(Line::new(Role::Wrong, truth));
    }
    row
}

fn effort_line(templates: usize, effort: Effort) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions } = effort;
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    format!(
        "{templates} template{}, {filled} string{} filled, {parsed} parsed, {evaluated} evaluated, \
         {zero_divisions} zero division{}",
        plural(templates as u64),
        plural(filled),
        plural(zero_divisions),
    )
}

/// Writes the report as the Scala tutorial lists solutions: a line each.
pub(crate) fn write_listing(report: &SolveReport, out: &mut dyn Write) -> io::Result<()> {
    let cards: Vec<String> =
        report.hand.cards().iter().map(|card| card.value().to_string()).collect();
    let list = format!("List({})", cards.join(", "));
    if report.solutions.is_empty() {
        return writeln!(out, "{list}:no result");
    }
    for Found { solution, .. } in &report.solutions {
        writeln!(out, "{list}:{}:{}", solution.template, solution.text)?;
    }
    Ok(())
}

/// The report for programs.
#[derive(Serialize)]
pub(crate) struct SolveJson<'a> {
    hand: Vec<Number>,
    target: String,
    solutions: Vec<SolutionJson<'a>>,
    effort: EffortJson,
}

#[derive(Serialize)]
struct SolutionJson<'a> {
    template: &'a str,
    expression: &'a str,
    /// Only under another grammar than ordinary arithmetic; `null` where that
    /// divides by zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary: Option<Value>,
}

impl<'a> From<&'a SolveReport> for SolveJson<'a> {
    fn from(report: &'a SolveReport) -> Self {
        let other = report.grammar != Grammar::Left;
        let solutions = report.solutions.iter().map(|Found { solution, ordinary }| SolutionJson {
            template: &solution.template,
            expression: &solution.text,
            ordinary: other.then(|| Value::from(ordinary.as_ref().map(ToString::to_string))),
        });
        Self {
            hand: json::hand(&report.hand),
            target: report.options.target.to_string(),
            solutions: solutions.collect(),
            effort: report.effort.into(),
        }
    }
}
