//! Evaluation steps.

use crate::Undefined;
use crate::lessons::{FailedStep, OperatorRule, Part, Reduction, Step};
use serde::Serialize;

use super::markup as m;
use super::value::under;
use super::{Annotated, Block, Document, Line, Mark, Shape};
use crate::serial::OrdinaryFields;

/// The steps for people: every text with the part underlined that is worked
/// out, and at the end the value.
pub fn document(reduction: &Reduction) -> Document {
    let mut blocks = Vec::new();
    for (index, step) in reduction.steps.iter().enumerate() {
        blocks.push(marked(reduction.before(index), &step.part, done(step)));
    }
    let last = reduction.before(reduction.steps.len());
    match &reduction.value {
        Ok(value) if reduction.steps.is_empty() && last != value.to_string() => {
            blocks.push(Annotated { text: last.to_owned(), ..Annotated::default() }.into());
        }
        Ok(_) => {}
        Err(failed) => {
            let label = not_done(reduction.parse.text(), failed);
            blocks.push(marked(last, &failed.part, label));
        }
    }
    blocks.extend(end(reduction).map(Block::Line));
    Document(blocks)
}

/// What it comes to, and in ordinary arithmetic if the grammar is another;
/// nothing where the operation that cannot be done says all.
pub(super) fn end(reduction: &Reduction) -> Option<Line> {
    let value = reduction.value.as_ref();
    let end = match value {
        Ok(value) => m::value(value.to_string()),
        Err(_) => m::wrong("no value"),
    };
    let says_all = value.is_err() && reduction.parse.grammar().is_ordinary();
    (!says_all).then(|| under(end, reduction.parse))
}

/// The label under a part.
pub(super) struct Label<'a> {
    pub(super) operation: &'a str,
    /// What comes of it.
    pub(super) result: Line,
}

/// The operation of a step.
pub(super) fn done(step: &Step) -> Label<'_> {
    let value = step.value.to_string();
    // `8/3 = 8/3` would look like a blunder.
    let result = if value == step.part.operation {
        m::plain(if step.value.is_integer() { "is negative" } else { "stays a fraction" })
    } else {
        let value = m::plain("= ").and(m::value(value));
        if step.is_root_of_negative { value.and(m::plain(", the real root")) } else { value }
    };
    Label { operation: &step.part.operation, result: and_rule(result, &step.part) }
}

/// Why an operation on the way from `text` cannot be done.
pub(super) fn not_done<'a>(text: &str, failed: &'a FailedStep) -> Label<'a> {
    let origin = &failed.origin;
    let reason = match origin.reason {
        Undefined::DivisionByZero => format!("has no value ({})", origin.in_text(text)),
        reason => reason.to_string(),
    };
    let result = and_rule(m::wrong(reason), &failed.part);
    Label { operation: &failed.part.operation, result }
}

/// `line` and what makes it one part.
fn and_rule(line: Line, part: &Part) -> Line {
    match &part.rule {
        Some(OperatorRule { enclosing_rule, operator_rule }) => {
            line.and(m::note(format!("  {operator_rule} in {enclosing_rule}")))
        }
        None => line,
    }
}

/// `text` with a line below the part, and its label. Where there is no room for
/// the whole label it is left without the operation, which stands above.
fn marked(text: &str, part: &Part, label: Label) -> Block {
    let Label { operation, result } = label;
    let whole = m::expression(operation).and(m::plain(" ")).and(result.clone());
    let labels = vec![whole, result];
    let mark = Mark { span: part.span.clone(), shape: Shape::Line, labels };
    Annotated { text: text.to_owned(), marks: vec![mark], ..Annotated::default() }.into()
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 6] = ["expression", "grammar", "step", "operation", "value", "left"];

/// A row for every step, the first one number 1. An operation that cannot be
/// done has no value and leaves nothing; an expression without operations has a
/// row with its value alone.
pub fn csv_rows(reduction: &Reduction) -> Vec<[String; 6]> {
    let Reduction { parse, steps, value } = reduction;
    let row = |step: usize, operation: &str, value: String, left: &str| {
        let (expression, grammar) = (parse.text().to_owned(), parse.grammar().to_string());
        [expression, grammar, step.to_string(), operation.to_owned(), value, left.to_owned()]
    };
    let done = steps.iter().zip(1..);
    let done = done.map(|(it, at)| row(at, &it.part.operation, it.value.to_string(), &it.left));
    let last = match value {
        Err(failed) => Some(row(steps.len() + 1, &failed.part.operation, String::new(), "")),
        Ok(value) if steps.is_empty() => Some(row(0, "", value.to_string(), parse.text())),
        Ok(_) => None,
    };
    done.chain(last).collect()
}

/// The steps for programs.
#[derive(Debug, Serialize)]
pub struct ReductionJson<'a> {
    expression: &'a str,
    #[serde(flatten)]
    steps: ReductionFields<'a>,
    grammar: String,
    #[serde(flatten)]
    ordinary: OrdinaryFields,
}

/// The steps and what they come to.
#[derive(Debug, Serialize)]
pub(super) struct ReductionFields<'a> {
    steps: Vec<StepJson<'a>>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct StepJson<'a> {
    operation: &'a str,
    value: String,
    left: &'a str,
    at: usize,
    end: usize,
    #[serde(flatten)]
    rule: Option<&'a OperatorRule>,
}

impl<'a> From<&'a Reduction<'_>> for ReductionJson<'a> {
    fn from(reduction: &'a Reduction) -> Self {
        let parse = reduction.parse;
        Self {
            expression: parse.text(),
            steps: reduction.into(),
            grammar: parse.grammar().to_string(),
            ordinary: OrdinaryFields::from(parse),
        }
    }
}

impl<'a> From<&'a Reduction<'_>> for ReductionFields<'a> {
    fn from(Reduction { parse, steps, value }: &'a Reduction) -> Self {
        let failed = value.as_ref().err();
        Self {
            steps: steps.iter().map(StepJson::from).collect(),
            value: value.as_ref().ok().map(ToString::to_string),
            error: failed.map(|failed| failed.origin.in_text(parse.text())),
            failed: failed.map(|failed| &*failed.part.operation),
        }
    }
}

impl<'a> From<&'a Step> for StepJson<'a> {
    fn from(Step { part, value, left, .. }: &'a Step) -> Self {
        Self {
            operation: &part.operation,
            value: value.to_string(),
            left,
            at: part.span.start,
            end: part.span.end,
            rule: part.rule.as_ref(),
        }
    }
}
