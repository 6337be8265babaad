//! Evaluation steps. If a text does not parse, the steps of the fixed text are shown.

use super::value::under;
use super::{Annotated, Block, Csv, Document, Line, Mark, Report, Shape, markup as m};
use crate::Undefined;
use crate::lessons::{FailedParse, FailedStep, MendedParse, OperatorRule, Part, Reduction, Step};
use crate::serial::{OrdinaryFields, ParseFields, serialize_object};

/// Returns the value and, if the grammar is not ordinary arithmetic, the value in ordinary
/// arithmetic. Returns `None` if ordinary arithmetic evaluated the text and found no value, because
/// the label of the failed operation already says so.
pub(super) fn end(reduction: &Reduction) -> Option<Line> {
    let value = reduction.value.as_ref();
    let end = value.map_or_else(|_| m::wrong("no value"), m::value);
    let says_all = value.is_err() && reduction.parse.grammar().is_ordinary();
    (!says_all).then(|| under(end, reduction.parse))
}

/// Labels a step: with its operation, and with the result alone.
pub(super) fn done(step: &Step) -> (Line, Line) {
    let value = step.value.to_string();
    // `8/3 = 8/3` would look like a mistake.
    let result = if value == step.part.operation {
        m::plain(if step.value.is_integer() { "is negative" } else { "stays a fraction" })
    } else {
        let value = m::plain("= ").and(m::value(value));
        if step.is_root_of_negative { value.and(m::plain(", the real root")) } else { value }
    };
    label(&step.part, result)
}

/// Labels an operation of `text` that has no value. The result is the reason.
pub(super) fn not_done(text: &str, failed: &FailedStep) -> (Line, Line) {
    let origin = &failed.origin;
    let reason = match origin.reason {
        Undefined::DivisionByZero => format!("has no value ({})", origin.in_text(text)),
        reason => reason.to_string(),
    };
    label(&failed.part, m::wrong(reason))
}

/// Returns the label of `part`: with its operation, and without. Both end with the rule that groups
/// the part.
fn label(part: &Part, result: Line) -> (Line, Line) {
    let rule = part.rule.as_ref().map(|OperatorRule { enclosing_rule, operator_rule }| {
        m::note(format!("  {operator_rule} in {enclosing_rule}"))
    });
    let result = result + rule.unwrap_or_default();
    (m::expression(&part.operation) + " " + result.clone(), result)
}

/// Shows `text` with a line below the part, and with its label. If the label does not fit, leaves
/// out the operation, which is visible above the line.
fn marked(text: &str, part: &Part, (whole, result): (Line, Line)) -> Block {
    let mark = Mark { span: part.span.clone(), shape: Shape::Line, labels: vec![whole, result] };
    Annotated { text: text.to_owned(), marks: vec![mark], ..Annotated::default() }.into()
}

impl Report for Reduction<'_> {
    /// Shows the text before each step, with a line below the part that the step evaluates, and
    /// the value at the end.
    fn document(&self) -> Document {
        let line = |(at, it): (usize, &Step)| marked(self.before(at), &it.part, done(it));
        let mut blocks: Vec<_> = self.steps.iter().enumerate().map(line).collect();
        let last = self.before(self.steps.len());
        match &self.value {
            Ok(value) if self.steps.is_empty() && last != value.to_string() => {
                blocks.push(Annotated { text: last.to_owned(), ..Annotated::default() }.into());
            }
            Ok(_) => {}
            Err(failed) => {
                blocks.push(marked(last, &failed.part, not_done(self.parse.text(), failed)));
            }
        }
        blocks.extend(end(self).map(Block::Line));
        Document(blocks)
    }

    /// Makes a row for every step, numbered from 1. If an operation fails, the cells for its value
    /// and for the text after it are empty. An expression without operations has a single row,
    /// which only has its value.
    fn table(&self) -> Option<Csv> {
        let Reduction { parse, steps, value, .. } = self;
        let row = |step: usize, operation, value, after| {
            (parse.text(), parse.grammar(), step, operation, value, after)
        };
        let done = steps.iter().zip(1..);
        let done = done.map(|(it, at)| row(at, &*it.part.operation, Some(&it.value), &*it.after));
        let last = match value {
            Err(failed) => Some(row(steps.len() + 1, &*failed.part.operation, None, "")),
            Ok(value) if steps.is_empty() => Some(row(0, "", Some(value), parse.text())),
            Ok(_) => None,
        };
        let header = ["expression", "grammar", "step", "operation", "value", "after"];
        Some(Csv::new(header, done.chain(last)))
    }
}

serialize_object! { Reduction<'_>, self:
    "expression" => self.parse.text(),
    ..Steps(self),
    "grammar" => self.parse.grammar(),
    ..OrdinaryFields::from(self.parse)
}

/// The steps and their value.
struct Steps<'a>(&'a Reduction<'a>);

serialize_object! { Steps<'_>, self:
    let Reduction { parse, steps, value, .. } = self.0;
    let failed = value.as_ref().err();
    "steps" => steps,
    "value" => value.as_ref().ok(),
    "error" if failed.is_some() => failed.map(|it| it.origin.in_text(parse.text())),
    "failed" if failed.is_some() => failed.map(|it| &it.part.operation),
}

serialize_object! { Step, self:
    "operation" => self.part.operation,
    "value" => self.value,
    "after" => self.after,
    "at" => self.part.span.start,
    "end" => self.part.span.end,
    ..self.part.rule
}

/// The reason why a text does not parse, and the evaluation steps of the fixed text.
#[derive(Debug)]
pub struct UnreadSteps<'a>(pub &'a FailedParse);

serialize_object! { UnreadSteps<'_>, self:
    "expression" => self.0.text(),
    "grammar" => self.0.grammar(),
    "steps" => [(); 0],
    ..ParseFields::refused(self.0.error()),
    ..self.0.diagnosis(),
    "mended" => self.0.mended().map(Mended),
}

/// The fixed text with its tree, and its steps, unless ordinary arithmetic rejects it.
struct Mended<'a>(&'a MendedParse);

serialize_object! { Mended<'_>, self:
    let reading = &self.0.reading;
    let reduction = reading.parse().and_then(|it| Reduction::of(it).ok());
    ..self.0.fix,
    "tree" => reading.written().map(|it| it.to_s_expression()),
    ..reduction.as_ref().map(Steps)
}

impl Report for UnreadSteps<'_> {
    /// Returns an empty document, because people see the error message.
    fn document(&self) -> Document {
        Document::default()
    }
}
