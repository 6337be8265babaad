//! What is wrong with a grammar although it can be used.

mod char_set;
mod first_set;
mod unreachable;

pub(super) use unreachable::unreachable_alternatives;
