//! For fitting the terms: the ways of a hand, term by term.

use super::Difficulty;
use super::term::{Counts, Step, Term};
use super::ways as all;
use super::ways::Tally;
use crate::cards::Hand;
use crate::number::Rational;

/// What the terms are called.
pub const TERMS: &[&str] = Term::NAMES;
/// What each is worth.
pub const POINTS: &[i32] = &Term::POINTS;
/// The points before any term.
pub const START: i32 = Difficulty::START;

/// How often each term is in each way to make the target; none where the hand is
/// not rated.
pub fn ways(hand: &Hand, target: &Rational) -> Vec<[i32; Term::COUNT]> {
    if hand.cards().len() > Difficulty::MAX_CARDS {
        return Vec::new();
    }
    let cards: Vec<Rational> = hand.iter().map(|card| card.value().clone()).collect();
    all::ways(&cards, target).map_or(Vec::new(), |Each(ways)| ways)
}

/// Each way by its terms.
struct Each(Vec<Counts>);

impl Tally for Each {
    fn of_card(terms: &Counts) -> Self {
        Self(vec![*terms])
    }

    fn join(&self, other: &Self, step: &Step<'_>) -> Self {
        let step = step.terms();
        let sum = |left: &Counts, right: &Counts| std::array::from_fn(|it| left[it] + right[it]);
        let with_step = self.0.iter().map(|way| sum(way, &step));
        Self(
            with_step.flat_map(|left| other.0.iter().map(move |right| sum(&left, right))).collect(),
        )
    }

    fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}
