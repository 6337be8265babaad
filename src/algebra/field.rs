//! The one way from the syntax into the algebra: an expression is a rational
//! function if every operator in it is a field operation.

use std::fmt;

use super::rational_function::MAX_OPERANDS;
use crate::grammars::MAX_OPERATORS;
use crate::number::Rational;
use crate::syntax::{Expression, FieldOperator, Operands, Operator};

/// The operation that joins several operands: addition or multiplication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// Terms are added or subtracted.
    Sum,
    /// Factors are multiplied or divided by.
    Product,
}

/// One of the four operations of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FieldOperation {
    pub(crate) kind: Kind,
    /// Whether the right operand is subtracted or divided by.
    pub(crate) inverse: bool,
}

impl FieldOperation {
    pub(crate) const ADD: Self = Self { kind: Kind::Sum, inverse: false };
    pub(crate) const SUBTRACT: Self = Self { kind: Kind::Sum, inverse: true };
    pub(crate) const MULTIPLY: Self = Self { kind: Kind::Product, inverse: false };
    pub(crate) const DIVIDE: Self = Self { kind: Kind::Product, inverse: true };
}

impl FieldOperation {
    /// What it makes of two values; `None` where it divides by zero.
    pub(crate) fn of_values(self, left: &Rational, right: &Rational) -> Option<Rational> {
        match (self.kind, self.inverse) {
            (Kind::Sum, false) => Some(left + right),
            (Kind::Sum, true) => Some(left - right),
            (Kind::Product, false) => Some(left * right),
            (Kind::Product, true) => left.checked_div(right),
        }
    }
}

impl TryFrom<Operator> for FieldOperation {
    type Error = NotRational;

    fn try_from(operator: Operator) -> Result<Self, NotRational> {
        Ok(match FieldOperator::of(operator) {
            Some(FieldOperator::Add) => Self::ADD,
            Some(FieldOperator::Subtract) => Self::SUBTRACT,
            Some(FieldOperator::Multiply) => Self::MULTIPLY,
            Some(FieldOperator::Divide) => Self::DIVIDE,
            None => return Err(NotRational(Reason::Operator(operator))),
        })
    }
}

impl From<FieldOperation> for FieldOperator {
    fn from(operation: FieldOperation) -> Self {
        match (operation.kind, operation.inverse) {
            (Kind::Sum, false) => Self::Add,
            (Kind::Sum, true) => Self::Subtract,
            (Kind::Product, false) => Self::Multiply,
            (Kind::Product, true) => Self::Divide,
        }
    }
}

impl From<FieldOperation> for Operator {
    fn from(operation: FieldOperation) -> Self {
        FieldOperator::from(operation).into()
    }
}

/// Folds `expression` from the leaves up, as [`Expression::fold`] does. Only one
/// that a grammar can read gets in: what it becomes recurses.
pub(crate) fn fold<L, T>(
    expression: &Expression<L>,
    mut leaf: impl FnMut(&L) -> T,
    mut join: impl FnMut(FieldOperation, T, T) -> T,
) -> Result<T, NotRational> {
    NotRational::check_size(expression)?;
    expression.try_fold(
        |it, _| Ok(leaf(it)),
        |operator, operands, _| {
            let operation = operator.try_into()?;
            match operands {
                Operands::Two(left, right) => Ok(join(operation, left, right)),
                Operands::One(_) => unreachable!("a field operation has two operands"),
            }
        },
    )
}

/// Why an expression cannot be compared as a rational function of its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotRational(pub(super) Reason);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reason {
    /// It has this many operands, more than [`MAX_OPERANDS`].
    Operands(usize),
    /// It has this many operators, more than [`MAX_OPERATORS`].
    Operators(usize),
    /// It has this operator, which is none of a field.
    Operator(Operator),
    /// Its slots are not 0, 1, 2 …, each once.
    Slots,
}

impl NotRational {
    /// Whether an expression is small enough to be made into what recurses.
    pub(in crate::algebra) fn check_size<L>(expression: &Expression<L>) -> Result<(), Self> {
        // One node in two is an operator, of those that have two operands.
        let operators = expression.nodes().len() / 2;
        if operators > MAX_OPERATORS {
            return Err(Self(Reason::Operators(operators)));
        }
        Ok(())
    }
}

impl fmt::Display for NotRational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::Operands(operands) => write!(
                f,
                "an expression of {operands} operands is not compared as a rational function: \
                 at most {MAX_OPERANDS} are"
            ),
            Reason::Operators(operators) => write!(
                f,
                "an expression of {operators} operators is not compared as a rational function: \
                 at most {MAX_OPERATORS} are"
            ),
            Reason::Operator(operator) => {
                let name = operator.name();
                write!(f, "an expression with the operator `{name}` is no rational function")
            }
            Reason::Slots => f.write_str("not every slot stands in the expression exactly once"),
        }
    }
}

impl std::error::Error for NotRational {}
