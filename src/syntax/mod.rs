//! Operators and expressions: all that a grammar may produce, with its printing and
//! evaluation.

mod brackets;
mod cross_multiply;
mod evaluate;
mod expression;
mod field_operator;
mod leaf;
mod no_value;
mod operator;
mod operator_set;
mod print;
mod signs;
mod value_stack;

pub(crate) use brackets::{is_blank, with_brackets};
pub(crate) use cross_multiply::{Ring, cross_multiply};
pub(crate) use evaluate::operate;
pub use evaluate::{Evaluator, evaluate};
pub(crate) use expression::Builder;
pub use expression::{Expression, Node, NodeKind};
pub(crate) use field_operator::FieldOperator;
pub(crate) use leaf::{Leaf, letter_value};
pub use leaf::{LeafError, Slot};
pub use no_value::NoValue;

pub use operator::{Operands, Operator, Position};
pub use operator_set::{OperatorSet, OperatorSetError};
pub use signs::ascii_signs;
pub(crate) use value_stack::{Stop, ValueStack};
