//! Warnings about grammars that can be used but are likely wrong.

mod char_set;
mod first_set;
mod unreachable;

pub(super) use unreachable::unreachable_alternatives;
