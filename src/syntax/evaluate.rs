//! The exact value of an expression, or the operation that has none.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Num};

use super::expression::{Expression, NodeKind};
use super::no_value::NoValue;
use super::operator::{Operands, Operator};
use super::value_stack::{Stop, ValueStack};
use crate::number::{Rational, Undefined};

/// The exact value of `expression`, of any size that the four operations make; what
/// the others may make is limited to
/// [`MAX_RESULT_DIGITS`](crate::MAX_RESULT_DIGITS).
///
/// # Errors
///
/// [`NoValue`], with the place of the first operation that has none, operands before
/// operators and left before right.
///
/// # Examples
///
/// ```
/// use bracket24::{evaluate, Grammar};
///
/// let expression = Grammar::Left.parse("8/(3-8/3)")?;
/// assert_eq!(evaluate(&expression)?.to_string(), "24");
///
/// let root = Grammar::Extended.parse("3+√(8/4)")?;
/// assert_eq!(evaluate(&root).unwrap_err().to_string(), "√2 is no rational number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(expression: &Expression<Rational>) -> Result<Rational, NoValue> {
    match fold_small(expression, &mut ValueStack::new()) {
        Ok(value) => Ok(in_lowest_terms(&value)),
        Err(Stop::Overflow) => match fold_big(expression) {
            Ok(value) => Ok(Rational::from(value)),
            Err(_) => fold_any(expression),
        },
        Err(_) => fold_any(expression),
    }
}

/// What an operation is worth.
///
/// # Errors
///
/// Why it has no value.
pub(crate) fn operate(
    operator: Operator,
    operands: Operands<&Rational>,
) -> Result<Rational, Undefined> {
    use Operands::{One, Two};
    Ok(match (operator, operands) {
        (Operator::Add, Two(left, right)) => left + right,
        (Operator::Subtract, Two(left, right)) => left - right,
        (Operator::Multiply, Two(left, right)) => left * right,
        (Operator::Divide, Two(left, right)) => {
            left.checked_div(right).ok_or(Undefined::DivisionByZero)?
        }
        (Operator::Remainder, Two(left, right)) => left.remainder(right)?,
        (Operator::Power, Two(base, exponent)) => base.power(exponent)?,
        (Operator::Log, Two(base, value)) => value.logarithm(base)?,
        (Operator::Join, Two(digits, digit)) => digits.join(digit)?,
        (Operator::Negate, One(value)) => -value,
        (Operator::Root, One(value)) => value.square_root()?,
        (Operator::Factorial, One(value)) => value.factorial()?,
        (operator, _) => unreachable!("`{}` has another number of operands", operator.name()),
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
    /// has none, as where it divides by zero.
    pub fn reaches(&mut self, expression: &Expression<Rational>) -> Option<bool> {
        self.try_reaches(expression).ok()
    }

    /// Whether the value of `expression` is exactly the target.
    ///
    /// # Errors
    ///
    /// Why the first operation without a value has none.
    pub fn try_reaches(&mut self, expression: &Expression<Rational>) -> Result<bool, Undefined> {
        let any = |target: &Rational| match fold_any(expression) {
            Ok(value) => Ok(value == *target),
            Err(NoValue { reason, .. }) => Err(reason),
        };
        match fold_small(expression, &mut self.stack) {
            Ok(value) => Ok(self.is_target(&value)),
            Err(Stop::DivisionByZero) => Err(Undefined::DivisionByZero),
            Err(Stop::Overflow) => match fold_big(expression) {
                Ok(value) => {
                    let target = self.target.to_big();
                    Ok(value.numer() * target.denom() == target.numer() * value.denom())
                }
                Err(_) => any(&self.target),
            },
            Err(Stop::NotOfField) => any(&self.target),
            Err(Stop::NoOperands) => unreachable!("an operator has its operands before it"),
        }
    }

    /// Whether a value is exactly the target. It need not be in lowest terms.
    pub(crate) fn is_target(&self, value: &Ratio<i64>) -> bool {
        match self.target.to_i64_pair() {
            Some((numer, denom)) => {
                i128::from(*value.numer()) * i128::from(denom)
                    == i128::from(numer) * i128::from(*value.denom())
            }
            // In lowest terms the denominator is positive: -2^63 may stand above or
            // below a negative one, and fits no `i64` with the other sign.
            None => *value.denom() < 0 && in_lowest_terms(value) == self.target,
        }
    }
}

fn in_lowest_terms(value: &Ratio<i64>) -> Rational {
    Rational::from(Ratio::new_raw(BigInt::from(*value.numer()), BigInt::from(*value.denom())))
}

fn fold_small(
    expression: &Expression<Rational>,
    stack: &mut ValueStack<i64>,
) -> Result<Ratio<i64>, Stop> {
    let leaf =
        |leaf: &Rational| leaf.to_i64_pair().map(|(numer, denom)| Ratio::new_raw(numer, denom));
    fold(expression, stack, leaf)
}

fn fold_big(expression: &Expression<Rational>) -> Result<BigRational, Stop> {
    fold::<BigInt>(expression, &mut ValueStack::new(), |leaf| Some(leaf.to_big()))
}

/// Works the expression out as far as field operations go. What overflows is
/// evaluated again with whole numbers of any size, which never do.
fn fold<N: Num + CheckedAdd + CheckedSub + CheckedMul + Clone>(
    expression: &Expression<Rational>,
    stack: &mut ValueStack<N>,
    leaf: impl Fn(&Rational) -> Option<Ratio<N>>,
) -> Result<Ratio<N>, Stop> {
    stack.clear();
    for node in expression.nodes() {
        match &node.kind {
            NodeKind::Leaf(it) => stack.push(leaf(it).ok_or(Stop::Overflow)?),
            NodeKind::Operation(operator) => stack.operate(*operator)?,
        }
    }
    Ok(stack.result().expect("an expression has one root").clone())
}

/// Works the expression out with any operators, a value in lowest terms for each.
fn fold_any(expression: &Expression<Rational>) -> Result<Rational, NoValue> {
    let mut values: Vec<Rational> = Vec::new();
    for (index, node) in expression.nodes().iter().enumerate() {
        let value = match &node.kind {
            NodeKind::Leaf(it) => it.clone(),
            NodeKind::Operation(operator) => {
                let operands = operator.take(&mut values);
                operate(*operator, operands.as_ref())
                    .map_err(|reason| NoValue::at(expression, index, operands, reason))?
            }
        };
        values.push(value);
    }
    Ok(values.pop().expect("an expression has one root"))
}
