//! The solutions of a hand: for people, and as the Scala tutorial lists them.

use std::io::{self, Write};

use itertools::Itertools;

use crate::grammars::Ordinary;
use crate::reports::{Found, SolutionStream, SolveReport, WhyStep};
use crate::words::counted;
use crate::{Card, Effort, Equivalence, Hand, Rational};

use super::csv::numbers;
use super::latex::{formula, package, under};
use super::value::{falsity, under_grammar};
use super::{Block, Csv, Document, Line, Report, Table, markup as m};

impl Report for SolveReport {
    fn document(&self) -> Document {
        let mut blocks = vec![heading(self).into()];
        if !self.solutions.is_empty() {
            let names = names(&self.hand);
            let rows = self.solutions.iter().map(|found| row(&names, found));
            blocks.extend([Block::Blank, Table::of(rows).into(), Block::Blank]);
        }
        // The first solution leaves the others unsought, not out.
        if self.options.why && !self.options.first {
            blocks.extend(left_out(self));
        }
        blocks.push(m::note(effort_line(self.templates, self.effort)).into());
        Document(blocks)
    }

    /// A row for every solution, with its value in ordinary arithmetic.
    fn table(&self) -> Option<Csv> {
        Some(table(&self.hand, &self.options.target, &self.solutions))
    }
}

/// What stands above the solutions of a stream, which nobody has counted yet.
pub fn stream_heading(stream: &SolutionStream<'_>) -> Document {
    let heading = m::heading(format!("{} → {}", stream.hand, stream.target));
    Document(vec![heading.and(m::plain(": solutions as they are found")).into(), Block::Blank])
}

/// Some of the solutions of a stream, a line each.
pub fn stream_rows(stream: &SolutionStream<'_>, found: &[Found]) -> Document {
    let names = names(&stream.hand);
    Document(vec![Table::of(found.iter().map(|found| row(&names, found))).into()])
}

/// What stands below them: their number, and what was done.
pub fn stream_end(solutions: u64, effort: Effort) -> Document {
    let effort = m::note(effort_line(0, effort));
    if solutions == 0 {
        return Document(vec![m::plain("no solution").into(), effort.into()]);
    }
    let count = m::plain(counted(solutions, "solution"));
    Document(vec![Block::Blank, count.into(), effort.into()])
}

fn heading(report: &SolveReport) -> Line {
    let options = &report.options;
    let count = report.solutions.len();
    let line = m::heading(format!("{} → {}", report.hand, options.target));
    let found = match (count, options.first) {
        (0, _) => "no solution".to_owned(),
        (_, true) => "the first solution".to_owned(),
        _ => counted(count, "solution"),
    };
    let mut line = line.and(m::plain(format!(": {found}")));
    if options.distinct != Equivalence::default() && !options.first && count > 0 {
        line = line.and(m::note(format!(" (distinct by {})", options.distinct)));
    }
    line.and(under_grammar(&report.grammar, &report.solutions))
}

fn row(names: &[String], found: &Found) -> Vec<Line> {
    let mut row =
        vec![m::expression(written(names, found)), m::template(found.solution.template())];
    row.extend(falsity(&found.ordinary).map(m::wrong));
    row
}

/// The cards as they were typed.
fn names(hand: &Hand) -> Vec<String> {
    hand.iter().map(Card::to_string).collect()
}

/// The solution with these names of its cards.
fn written(names: &[String], found: &Found) -> String {
    found.solution.text_with(|position| &names[position])
}

/// The solutions that are the same as others: a line each, and a line for each
/// step that makes them so.
fn left_out(report: &SolveReport) -> Vec<Block> {
    if report.left_out.is_empty() {
        return vec![m::plain("no solution was left out").into(), Block::Blank];
    }
    let mut rows = Vec::new();
    for left_out in &report.left_out {
        let mut first = m::expression(report.hand.written(left_out.solution.text()));
        let why = left_out.why.iter().map(|step| step.written(&report.hand));
        for (result, reason) in why.collect::<Vec<_>>().iter().flat_map(WhyStep::rules) {
            rows.push(vec![
                std::mem::take(&mut first),
                m::plain("is ").and(m::expression(result)),
                m::note(reason),
            ]);
        }
    }
    vec![
        m::plain(format!("{} left out:", report.left_out.len())).into(),
        Table::of(rows).into(),
        Block::Blank,
    ]
}

fn effort_line(templates: usize, effort: Effort) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions, .. } = effort;
    let zero_divisions = counted(zero_divisions, "zero division");
    if templates == 0 {
        // A search has none.
        let nodes = counted(effort.nodes, "node");
        return format!("{nodes}, {evaluated} evaluated, {zero_divisions}");
    }
    format!(
        "{}, {} filled, {parsed} parsed, {evaluated} evaluated, {zero_divisions}",
        counted(templates, "template"),
        counted(filled, "string"),
    )
}

/// A row for each of these solutions, or where there are none, one of the hand alone.
pub fn table(hand: &Hand, target: &Rational, solutions: &[Found]) -> Csv {
    let row = |Found { solution, ordinary }: &Found| {
        let ordinary = match ordinary {
            Ordinary::Same => target.to_string(),
            Ordinary::Value(value) => value.to_string(),
            Ordinary::NoValue(_) | Ordinary::NotRead(_) => String::new(),
        };
        let (template, text) = (solution.template().to_owned(), solution.text().to_owned());
        [numbers(hand), target.to_string(), template, text, ordinary]
    };
    let none = || [numbers(hand), target.to_string(), String::new(), String::new(), String::new()];
    let rows = solutions.iter().map(row).chain(solutions.is_empty().then(none));
    Csv::new(["hand", "target", "template", "expression", "ordinary"], rows)
}

/// Writes the solutions as an `align*` of amsmath.
///
/// # Errors
///
/// Those of `out`.
pub fn write_latex(report: &SolveReport, out: &mut dyn Write) -> io::Result<()> {
    let SolveReport { hand, options, solutions, .. } = report;
    write!(out, "% hand {hand}, target {}\n{}", options.target, package("amsmath"))?;
    let expression = |found: &Found| {
        let mut latex = String::from("  ");
        written(&names(hand), found).chars().for_each(|character| formula(character, &mut latex));
        latex + &format!(" &= {}", options.target)
    };
    let mut lines: Vec<String> = solutions.iter().map(expression).collect();
    if lines.is_empty() {
        lines.push(format!(r"  \text{{no solution for }} &{}", options.target));
    }
    writeln!(out, r"\begin{{align*}}")?;
    writeln!(out, "{}{}", lines.join(" \\\\\n"), under(&report.grammar))?;
    writeln!(out, r"\end{{align*}}")
}

/// These solutions as the Scala tutorial lists them, a line each, or where there are none,
/// its line for that.
pub fn listing(hand: &Hand, solutions: &[Found]) -> String {
    let hand = format!("List({})", hand.cards().iter().map(Card::value).join(", "));
    let line = |Found { solution, .. }: &Found| {
        format!("{hand}:{}:{}\n", solution.template(), solution.text())
    };
    match solutions {
        [] => format!("{hand}:no result\n"),
        _ => solutions.iter().map(line).collect(),
    }
}
