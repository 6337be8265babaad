//! The templates that solve a hand, and those that come nearest.

use itertools::Itertools;

use crate::reports::{Detours, Found, Inspection, Solving};
use crate::words::list_and;
use crate::{Hand, Rational, Solution};

use super::csv::numbers;
use super::markup as m;
use super::value::{falsity, under_grammar};
use super::{Block, Csv, Document, Line, Report, Table};

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
        let heading = heading + under_grammar(grammar, all);
        let mut blocks = vec![heading.into()];
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

    /// A row for every solution of each template that solves the hand, and then one
    /// for each of the templates that come nearest.
    fn table(&self) -> Option<Csv> {
        let Self { hand, target, solving, nearest, .. } = self;
        let row = |solution: &Solution, value: &Rational, by_way_of: Detours| {
            [
                numbers(hand),
                target.to_string(),
                solution.template().to_string(),
                solution.text().to_owned(),
                value.to_string(),
                by_way_of.names().join("; "),
            ]
        };
        let solving = solving.iter().flat_map(|Solving { expressions, by_way_of, .. }| {
            expressions.iter().map(|found| row(&found.solution, target, *by_way_of))
        });
        let nearest = nearest.iter().map(|miss| row(&miss.expression, &miss.value, Detours::NONE));
        let header = ["hand", "target", "template", "expression", "value", "by_way_of"];
        Some(Csv::new(header, solving.chain(nearest)))
    }
}

/// A row an expression; the template and how it goes about it stand in the first.
fn rows(solving: &Solving, hand: &Hand) -> Vec<Vec<Line>> {
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for expression in &solving.expressions {
        let first = rows.is_empty();
        let template = if first { solving.template.as_str() } else { "" };
        let Found { solution, ordinary } = expression;
        let mut row = vec![m::template(template), m::expression(written(solution, hand))];
        let by_way_of = if first { solving.by_way_of } else { Detours::NONE };
        let detour = (by_way_of != Detours::NONE)
            .then(|| m::note(format!("only by way of {}", list_and(by_way_of.names()))));
        let remarks = [falsity(ordinary).map(m::wrong), detour].into_iter().flatten();
        row.extend(remarks.reduce(|falsity, detour| falsity + m::note("; ") + detour));
        rows.push(row);
    }
    rows
}

fn written(expression: &Solution, hand: &Hand) -> String {
    expression.text_with(|position| hand.cards()[position].to_string())
}
