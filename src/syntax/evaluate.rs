//! The exact value of an expression, or the division that could not be done.

use std::fmt;
use std::ops::Range;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Num};

use super::expression::{Expression, NodeKind};
use super::operator::Operator;
use super::value_stack::{Stop, ValueStack};
use crate::number::Rational;

/// A division whose divisor is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionByZero {
    /// Where the operator `/` stands in the text, in bytes.
    pub sign: Range<usize>,
    /// From the first to the last number of the divisor; brackets around the
    /// whole of it are left out.
    pub divisor: Range<usize>,
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
    let big = match fold_small(expression, &mut ValueStack::new()) {
        Ok(value) => Ok(Ratio::new_raw((*value.numer()).into(), (*value.denom()).into())),
        Err((Stop::Overflow, _)) => fold_big(expression),
        Err(stop) => Err(stop),
    };
    match big {
        Ok(value) => Ok(Rational::from(value)),
        Err((Stop::DivisionByZero, node)) => Err(division_by_zero(expression, node)),
        Err((Stop::Overflow, _)) => unreachable!("fractions of any size do not overflow"),
        Err((Stop::NoOperands, _)) => unreachable!("{POSTFIX}"),
    }
}

/// `left operator right`; `None` where that divides by zero.
pub(crate) fn operate(operator: Operator, left: &Rational, right: &Rational) -> Option<Rational> {
    Some(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => return left.checked_div(right),
    })
}

/// Decides whether the values of expressions are a target, keeping its work space from
/// one to the next.
///
/// # Examples
///
/// ```
/// use bracket24::{Evaluator, Grammar};
///
/// let mut evaluator = Evaluator::new(24.into());
/// let mut reaches = |text: &str| Ok(evaluator.reaches(&Grammar::Left.parse(text)?));
/// assert_eq!(reaches("8/(3-8/3)")?, Some(true));
/// assert_eq!(reaches("8*3-8/3")?, Some(false));
/// assert_eq!(reaches("24/(3-3)")?, None);
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Evaluator {
    target: Rational,
    stack: ValueStack<i64>,
}

impl Evaluator {
    /// An evaluator that compares with `target`.
    pub const fn new(target: Rational) -> Self {
        Self { target, stack: ValueStack::new() }
    }

    /// Whether the value of `expression` is exactly the target; `None` where it
    /// divides by zero.
    pub fn reaches(&mut self, expression: &Expression<Rational>) -> Option<bool> {
        match fold_small(expression, &mut self.stack) {
            Ok(value) => Some(self.is_target(&value)),
            Err((Stop::DivisionByZero, _)) => None,
            Err((Stop::Overflow, _)) => {
                let value = fold_big(expression).ok()?;
                let target = self.target.to_big();
                Some(value.numer() * target.denom() == target.numer() * value.denom())
            }
            Err((Stop::NoOperands, _)) => unreachable!("{POSTFIX}"),
        }
    }

    /// Whether a value is exactly the target. It need not be in lowest terms.
    pub(crate) fn is_target(&self, value: &Ratio<i64>) -> bool {
        self.target.to_i64_pair().is_some_and(|(numer, denom)| {
            // A target that fits no `i64` in lowest terms equals none that does.
            i128::from(*value.numer()) * i128::from(denom)
                == i128::from(numer) * i128::from(*value.denom())
        })
    }
}

/// Why no operator of an expression lacks an operand.
const POSTFIX: &str = "an operator has its two operands before it";

fn fold_small(
    expression: &Expression<Rational>,
    stack: &mut ValueStack<i64>,
) -> Result<Ratio<i64>, (Stop, usize)> {
    let leaf =
        |leaf: &Rational| leaf.to_i64_pair().map(|(numer, denom)| Ratio::new_raw(numer, denom));
    fold(expression, stack, leaf)
}

fn fold_big(expression: &Expression<Rational>) -> Result<BigRational, (Stop, usize)> {
    fold::<BigInt>(expression, &mut ValueStack::new(), |leaf| Some(leaf.to_big()))
}

/// Works the expression out, or says why not and at which node. What overflows
/// is evaluated again with whole numbers of any size, which never do.
fn fold<N: Num + CheckedAdd + CheckedSub + CheckedMul + Clone>(
    expression: &Expression<Rational>,
    stack: &mut ValueStack<N>,
    leaf: impl Fn(&Rational) -> Option<Ratio<N>>,
) -> Result<Ratio<N>, (Stop, usize)> {
    stack.clear();
    for (index, node) in expression.nodes().iter().enumerate() {
        let done = match &node.kind {
            NodeKind::Leaf(it) => leaf(it).map(|value| stack.push(value)).ok_or(Stop::Overflow),
            NodeKind::Operation(operator) => stack.operate(*operator),
        };
        done.map_err(|stop| (stop, index))?;
    }
    Ok(stack.result().expect("an expression has one root").clone())
}

/// The places of the division at `node` and of its divisor.
pub(crate) fn division_by_zero(expression: &Expression<Rational>, node: usize) -> DivisionByZero {
    let sign = expression.nodes()[node].span.clone();
    // The divisor ends right before the operator, in postfix order.
    DivisionByZero { sign, divisor: expression.number_span(node - 1) }
}
