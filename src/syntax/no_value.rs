//! The operation that has no value, and what is said of it.

use std::fmt;
use std::ops::Range;

use super::expression::Expression;
use super::operator::{Operands, Operator};
use crate::number::{Rational, Undefined};

/// An operation that has no rational value, such as a division by zero or the square
/// root of 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoValue {
    /// Its operator.
    pub operator: Operator,
    /// What its operands are worth.
    pub operands: Operands<Rational>,
    /// Why it has no value.
    pub reason: Undefined,
    /// Where the operator stands in the text, in bytes.
    pub sign: Range<usize>,
    /// From the first to the last number of its last operand, such as a divisor;
    /// brackets around the whole of it are left out.
    pub operand: Range<usize>,
}

impl NoValue {
    /// The operation at `node` of `expression`.
    pub(crate) fn at<L>(
        expression: &Expression<L>,
        node: usize,
        operands: Operands<Rational>,
        reason: Undefined,
    ) -> Self {
        let super::NodeKind::Operation(operator) = expression.nodes()[node].kind else {
            unreachable!("a number has a value");
        };
        Self {
            operator,
            operands,
            reason,
            sign: expression.nodes()[node].span.clone(),
            // The last operand ends right before the operator, in postfix order.
            operand: expression.number_span(node - 1),
        }
    }

    /// What cannot be done, and what is zero there; `text` is what was
    /// evaluated.
    ///
    /// ```
    /// use bracket24::{Grammar, evaluate};
    ///
    /// let error = evaluate(&Grammar::Left.parse("1/(3-3)")?).unwrap_err();
    /// assert_eq!(error.in_text("1/(3-3)"), "division by zero: 3-3 is 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_text(&self, text: &str) -> String {
        if !matches!(self.operator, Operator::Divide | Operator::Remainder) {
            return self.to_string();
        }
        match divisor(text, self) {
            Some("0") | None => self.to_string(),
            Some(divisor) => format!("{self}: {divisor} is 0"),
        }
    }

    /// The operation with the values of its operands: `(-4)^(1/2)`.
    pub fn operation(&self) -> String {
        operation(self.operator, self.operands.as_ref())
    }
}

/// An operation with the values of its operands, in ordinary arithmetic.
fn operation(operator: Operator, operands: Operands<&Rational>) -> String {
    Expression::of_operands(operator, operands.map(written)).to_text(String::clone)
}

/// A value as it is written in an expression: a fraction is an operation, as a
/// negative number is.
fn written(value: &Rational) -> Expression<String> {
    let leaf = |digits: String| Expression::leaf(digits);
    let magnitude = value.abs().to_string();
    let positive = match magnitude.split_once('/') {
        Some((numer, denom)) => {
            Expression::operation(Operator::Divide, leaf(numer.to_owned()), leaf(denom.to_owned()))
        }
        None => leaf(magnitude),
    };
    if value.is_negative() {
        Expression::of_operands(Operator::Negate, Operands::One(positive))
    } else {
        positive
    }
}

impl fmt::Display for NoValue {
    /// What cannot be done: `division by zero`, `√2 is no rational number`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.reason, self.operator) {
            (Undefined::DivisionByZero, Operator::Divide | Operator::Remainder) => {
                f.write_str("division by zero")
            }
            (reason, _) => write!(f, "{} {reason}", self.operation()),
        }
    }
}

impl std::error::Error for NoValue {}

/// The divisor, with the brackets that belong to it: from its first to its last
/// number there may be one of a pair alone.
fn divisor<'a>(text: &'a str, error: &NoValue) -> Option<&'a str> {
    let numbers = text.get(error.operand.clone())?;
    // How many close that were not opened, and how many stay open.
    let (mut before, mut after) = (0_usize, 0_usize);
    for byte in numbers.bytes() {
        match byte {
            b'(' => after += 1,
            b')' if after > 0 => after -= 1,
            b')' => before += 1,
            _ => {}
        }
    }
    let start = match before.checked_sub(1) {
        Some(more) => text[..error.operand.start].rmatch_indices('(').nth(more)?.0,
        None => error.operand.start,
    };
    let end = match after.checked_sub(1) {
        Some(more) => {
            error.operand.end + text[error.operand.end..].match_indices(')').nth(more)?.0 + 1
        }
        None => error.operand.end,
    };
    text.get(start..end)
}
