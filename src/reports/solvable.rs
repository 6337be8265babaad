//! The number of hands of a deck that have a solution, for one target or many.

use crate::cards::Deck;
use crate::engines::Reach;
use crate::number::Rational;

/// The number of hands of a deck that have a solution for a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SolvableCount {
    /// The target.
    pub target: Rational,
    /// The number of hands of the deck.
    pub hands: u64,
    /// The number of them that have a solution.
    pub solvable: u64,
}

impl SolvableCount {
    /// What `reach`, which has the tables of `deck`, says of `target`.
    pub fn new(deck: &Deck, reach: &Reach, target: Rational) -> Self {
        Self { hands: deck.len(), solvable: reach.count(&target), target }
    }
}
