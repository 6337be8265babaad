//! Why nothing can be dealt.

use std::collections::BTreeMap;
use std::fmt;

use super::deal::MAX_HANDS;
use super::{Need, Wanted};
use crate::cards::Deck;
use crate::difficulty::{Difficulty, Level};
use crate::number::Rational;
use crate::words::list_and;

/// Why nothing can be dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealError {
    /// The hands have more cards than can be solved.
    TooManyCards(usize),
    /// The deck has more hands than can be put in an order.
    TooManyHands(u64),
    /// No hand of the deck is wanted.
    None(Box<NoneWanted>),
}

/// What there is where no hand is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoneWanted {
    /// The hands.
    pub deck: Deck,
    /// What their cards were to make.
    pub target: Rational,
    /// Which were wanted.
    pub wanted: Wanted,
    /// How many of those that have a solution are of each level there is.
    pub levels: BTreeMap<Level, u64>,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCards(cards) => {
                write!(
                    f,
                    "hands to deal have up to {} cards, and these {cards}",
                    Difficulty::MAX_CARDS
                )
            }
            Self::TooManyHands(hands) => {
                write!(f, "a deck to deal has up to {MAX_HANDS} hands, and this one {hands}")
            }
            Self::None(none) => none.fmt(f),
        }
    }
}

impl fmt::Display for NoneWanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { deck, target, wanted, levels } = self;
        let solvable: u64 = levels.values().sum();
        if solvable == 0 {
            return write!(f, "none of the {deck} makes {target}");
        }
        let level = wanted.level.map(|level| format!("is {level}"));
        let without = wanted.no_fractions.then(|| "does without a fraction".to_owned());
        let needs = wanted.needs.map(|need| match need {
            Need::Fraction => "needs a fraction".to_owned(),
        });
        let wanted = list_and(level.into_iter().chain(without).chain(needs));
        write!(f, "of the {deck}, {solvable} make {target}, and none of these {wanted}")?;
        let levels = levels.iter().map(|(level, count)| format!("{count} {level}"));
        write!(f, ": there are {}", list_and(levels))
    }
}

impl std::error::Error for DealError {}
