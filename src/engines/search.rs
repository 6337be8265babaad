//! The common part of the searches, which go through expressions of ordinary
//! arithmetic and need nothing but the hand.

use std::ops::ControlFlow;

use super::numbers::{Number, large, small};
use super::solution::Solution;
use super::{Effort, Engine, Refusal};
use crate::cards::Hand;
use crate::number::Rational;

/// The most cards a search through pairs takes: with one more there are 168 times
/// as many ends.
pub(super) const MAX_SEARCH_CARDS: usize = 7;

/// The receiver of the solutions, which can stop the search.
pub(super) type Found<'a> = dyn FnMut(Solution) -> ControlFlow<()> + 'a;

/// An engine that searches, over whichever type of number is safe for the hand.
pub(super) trait Search: Send + Sync {
    /// As [`Engine::refusal`].
    fn refusal(cards: usize) -> Option<Refusal> {
        (cards > MAX_SEARCH_CARDS).then_some(Refusal::AtMost(MAX_SEARCH_CARDS))
    }

    /// As [`Engine::solve`], with the values of the cards of `hand` and the
    /// target as numbers of one type; for hands that are not refused.
    fn search<N: Number>(
        hand: &Hand,
        cards: Vec<N>,
        target: &N::Target,
        found: &mut Found<'_>,
    ) -> Effort;
}

impl<S: Search> Engine for S {
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        S::refusal(cards)
    }

    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut Found<'_>,
    ) -> Result<Effort, Refusal> {
        if let Some(refusal) = S::refusal(hand.cards().len()) {
            return Err(refusal);
        }
        Ok(if let Some((cards, target)) = small(hand, target) {
            S::search(hand, cards, &target, found)
        } else {
            let (cards, target) = large(hand, target);
            S::search(hand, cards, &target, found)
        })
    }
}
