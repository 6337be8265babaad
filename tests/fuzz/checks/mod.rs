//! Properties of any input, whatever its bytes. Each `check` takes the bytes of one
//! and panics where it does not.

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
