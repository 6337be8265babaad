//! When two expressions are the same, and why: rational functions, their normal
//! form, the laws by which one expression is rewritten into another.
//!
//! An expression enters by one door, `field.rs`: one with an operator that is no
//! field operation is [`NotRational`], and nothing else here decides by operators.

mod equivalence;
mod extended_form;
mod extended_writing;
mod field;
mod laws;
mod normal_form;
mod rational_function;
mod rewriting;
mod symmetry;
mod term_tree;

pub(crate) use equivalence::Closure;
pub use equivalence::{
    Equivalence, EquivalenceClasses, EquivalenceError, FourNumsRule, Key, Standard,
};
pub(crate) use extended_form::{Atom, ExtendedForm, ExtendedTree};
pub(crate) use field::Kind;
pub use field::NotRational;
pub use laws::Law;
pub use normal_form::NormalForm;
pub use rational_function::MAX_OPERANDS;
#[doc(hidden)]
pub use rational_function::{RationalFunction, Renaming};
pub(crate) use rewriting::divisors;
pub use rewriting::{
    Derivation, RewriteStep, derivation, derivation_to_class, derivation_to_normal_form,
};
#[doc(hidden)]
pub use symmetry::Symmetries;

pub(crate) use term_tree::{Part, TermTree};
