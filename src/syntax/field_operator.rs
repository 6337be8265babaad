//! The four operators of a field, which searches and the algebra go by.

use super::operator::Operator;

/// An operator that makes of two values a third with addition, multiplication and
/// their inverses alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum FieldOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl FieldOperator {
    /// The operator, if it is one of the four.
    pub(crate) const fn of(operator: Operator) -> Option<Self> {
        Some(match operator {
            Operator::Add => Self::Add,
            Operator::Subtract => Self::Subtract,
            Operator::Multiply => Self::Multiply,
            Operator::Divide => Self::Divide,
            Operator::Remainder
            | Operator::Negate
            | Operator::Power
            | Operator::Root
            | Operator::Factorial
            | Operator::Log
            | Operator::Join => return None,
        })
    }
}

impl From<FieldOperator> for Operator {
    fn from(operator: FieldOperator) -> Self {
        match operator {
            FieldOperator::Add => Self::Add,
            FieldOperator::Subtract => Self::Subtract,
            FieldOperator::Multiply => Self::Multiply,
            FieldOperator::Divide => Self::Divide,
        }
    }
}
