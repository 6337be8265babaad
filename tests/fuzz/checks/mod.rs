//! Checks of properties that hold for any input. Each `check` takes the bytes of an input, and
//! panics if something does not hold.

pub mod batch;
pub mod deck;
pub mod expression;
pub mod hand;
pub mod lints;
#[cfg(feature = "serde")]
pub mod part;
pub mod set;
pub mod template;
pub mod user_grammar;

#[path = "../../library/independent.rs"]
mod independent;
mod places;
