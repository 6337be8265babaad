//! The shunting-yard: two stacks, one for operators and one for operands.

use std::ops::Range;

use super::{
    Action, Arrived, Item, Moments, OperatorTable, Reader, ReaderRun, Stack, StepKind, Stop,
    StopReason, counts, parse_by_table,
};
use crate::number::Rational;
use crate::syntax::{
    Builder, Expression, Leaf, LeafError, Operator, Position, is_blank, letter_value, with_brackets,
};

/// Reads `text` in one pass from left to right.
pub(super) fn read(text: &str, table: &OperatorTable) -> ReaderRun {
    let mut yard = Yard::new(text, table);
    let outcome = yard.run();
    if let Err(stop) = &outcome {
        yard.moments.note(Action::Stop, stop.span.clone());
    }
    let Yard { moments, builder, pushes, pops, .. } = yard;
    let outcome = outcome.and_then(|()| parse_by_table(text, builder.into_expression()));
    let counts = counts([(StepKind::Push, pushes), (StepKind::Pop, pops)]);
    ReaderRun { reader: Reader::ShuntingYard, outcome, counts, moments }
}

/// The expression of `text`.
pub(super) fn expression(text: &str, table: &OperatorTable) -> Result<Expression<Rational>, Stop> {
    let mut yard = Yard::new(text, table);
    yard.run()?;
    Ok(yard.builder.into_expression())
}

struct Yard<'t> {
    text: &'t str,
    table: &'t OperatorTable,
    moments: Moments,
    builder: Builder<Rational>,
    pushes: u64,
    pops: u64,
}

impl<'t> Yard<'t> {
    fn new(text: &'t str, table: &'t OperatorTable) -> Self {
        let moments = Moments::new(&[Stack::Operators, Stack::Operands]);
        Self { text, table, moments, builder: Builder::with_capacity(0), pushes: 0, pops: 0 }
    }

    fn run(&mut self) -> Result<(), Stop> {
        let (mut at, mut wants_operand) = (0, true);
        while let Some((token, span)) = self.next_token(at, wants_operand)? {
            at = span.end;
            let (starts_operand, wants_more) = match &token {
                Token::Operand(_) => (true, false),
                Token::Operator(operator) => {
                    let position = operator.position();
                    (position == Position::Prefix, position != Position::Postfix)
                }
                Token::Open => (true, true),
                Token::Close => (false, false),
            };
            if starts_operand != wants_operand {
                let missing =
                    if wants_operand { StopReason::NoOperand } else { StopReason::NoOperator };
                return Err(Stop { span, reason: missing });
            }
            wants_operand = wants_more;
            match token {
                Token::Operand(value) => {
                    self.builder.leaf(value, span.clone());
                    self.push(Stack::Operands, Item::Operand(span.clone()));
                    self.moments.note(Action::PushOperand, span);
                }
                Token::Operator(operator) => {
                    // A prefix operator has no left operand, so no operator before it is applied.
                    if operator.position() != Position::Prefix {
                        // In a right-associative chain, an operator of equal binding power waits
                        // too.
                        let (table, power) = (self.table, self.table.power(operator));
                        let is_right = table.minimum(operator) < power;
                        let waits = |above| match table.power(above) {
                            same if same == power => is_right,
                            other => other < power,
                        };
                        self.apply(Arrived::Operator(operator), waits);
                    }
                    self.push(Stack::Operators, Item::Operator(operator, span.start));
                    self.moments.note(Action::PushOperator(operator), span);
                    if operator.position() == Position::Postfix {
                        self.apply_top(operator, Arrived::Nothing);
                    }
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
        let Some(Item::Bracket(open)) = self.pop(Stack::Operators) else { return Ok(()) };
        Err(Stop { span: open..open + 1, reason: StopReason::NotClosed })
    }

    /// Applies operators from the top of the stack, down to a bracket or to an operator for which
    /// `waits` holds.
    fn apply(&mut self, before: Arrived, waits: impl Fn(Operator) -> bool) {
        while let Some(&Item::Operator(operator, _)) = self.moments.top(Stack::Operators) {
            if waits(operator) {
                return;
            }
            self.apply_top(operator, before);
        }
    }

    /// Applies the top operator.
    fn apply_top(&mut self, operator: Operator, before: Arrived) {
        let Some(Item::Operator(_, at)) = self.pop(Stack::Operators) else {
            unreachable!("it is on the stack")
        };
        let mut spellings = operator.spellings().iter();
        let spelled = spellings.find(|it| self.text[at..].starts_with(**it));
        let sign = at..at + spelled.expect("its sign is there").len();
        let last = self.operand();
        let span = match operator.position() {
            Position::Prefix => at..last.end,
            Position::Postfix => last.start..sign.end,
            Position::Infix | Position::Function => self.operand().start..last.end,
        };
        self.builder.operation(operator, sign);
        self.push(Stack::Operands, Item::Operand(span.clone()));
        self.moments.note(Action::Apply { operator, before }, span);
    }

    /// Pops the top operand; its place includes its brackets.
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

    /// The next token from `at` on, and its place; `None` at the end.
    fn next_token(
        &self,
        at: usize,
        wants_operand: bool,
    ) -> Result<Option<(Token, Range<usize>)>, Stop> {
        let rest = &self.text[at..];
        let blanks = rest.bytes().take_while(|&byte| is_blank(byte)).count();
        let (start, rest) = (at + blanks, &rest[blanks..]);
        let Some(character) = rest.chars().next() else { return Ok(None) };
        if let Some((operator, length)) = self.table.operator_at(rest, wants_operand) {
            return Ok(Some((Token::Operator(operator), start..start + length)));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let span = start..start + digits.max(character.len_utf8());
        let token = match character {
            '(' => Token::Open,
            ')' => Token::Close,
            _ => match leaf(&self.text[span.clone()]) {
                Some(Ok(leaf)) => Token::Operand(leaf),
                Some(Err(error)) => return Err(Stop { span, reason: StopReason::Number(error) }),
                None => return Err(Stop { span, reason: StopReason::NoToken(character) }),
            },
        };
        Ok(Some((token, span)))
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

/// The value of an operand: a number or the letter of a card. A slot is an error. Any other text
/// gives `None`.
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
