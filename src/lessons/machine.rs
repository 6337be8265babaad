//! The postfix form of an expression, run on a stack machine.

use std::ops::Range;

use super::Parse;
use crate::number::Rational;
use crate::syntax::{NoValue, NodeKind, Operator, operate};

/// A run of an expression on a stack machine: a number is pushed; an operator pops its one or two
/// operands and pushes the result.
///
/// The instructions are the nodes of the expression tree in postfix order. They need neither
/// brackets nor precedence, because the grammar has already settled the grouping. Hewlett-Packard's
/// calculators, Forth and the virtual machines of Python and Java evaluate in this way.
#[derive(Debug, Clone)]
pub struct MachineRun<'p> {
    /// The expression.
    pub parse: &'p Parse,
    /// The executed instructions.
    pub done: Vec<Executed>,
    /// The number left on the stack, or the operation without a value that stopped the run.
    pub value: Result<Rational, FailedInstruction>,
}

/// An executed instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct Executed {
    /// The instruction.
    #[cfg_attr(feature = "present", serde(flatten))]
    pub instruction: Instruction,
    /// The place of its number or its operands in the text, in bytes.
    #[cfg_attr(feature = "present", serde(flatten, serialize_with = "crate::serial::span"))]
    pub span: Range<usize>,
    /// The stack after the instruction, the top last.
    pub stack: Vec<Rational>,
}

/// An instruction of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// Pushes a number; holds the number as typed.
    Push(String),
    /// Pops the operator's operands and pushes the result; the right operand is on top.
    Operate(Operator),
}

/// An operation without a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedInstruction {
    /// The place from the first to the last character of its operands, in bytes.
    pub span: Range<usize>,
    /// The stack before the operation, with its operands on top.
    pub stack: Vec<Rational>,
    /// The operation in the text.
    pub origin: NoValue,
}

impl<'p> MachineRun<'p> {
    /// Runs `parse`. The number of instructions is at most the number of characters in its text.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{MachineRun, Parse}};
    ///
    /// let parse = Parse::new("8/(3-8/3)", &Grammar::Left)?;
    /// let run = MachineRun::of(&parse);
    /// assert_eq!(run.postfix(), "8 3 8 3 / - /");
    /// let depths: Vec<usize> = run.done.iter().map(|it| it.stack.len()).collect();
    /// assert_eq!(depths, [1, 2, 3, 4, 3, 2, 1]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(parse: &'p Parse) -> Self {
        let expression = parse.expression();
        let spans = expression.bracketed_spans(parse.text());
        let (mut stack, mut done) = (Vec::new(), Vec::new());
        for (index, (node, span)) in expression.nodes().iter().zip(spans).enumerate() {
            let (instruction, span) = match &node.kind {
                NodeKind::Leaf(value) => {
                    stack.push(value.clone());
                    (Instruction::Push(parse.leaf(value, &node.span)), node.span.clone())
                }
                NodeKind::Operation(operator) => {
                    let before = stack.clone();
                    let operands = operator.take(&mut stack);
                    match operate(*operator, operands.as_ref()) {
                        Ok(value) => stack.push(value),
                        Err(reason) => {
                            let origin = NoValue::at(expression, index, operands, reason);
                            let stopped =
                                FailedInstruction { span: span.inside, stack: before, origin };
                            return Self { parse, done, value: Err(stopped) };
                        }
                    }
                    (Instruction::Operate(*operator), span.inside)
                }
            };
            done.push(Executed { instruction, span, stack: stack.clone() });
        }
        let value = stack.pop().expect("a tree leaves one number on the stack");
        Self { parse, done, value: Ok(value) }
    }

    /// The whole program on one line, in postfix notation, also called reverse Polish notation. A
    /// negation is `negate`, because a `-` takes two numbers from the stack.
    pub fn postfix(&self) -> String {
        let words = self.parse.expression().nodes().iter().map(|node| match &node.kind {
            NodeKind::Leaf(value) => self.parse.leaf(value, &node.span),
            NodeKind::Operation(Operator::Negate) => Operator::Negate.name().to_owned(),
            NodeKind::Operation(operator) => operator.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
