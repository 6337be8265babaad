//! Evaluation steps.

use std::ops::Range;

use crate::Grammar;
use crate::lessons::{OperatorRule, Part, Reduction, Step, ZeroDivision};
use crate::syntax::Operator;
use crate::words::{pieces, wrap};
use serde::Serialize;

use super::markup as m;
use super::value::under;
use super::{Block, Document, Line};
use crate::serial::OrdinaryFields;

/// The columns of a row of text; what is longer goes on in the next row.
const ROW: usize = 76;

/// The steps for people: every text with the part underlined that is worked
/// out, and at the end the value.
pub fn document(reduction: &Reduction) -> Document {
    let mut blocks = Vec::new();
    for (index, step) in reduction.steps.iter().enumerate() {
        let label = done(step);
        blocks.extend(rows(reduction.before(index), Some((&step.part.span, label))));
    }
    let last = reduction.before(reduction.steps.len());
    match &reduction.value {
        Ok(value) if reduction.steps.is_empty() && last != value.to_string() => {
            blocks.extend(rows(last, None));
        }
        Ok(_) => {}
        Err(failed) => {
            let label = not_done(reduction.parse.text(), failed);
            blocks.extend(rows(last, Some((&failed.part.span, label))));
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
    let says_all = value.is_err() && *reduction.parse.grammar() == Grammar::Left;
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
    let result = m::plain("= ").and(m::value(step.value.to_string()));
    Label { operation: &step.part.operation, result: and_rule(result, &step.part) }
}

/// Why an operation on the way from `text` cannot be done.
pub(super) fn not_done<'a>(text: &str, failed: &'a ZeroDivision) -> Label<'a> {
    let reason = format!("has no value ({})", failed.origin.in_text(text));
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

/// `text` in rows, and under them a line below the part with its label.
fn rows(text: &str, mut part: Option<(&Range<usize>, Label)>) -> Vec<Block> {
    // A tab would move what stands after it.
    let text = text.replace('\t', " ");
    let mut blocks = Vec::new();
    let mut start = 0;
    for row in wrap(pieces(&text, &Operator::ALL.map(Operator::symbol)), "", ROW) {
        let end = start + row.len();
        blocks.push(m::expression(row).into());
        if let Some((span, _)) = &part {
            let (from, to) = (span.start.max(start), span.end.min(end));
            if from < to {
                let underline = " ".repeat(from - start) + &"─".repeat(to - from);
                let line = m::plain(underline);
                let label = part.take_if(|(span, _)| span.end <= end).map(|(_, label)| label);
                blocks.extend(labelled(line, from - start, to - start, label));
            }
        }
        start = end;
    }
    blocks
}

/// The underline, from one column to another, with its label at its side. One
/// that does not fit the row is left without the operation, which stands above,
/// and goes below if it still does not fit.
fn labelled(underline: Line, from: usize, to: usize, label: Option<Label>) -> Vec<Block> {
    let Some(Label { operation, result }) = label else {
        return vec![underline.into()];
    };
    let width: usize = result.0.iter().map(|(_, text)| text.len()).sum();
    let beside = to + 2 + width;
    if beside + operation.len() < ROW {
        let line = underline.and(m::plain("  ")).and(m::expression(operation)).and(m::plain(" "));
        return vec![line.and(result).into()];
    }
    if beside <= ROW {
        return vec![underline.and(m::plain("  ")).and(result).into()];
    }
    let indent = " ".repeat(from.min(ROW.saturating_sub(width)));
    vec![underline.into(), m::plain(indent).and(result).into()]
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
#[derive(Serialize)]
pub struct ReductionJson<'a> {
    expression: &'a str,
    steps: Vec<StepJson<'a>>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
    grammar: String,
    #[serde(flatten)]
    ordinary: OrdinaryFields,
}

#[derive(Serialize)]
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
    fn from(Reduction { parse, steps, value }: &'a Reduction) -> Self {
        let failed = value.as_ref().err();
        Self {
            expression: parse.text(),
            steps: steps.iter().map(StepJson::from).collect(),
            value: value.as_ref().ok().map(ToString::to_string),
            error: failed.map(|failed| failed.origin.in_text(parse.text())),
            failed: failed.map(|failed| &*failed.part.operation),
            grammar: parse.grammar().to_string(),
            ordinary: OrdinaryFields::from(*parse),
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
