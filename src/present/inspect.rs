//! Which templates solve a hand, and which come nearest.

use crate::reports::{Inspection, Solving};
use crate::words::list_and;
use crate::{Hand, Solution};
use serde::Serialize;
use serde_json::Number;

use super::{Block, Document, Line, Role, Table, json};

/// The inspection for people.
pub fn document(inspection: &Inspection) -> Document {
    let Inspection { hand, target, solving, nearest, templates } = inspection;
    let count = solving.len();
    let found = match count {
        0 => format!("none of {templates} templates solves it"),
        1 => format!("1 of {templates} templates solves it"),
        _ => format!("{count} of {templates} templates solve it"),
    };
    let heading = Line::new(Role::Heading, format!("{hand} → {target}"))
        .and(Role::Plain, format!(": {found}"));
    let mut blocks = vec![Block::Line(heading)];
    if count > 0 {
        let rows = solving.iter().flat_map(|solving| rows(solving, hand)).collect();
        blocks.extend([Block::Blank, Block::Table(Table { rows, ..Table::default() })]);
    }
    if !nearest.is_empty() {
        let rows = nearest.iter().map(|miss| {
            let how = if miss.value > *target { "over" } else { "under" };
            vec![
                Line::new(Role::Template, &*miss.expression.template),
                Line::new(Role::Expression, written(&miss.expression, hand)),
                Line::new(Role::Value, format!("= {}", miss.value)),
                Line::new(Role::Note, format!("{} {how}", miss.distance)),
            ]
        });
        blocks.extend([
            Block::Blank,
            Block::Line(Line::new(Role::Plain, "nearest of the others:")),
            Block::Table(Table { rows: rows.collect(), ..Table::default() }),
        ]);
    }
    Document(blocks)
}

/// A row an expression; the template and how it goes about it stand in the first.
fn rows(solving: &Solving, hand: &Hand) -> Vec<Vec<Line>> {
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for expression in &solving.expressions {
        let first = rows.is_empty();
        let template = if first { solving.template.as_str() } else { "" };
        let mut row = vec![
            Line::new(Role::Template, template),
            Line::new(Role::Expression, written(expression, hand)),
        ];
        let by_way_of = by_way_of(solving);
        if first && !by_way_of.is_empty() {
            let words = list_and(by_way_of);
            row.push(Line::new(Role::Note, format!("only by way of {words}")));
        }
        rows.push(row);
    }
    rows
}

/// What every solution of the template has on the way.
fn by_way_of(solving: &Solving) -> Vec<&'static str> {
    let fraction = solving.needs_fraction.then_some("a fraction");
    let negative = solving.needs_negative.then_some("a negative number");
    fraction.into_iter().chain(negative).collect()
}

fn written(expression: &Solution, hand: &Hand) -> String {
    expression.text_with(|position| hand.cards()[position].name())
}

/// The inspection for programs.
#[derive(Serialize)]
pub struct InspectionJson<'a> {
    hand: Vec<Number>,
    target: String,
    solving: Vec<SolvingJson<'a>>,
    nearest: Vec<MissJson<'a>>,
}

#[derive(Serialize)]
struct SolvingJson<'a> {
    template: &'a str,
    expressions: Vec<&'a str>,
    /// Only where each of them has it on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_way_of: Vec<&'static str>,
}

#[derive(Serialize)]
struct MissJson<'a> {
    template: &'a str,
    expression: &'a str,
    value: String,
}

impl<'a> From<&'a Inspection> for InspectionJson<'a> {
    fn from(inspection: &'a Inspection) -> Self {
        let solving = inspection.solving.iter().map(|solving| SolvingJson {
            template: &solving.template,
            expressions: solving.expressions.iter().map(|it| &*it.text).collect(),
            by_way_of: by_way_of(solving),
        });
        let nearest = inspection.nearest.iter().map(|miss| MissJson {
            template: &miss.expression.template,
            expression: &miss.expression.text,
            value: miss.value.to_string(),
        });
        Self {
            hand: json::hand(&inspection.hand),
            target: inspection.target.to_string(),
            solving: solving.collect(),
            nearest: nearest.collect(),
        }
    }
}
