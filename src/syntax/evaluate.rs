//! The exact value of an expression, or the operation that has no value.

use std::iter;
use std::ops::Range;

use num_bigint::BigInt;
use num_rational::Ratio;

use super::expression::{Expression, NodeKind};
use super::operator::{FieldOperator, Operands, Operator};
use crate::number::{Rational, Residue, Undefined};

/// Returns the exact value of `expression`. [`MAX_RESULT_DIGITS`](crate::MAX_RESULT_DIGITS) limits
/// the results of powers, factorials and joined digits; all other results may have any size.
///
/// # Errors
///
/// [`NoValue`], with the place of the first operation that has no value: operands come before
/// operators, and left comes before right.
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
/// assert_eq!(evaluate(&root).unwrap_err().to_string(), "√2 is not a rational number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(expression: &Expression<Rational>) -> Result<Rational, NoValue> {
    let small = fold_small(expression, &mut ValueStack::default());
    small.map(|value| in_lowest_terms(&value)).or_else(|_| fold_any(expression))
}

/// Returns the value of an operation.
///
/// # Errors
///
/// The reason why the operation has no value.
pub(crate) fn operate(
    operator: Operator,
    operands: Operands<&Rational>,
) -> Result<Rational, Undefined> {
    // A single operand counts as the left and as the right one.
    let (left, right) = (*operands.first(), *operands.last());
    Ok(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left.checked_div(right).ok_or(Undefined::DivisionByZero)?,
        Operator::Remainder => left.remainder(right)?,
        Operator::Power => left.power(right)?,
        Operator::Log => right.logarithm(left)?,
        Operator::Join => left.join(right)?,
        Operator::Negate => -right,
        Operator::Root => right.square_root()?,
        Operator::Factorial => right.factorial()?,
    })
}

/// A value, or the reason why the first undefined operation has no value.
pub(crate) type Value = Result<Rational, Undefined>;

/// Returns the result of an operation on values. A single operand is passed as both `left` and
/// `right`.
pub(crate) fn operate_on(operator: Operator, left: &Value, right: &Value) -> Value {
    // If both operands are undefined, return the reason of the left operand.
    let (left, right) = (left.as_ref().map_err(|it| *it)?, right.as_ref().map_err(|it| *it)?);
    operate(operator, operator.operands(left, right))
}

/// Decides whether the values of expressions equal a target; reuses its memory from one expression
/// to the next.
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
    stack: ValueStack,
}

impl Evaluator {
    /// Makes an evaluator that compares with `target`.
    pub const fn new(target: Rational) -> Self {
        Self { target, stack: ValueStack(Vec::new()) }
    }

    /// Whether the value of `expression` is exactly the target; `None` if it has no value, for
    /// example because of a division by zero.
    pub fn reaches(&mut self, expression: &Expression<Rational>) -> Option<bool> {
        self.try_reaches(expression).ok()
    }

    /// Whether the value of `expression` is exactly the target.
    ///
    /// # Errors
    ///
    /// The reason why the first operation without a value has none.
    pub fn try_reaches(&mut self, expression: &Expression<Rational>) -> Result<bool, Undefined> {
        match fold_small(expression, &mut self.stack) {
            Ok(value) => Ok(self.is_target(&value)),
            Err(Stop::DivisionByZero) => Err(Undefined::DivisionByZero),
            Err(Stop::Overflow | Stop::NotOfField) => match fold_any(expression) {
                Ok(value) => Ok(value == self.target),
                Err(NoValue { reason, .. }) => Err(reason),
            },
            Err(Stop::NoOperands) => unreachable!("an operator has its operands before it"),
        }
    }

    /// Whether a value, not necessarily in lowest terms, is exactly the target.
    pub(crate) fn is_target(&self, value: &Ratio<i64>) -> bool {
        match self.target.to_i64_pair() {
            Some((numer, denom)) => {
                i128::from(*value.numer()) * i128::from(denom)
                    == i128::from(numer) * i128::from(*value.denom())
            }
            // The target does not fit two `i64`, but the value may still equal it. Lowest terms
            // have a positive denominator, so if the value's is negative, both signs change. Then
            // -2^63 becomes 2^63, which does not fit an `i64`.
            None => *value.denom() < 0 && in_lowest_terms(value) == self.target,
        }
    }
}

