//! What is likely wrong with a grammar although it can be used, and what keeps one
//! from being used that only its own rules tell.

mod change;
mod char_set;
mod first_set;
mod left_recursion;
mod recursion_errors;
mod repetition;
mod shortest;
pub(super) mod trial;
mod unreachable;

pub(super) use left_recursion::cycles;
pub(super) use recursion_errors::recursion_error;
pub(super) use unreachable::unreachable_alternatives;
