//! All the hands of a deck.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use itertools::{Either, Itertools};

use crate::hand::{Card, Hand};

/// The hands of so many cards with values from a range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The values a card can have; every value as often as a hand has room.
    pub values: RangeInclusive<u32>,
    /// How many cards a hand has.
    pub cards: usize,
    /// Whether every order of the same cards is a hand of its own.
    pub ordered: bool,
}

impl Deck {
    /// How many hands there are, or `None` where that exceeds 2^64.
    pub fn len(&self) -> Option<u64> {
        let values = u64::from(*self.values.end())
            .checked_sub(u64::from(*self.values.start()))
            .map_or(0, |difference| difference + 1);
        let cards = u32::try_from(self.cards).ok()?;
        if self.ordered {
            return values.checked_pow(cards);
        }
        // Multisets: values + cards - 1 over cards.
        (0..u64::from(cards)).try_fold(1_u64, |count, chosen| {
            let next = u128::from(count) * u128::from(values + chosen) / u128::from(chosen + 1);
            u64::try_from(next).ok()
        })
    }

    /// Whether there is no hand at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() || self.cards == 0
    }

    /// The hands, lexicographically; they are made one by one.
    pub fn hands(&self) -> impl Iterator<Item = Hand> + use<> {
        self.rows().map(hand)
    }

    /// The hands with these numbers, counted from 0.
    pub fn part(&self, numbers: Range<u64>) -> impl Iterator<Item = Hand> + use<> {
        let numbered = (0..).zip(self.rows());
        numbered
            .skip_while(move |(number, _)| *number < numbers.start)
            .take_while(move |(number, _)| *number < numbers.end)
            .map(|(_, row)| hand(row))
    }

    fn rows(&self) -> impl Iterator<Item = Vec<u32>> + use<> {
        let values = self.values.clone();
        if self.ordered {
            Either::Left((0..self.cards).map(|_| values.clone()).multi_cartesian_product())
        } else {
            Either::Right(values.combinations_with_replacement(self.cards))
        }
    }
}

fn hand(values: Vec<u32>) -> Hand {
    Hand::new(values.into_iter().map(Card::from).collect())
}

impl fmt::Display for Deck {
    /// `hands of 4 from 1..13`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ordered = if self.ordered { "ordered " } else { "" };
        let (low, high) = (self.values.start(), self.values.end());
        write!(f, "{ordered}hands of {} from {low}..{high}", self.cards)
    }
}
