//! What a teacher shows of an expression, as data: how its value comes about.

mod reduction;

pub use reduction::{Binding, Part, Reduction, Step, ZeroDivision};