fn in_lowest_terms(value: &Ratio<i64>) -> Rational {
    Rational::from(Ratio::new_raw(BigInt::from(*value.numer()), BigInt::from(*value.denom())))
}

/// Evaluates field operations until one overflows. The caller then evaluates again with integers of
/// any size, which never overflow.
fn fold_small(tree: &Expression<Rational>, stack: &mut ValueStack) -> Result<Ratio<i64>, Stop> {
    stack.clear();
    for node in tree.nodes() {
        match &node.kind {
            NodeKind::Leaf(leaf) => {
                let (numer, denom) = leaf.to_i64_pair().ok_or(Stop::Overflow)?;
                stack.push(Ratio::new_raw(numer, denom));
            }
            NodeKind::Operation(operator) => stack.operate(*operator)?,
        }
    }
    Ok(*stack.result().expect("an expression has one root"))
}

/// Evaluates an expression with any operators; every value is in lowest terms.
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

/// The reason why an evaluation stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The divisor is zero.
    DivisionByZero,
    /// A value does not fit the number type.
    Overflow,
    /// The stack has fewer than two values.
    NoOperands,
    /// The operator is not one of the four.
    NotOfField,
}

/// A stack of fractions. They are not reduced to lowest terms, because reducing would take most of
/// the time.
#[derive(Debug, Default)]
pub(crate) struct ValueStack(Vec<Ratio<i64>>);

impl ValueStack {
    /// Removes all values, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an operand.
    pub(crate) fn push(&mut self, value: Ratio<i64>) {
        self.0.push(value);
    }

    /// Replaces the last two values with their result. Operators beyond the four need
    /// [`operate`](super::operate).
    pub(crate) fn operate(&mut self, operator: Operator) -> Result<(), Stop> {
        let operator = FieldOperator::of(operator).ok_or(Stop::NotOfField)?;
        let (Some(right), Some(left)) = (self.0.pop(), self.0.last_mut()) else {
            return Err(Stop::NoOperands);
        };
        if operator == FieldOperator::Divide && *right.numer() == 0 {
            return Err(Stop::DivisionByZero);
        }
        *left = apply(operator, *left, right).ok_or(Stop::Overflow)?;
        Ok(())
    }

    /// The only value on the stack; `None` if there is none, or more than one.
    pub(crate) fn result(&self) -> Option<&Ratio<i64>> {
        if let [value] = &*self.0 { Some(value) } else { None }
    }
}

/// The value of `left operator right`, whose divisor is not zero. `None` on overflow.
///
/// This replaces the operators of `Ratio<i64>`, which wrap around in release builds, and its
/// `checked_div`, which returns `None` both for a zero divisor and for overflow.
fn apply(operator: FieldOperator, left: Ratio<i64>, right: Ratio<i64>) -> Option<Ratio<i64>> {
    let ((a, b), (c, d)) = (left.into_raw(), right.into_raw());
    let (numer, denom) = match operator {
        FieldOperator::Add if b == d => (a.checked_add(c)?, b),
        FieldOperator::Subtract if b == d => (a.checked_sub(c)?, b),
        FieldOperator::Add => {
            (a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
        }
        FieldOperator::Subtract => {
            (a.checked_mul(d)?.checked_sub(c.checked_mul(b)?)?, b.checked_mul(d)?)
        }
        FieldOperator::Multiply => (a.checked_mul(c)?, b.checked_mul(d)?),
        FieldOperator::Divide => (a.checked_mul(d)?, b.checked_mul(c)?),
    };
    Some(Ratio::new_raw(numer, denom))
}

/// The values that can be numerators and denominators: integers, residues, polynomials.
pub(crate) trait Ring: Sized {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
}

/// Numbers with the operators of Rust; a `*` after a type copies operands that are taken by value.
macro_rules! numbers {
    ($($number:ty $(: $copy:tt)?),+) => {$(
        impl Ring for $number {
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                $($copy)? self + $($copy)? other
            }

            #[inline]
            fn minus(&self, other: &Self) -> Self {
                $($copy)? self - $($copy)? other
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                ($($copy)? self) * ($($copy)? other)
            }
        }
    )+};
}

