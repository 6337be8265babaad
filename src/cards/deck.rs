//! All the hands of a deck.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::hand::{Card, Hand};

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
        multisets(values, self.cards)
    }

    /// Whether there is no hand at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() || self.cards == 0
    }

    /// The hands, lexicographically; they are made one by one.
    pub fn hands(&self) -> impl Iterator<Item = Hand> + use<> {
        self.part(0..u64::MAX)
    }

    /// The hands with these numbers, counted from 0, and no further than they
    /// go. Those before the first are not gone through.
    pub fn part(&self, numbers: Range<u64>) -> impl Iterator<Item = Hand> + use<> {
        let deck = self.clone();
        let count = self.len().map_or(numbers.end, |len| len.min(numbers.end));
        let first = (numbers.start < count).then(|| self.row(numbers.start));
        std::iter::successors(first, move |row| deck.row_after(row))
            .zip(numbers.start..count)
            .map(|(row, _)| Hand::new(row.into_iter().map(Card::from).collect()))
    }

    /// The values of the hand with this number.
    fn row(&self, mut number: u64) -> Vec<u32> {
        let (mut lowest, highest) = (*self.values.start(), *self.values.end());
        let mut row = Vec::with_capacity(self.cards);
        for left in (0..self.cards).rev() {
            // How many rows go on with this value or a higher one.
            let from = |value: u32| {
                let values = u64::from(highest - value) + 1;
                let rows = if self.ordered {
                    u32::try_from(left).ok().and_then(|left| {
                        let width = u64::from(highest - *self.values.start()) + 1;
                        width.checked_pow(left)?.checked_mul(values)
                    })
                } else {
                    multisets(values, left + 1)
                };
                rows.unwrap_or(u64::MAX)
            };
            let all = from(lowest);
            // The highest value before which there are not too many rows.
            let (mut low, mut high) = (lowest, highest);
            while low < high {
                let middle = high - (high - low) / 2;
                if all - from(middle) <= number {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            number -= all - from(low);
            row.push(low);
            if !self.ordered {
                lowest = low;
            }
        }
        row
    }

    /// The values of the next hand.
    fn row_after(&self, row: &[u32]) -> Option<Vec<u32>> {
        let highest = *self.values.end();
        let place = row.iter().rposition(|&value| value < highest)?;
        let mut next = row.to_vec();
        next[place] += 1;
        let from_there = if self.ordered { *self.values.start() } else { next[place] };
        next[place + 1..].fill(from_there);
        Some(next)
    }
}

/// How many multisets of so many cards there are of so many values: `values +
/// cards - 1` over `cards`. `None` where that exceeds 2^64.
fn multisets(values: u64, cards: usize) -> Option<u64> {
    (0..cards as u64).try_fold(1_u64, |count, chosen| {
        let next = u128::from(count) * u128::from(values + chosen) / u128::from(chosen + 1);
        u64::try_from(next).ok()
    })
}

impl fmt::Display for Deck {
    /// `hands of 4 from 1..13`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ordered = if self.ordered { "ordered " } else { "" };
        let (low, high) = (self.values.start(), self.values.end());
        write!(f, "{ordered}hands of {} from {low}..{high}", self.cards)
    }
}
