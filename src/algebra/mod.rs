//! When two expressions are the same, and why: rational functions, their normal
//! form, the laws that rewrite one expression into another.

mod equivalence;
mod normal_form;
mod rational_function;
mod rewriting;
mod symmetry;
mod term_tree;

pub(crate) use equivalence::Closure;
pub use equivalence::{Classes, Distinct, FourNumsRule, Key, Standard, TooManyCards};
pub use normal_form::{Factor, NormalForm, Shape, Term};
pub use rational_function::{MAX_OPERANDS, RationalFunction, Renaming};
pub(crate) use rewriting::divisors;
pub use rewriting::{Chain, Rewrite, Rule, chain, rewrites_to_class, rewrites_to_normal_form};
pub use symmetry::Symmetries;
pub(crate) use symmetry::permutations;
