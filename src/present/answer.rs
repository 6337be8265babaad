//! An answer to a hand: whether it is right and, if not, a description of the mistake.

use std::cmp::Reverse;
use std::ops::Range;

use itertools::Itertools;

use crate::Operator;
use crate::lessons::{Answer, Miscount, Problem, StepFault, WrongStep};
use crate::serial::{OrdinaryFields, serialize_object};
use crate::words::{counted, list_and};

use super::parse::{advice, mended_text, reason_and_place, span};
use super::value::{csv_values, truth, under, value};
use super::{Annotated, Block, Csv, Document, Line, Mark, Report, Shape, markup as m};

/// The maximum number of miscounts to list. A miscount is a number that an answer uses too often or
/// not often enough.
const MOST: usize = 8;

/// Describes the answer for people. In a wrong answer, marks show the place of the mistake.
pub fn document(answer: &Answer) -> Document {
    let Some(problem) = answer.problem() else { return ("right: " + equation(answer)).into() };
    let is_read = !matches!(problem, Problem::Syntax(_));
    let wrong = m::wrong(if is_read { "wrong: " } else { "cannot read this: " });
    let mut text = answer.reading.text().to_owned();
    let marks = match problem {
        Problem::Step(_) | Problem::Solvable => return (wrong + sentence(answer, problem)).into(),
        Problem::Value(_) => {
            let is_told = answer.reading.parse().is_some_and(|it| truth(it).is_some());
            let not = if is_told { "; the target is" } else { ", not" };
            return (wrong + equation(answer) + format!("{not} {}", answer.target)).into();
        }
        Problem::Syntax(failed) => {
            let mut span = span(failed);
            if span.start == text.len() {
                // If the end of the text is missing, the mark comes after the text.
                text.push(' ');
                span.end = text.len();
            }
            vec![mark(span, &advice(failed))]
        }
        Problem::Cards(counts) => counts.iter().filter_map(too_many).collect(),
        Problem::Undefined(error) => {
            let is_zero = matches!(error.operator, Operator::Divide | Operator::Remainder);
            let label = if is_zero { "is 0".to_owned() } else { error.to_string() };
            vec![mark(error.operand.clone(), &label)]
        }
    };
    let mut blocks: Vec<Block> = vec![(wrong + sentence(answer, problem)).into()];
    if !marks.is_empty() {
        blocks.extend([Block::Blank, Annotated { text, marks, ..Annotated::default() }.into()]);
    }
    if let Problem::Syntax(failed) = problem {
        blocks.extend(mended_text(failed).map(|mended| m::plain(mended).into()));
    }
    Document(blocks)
}

/// Returns the answer and its value.
fn equation(answer: &Answer) -> Line {
    let Some(parse) = answer.reading.parse() else { return "no solution with + - * /".into() };
    under(m::expression(parse.text().split_whitespace().join(" ")) + " = " + value(parse), parse)
}

/// Describes the problem, in a sentence without its full stop.
fn sentence(answer: &Answer, problem: Problem<'_>) -> String {
    match problem {
        Problem::Solvable => "it has a solution".to_owned(),
        Problem::Step(WrongStep { expression, fault }) => match fault {
            // A rounded decimal: `3/7=0.43`.
            StepFault::Claim(value, claimed) if *expression == value.to_string() => {
                format!("{expression} is not exactly {claimed}; go on with {expression} itself")
            }
            StepFault::Claim(value, claimed) => format!("{expression} is {value}, not {claimed}"),
            StepFault::Side(value, side) => format!("{expression} is {value}, not {side}"),
            StepFault::Unused(value) => format!("no later step uses the {value} of {expression}"),
            StepFault::Undefined(reason) => format!("{expression} has no value: {reason}"),
            StepFault::Missing(it) => {
                let card = "; before a card, put another number before the minus, as in `9-3`";
                let card = if it.starts_with('-') { card } else { "" };
                format!("no earlier step is left that makes {it}, which {expression} uses{card}")
            }
        },
        Problem::Syntax(failed) => reason_and_place(failed),
        Problem::Cards(counts) => {
            let more = counts.len().saturating_sub(MOST);
            let more = (more > 0).then(|| format!("also wrong: {}", counted(more, "more number")));
            let said = counts.iter().take(MOST).map(miscounted);
            let said = said.sorted_by_key(|(begin, _)| Reverse(*begin));
            let said = said.chunk_by(|(begin, _)| *begin);
            let sentences = said.into_iter().map(|(begin, numbers)| {
                format!("{begin} {}", list_and(numbers.map(|(_, number)| number)))
            });
            sentences.chain(more).join("; ")
        }
        Problem::Undefined(error) => error.in_text(answer.reading.text()),
        Problem::Value(value) => format!("its value is {value}, not {}", answer.target),
    }
}

