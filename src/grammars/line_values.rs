//! The values of lines, worked out while the parser's tokens are read.
//!
//! The tokens come in postfix order, so a value needs no tree. One is made, by the
//! fold that makes it for all grammars, where it is asked for: of a line that is
//! worth the target, and of one that small fractions do not settle.

use std::ops::ControlFlow;

use num_rational::Ratio;
use pest::Token;

use super::fold::fold;
use super::rule_role::RuleRole;
use super::syntax_error::SyntaxError;
use crate::number::{Rational, Undefined, whole};
use crate::syntax::{Builder, Evaluator, Expression, Operator, Stop, ValueStack};

/// What a line is worth beside a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineValue {
    /// The target; the line as the grammar groups it.
    Target(Expression<Rational>),
    /// Another value.
    Other,
    /// None; why the first operation without one has none.
    Undefined(Undefined),
}

impl LineValue {
    /// What `expression` is worth beside the target of `evaluator`.
    pub(crate) fn of(expression: Expression<Rational>, evaluator: &mut Evaluator) -> Self {
        match evaluator.try_reaches(&expression) {
            Ok(true) => Self::Target(expression),
            Ok(false) => Self::Other,
            Err(reason) => Self::Undefined(reason),
        }
    }
}

/// The value of the line that is being read, as far as small fractions go.
#[derive(Default)]
struct Line {
    values: ValueStack<i64>,
    /// Why it is not worked out further.
    stopped: Option<Stop>,
}

impl Line {
    fn number(&mut self, digits: &[u8]) {
        match whole(digits) {
            Some(number) => self.values.push(Ratio::new_raw(number, 1)),
            None => self.unread(),
        }
    }

    /// Leaves the line to its tree: an operand is too large, or no number in digits.
    /// Perhaps it is an error, even where something divides by zero before it.
    fn unread(&mut self) {
        self.stopped = Some(Stop::Overflow);
    }

    fn operation(&mut self, operator: Operator) {
        if self.stopped.is_none() {
            self.stopped = self.values.operate(operator).err();
        }
    }

    /// Its value, if that is settled without its tree. A line that is worth
    /// the target needs one in any case.
    fn settled(&self, evaluator: &Evaluator) -> Option<LineValue> {
        match (self.stopped, self.values.result()) {
            (None, Some(value)) if !evaluator.is_target(value) => Some(LineValue::Other),
            (Some(Stop::DivisionByZero), _) => {
                Some(LineValue::Undefined(Undefined::DivisionByZero))
            }
            _ => None,
        }
    }

    /// Begins the next line.
    fn clear(&mut self) {
        self.values.clear();
        self.stopped = None;
    }
}

/// Works out the values of lines that are each closed by a rule with the role
/// [`RuleRole::LineEnd`], and hands `each` what they are worth.
///
/// # Errors
///
/// As [`fold`], for a line of which no tree can be made.
pub(super) fn fold_values<'i, R>(
    text: &str,
    mut tokens: impl Iterator<Item = Token<'i, R>> + Clone,
    meaning: impl Fn(R) -> Option<RuleRole>,
    evaluator: &mut Evaluator,
    mut each: impl FnMut(LineValue) -> ControlFlow<()>,
) -> Result<(), SyntaxError> {
    let mut line = Line::default();
    // Where the line begins, and its tokens with all that follow.
    let mut begin = (0, tokens.clone());
    // Where the rule began that was opened last: a number has no rule inside it.
    let mut start = 0;
    while let Some(token) = tokens.next() {
        let (rule, end) = match token {
            Token::Start { pos, .. } => {
                start = pos.pos();
                continue;
            }
            Token::End { rule, pos } => (rule, pos.pos()),
        };
        match meaning(rule) {
            Some(RuleRole::Number) => line.number(&text.as_bytes()[start..end]),
            Some(RuleRole::Slot | RuleRole::CardLetter) => line.unread(),
            Some(RuleRole::Operator(operator)) => line.operation(operator),
            Some(RuleRole::LineEnd) => {
                let value = match line.settled(evaluator) {
                    Some(value) => value,
                    None => LineValue::of(line_tree(text, begin, &meaning)?, evaluator),
                };
                if each(value).is_break() {
                    break;
                }
                begin = (end, tokens.clone());
                line.clear();
            }
            None => {}
        }
    }
    Ok(())
}

/// The expression of the line that begins there and has the first of these tokens.
fn line_tree<'i, R>(
    text: &str,
    (begin, tokens): (usize, impl Iterator<Item = Token<'i, R>>),
    meaning: impl Fn(R) -> Option<RuleRole>,
) -> Result<Expression<Rational>, SyntaxError> {
    let mut builder = Builder::with_capacity(0);
    fold(text, begin, tokens, meaning, &mut builder, |_| ControlFlow::Break(()))?;
    Ok(builder.into_expression())
}
