//! Decides whether two expressions are the same, and shows why. The modules cover rational
//! functions, their normal form, and the laws that rewrite one expression into another.
//!
//! Most modules read an expression with `fold` in `rational_function.rs`. It returns
//! [`NotRational`] for an operator that is not a field operation (`+ - * /`). Only the extended
//! forms and the level `value` of [`Equivalence`] accept other operators too.

mod equivalence;
mod extended_form;
mod laws;
mod normal_form;
mod rational_function;
mod rewriting;
mod symmetry;

pub(crate) use equivalence::Closure;
pub use equivalence::{
    Equivalence, EquivalenceClasses, EquivalenceError, FourNumsRule, Key, Standard,
};
pub(crate) use extended_form::{Atom, ExtendedForm, ExtendedTree, has_all};
pub use laws::Law;
pub use normal_form::NormalForm;
pub(crate) use normal_form::{Part, TermTree};
pub(crate) use rational_function::Kind;
pub use rational_function::{MAX_OPERANDS, NotRational, RationalFunction, Renaming};
#[doc(hidden)]
pub(crate) use rewriting::divisors;
pub use rewriting::{
    Derivation, RewriteStep, derivation, derivation_to_class, derivation_to_normal_form,
};
#[doc(hidden)]
pub use symmetry::Symmetries;
