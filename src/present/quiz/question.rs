//! What there is to say of each kind of question: what is asked, what there is to choose
//! from, and what settles it.

use super::super::explanation::tree_blocks;
use super::super::markup as m;
use super::super::parse::{facts, mended_text, reason_and_place};
use super::super::value::value;
use super::super::{Annotated, Block, Document, Line, Mark, Report, Shape, Table};
use crate::lessons::{FailedParse, Parse};
use crate::quizzes::{Choices, Item, TemplateOf, TemplateQuestion};
use crate::words::list_or;
use crate::{Grammar, Named, Template};

/// What is asked, in a line.
pub(super) fn asked(item: &Item) -> Line {
    let code = |text: &str| m::expression(text);
    let of = |parse: &Parse| code(parse.text()) + under(parse.grammar()) + "?";
    match item {
        Item::Value(question) => "What is " + of(&question.parse),
        Item::Tree(question) => "Which is the tree of " + of(&question.parse),
        Item::Brackets(question) => {
            let rest = " that its value does not need. What is left?";
            "Leave out all brackets of " + code(question.parse.text()) + rest
        }
        Item::Grammar(question) => {
            let rest = " under which of these grammars? Name them all.";
            code(question.text()) + " is " + m::value(question.value.to_string()) + rest
        }
        Item::Error(question) if question.tokens.is_none() => {
            let rest = " fail? Columns count from 1, and the end counts too.";
            "At which column does reading " + code(question.failed.text()) + rest
        }
        Item::Error(question) => {
            let column = format!(" fails at column {}. ", question.column());
            let rest = "Which of these could stand there? Name them all.";
            "Reading " + code(question.failed.text()) + column + rest
        }
        Item::Template(question) => match &question.of {
            TemplateOf::Expression => {
                "Which template is filled to " + code(question.filled.text()) + "?"
            }
            TemplateOf::Hand(inspection) => {
                let target = m::value(inspection.target.to_string());
                let hand = code(&inspection.hand.to_string());
                "Which template makes " + target + " of " + hand + ", in some order?"
            }
        },
    }
}

/// By which grammar, after an expression.
fn under(grammar: &Grammar) -> Line {
    match grammar {
        Grammar::Left => " in ordinary arithmetic".into(),
        other => {
            let summary = m::note(format!(" ({})", other.summary()));
            " under the grammar " + m::heading(other.name()) + summary
        }
    }
}

/// One of the things to choose from, as it is shown.
pub(super) struct Shown {
    pub(super) letter: char,
    /// What can be chosen.
    pub(super) option: Line,
    /// What is said of it.
    pub(super) summary: Option<Line>,
    /// Whether it is right to choose it.
    pub(super) is_right: bool,
}

/// What there is to choose from.
pub(super) fn choices(item: &Item) -> Vec<Shown> {
    fn shown<T>(choices: &Choices<T>, shown: impl Fn(&T) -> (Line, Option<Line>)) -> Vec<Shown> {
        let all = choices.iter().map(|(letter, choice)| {
            let (option, summary) = shown(&choice.option);
            Shown { letter, option, summary, is_right: choice.is_right }
        });
        all.collect()
    }
    match item {
        Item::Value(_) | Item::Brackets(_) => Vec::new(),
        Item::Tree(question) => shown(&question.trees, |tree| {
            (m::expression(tree.expression().to_s_expression()), None)
        }),
        Item::Grammar(question) => shown(&question.grammars, |grammar| {
            (m::heading(grammar.name()), Some(m::note(grammar.summary())))
        }),
        Item::Error(question) => {
            let tokens = question.tokens.iter();
            tokens.flat_map(|tokens| shown(tokens, |token| (token_line(token), None))).collect()
        }
        Item::Template(question) => {
            shown(&question.templates, |template: &Template| (m::template(template.text()), None))
        }
    }
}

/// A token as it is typed, or what it is.
fn token_line(token: &str) -> Line {
    if token.chars().count() == 1 { m::expression(token) } else { m::plain(token) }
}

/// What settles a question, as the lesson on it shows it.
pub(super) fn settled(item: &Item) -> Document {
    match item {
        Item::Value(question) => question.steps().document(),
        Item::Tree(question) => {
            let blocks = tree_blocks(&question.explanation()).into_iter();
            Document(blocks.skip_while(|block| *block == Block::Blank).collect())
        }
        Item::Brackets(question) => question.judged().document(),
        Item::Grammar(question) => grammars(&question.parses).into(),
        Item::Error(question) => failure(&question.failed),
        Item::Template(question) => match &question.of {
            TemplateOf::Expression => from_template(question),
            TemplateOf::Hand(inspection) => {
                let mut document = question.steps().document();
                let misses = inspection.nearest.iter().map(|miss| {
                    vec![
                        m::template(miss.expression.template()),
                        m::expression(miss.expression.text()),
                        "= " + m::value(miss.value.to_string()),
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
    let filled = m::expression(question.filled.text()) + " with an " + m::template("N");
    (filled + " for every number is " + m::template(right.option.text())).into()
}
