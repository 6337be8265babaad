//! What came of an answer.

use crate::exercises::{CallCount, Exercise, Grade, Verdict};
use crate::grammars::{SyntaxError, SyntaxErrorKind};
use crate::reports::{DiffReading, GrammarDifference, GrammarDifferenceKind};
use crate::words::{counted, list_and, place, ticked};

use super::super::grammar_examples::cell;
use super::super::value::value;
use super::{Block, Document, Line, Table, m, paragraphs};

/// What came of an answer; `hint` is the command that gives a hint.
pub fn graded(exercise: &Exercise, grade: &Grade, hint: &str) -> Document {
    let title = m::heading(exercise.title());
    let mut blocks = Vec::new();
    match &grade.verdict {
        Verdict::Passed => return passed(exercise, grade),
        Verdict::Mistakes(_) => {
            blocks.push(title.and(m::wrong(": this is no grammar yet")).into());
        }
        Verdict::Lacks(rules) => {
            let noun = if rules.len() == 1 { "rule" } else { "rules" };
            let names = list_and(ticked(rules));
            blocks.push(title.and(m::wrong(format!(": there is no {noun} {names}"))).into());
            let why = "the exercise gives these names; other rules may have any";
            blocks.push(m::note(why).into());
        }
        Verdict::Slow(calls) => {
            blocks.extend([title.and(m::wrong(": too many rule calls")).into(), Block::Blank]);
            blocks.extend([m::expression(&*calls.text).into(), Block::Blank]);
            blocks.push(call_table(calls).into());
        }
        Verdict::Differs(difference) => {
            let told = m::wrong(format!(": {}", told(difference)));
            blocks.extend([title.and(told).into(), Block::Blank]);
            blocks.extend([cell(&difference.text).into(), Block::Blank]);
            blocks.push(sides(difference).into());
        }
    }
    blocks.extend([Block::Blank, m::note(format!("a hint: {hint}")).into()]);
    Document(blocks)
}

/// What is said to an answer that is right.
pub fn passed(exercise: &Exercise, grade: &Grade) -> Document {
    let title = m::heading(exercise.title()).and(m::value(": done"));
    let Grade { length, texts, others, .. } = grade;
    let tried = format!(
        "no difference in all {texts} texts of up to {}, nor in {others} others",
        counted(*length, "token")
    );
    let mut blocks = vec![title.into(), m::note(tried).into(), Block::Blank];
    blocks.extend(paragraphs(exercise.learned()));
    blocks.pop();
    Document(blocks)
}

/// What comes next: an exercise with the command that begins it, or that there is none.
pub fn all_done(next: Option<(&Exercise, &str)>) -> Document {
    let line = match next {
        Some((exercise, start)) => m::note(format!("next: {start}, {}", exercise.title())),
        None => m::value("all exercises are done"),
    };
    Document(vec![line.into()])
}

/// In what the two differ, in a few words.
fn told(difference: &GrammarDifference) -> &'static str {
    let is_given_up = |it: &Result<DiffReading, SyntaxError>| {
        it.as_ref().is_err_and(|error| matches!(error.kind, SyntaxErrorKind::GivenUp(_)))
    };
    match (difference.kind, &difference.parses) {
        (_, [_, answer]) if is_given_up(answer) => "this text takes too long",
        (GrammarDifferenceKind::Accepted, [Ok(_), _]) => "this text is to be read",
        (GrammarDifferenceKind::Accepted, _) => "this text is to be refused",
        (GrammarDifferenceKind::Value, _) => "this text has another value",
        (GrammarDifferenceKind::Grouping, [Ok(a), Ok(b)]) if unread(a) != unread(b) => {
            "of this text another part is to be read"
        }
        (GrammarDifferenceKind::Grouping, _) => "this text has another tree",
        (GrammarDifferenceKind::Refused, _) => "here the error stands in another place",
    }
}

fn unread(reading: &DiffReading) -> usize {
    match reading {
        DiffReading::Expression(_) => 0,
        DiffReading::Rules { unread, .. } => unread.len(),
    }
}

/// What each of the two makes of the text.
fn sides(difference: &GrammarDifference) -> Table {
    let rows = ["reference", "yours"].into_iter().zip(&difference.parses);
    Table::of(rows.map(|(name, side)| vec![m::plain(name), self::side(side, &difference.text)]))
}

/// What a grammar makes of the text.
pub(super) fn side(parse: &Result<DiffReading, SyntaxError>, text: &str) -> Line {
    match parse {
        Ok(DiffReading::Expression(parse)) => {
            let (role, value) = value(parse);
            let grouped = parse.written().to_full_text(Clone::clone);
            m::expression(grouped).and(m::plain(" = ")).and(Line::new(role, value))
        }
        Ok(DiffReading::Rules { tree, unread, .. }) => {
            let place = || format!(", and stops before {}", place(text, unread.start));
            let rest = if unread.is_empty() { String::new() } else { place() };
            m::expression(&**tree).and(m::wrong(rest))
        }
        Err(error) if matches!(error.kind, SyntaxErrorKind::GivenUp(_)) => m::wrong(error.advice()),
        Err(error) => {
            let at = place(text, error.span.start);
            m::note(format!("refused at {at}: {}, {}", error.message(), error.advice()))
        }
    }
}

fn call_table(calls: &CallCount) -> Table {
    let count = |calls: Option<u64>| match calls {
        Some(calls) => m::value(calls.to_string()).and(m::plain(" rule calls")),
        None => m::wrong("more rule calls than are counted"),
    };
    Table::of([
        vec![m::plain("reference"), count(Some(calls.reference))],
        vec![m::plain("yours"), count(calls.answer)],
    ])
}
