//! The exact value of an expression, or the division that could not be done.

use std::fmt;
use std::ops::Range;

use num_rational::{BigRational, Ratio};
use num_traits::Zero;

use crate::expression::{Expression, Kind, Operator};
use crate::rational::Rational;

/// A division whose divisor is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionByZero {
    /// Where the sign `/` stands in the text, in bytes.
    pub span: Range<usize>,
}

impl fmt::Display for DivisionByZero {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("division by zero")
    }
}

impl std::error::Error for DivisionByZero {}

/// The exact value of `expression`, of any size.
///
/// # Errors
///
/// [`DivisionByZero`], with the place of the first division that cannot be
/// done, operands before operators and left before right.
///
/// # Examples
///
/// ```
/// use bracket24::{evaluate, Grammar};
///
/// let expression = Grammar::Left.parse("8/(3-8/3)")?;
/// assert_eq!(evaluate(&expression)?.to_string(), "24");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(expression: &Expression<Rational>) -> Result<Rational, DivisionByZero> {
    match evaluate_small(expression, &mut Vec::new()) {
        Ok(value) => {
            Ok(Rational::from(BigRational::new((*value.numer()).into(), (*value.denom()).into())))
        }
        Err(Stop::DivisionByZero(span)) => Err(DivisionByZero { span }),
        Err(Stop::Overflow) => evaluate_big(expression).map(Rational::from),
    }
}

/// Decides whether expressions are worth a target, keeping its work space from
/// one to the next.
#[derive(Debug)]
pub struct Evaluator {
    target: Rational,
    stack: Vec<Ratio<i64>>,
}

impl Evaluator {
    /// An evaluator that compares with `target`.
    pub fn new(target: Rational) -> Self {
        Self { target, stack: Vec::new() }
    }

    /// Whether `expression` is worth exactly the target.
    ///
    /// # Errors
    ///
    /// [`DivisionByZero`] where it has no value.
    pub fn reaches(&mut self, expression: &Expression<Rational>) -> Result<bool, DivisionByZero> {
        match evaluate_small(expression, &mut self.stack) {
            Ok(value) => Ok(equals_small(value, &self.target)),
            Err(Stop::DivisionByZero(span)) => Err(DivisionByZero { span }),
            Err(Stop::Overflow) => Ok(Rational::from(evaluate_big(expression)?) == self.target),
        }
    }
}

/// Whether a fraction, not necessarily in lowest terms, equals `target`.
fn equals_small(value: Ratio<i64>, target: &Rational) -> bool {
    // A target that fits no `i64` pair in lowest terms equals none that does.
    target.to_i64_pair().is_some_and(|(numer, denom)| {
        i128::from(*value.numer()) * i128::from(denom)
            == i128::from(numer) * i128::from(*value.denom())
    })
}

enum Stop {
    DivisionByZero(Range<usize>),
    Overflow,
}

/// Evaluates with fractions that are not brought to lowest terms: that saves
/// most of the time, and what overflows for it is evaluated again exactly.
fn evaluate_small(
    expression: &Expression<Rational>,
    stack: &mut Vec<Ratio<i64>>,
) -> Result<Ratio<i64>, Stop> {
    stack.clear();
    for node in expression.nodes() {
        let value = match &node.kind {
            Kind::Leaf(leaf) => {
                let (numer, denom) = leaf.to_i64_pair().ok_or(Stop::Overflow)?;
                Ratio::new_raw(numer, denom)
            }
            Kind::Operation(operator) => {
                let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else {
                    unreachable!("an operator has its two operands before it");
                };
                if *operator == Operator::Divide && right.numer().is_zero() {
                    return Err(Stop::DivisionByZero(node.span.clone()));
                }
                apply_small(*operator, left, right).ok_or(Stop::Overflow)?
            }
        };
        stack.push(value);
    }
    stack.pop().ok_or(Stop::Overflow)
}

/// `left operator right` without reduction; the divisor is not zero. `None` on
/// overflow.
///
/// The operators of `Ratio<i64>` itself wrap around in release builds, and its
/// `checked_div` answers `None` for a zero divisor and for overflow alike.
fn apply_small(operator: Operator, left: Ratio<i64>, right: Ratio<i64>) -> Option<Ratio<i64>> {
    let ((a, b), (c, d)) = ((*left.numer(), *left.denom()), (*right.numer(), *right.denom()));
    let (numer, denom) = match operator {
        Operator::Add if b == d => (a.checked_add(c)?, b),
        Operator::Subtract if b == d => (a.checked_sub(c)?, b),
        Operator::Add => (a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?),
        Operator::Subtract => {
            (a.checked_mul(d)?.checked_sub(c.checked_mul(b)?)?, b.checked_mul(d)?)
        }
        Operator::Multiply => (a.checked_mul(c)?, b.checked_mul(d)?),
        Operator::Divide => (a.checked_mul(d)?, b.checked_mul(c)?),
    };
    Some(Ratio::new_raw(numer, denom))
}

fn evaluate_big(expression: &Expression<Rational>) -> Result<BigRational, DivisionByZero> {
    expression.try_fold(
        |leaf, _| Ok(leaf.to_big()),
        |operator, left, right, node| match operator {
            Operator::Add => Ok(left + right),
            Operator::Subtract => Ok(left - right),
            Operator::Multiply => Ok(left * right),
            Operator::Divide if right.is_zero() => Err(DivisionByZero { span: node.span.clone() }),
            Operator::Divide => Ok(left / right),
        },
    )
}
