//! The solutions of a hand: for people, and as the Scala tutorial lists them.

use std::io::{self, Write};

use itertools::Itertools;

use crate::reports::{Found, LeftOut, SolveReport, WhyStep};
use crate::words::{counted, width};
use crate::{Card, Effort, Equivalence, Hand, Outline, Rational};

use super::latex::{escaped, formula, package, under};
use super::text::{each_plain_line, style, write_text};
use super::value::{self, falsity, under_grammar};
use super::{Block, Csv, Document, Layout, Line, Report, Role, Table, markup as m};

impl Report for SolveReport {
    fn document(&self) -> Document {
        let mut blocks = vec![heading(self).into()];
        if !self.solutions.is_empty() {
            let names = names(&self.hand);
            let rows = self.solutions.iter().map(|found| row(&names, found));
            blocks.extend([Block::Blank, Table::of(rows).into(), Block::Blank]);
        }
        // With `first`, no solution was left out, because only the first one is kept.
        if self.options.why && !self.options.first {
            blocks.extend(left_out(self));
        }
        blocks.push(m::note(effort_line(self.templates, self.effort)).into());
        Document(blocks)
    }

    /// Makes a row for every solution, with its value in ordinary arithmetic.
    fn table(&self) -> Option<Csv> {
        let target = &self.options.target;
        let rows = self.solutions.iter().map(|Found { solution, ordinary }| {
            (solution.template(), solution.text(), value::ordinary(ordinary, Some(target)))
        });
        Some(table_of(&self.hand, target, rows))
    }
}

/// Returns the line above a stream of solutions, for cards with these `names`. `solutions` is
/// `None` while the number is unknown because not all solutions have been found.
pub fn stream_heading(names: &[String], target: &Rational, solutions: Option<u64>) -> Document {
    let heading = m::heading(format!("{} → {target}", names.join(" ")));
    let found = match solutions {
        Some(0) => "no solution".to_owned(),
        Some(solutions) => counted(solutions, "solution"),
        None => "solutions as they are found".to_owned(),
    };
    let line = (heading + ": " + found).into();
    Document([line].into_iter().chain((solutions != Some(0)).then_some(Block::Blank)).collect())
}

/// Some solutions of a stream, each with its text and its template.
#[derive(Debug, Default)]
pub struct StreamRows {
    text: String,
    /// For each solution, the places in `text` where its text and its template end.
    ends: Vec<[usize; 2]>,
    /// The widths of the longest text and of the longest template.
    widest: [usize; 2],
}

impl StreamRows {
    /// Adds a solution with cards that have these `names`.
    pub fn add(&mut self, outline: Outline<'_>, names: &[String]) {
        let start = self.text.len();
        outline.write(names, &mut self.text);
        let end = self.text.len();
        self.text += outline.template;
        self.ends.push([end, self.text.len()]);
        let widths = [width(&self.text[start..end]), outline.template.len()];
        self.widest = [0, 1].map(|column| self.widest[column].max(widths[column]));
    }

