//! A run of the stack machine.

use itertools::Itertools;

use super::value::{under, value};
use super::{Block, Csv, Document, Line, Report, Table, markup as m};
use crate::lessons::{Executed, Instruction, MachineRun};
use crate::number::Rational;
use crate::serial::{OrdinaryFields, serialize_object};

impl Report for MachineRun<'_> {
    /// Shows the program in a line, and a row for each instruction with the stack after it, the
    /// top number last.
    fn document(&self) -> Document {
        let row = |instruction: String, stack: Line| vec![m::plain(instruction), stack];
        let done =
            self.done.iter().map(|it| row(words(&it.instruction), m::value(stack(&it.stack))));
        let failed = self.value.as_ref().err().map(|failed| {
            let left = m::value(stack(&failed.stack));
            let reason = format!("  {}", failed.origin.in_text(self.parse.text()));
            row(failed.origin.operator.name().to_owned(), left.and(m::wrong(reason)))
        });
        Document(vec![
            m::expression(self.postfix()).into(),
            Block::Blank,
            Table::of(done.chain(failed)).titled(["instruction", "stack"]).keys(1).into(),
            Block::Blank,
            under(value(self.parse), self.parse).into(),
        ])
    }

    /// Makes a row for every executed instruction, numbered from 1.
    fn table(&self) -> Option<Csv> {
        let rows = self.done.iter().zip(1..).map(|(it, step): (&Executed, usize)| {
            (self.parse.text(), self.parse.grammar(), step, words(&it.instruction), &it.stack)
        });
        Some(Csv::new(["expression", "grammar", "step", "instruction", "stack"], rows))
    }
}

fn words(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Push(number) => format!("push {number}"),
        Instruction::Operate(operator) => operator.name().to_owned(),
    }
}

fn stack(numbers: &[Rational]) -> String {
    numbers.iter().join("  ")
}

serialize_object! { MachineRun<'_>, self:
    let (text, failed) = (self.parse.text(), self.value.as_ref().err());
    "expression" => text,
    "postfix" => self.postfix(),
    "instructions" => self.done,
    "value" => self.value.as_ref().ok(),
    "error" if failed.is_some() => failed.map(|failed| failed.origin.in_text(text)),
    "grammar" => self.parse.grammar(),
    ..OrdinaryFields::from(self.parse)
}

serialize_object! { Instruction, self:
    let (name, number) = match self {
        Self::Push(number) => ("push", Some(number)),
        Self::Operate(operator) => (operator.name(), None),
    };
    "instruction" => name,
    "number" if number.is_some() => number,
}
