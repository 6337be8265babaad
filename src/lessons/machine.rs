//! The postfix form of an expression, run on a stack.

use std::ops::Range;

use super::Parse;
use crate::number::Rational;
use crate::syntax::{NoValue, NodeKind, Operator, operate};

/// An expression as the program of a stack machine: every number is pushed, and
/// an operator takes the uppermost numbers, one or two, and pushes their result.
///
/// The instructions are the nodes of the expression tree in postfix order, which
/// needs neither brackets nor precedence: the grammar has settled what they
/// say. This is how Hewlett-Packard's calculators, Forth and the virtual machines
/// of Python and Java evaluate.
#[derive(Debug, Clone)]
pub struct MachineRun<'p> {
    /// The expression that is run.
    pub parse: &'p Parse,
    /// The instructions that are done.
    pub done: Vec<Executed>,
    /// What is left on the stack, or the operation after the last instruction that is
    /// done, which has no value.
    pub value: Result<Rational, FailedInstruction>,
}

/// An instruction that is done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct Executed {
    /// The instruction.
    #[cfg_attr(feature = "present", serde(flatten))]
    pub instruction: Instruction,
    /// Where in the text its number or its operands are, in bytes.
    #[cfg_attr(feature = "present", serde(flatten, serialize_with = "crate::serial::span"))]
    pub span: Range<usize>,
    /// The stack after it, the uppermost number last.
    pub stack: Vec<Rational>,
}

/// An instruction of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// Push a number, written as it was typed.
    Push(String),
    /// Take as many numbers as the operator has operands and push what it makes of
    /// them; the right operand is the uppermost.
    Operate(Operator),
}

/// The operation that the machine cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedInstruction {
    /// From the first to the last character of its operands, in bytes.
    pub span: Range<usize>,
    /// The stack before it: its operands are uppermost.
    pub stack: Vec<Rational>,
    /// Where it stands in the text.
    pub origin: NoValue,
}

impl<'p> MachineRun<'p> {
    /// Runs `parse`, with at most as many instructions as its text has characters.
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

    /// The whole program in a line: postfix, also called reverse Polish, notation.
    pub fn postfix(&self) -> String {
        let nodes = self.parse.expression().nodes().iter();
        let words = nodes.map(|node| match &node.kind {
            NodeKind::Leaf(value) => self.parse.leaf(value, &node.span),
            NodeKind::Operation(operator) => operator.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
