//! The number of hands of a deck that have a solution, for one target or many.

use itertools::Itertools;

use crate::cards::{Deck, Hand};
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

    /// What [`Reach`] says of a deck, ordered or not; `None` where it is beyond
    /// it.
    pub fn of(deck: &Deck, target: Rational) -> Option<Self> {
        let sorted = Deck::new(deck.values().clone(), deck.cards(), false).ok()?;
        let reach = Reach::new(&sorted).ok()?;
        if !deck.is_ordered() {
            return Some(Self::new(deck, &reach, target));
        }
        let hands = sorted.hands().zip(reach.solvable(&target));
        let solvable = hands.filter(|(_, solvable)| *solvable).map(|(hand, _)| orders(&hand)).sum();
        Some(Self { target, hands: deck.len(), solvable })
    }
}

/// In how many orders the cards of a hand can lie.
fn orders(hand: &Hand) -> u64 {
    let alike = hand.cards().iter().counts().into_values();
    let factorial = |count: usize| (1..=count as u64).product::<u64>();
    factorial(hand.cards().len()) / alike.map(factorial).product::<u64>()
}
