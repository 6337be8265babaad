//! A run of the stack machine, as text, CSV and JSON.

use crate::lessons::{Executed, Instruction, MachineRun};
use crate::number::Rational;
use serde::Serialize;

use super::markup as m;
use super::value::{under, value};
use super::{Block, Document, Line, Table};
use crate::serial::OrdinaryFields;

/// The program in a line, and a row for each instruction with the stack after it,
/// the uppermost number last.
pub fn document(run: &MachineRun) -> Document {
    let row = |instruction: String, stack: Line| vec![m::plain(instruction), stack];
    let done = run.done.iter().map(|it| row(words(&it.instruction), m::value(stack(&it.stack))));
    let failed = run.value.as_ref().err().map(|failed| {
        let left = m::value(stack(&failed.stack));
        let reason = format!("  {}", failed.origin.in_text(run.parse.text()));
        row(failed.origin.operator.name().to_owned(), left.and(m::wrong(reason)))
    });
    let table = Table::of(done.chain(failed)).titled(["instruction", "stack"]).keys(1);
    let (role, worth) = value(run.parse);
    Document(vec![
        m::expression(run.postfix()).into(),
        Block::Blank,
        table.into(),
        Block::Blank,
        under(Line::new(role, worth), run.parse).into(),
    ])
}

fn words(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Push(number) => format!("push {number}"),
        Instruction::Operate(operator) => operator.name().to_owned(),
    }
}

fn stack(numbers: &[Rational]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("  ")
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 5] = ["expression", "grammar", "step", "instruction", "stack"];

/// A row for every instruction that is done, the first one number 1.
pub fn csv_rows<'a>(run: &'a MachineRun) -> impl Iterator<Item = [String; 5]> + 'a {
    run.done.iter().zip(1..).map(|(it, step): (_, usize)| {
        let stack = it.stack.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (expression, grammar) = (run.parse.text().to_owned(), run.parse.grammar().to_string());
        [expression, grammar, step.to_string(), words(&it.instruction), stack]
    })
}

/// The run for programs.
#[derive(Debug, Serialize)]
pub struct MachineJson<'a> {
    expression: &'a str,
    postfix: String,
    instructions: Vec<InstructionJson<'a>>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    grammar: String,
    #[serde(flatten)]
    ordinary: OrdinaryFields,
}

#[derive(Debug, Serialize)]
struct InstructionJson<'a> {
    instruction: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    at: usize,
    end: usize,
    stack: Vec<String>,
}

impl<'a> From<&'a MachineRun<'_>> for MachineJson<'a> {
    fn from(run: &'a MachineRun<'_>) -> Self {
        let text = run.parse.text();
        Self {
            expression: text,
            postfix: run.postfix(),
            instructions: run.done.iter().map(InstructionJson::from).collect(),
            value: run.value.as_ref().ok().map(ToString::to_string),
            error: run.value.as_ref().err().map(|division| division.origin.in_text(text)),
            grammar: run.parse.grammar().to_string(),
            ordinary: OrdinaryFields::from(run.parse),
        }
    }
}

impl<'a> From<&'a Executed> for InstructionJson<'a> {
    fn from(Executed { instruction, span, stack }: &'a Executed) -> Self {
        let (instruction, number) = match instruction {
            Instruction::Push(number) => ("push", Some(&**number)),
            Instruction::Operate(operator) => (operator.name(), None),
        };
        let stack = stack.iter().map(ToString::to_string).collect();
        Self { instruction, number, at: span.start, end: span.end, stack }
    }
}
