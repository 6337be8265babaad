//! A moment (a step of a reader), in the form shown in a terminal or printed.

use std::ops::Range;

use crate::lessons::MAX_EVENTS;
use crate::lessons::readers::{Action, Arrived, Item, Moment, ReaderRun, Readers, Stack};
use crate::{Named, Operator};

use super::super::snapshot::{List, Marked, SnapshotView, excerpt, excerpt_in_words, saw};
use super::super::{Line, markup as m};
use crate::words::place;

/// Returns the state after a stored moment, with at most `rows` rows in a list.
pub fn moment_view(
    readers: &Readers,
    reading: &ReaderRun,
    index: usize,
    rows: usize,
) -> Option<SnapshotView> {
    let moments = &reading.moments;
    let moment = moments.all.get(index)?;
    let mut said = m::note(format!("{}: ", reading.reader.name()));
    said = said.and(sentence(readers, reading, moment));
    let total = moments.all.len();
    if index + 1 == total && moments.is_cut {
        said = said.and(m::wrong(format!("; it goes on, but only {MAX_EVENTS} moments are kept")));
    }
    let points = moment.span.is_empty() || matches!(moment.action, Action::Fail(_));
    let lists = moments.stacks.iter().map(|&stack| {
        let (height, items) = (moments.height(moment, stack), moments.stack(moment, stack));
        List::stack(title(stack), height, items, rows, |item| row(readers, item))
    });
    Some(SnapshotView {
        number: index + 1,
        total,
        is_cut: moments.is_cut,
        sentence: said,
        definition: None,
        texts: vec![Marked::line(&readers.text, &moment.span, points)],
        lists: lists.collect(),
    })
}

pub(in crate::present) const fn title(stack: Stack) -> &'static str {
    match stack {
        Stack::OpenRules => "open rules",
        Stack::Memo => "memo",
        Stack::Calls => "calls",
        Stack::Lists => "rest of the list",
        Stack::Operators => "operators",
        Stack::Operands => "operands",
    }
}

/// Describes the action, in a sentence.
pub(in crate::present) fn sentence(
    readers: &Readers,
    reading: &ReaderRun,
    moment: &Moment,
) -> Line {
    let text = &*readers.text;
    let rule = |rule| format!("`{}`", readers.grammar.rules().name(rule));
    let here = excerpt_in_words(text, &moment.span);
    let begins = place(text, moment.span.start);
    let words = match moment.action {
        Action::Enter(called) => format!("{} begins at {begins}", rule(called)),
        Action::Match(called) => format!("{} matched {here}", rule(called)),
        Action::Fail(called) => {
            let end = moment.span.end;
            format!("{} failed at {}: {}", rule(called), place(text, end), saw(text, end))
        }
        Action::Backtrack => format!("backtracked to {begins}"),
        Action::LookUp { rule: called, matched } => {
            let came = if matched { format!("it matched {here}") } else { "it failed".to_owned() };
            format!("{} at {begins} is in the memo: {came}", rule(called))
        }
        Action::TakeOperand => format!("{here} is taken: it is the left operand"),
        Action::OpenList => {
            format!("{here} is a separate list: a call with the minimum 0 parses it")
        }
        Action::CloseList => format!("the list in brackets is parsed: {here} is the left operand"),
        Action::TakePrefix(operator) => {
            let minimum = readers.table.as_ref().map_or(0, |table| table.minimum(operator));
            format!("`{operator}` is taken: a call with the minimum {minimum} parses its operand")
        }
        Action::LookAt(Some(operator)) => format!("the next operator is `{operator}`"),
        Action::LookAt(None) => "the list is at its end".to_owned(),
        Action::Compare { next: Some(next), power, minimum } if power > minimum => {
            let call = readers.table.as_ref().map_or(power, |table| table.minimum(next));
            let then = match next.arity() {
                1 => String::new(),
                _ => format!(", a call with the minimum {call} begins"),
            };
            format!("{power} > {minimum}: `{next}` is taken{then}")
        }
        Action::Compare { power, minimum, .. } => {
            format!("{power} is not greater than {minimum}: the call returns")
        }
        Action::Join(operator) => format!("`{operator}` {}: {here}", joins(operator)),
        Action::PushOperand => format!("{here} is pushed onto the operands"),
        Action::PushOperator(operator) => format!("`{operator}` is pushed onto the operators"),
        Action::PushBracket => "`(` is pushed onto the operators".to_owned(),
        Action::Apply { operator, before } => {
            let why = match before {
                Arrived::Operator(next) => {
                    format!(", because the next operator, `{next}`, does not bind more tightly,")
                }
                Arrived::ClosingBracket => " before `)`".to_owned(),
                Arrived::End => " at the end".to_owned(),
                Arrived::Nothing => " at once".to_owned(),
            };
            format!("`{operator}` is taken off{why} and {}: {here}", joins(operator))
        }
        Action::DropBracket => "`)` takes its `(` off the operators".to_owned(),
        Action::Stop => {
            let stop = reading.outcome.as_ref().expect_err("a reader that stops has a reason");
            format!("it stops at {begins}: {}", stop.reason)
        }
    };
    let is_wrong = matches!(moment.action, Action::Fail(_) | Action::Backtrack | Action::Stop);
    if is_wrong { m::wrong(words) } else { m::plain(words) }
}

/// Writes an item of a stack.
pub(in crate::present) fn row(readers: &Readers, item: &Item) -> Line {
    let text = &*readers.text;
    let part = |span: &Range<usize>| m::expression(excerpt(text, span));
    let name = |rule| m::heading(readers.grammar.rules().name(rule));
    match item {
        Item::Rule { rule, at } => name(*rule).and(m::note(format!(" from {}", place(text, *at)))),
        Item::Result { rule, at, end } => {
            let found = end.as_ref().map_or_else(|| m::wrong("failed"), |end| part(&(*at..*end)));
            name(*rule).and(m::note(format!(" at {} ", place(text, *at)))).and(found)
        }
        Item::Rest(span) if span.is_empty() => m::note("nothing"),
        Item::Operand(span) | Item::Rest(span) => part(span),
        Item::Operator(operator, _) => m::expression(operator),
        Item::Bracket(_) => m::expression("("),
        Item::Call { minimum, left } => {
            let minimum = m::note(format!("minimum {minimum}"));
            left.iter().fold(minimum, |line, it| line.and(m::note(", left operand ")).and(part(it)))
        }
    }
}

/// Describes how an operator combines its operands.
const fn joins(operator: Operator) -> &'static str {
    if operator.arity() == 1 { "takes its operand" } else { "joins its operands" }
}