numbers!(i64, BigInt, Residue: *);

/// The numerator and denominator of `a/b operator c/d`, not in lowest terms. If `c` is zero, the
/// denominator of a quotient is 0.
#[inline]
pub(crate) fn cross_multiply<T: Ring>(
    operator: FieldOperator,
    (a, b): (&T, &T),
    (c, d): (&T, &T),
) -> (T, T) {
    match operator {
        FieldOperator::Add => (a.times(d).plus(&c.times(b)), b.times(d)),
        FieldOperator::Subtract => (a.times(d).minus(&c.times(b)), b.times(d)),
        FieldOperator::Multiply => (a.times(c), b.times(d)),
        FieldOperator::Divide => (a.times(d), b.times(c)),
    }
}

/// An operation that has no rational value, such as a division by zero or the square
/// root of 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoValue {
    /// The operator.
    pub operator: Operator,
    /// The values of its operands.
    pub operands: Operands<Rational>,
    /// The reason why the operation has no value.
    pub reason: Undefined,
    /// The place of the operator in the text, in bytes.
    pub sign: Range<usize>,
    /// The bytes of its last operand, such as a divisor, from the first to the last number or sign.
    /// They do not include brackets around the whole operand.
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
            // In postfix order, the last operand ends right before the operator.
            operand: expression.part_span(node - 1),
        }
    }

    /// The message, with the divisor that is zero if it has a place in `text`, the evaluated text,
    /// and is not just `0`.
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
        let divisor = divisor(text, self).filter(|it| *it != "0");
        divisor.map_or_else(|| self.to_string(), |it| format!("{self}: {it} is 0"))
    }

    /// The operation with the values of its operands: `(-4)^(1/2)`.
    pub fn operation(&self) -> String {
        operation(self.operator, self.operands.as_ref())
    }
}

/// An operation with the values of its operands, in ordinary arithmetic.
fn operation(operator: Operator, operands: Operands<&Rational>) -> String {
    let leaf = |it: &Rational| Expression::leaf(it.clone());
    Expression::of_operands(operator, operands.map(leaf)).to_string()
}

// `division by zero`, `√2 is not a rational number`
crate::name::display_text!(NoValue, |it| match (&it.reason, it.operator) {
    (Undefined::DivisionByZero, Operator::Divide | Operator::Remainder) =>
        "division by zero".to_owned(),
    (reason, _) => format!("{} {reason}", it.operation()),
});

impl std::error::Error for NoValue {}

/// The divisor with its own brackets. The text from its first to its last number or sign may lack
/// one bracket of a pair, as in `1-1)*(2-2`.
fn divisor<'a>(text: &'a str, error: &NoValue) -> Option<&'a str> {
    // A divisor that a caller built has no place in a text.
    let numbers = text.get(error.operand.clone()).filter(|it| !it.is_empty())?;
    // The numbers of brackets to add before and after: closing ones without an opening one, and
    // opening ones that are not closed.
    let (mut before, mut after) = (0_usize, 0_usize);
    for byte in numbers.bytes() {
        match byte {
            b'(' => after += 1,
            b')' if after > 0 => after -= 1,
            b')' => before += 1,
            _ => {}
        }
    }
    let Range { start, end } = error.operand;
    let opening = text[..start].rmatch_indices('(').map(|(at, _)| at);
    let closing = text[end..].match_indices(')').map(|(at, _)| end + at + 1);
    let start = iter::once(start).chain(opening).nth(before)?;
    text.get(start..iter::once(end).chain(closing).nth(after)?)
}
