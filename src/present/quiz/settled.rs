//! What settles a question, as the lessons on it show it.

use crate::lessons::{FailedParse, Parse};
use crate::quizzes::{Item, Settled, TemplateOf, TemplateQuestion};
use crate::words::list_or;

use super::super::explanation::tree_blocks;
use super::super::markup as m;
use super::super::parse::{facts, mended_text, reason_and_place};
use super::super::value::value;
use super::super::{Annotated, Block, Document, Line, Mark, Shape, Table};
use super::super::{brackets, reduction};

/// What settles a question.
pub(super) fn settled(item: &Item) -> Document {
    match item.settled() {
        Settled::Steps(steps) => reduction::document(&steps),
        Settled::Trees(explanation) => {
            let blocks = tree_blocks(&explanation).into_iter();
            Document(blocks.skip_while(|block| *block == Block::Blank).collect())
        }
        Settled::Brackets(judged) => brackets::document(&judged),
        Settled::Grammars(parses) => Document(vec![grammars(parses).into()]),
        Settled::Failure(failed) => failure(failed),
        Settled::Template(question, steps) => match &question.of {
            TemplateOf::Expression => from_template(question),
            TemplateOf::Hand(inspection) => {
                let mut document = reduction::document(&steps);
                let misses = inspection.nearest.iter().map(|miss| {
                    vec![
                        m::template(miss.expression.template()),
                        m::expression(miss.expression.text()),
                        m::plain("= ").and(m::value(miss.value.to_string())),
                    ]
                });
                document.0.push(m::plain("The others come nearest with").into());
                document.0.push(Table::of(misses).into());
                document
            }
        },
    }
}

/// The value and the tree under each grammar.
fn grammars(parses: &[Parse]) -> Table {
    let row = |parse: &Parse| {
        let (role, worth) = value(parse);
        vec![
            m::plain(parse.grammar().to_string()),
            Line::new(role, worth),
            m::expression(parse.written().to_s_expression()),
        ]
    };
    Table::of(parses.iter().map(row)).titled(["grammar", "value", "tree"]).right([1])
}

/// The place of the failure, all that was expected there, and what mends the text.
fn failure(failed: &FailedParse) -> Document {
    let at = failed.at();
    // The end is a place that can be marked, too.
    let mark = Mark {
        span: at..at + 1,
        shape: Shape::Line,
        labels: vec![m::wrong(reason_and_place(failed))],
    };
    let annotated = Annotated {
        text: format!("{} ", failed.text()),
        around: Some(at),
        marks: vec![mark],
        ..Annotated::default()
    };
    // The advice on a slip that has a name does not say all that could stand there.
    let expected = format!("expected {}", list_or(failed.expected()));
    let others = facts(failed).into_iter().filter(|fact| *fact != expected);
    let said = std::iter::once(expected.clone()).chain(others).chain(mended_text(failed));
    let said = said.map(|fact| Block::Line(m::plain(fact)));
    Document(std::iter::once(annotated.into()).chain(said).collect())
}

/// An expression and its template.
fn from_template(question: &TemplateQuestion) -> Document {
    let mut right = question.templates.iter().filter(|(_, choice)| choice.is_right);
    let (_, right) = right.next().expect("its template is one of the choices");
    let line = m::expression(question.filled.text()).and(m::plain(" with an "));
    let line = line.and(m::template("N")).and(m::plain(" for every number is "));
    Document(vec![line.and(m::template(right.option.text())).into()])
}
