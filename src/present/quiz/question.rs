//! A question in words.

use crate::Grammar;
use crate::Named;
use crate::quizzes::{Choices, ErrorQuestion, Item, TemplateOf};

use super::super::markup as m;
use super::super::{Block, Document, Line, Table};

/// A question with what there is to choose from.
pub fn question(number: usize, item: &Item) -> Document {
    let mut blocks =
        vec![Block::Item(m::heading(format!("{number}.")).and(m::plain(" ")), asked(item))];
    let choices = choices(item);
    if !choices.is_empty() {
        let rows = choices.into_iter().map(|(letter, option)| {
            let mut row = vec![m::plain(letter.to_string())];
            row.extend(option);
            row
        });
        blocks.push(Table::of(rows).into());
    }
    Document(blocks)
}

/// What is asked, in a line.
pub(super) fn asked(item: &Item) -> Line {
    let code = |text: &str| m::expression(text.to_owned());
    match item {
        Item::Value(question) => {
            let parse = &question.parse;
            let start = m::plain("What is ").and(code(parse.text()));
            start.and(under(parse.grammar())).and(m::plain("?"))
        }
        Item::Tree(question) => {
            let parse = &question.parse;
            let start = m::plain("Which is the tree of ").and(code(parse.text()));
            start.and(under(parse.grammar())).and(m::plain("?"))
        }
        Item::Brackets(question) => {
            let start = m::plain("Leave out all brackets of ").and(code(question.parse.text()));
            start.and(m::plain(" that its value does not need. What is left?"))
        }
        Item::Grammar(question) => {
            let value = m::value(question.value.to_string());
            let start = code(question.text()).and(m::plain(" is ")).and(value);
            start.and(m::plain(" under which of these grammars? Name them all."))
        }
        Item::Error(question) => error(question),
        Item::Template(question) => match &question.of {
            TemplateOf::Expression => {
                let start = m::plain("Which template is filled to ");
                start.and(code(question.filled.text())).and(m::plain("?"))
            }
            TemplateOf::Hand(inspection) => {
                let (hand, target) = (inspection.hand.to_string(), inspection.target.to_string());
                let start = m::plain("Which template makes ").and(m::value(target));
                start.and(m::plain(" of ")).and(code(&hand)).and(m::plain(", in some order?"))
            }
        },
    }
}

fn error(question: &ErrorQuestion) -> Line {
    let text = m::expression(question.failed.text().to_owned());
    if question.tokens.is_none() {
        let start = m::plain("At which column does reading ").and(text);
        return start.and(m::plain(" fail? Columns count from 1, and the end counts too."));
    }
    let start = m::plain("Reading ").and(text);
    let start = start.and(m::plain(format!(" fails at column {}. ", question.column())));
    start.and(m::plain("Which of these could stand there? Name them all."))
}

/// By which grammar, after an expression.
fn under(grammar: &Grammar) -> Line {
    match grammar {
        Grammar::Left => m::plain(" in ordinary arithmetic"),
        other => {
            let summary = m::note(format!(" ({})", other.summary()));
            m::plain(" under the grammar ").and(m::heading(other.name())).and(summary)
        }
    }
}

/// What there is to choose from, in one or two cells each.
pub(super) fn choices(item: &Item) -> Vec<(char, Vec<Line>)> {
    fn lettered<T>(
        choices: &Choices<T>,
        cells: impl Fn(&T) -> Vec<Line>,
    ) -> Vec<(char, Vec<Line>)> {
        choices.iter().map(|(letter, choice)| (letter, cells(&choice.option))).collect()
    }
    match item {
        Item::Value(_) | Item::Brackets(_) => Vec::new(),
        Item::Tree(question) => lettered(&question.trees, |tree| {
            vec![m::expression(tree.expression().to_s_expression())]
        }),
        Item::Grammar(question) => lettered(&question.grammars, |grammar| {
            vec![m::heading(grammar.name()), m::note(grammar.summary())]
        }),
        Item::Error(question) => question
            .tokens
            .iter()
            .flat_map(|tokens| lettered(tokens, |token| vec![token_line(token)]))
            .collect(),
        Item::Template(question) => {
            lettered(&question.templates, |template| vec![m::template(&**template.text())])
        }
    }
}

/// A token as it is typed, or what it is.
fn token_line(token: &str) -> Line {
    if token.chars().count() == 1 { m::expression(token) } else { m::plain(token) }
}

/// The choices that are right, without their letters; nothing where there are none to
/// choose from.
pub(super) fn right_choices(item: &Item) -> Vec<Line> {
    let letters = item.answer();
    let is_right = |letter: char| letters.contains(letter);
    let right = choices(item).into_iter().filter(|(letter, _)| is_right(*letter));
    right.filter_map(|(_, cells)| cells.into_iter().next()).collect()
}