/// Describes how often a number is used and how often the hand has it, as the two halves of a
/// sentence. Several numbers can share the second half.
fn miscounted(Miscount { number, in_hand, used }: &Miscount) -> (&'static str, String) {
    let (used, has) = (used.len(), count(*in_hand));
    match in_hand {
        0 => ("the hand has", format!("no {number}")),
        1 if used == 0 => ("you did not use", format!("the {number}")),
        _ if used == 0 => ("you did not use", format!("the {has} {number}s")),
        _ if used == 1 => ("you used", format!("one {number} instead of {has}")),
        _ => ("you used", format!("{} {number}s instead of {has}", count(used))),
    }
}

/// Writes a number up to ten as a word.
fn count(number: usize) -> String {
    let words =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(number).map_or_else(|| number.to_string(), |&it| it.to_owned())
}

/// Marks the first use of a number for which the hand has no card left.
fn too_many(Miscount { in_hand, used, .. }: &Miscount) -> Option<Mark> {
    let first = used.get(*in_hand)?;
    let label = match (in_hand, used.len() - in_hand) {
        (0, _) => "not in the hand",
        (_, 1) => "once too often",
        (_, 2) => "twice too often",
        (_, more) => &format!("{more} times too often"),
    };
    Some(mark(first.clone(), label))
}

fn mark(span: Range<usize>, label: &str) -> Mark {
    Mark { span, shape: Shape::Line, labels: vec![m::note(label)] }
}

/// A judged answer of a list of answers, or alone.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// The number or name at the start of its line, such as `Tom`; empty if there is none.
    pub label: &'a str,
    /// The line up to the answer, to show above the verdict; empty for none.
    pub heading: &'a str,
}

serialize_object! { Judged<'_>, self:
    let Self { answer, label, .. } = self;
    let Answer { hand, reading, .. } = answer;
    let problem = answer.problem();
    // Only for an answer that does not parse: the text after an edit that makes it parse.
    let mended = match problem {
        Some(Problem::Syntax(failed)) => failed.mended().map(|mended| mended.reading.text()),
        _ => None,
    };
    "label" if !label.is_empty() => label,
    "hand" => hand,
    "expression" => reading.text(),
    "right" => answer.is_right(),
    "value" => answer.value(),
    ..reading.parse().map(OrdinaryFields::from),
    "problem" => problem.map(name),
    "message" if problem.is_some() => problem.map(|problem| sentence(answer, problem)),
    "mended" if mended.is_some() => mended,
}

impl Report for Judged<'_> {
    fn document(&self) -> Document {
        let heading = (!self.heading.is_empty()).then(|| m::note(self.heading).into());
        let said = match self.answer.problem() {
            Some(Problem::Syntax(it)) if it.text().is_empty() => m::wrong("no answer").into(),
            // The error after it shows the place.
            Some(problem @ Problem::Syntax(_)) => {
                let text = m::expression(self.answer.reading.text());
                (m::wrong("cannot read ") + text + ": " + sentence(self.answer, problem)).into()
            }
            _ => document(self.answer),
        };
        Document(heading.into_iter().chain(said.0).collect())
    }

    /// Makes one row; a missing value or problem leaves its cell empty.
    fn table(&self) -> Option<Csv> {
        let Self { answer, label, .. } = self;
        let Answer { hand, target, reading, .. } = answer;
        // A text that does not parse has no value.
        let [value, ordinary] = reading.parse().map_or_else(Default::default, csv_values);
        let (text, grammar, problem) = (reading.text(), reading.grammar(), answer.problem());
        let row = (hand, target, text, grammar, value, ordinary, problem.map(name), label);
        let header = ["hand", "target", "expression", "grammar", "value", "ordinary", "problem"];
        Some(Csv::new(header.into_iter().chain(["label"]), [row]))
    }
}

/// Returns the name of a problem.
const fn name(problem: Problem<'_>) -> &'static str {
    match problem {
        Problem::Step(_) => "step",
        Problem::Syntax(_) => "syntax",
        Problem::Cards(_) => "cards",
        Problem::Undefined(_) => "undefined",
        Problem::Value(_) => "value",
        Problem::Solvable => "solvable",
    }
}
