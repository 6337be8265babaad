//! A question in words.

use crate::lessons::Parse;
use crate::quizzes::{Choice, Choices, ErrorQuestion, Item, TemplateOf};
use crate::{Grammar, Named, Template};

use super::super::markup as m;
use super::super::{Block, Document, Line, Table};

/// A question with what there is to choose from.
pub fn question(number: usize, item: &Item) -> Document {
    let mut blocks =
        vec![Block::Item(m::heading(format!("{number}.")).and(m::plain(" ")), asked(item))];
    let choices = choices(item);
    if !choices.is_empty() {
        let rows = choices.into_iter().map(|Shown { letter, option, summary, .. }| {
            [m::plain(letter.to_string()), option].into_iter().chain(summary).collect()
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

/// One of the things to choose from, as it is shown.
pub(super) struct Shown {
    letter: char,
    /// What can be chosen.
    pub option: Line,
    /// What is said of it.
    summary: Option<Line>,
    /// Whether it is right to choose it.
    pub is_right: bool,
}

/// What there is to choose from.
pub(super) fn choices(item: &Item) -> Vec<Shown> {
    fn shown<T>(
        choices: &Choices<T>,
        option: impl Fn(&T) -> Line,
        summary: impl Fn(&T) -> Option<Line>,
    ) -> Vec<Shown> {
        let shown = |(letter, choice): (char, &Choice<T>)| {
            let (option, summary) = (option(&choice.option), summary(&choice.option));
            Shown { letter, option, summary, is_right: choice.is_right }
        };
        choices.iter().map(shown).collect()
    }
    match item {
        Item::Value(_) | Item::Brackets(_) => Vec::new(),
        Item::Tree(question) => {
            let tree = |tree: &Parse| m::expression(tree.expression().to_s_expression());
            shown(&question.trees, tree, |_| None)
        }
        Item::Grammar(question) => {
            let summary = |grammar: &Grammar| Some(m::note(grammar.summary()));
            shown(&question.grammars, |grammar| m::heading(grammar.name()), summary)
        }
        Item::Error(question) => {
            let tokens = question.tokens.iter();
            tokens.flat_map(|tokens| shown(tokens, |token| token_line(token), |_| None)).collect()
        }
        Item::Template(question) => {
            let template = |template: &Template| m::template(template.text());
            shown(&question.templates, template, |_| None)
        }
    }
}

/// A token as it is typed, or what it is.
fn token_line(token: &str) -> Line {
    if token.chars().count() == 1 { m::expression(token) } else { m::plain(token) }
}
