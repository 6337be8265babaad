//! Operators and expressions: everything that a grammar may produce, with printing and evaluation.

mod evaluate;
mod expression;
mod operator;
mod operator_set;
mod print;

pub use evaluate::{Evaluator, NoValue, evaluate};
pub(crate) use evaluate::{Ring, Stop, Value, ValueStack, cross_multiply, operate, operate_on};
pub(crate) use expression::{Builder, Leaf, letter_value};
pub use expression::{Expression, LeafError, Node, NodeKind, Slot};
pub(crate) use operator::FieldOperator;
pub use operator::{Operands, Operator, Position, ascii_signs, typed_signs};
pub use operator_set::{OperatorSet, OperatorSetError};
pub(crate) use print::{Side, is_blank, needs_brackets, with_brackets};
