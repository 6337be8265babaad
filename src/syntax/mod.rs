//! Operators and expressions: all that a grammar may produce, with its printing and
//! evaluation.

mod brackets;
mod cross_multiply;
mod divisor;
mod evaluate;
mod expression;
mod leaf;
mod operator;
mod print;
mod signs;
mod value_stack;

pub(crate) use brackets::{is_blank, with_brackets};
pub(crate) use cross_multiply::{Ring, cross_multiply};
pub use evaluate::{DivisionByZero, Evaluator, evaluate};
pub(crate) use evaluate::{division_by_zero, operate};
pub(crate) use expression::Builder;
pub use expression::{Expression, Node, NodeKind};
pub(crate) use leaf::{Leaf, letter_value};
pub use leaf::{LeafError, Slot};
pub use operator::Operator;
pub use signs::ascii_signs;
pub(crate) use value_stack::{Stop, ValueStack};
