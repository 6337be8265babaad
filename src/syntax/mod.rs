//! What a grammar may produce: operators, expressions, how they are written and
//! what they are worth.

mod evaluate;
mod expression;

pub(crate) use evaluate::division_by_zero;
pub use evaluate::{DivisionByZero, Evaluator, evaluate};
pub(crate) use expression::{Builder, Leaf};
pub use expression::{Expression, Kind, LeafError, Node, Operator, Slot};
