//! Answers that are marked.

use crate::quizzes::{Item, MarkedSheet, Misread};
use crate::words::counted;

use super::super::markup as m;
use super::super::{Block, Document, Line};
use super::question::asked;
use super::settled::settled;
use super::sheet::written_out;

/// How many answers are right, of those that were asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// The questions.
    pub questions: usize,
    /// Those that were answered rightly.
    pub right: usize,
    /// Those that were answered in another way.
    pub wrong: usize,
}

impl Score {
    /// Whether every question was answered rightly.
    pub const fn is_full(self) -> bool {
        self.right == self.questions
    }

    /// The score in a line.
    pub fn line(self) -> Line {
        let Self { questions, right, wrong } = self;
        let open = questions.saturating_sub(right + wrong);
        let said = [
            Some(format!("{right} of {} right", counted(questions, "question"))),
            (wrong > 0).then(|| format!("{wrong} wrong")),
            (open > 0).then(|| format!("{open} not answered")),
        ];
        m::heading(said.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// What is said of an answer: whether it is right, which one is, and what settles it.
pub fn verdict(item: &Item, marked: Option<bool>) -> Document {
    let start = match marked {
        Some(true) => m::heading("Right"),
        Some(false) => m::wrong("Wrong"),
        None => m::plain("Skipped"),
    };
    let line = match marked {
        Some(true) => start.and(m::plain(".")),
        _ => start.and(m::plain(": the answer is ")).and(answer(item)).and(m::plain(".")),
    };
    let settled = settled(item).0;
    Document(std::iter::once(line.into()).chain([Block::Blank]).chain(settled).collect())
}

/// The answer, and what its letters stand for.
fn answer(item: &Item) -> Line {
    let answer = m::value(item.answer());
    match written_out(item) {
        Some(choices) => answer.and(m::plain(": ")).and(choices),
        None => answer,
    }
}

/// A sheet that is marked: each answer with its line, and what settles those that are
/// not right.
pub fn marked(sheet: &MarkedSheet) -> Document {
    let mut blocks = Vec::new();
    for (number, (item, given)) in (1..).zip(sheet.quiz.items.iter().zip(&sheet.answers)) {
        let start = m::heading(format!("{number}.")).and(m::plain(" "));
        let said = match given {
            None => m::wrong("not answered"),
            Some(given) => {
                let quoted = m::plain(format!("line {}: ", given.line));
                quoted.and(m::expression(&*given.given)).and(judged(given.marked.as_ref()))
            }
        };
        blocks.push(Block::Item(start, said));
        let is_right = given.as_ref().is_some_and(|it| it.marked == Ok(true));
        if !is_right {
            let answer = m::plain("The answer is ").and(answer(item)).and(m::plain("."));
            blocks.extend([asked(item).into(), answer.into()]);
            blocks.extend(settled(item).0);
            blocks.push(Block::Blank);
        }
    }
    if blocks.last() != Some(&Block::Blank) {
        blocks.push(Block::Blank);
    }
    blocks.push(Score::from(sheet).line().into());
    Document(blocks)
}

fn judged(marked: Result<&bool, &Misread>) -> Line {
    match marked {
        Ok(true) => m::plain(" is right"),
        Ok(false) => m::wrong(" is wrong"),
        Err(misread) => m::wrong(format!(" is no answer: {misread}")),
    }
}

impl From<&MarkedSheet> for Score {
    fn from(sheet: &MarkedSheet) -> Self {
        let (questions, right) = (sheet.answers.len(), sheet.right());
        Self { questions, right, wrong: questions - right - sheet.unanswered() }
    }
}