    /// Removes all solutions.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.widest = [0; 2];
    }

    /// Iterates over the texts of the solutions and their templates.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [&str; 2]> {
        let mut start = 0;
        self.ends.iter().map(move |&[middle, end]| {
            let row = [&self.text[start..middle], &self.text[middle..end]];
            start = end;
            row
        })
    }

    /// Writes a line for each solution, in the layout of a document's table.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write(&self, layout: Layout, in_colour: bool, out: &mut dyn Write) -> io::Result<()> {
        const GAP: &str = "  ";
        let [widest, of_templates] = self.widest;
        let is_wrapped = 2 * GAP.len() + widest + of_templates > layout.width;
        if is_wrapped || layout.ascii && !self.text.is_ascii() {
            let row =
                |[text, template]: [&str; 2]| vec![m::expression(text), m::template(template)];
            let table = Document(vec![Table::of(self.iter().map(row)).into()]);
            if in_colour {
                return write_text(&table, layout, out);
            }
            return each_plain_line(&table, layout, |line| out.write_all(line.as_bytes()));
        }
        let begun_and_ended = |role| {
            let style = style(if in_colour { role } else { Role::Plain });
            [style.to_string(), format!("{style:#}")]
        };
        let [of_text, of_template] = [Role::Expression, Role::Template].map(begun_and_ended);
        let mut line = String::new();
        for [text, template] in self.iter() {
            line.clear();
            line.extend([GAP, &of_text[0], text, &of_text[1]]);
            line.extend(std::iter::repeat_n(' ', widest - width(text)));
            line.extend([GAP, &of_template[0], template, &of_template[1], "\n"]);
            out.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

/// Returns the lines below the solutions: their number and the work. `solutions` is `None` if the
/// heading already has the number.
pub fn stream_end(solutions: Option<u64>, effort: Effort) -> Document {
    let count = match solutions {
        Some(0) => vec![m::plain("no solution").into()],
        Some(solutions) => vec![Block::Blank, m::plain(counted(solutions, "solution")).into()],
        None => Vec::new(),
    };
    Document(count.into_iter().chain([m::note(effort_line(0, effort)).into()]).collect())
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
    line.and(under_grammar(&report.grammar, &report.solutions, "them"))
}

fn row(names: &[String], found: &Found) -> Vec<Line> {
    let row = [m::expression(written(names, found)), m::template(found.solution.template())];
    row.into_iter().chain(falsity(&found.ordinary).map(m::wrong)).collect()
}

/// Returns the cards as the user typed them.
pub fn names(hand: &Hand) -> Vec<String> {
    hand.iter().map(Card::to_string).collect()
}

/// Writes the solution with these `names` in place of its cards.
fn written(names: &[String], found: &Found) -> String {
    found.solution.text_with(|position| &names[position])
}

/// Lists the solutions that were left out because they equal other solutions. Each has a line for
/// every step of the proof.
fn left_out(report: &SolveReport) -> Vec<Block> {
    if report.left_out.is_empty() {
        return vec![m::plain("no solution was left out").into(), Block::Blank];
    }
    let (mut rows, names) = (Vec::new(), names(&report.hand));
    for LeftOut { solution, same_as, why } in &report.left_out {
        let mut first = m::expression(solution.text_with(|position| &names[position]));
        let kept = &report.solutions[*same_as].solution;
        let why = why.iter().map(|step| step.written(&report.hand, kept));
        for (result, reason) in why.collect::<Vec<_>>().iter().flat_map(WhyStep::rules) {
            let is = "is " + m::expression(result);
            rows.push(vec![std::mem::take(&mut first), is, m::note(reason)]);
        }
    }
    let heading = m::plain(format!("{} left out:", report.left_out.len()));
    vec![heading.into(), Table::of(rows).into(), Block::Blank]
}

fn effort_line(templates: usize, effort: Effort) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions, .. } = effort;
    let zero_divisions = counted(zero_divisions, "zero division");
    if templates == 0 {
        // A search has no templates.
        let nodes = counted(effort.nodes, "node");
        return format!("{nodes}, {evaluated} evaluated, {zero_divisions}");
    }
    let (templates, filled) = (counted(templates, "template"), counted(filled, "string"));
    format!(
        "{templates}, {filled} filled, {parsed} parsed, {evaluated} evaluated, {zero_divisions}"
    )
}

/// Makes the table of a report for a stream.
pub fn stream_table(hand: &Hand, target: &Rational, rows: &StreamRows) -> Csv {
    table_of(hand, target, rows.iter().map(|[text, template]| (template, text, Some(target))))
}

/// Makes a row for each solution. If there are none, makes a row that only has the hand.
fn table_of<'a>(
    hand: &Hand,
    target: &Rational,
    rows: impl Iterator<Item = (&'a str, &'a str, Option<&'a Rational>)>,
) -> Csv {
    let mut rows = rows.peekable();
    let none = rows.peek().is_none().then_some(("", "", None));
    let rows = rows.chain(none);
    let header = ["hand", "target", "template", "expression", "ordinary"];
    Csv::new(header, rows.map(|(template, text, value)| (hand, target, template, text, value)))
}

/// Writes the solutions as an `align*` of amsmath.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_latex(report: &SolveReport, out: &mut dyn Write) -> io::Result<()> {
    let SolveReport { hand, options, solutions, .. } = report;
    write!(out, "% hand {hand}, target {}\n{}", options.target, package("amsmath"))?;
    let expression = |found: &Found| {
        let mut latex = String::from("  ");
        written(&names(hand), found).chars().for_each(|character| formula(character, &mut latex));
        latex.extend([" &= ", &options.target.to_string()]);
        latex.extend(falsity(&found.ordinary).map(|it| format!(r"\quad\text{{{}}}", escaped(&it))));
        latex
    };
    let mut lines: Vec<String> = solutions.iter().map(expression).collect();
    if lines.is_empty() {
        lines.push(format!(r"  \text{{no solution for }} &{}", options.target));
    }
    writeln!(out, r"\begin{{align*}}")?;
    lines.extend((!report.grammar.is_ordinary()).then(|| format!("  &{}", under(&report.grammar))));
    writeln!(out, "{}", lines.join(" \\\\\n"))?;
    writeln!(out, r"\end{{align*}}")
}

/// Lists solutions as the Scala tutorial does: a line with the template and the text of each. If
/// there are no solutions, writes the tutorial's line for no result.
pub fn listing<'a>(hand: &Hand, solutions: impl Iterator<Item = [&'a str; 2]>) -> String {
    let hand = format!("List({})", hand.cards().iter().map(Card::value).join(", "));
    let line = |[text, template]: [&str; 2]| format!("{hand}:{template}:{text}\n");
    let lines: String = solutions.map(line).collect();
    if lines.is_empty() { format!("{hand}:no result\n") } else { lines }
}
