//! Reports on a hand: the templates that solve it, those that come nearest to the target, hints,
//! and one filled template.

use std::io::{self, Write};

use super::value::{csv_values, falsity, ordinary, under, under_grammar, value, written};
use super::{Block, Csv, Document, Line, Report, Table, markup as m};
use crate::grammars::Ordinary;
use crate::reports::{Calculation, Detours, Found, Hint, Inspection, Solving};
use crate::serial::serialize_object;
use crate::words::list_and;
use crate::{Hand, Rational};
use itertools::Itertools;

impl Report for Inspection {
    fn document(&self) -> Document {
        let Self { hand, grammar, target, solving, nearest, templates, difficulty } = self;
        let count = solving.len();
        let found = match count {
            0 => format!("none of {templates} templates solves it"),
            1 => format!("1 of {templates} templates solves it"),
            _ => format!("{count} of {templates} templates solve it"),
        };
        let all = solving.iter().flat_map(|it| &it.expressions);
        let heading = m::heading(format!("{hand} → {target}")) + format!(": {found}");
        let mut blocks = vec![(heading + under_grammar(grammar, all, "the solutions")).into()];
        if count > 0 {
            let rows = solving.iter().flat_map(|solving| rows(solving, hand));
            blocks.extend([Block::Blank, Table::of(rows).into()]);
        }
        if !nearest.is_empty() {
            let rows = nearest.iter().map(|miss| {
                let how = if miss.value > *target { "over" } else { "under" };
                vec![
                    m::template(miss.expression.template()),
                    m::expression(written(&miss.expression, hand)),
                    m::value(format!("= {}", miss.value)),
                    m::note(format!("{} {how}", miss.distance)),
                ]
            });
            let title = m::plain("nearest of the others:").into();
            blocks.extend([Block::Blank, title, Table::of(rows).into()]);
        }
        if let Some(difficulty) = difficulty {
            blocks.push(Block::Blank);
            blocks.extend(super::difficulty::document(difficulty).0);
        }
        Document(blocks)
    }

    /// Makes a row for every solution of each template that solves the hand, and then a row for
    /// each of the nearest templates.
    fn table(&self) -> Option<Csv> {
        let Self { hand, grammar, target, solving, nearest, .. } = self;
        let solving = solving.iter().flat_map(|Solving { expressions, by_way_of, .. }| {
            expressions.iter().map(|found| (&found.solution, target, *by_way_of))
        });
        let nearest = nearest.iter().map(|miss| (&miss.expression, &miss.value, Detours::NONE));
        let rows = solving.chain(nearest).map(|(solution, value, by_way_of)| {
            let by_way_of = by_way_of.names().join("; ");
            let truth = Ordinary::of(solution.text(), grammar, &Ok(value.clone()));
            let truth = ordinary(&truth, Some(value)).cloned();
            (hand, target, solution.template(), solution.text(), value, truth, by_way_of)
        });
        let header = ["hand", "target", "template", "expression", "value", "ordinary", "by_way_of"];
        Some(Csv::new(header, rows))
    }
}

/// Makes a row for each expression. Only the first row has the template and its detours.
fn rows(solving: &Solving, hand: &Hand) -> Vec<Vec<Line>> {
    let row = |(index, Found { solution, ordinary }): (usize, &Found)| {
        let first = Some(solving).filter(|_| index == 0);
        let template = first.map_or("", |it| &it.template);
        let mut row = vec![m::template(template), m::expression(written(solution, hand))];
        let detours = first.map(|it| it.by_way_of).filter(|it| *it != Detours::NONE);
        let detour = detours.map(|it| m::note(format!("by way of {}", list_and(it.names()))));
        let remarks = [falsity(ordinary).map(m::wrong), detour].into_iter().flatten();
        row.extend(remarks.reduce(|falsity, detour| falsity + m::note("; ") + detour));
        row
    };
    solving.expressions.iter().enumerate().map(row).collect()
}

/// A hint for a hand, and how to get the next hint.
#[derive(Debug)]
pub struct HandHint<'a> {
    /// The hand.
    pub hand: &'a Hand,
    /// The hint.
    pub hint: &'a Hint,
    /// The target.
    pub target: &'a Rational,
    /// How to get another hint.
    pub next: String,
}

serialize_object! { HandHint<'_>, self:
    "hand" => self.hand,
    "hint" => line(self.hint).to_string(),
    "kind" => kind(self.hint),
}

impl Report for HandHint<'_> {
    fn document(&self) -> Document {
        let Self { hand, hint, target, next } = self;
        let hint = m::heading(format!("{hand} → {target}")) + ": " + line(hint);
        Document(vec![hint.into(), m::note(next).into()])
    }

    fn table(&self) -> Option<Csv> {
        let Self { hand, hint, target, .. } = self;
        let row = (hand, target, kind(hint), line(hint).to_string());
        Some(Csv::new(["hand", "target", "kind", "hint"], [row]))
    }
}

/// Writes the hint in a line.
pub(super) fn line(hint: &Hint) -> Line {
    match hint {
        Hint::Possible(true) => "it can be done".into(),
        Hint::Possible(false) => "it cannot be done".into(),
        Hint::Fraction(true) => "every way needs a fraction".into(),
        Hint::Fraction(false) => "it can be done without a fraction".into(),
        Hint::Template(template) => "one way is " + m::template(template) + ", each N a card",
        Hint::Step { operation, value } => {
            let begin = "begin with " + m::expression(operation);
            if *operation == value.to_string() {
                begin + ", which stays a fraction"
            } else {
                begin + " = " + m::value(value)
            }
        }
    }
}

/// Returns the subject of the hint.
const fn kind(hint: &Hint) -> &'static str {
    match hint {
        Hint::Possible(_) => "possible",
        Hint::Fraction(_) => "fraction",
        Hint::Template(_) => "template",
        Hint::Step { .. } => "step",
    }
}

impl Report for Calculation {
    fn document(&self) -> Document {
        let Self { shown, parse, .. } = self;
        under(m::expression(shown) + " = " + value(parse), parse).into()
    }

    /// Makes one row; a missing value leaves its cell empty.
    fn table(&self) -> Option<Csv> {
        let Self { template, parse, .. } = self;
        let [value, ordinary] = csv_values(parse);
        let row = (template, parse.text(), parse.grammar(), value, ordinary);
        Some(Csv::new(["template", "expression", "grammar", "value", "ordinary"], [row]))
    }
}

/// Writes the calculation as the Scala tutorial does: a triple with the value as
/// `numerator\denominator`.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_listing(calculation: &Calculation, out: &mut dyn Write) -> io::Result<()> {
    let Calculation { template, parse, .. } = calculation;
    let value = match parse.value() {
        Ok(value) => {
            let (numer, denom) = value.to_decimal_pair();
            format!("{numer}\\{denom}")
        }
        Err(error) => error.in_text(parse.text()),
    };
    writeln!(out, "({},{template},{value})", parse.text())
}
