//! Why an engine cannot do a hand.

use std::fmt;

use super::Engine;
use crate::syntax::OperatorSet;

/// Why an engine cannot do a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The set has no template of the hand's size.
    NoTemplates,
    /// It does only hands of this number of cards.
    Only(usize),
    /// It does hands of at most this number of cards.
    AtMost(usize),
    /// It goes by the four operators of a field alone.
    Operators,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTemplates => f.write_str("the set has no template of that size"),
            Self::Only(cards) => write!(f, "it does only hands of {cards} cards"),
            Self::AtMost(cards) => write!(f, "it does hands of at most {cards} cards"),
            Self::Operators => f.write_str("it goes by `+`, `-`, `*` and `/` alone"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The `search` where it is asked for the four operators alone, by which it goes.
///
/// # Errors
///
/// [`Refusal::Operators`] where it is asked for others.
pub(super) fn of_the_four(
    operators: OperatorSet,
    search: impl Engine + 'static,
) -> Result<Box<dyn Engine>, Refusal> {
    if operators.is_of_field() { Ok(Box::new(search)) } else { Err(Refusal::Operators) }
}
