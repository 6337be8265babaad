//! The one way from the syntax into the algebra: an expression is a rational
//! function if every operator in it is a field operation.

use std::fmt;

use super::rational_function::MAX_OPERANDS;
use crate::grammars::MAX_OPERATORS;
use crate::syntax::{Expression, Operator};

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

impl TryFrom<Operator> for FieldOperation {
    type Error = NotRational;

    fn try_from(operator: Operator) -> Result<Self, NotRational> {
        Ok(match operator {
            Operator::Add => Self::ADD,
            Operator::Subtract => Self::SUBTRACT,
            Operator::Multiply => Self::MULTIPLY,
            Operator::Divide => Self::DIVIDE,
        })
    }
}

impl From<FieldOperation> for Operator {
    fn from(operation: FieldOperation) -> Self {
        match (operation.kind, operation.inverse) {
            (Kind::Sum, false) => Self::Add,
            (Kind::Sum, true) => Self::Subtract,
            (Kind::Product, false) => Self::Multiply,
            (Kind::Product, true) => Self::Divide,
        }
    }
}

/// Folds `expression` from the leaves up, as [`Expression::fold`] does. Only one
/// that a grammar can read gets in: what it becomes recurses.
pub(crate) fn fold<L, T>(
    expression: &Expression<L>,
    mut leaf: impl FnMut(&L) -> T,
    mut join: impl FnMut(FieldOperation, T, T) -> T,
) -> Result<T, NotRational> {
    // One node in two is an operator.
    let operators = expression.nodes().len() / 2;
    if operators > MAX_OPERATORS {
        return Err(NotRational(Reason::Operators(operators)));
    }
    expression.try_fold(
        |it, _| Ok(leaf(it)),
        |operator, left, right, _| Ok(join(operator.try_into()?, left, right)),
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
    /// Its slots are not 0, 1, 2 …, each once.
    Slots,
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
            Reason::Slots => f.write_str("not every slot stands in the expression exactly once"),
        }
    }
}

impl std::error::Error for NotRational {}
