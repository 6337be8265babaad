//! The shunting-yard: two stacks, one for operators and one for operands.

use std::ops::Range;

use super::StopReason;
use super::{Action, Arrived, Count, Item, Moments, Reader, ReaderRun, Stack, StepKind, Stop};
use crate::grammars::Grammar;
use crate::lessons::Parse;
use crate::number::Rational;
use crate::syntax::{
    Builder, Expression, Leaf, LeafError, Operator, is_blank, letter_value, with_brackets,
};

/// Reads `text` in one pass from left to right.
pub(super) fn read(text: &str) -> ReaderRun {
    let moments = Moments::new(&[Stack::Operators, Stack::Operands]);
    let builder = Builder::with_capacity(0);
    let mut yard = Yard { text, moments, builder, pushes: 0, pops: 0 };
    let outcome = yard.run();
    if let Err(stop) = &outcome {
        yard.moments.note(Action::Stop, stop.span.clone());
    }
    let Yard { moments, builder, pushes, pops, .. } = yard;
    let parsed = |()| -> Parse {
        let expression: Expression<Rational> = builder.into_expression();
        Parse::of(text, &Grammar::Left, expression)
    };
    let counts = vec![
        Count { step: StepKind::Push, number: pushes },
        Count { step: StepKind::Pop, number: pops },
    ];
    ReaderRun { reader: Reader::ShuntingYard, outcome: outcome.map(parsed), counts, moments }
}

struct Yard<'t> {
    text: &'t str,
    moments: Moments,
    builder: Builder<Rational>,
    pushes: u64,
    pops: u64,
}

impl Yard<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        let (mut at, mut wants_operand) = (0, true);
        while let Some((token, span)) = next_token(self.text, at)? {
            at = span.end;
            let starts_operand = matches!(token, Token::Operand(_) | Token::Open);
            if starts_operand != wants_operand {
                let missing =
                    if wants_operand { StopReason::NoOperand } else { StopReason::NoOperator };
                return Err(Stop { span, reason: missing });
            }
            wants_operand = matches!(token, Token::Operator(_) | Token::Open);
            match token {
                Token::Operand(value) => {
                    self.builder.leaf(value, span.clone());
                    self.push(Stack::Operands, Item::Operand(span.clone()));
                    self.moments.note(Action::PushOperand, span);
                }
                Token::Operator(operator) => {
                    let waits = |above: Operator| above.binding_power() < operator.binding_power();
                    self.apply(Arrived::Operator(operator), waits);
                    self.push(Stack::Operators, Item::Operator(operator, span.start));
                    self.moments.note(Action::PushOperator(operator), span);
                }
                Token::Open => {
                    self.push(Stack::Operators, Item::Bracket(span.start));
                    self.moments.note(Action::PushBracket, span);
                }
                Token::Close => {
                    self.apply(Arrived::ClosingBracket, |_| false);
                    let Some(Item::Bracket(open)) = self.pop(Stack::Operators) else {
                        return Err(Stop { span, reason: StopReason::NotOpened });
                    };
                    self.moments.note(Action::DropBracket, open..span.end);
                }
            }
        }
        if wants_operand {
            let end = self.text.len();
            return Err(Stop { span: end..end, reason: StopReason::NoOperand });
        }
        self.apply(Arrived::End, |_| false);
        match self.pop(Stack::Operators) {
            Some(Item::Bracket(open)) => {
                Err(Stop { span: open..open + 1, reason: StopReason::NotClosed })
            }
            _ => Ok(()),
        }
    }

    /// Applies the operators above the uppermost bracket, down to one that waits.
    fn apply(&mut self, before: Arrived, waits: impl Fn(Operator) -> bool) {
        while let Some(&Item::Operator(operator, at)) = self.moments.top(Stack::Operators) {
            if waits(operator) {
                return;
            }
            self.pop(Stack::Operators);
            let (right, left) = (self.operand(), self.operand());
            let span = left.start..right.end;
            self.builder.operation(operator, at..at + 1);
            self.push(Stack::Operands, Item::Operand(span.clone()));
            self.moments.note(Action::Apply { operator, before }, span);
        }
    }

    /// The uppermost operand with its brackets, taken from the stack.
    fn operand(&mut self) -> Range<usize> {
        let Some(Item::Operand(span)) = self.pop(Stack::Operands) else {
            unreachable!("an operator is pushed between two operands");
        };
        with_brackets(self.text, span)
    }

    fn push(&mut self, stack: Stack, item: Item) {
        self.pushes += 1;
        self.moments.push(stack, item);
    }

    fn pop(&mut self, stack: Stack) -> Option<Item> {
        let item = self.moments.pop(stack);
        self.pops += u64::from(item.is_some());
        item
    }
}

/// A token of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Operand(Rational),
    Operator(Operator),
    Open,
    Close,
}

/// The next token from `at` on, and where it stands; `None` at the end.
fn next_token(text: &str, at: usize) -> Result<Option<(Token, Range<usize>)>, Stop> {
    let rest = &text[at..];
    let blanks = rest.bytes().take_while(|&byte| is_blank(byte)).count();
    let (start, rest) = (at + blanks, &rest[blanks..]);
    let Some(character) = rest.chars().next() else { return Ok(None) };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let span = start..start + digits.max(character.len_utf8());
    let operator = Operator::of_sign(character);
    let token = match (character, operator) {
        ('(', _) => Token::Open,
        (')', _) => Token::Close,
        (_, Some(operator)) => Token::Operator(operator),
        _ => match leaf(&text[span.clone()]) {
            Some(Ok(leaf)) => Token::Operand(leaf),
            Some(Err(error)) => return Err(Stop { span, reason: StopReason::Number(error) }),
            None => return Err(Stop { span, reason: StopReason::NoToken(character) }),
        },
    };
    Ok(Some((token, span)))
}

/// The value of an operand: a number, or a card by its letter; `None` where it is
/// neither, nor a slot.
pub(super) fn leaf(operand: &str) -> Option<Result<Rational, LeafError>> {
    let first = operand.chars().next()?;
    if first.is_ascii_digit() {
        Some(Rational::number(operand))
    } else if first == 'N' {
        Some(Rational::slot(0))
    } else {
        letter_value(first).map(Rational::card)
    }
}
