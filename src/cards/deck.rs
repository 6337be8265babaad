//! All the hands of a deck.

use std::iter::FusedIterator;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::time::{Duration, Instant};

use super::hand::{Card, Hand};

/// The hands of `n` cards with values from a range.
///
/// ```
/// use bracket24::Deck;
///
/// let deck = Deck::new(1..=13, 4, false)?;
/// assert_eq!(deck.len(), 1820);
/// assert_eq!(deck.hands().next().unwrap().to_string(), "1 1 1 1");
///
/// let mut pairs = 0;
/// for hand in &Deck::new(1..=6, 2, false)? {
///     pairs += u32::from(hand.cards()[0] == hand.cards()[1]);
/// }
/// assert_eq!(pairs, 6);
/// # Ok::<(), bracket24::DeckError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deck {
    values: RangeInclusive<u32>,
    cards: usize,
    ordered: bool,
    len: u64,
}

/// The maximum number of cards in a hand of a deck.
const MAX_DECK_CARDS: usize = 100;

impl Deck {
    /// Makes the deck of all hands of `size` cards with values from `values`. Several cards of a
    /// hand, or all, may have the same value. If `ordered`, the same cards in different orders are
    /// different hands.
    ///
    /// # Errors
    ///
    /// Returns an error if a hand has more than 100 cards, or if the number of hands overflows a
    /// `u64`.
    pub fn new(values: RangeInclusive<u32>, size: usize, ordered: bool) -> Result<Self, DeckError> {
        let mut deck = Self { values, cards: size, ordered, len: 0 };
        if size > MAX_DECK_CARDS {
            return Err(DeckError::TooManyCards(deck.to_string()));
        }
        // A range that an iteration has used up is empty, although its ends do not show that.
        let all = || width(*deck.values.start(), *deck.values.end());
        let width = if deck.values.is_empty() { 0 } else { all() };
        deck.len =
            deck.count(width, size).ok_or_else(|| DeckError::TooManyHands(deck.to_string()))?;
        Ok(deck)
    }

    /// Returns the values that a card can have.
    pub const fn values(&self) -> &RangeInclusive<u32> {
        &self.values
    }

    /// Returns the number of cards in a hand.
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// Whether the same cards in different orders are different hands.
    pub const fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Returns the number of hands.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether the deck has no hands.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the hands in lexicographic order, and makes them one by one.
    pub fn hands(&self) -> Hands {
        self.range(0..self.len)
    }

    /// Iterates over the hands with these `numbers`. The first of all [`hands`](Self::hands) has
    /// the number 0; no hand has a number of [`len`](Self::len) or more. The iterator begins at the
    /// first of the `numbers`, and does not visit the hands before it.
    pub fn range(&self, numbers: Range<u64>) -> Hands {
        let left = numbers.end.min(self.len).saturating_sub(numbers.start);
        Hands { deck: self.clone(), next: (left > 0).then(|| self.unrank(numbers.start)), left }
    }

    /// Divides the deck into `of` parts, and returns the numbers of the hands in the part `part`,
    /// which counts from 1. Each part needs about the same work. The work on a hand is measured by
    /// the number of orders of its cards.
    ///
    /// ```
    /// use bracket24::Deck;
    ///
    /// let deck = Deck::new(1..=13, 4, false)?;
    /// assert_eq!(deck.part(1, 2), 0..858);
    /// assert_eq!(deck.part(2, 2), 858..1820);
    /// # Ok::<(), bracket24::DeckError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `part` is not from 1 to `of`.
    pub fn part(&self, part: u64, of: u64) -> Range<u64> {
        assert!((1..=of).contains(&part), "parts count from 1 to {of}");
        self.bound(part - 1, of)..self.bound(part, of)
    }

    /// Returns the number of hands in the first `parts` of the `of` parts.
    fn bound(&self, parts: u64, of: u64) -> u64 {
        let (parts, of) = (u128::from(parts), u128::from(of));
        let share = |whole: u128| whole / of * parts + whole % of * parts / of;
        let size = u32::try_from(self.cards).expect("a hand has at most 100 cards");
        let (low, high) = (*self.values.start(), *self.values.end());
        match u128::from(width(low, high)).checked_pow(size) {
            Some(orders) if !self.ordered && parts < of && !self.is_empty() => {
                self.rank(self.unrank_by(share(orders), |all, from| self.orders_from(all, from)))
            }
            // Each hand counts once, because the deck is ordered or the number of orders overflows.
            _ => u64::try_from(share(self.len.into())).expect("a share is no more than all"),
        }
    }

    /// Counts the orders of the hands that begin with the sorted `cards`, and whose next card is
    /// `from` or higher.
    fn orders_from(&self, cards: &[u32], from: u32) -> u128 {
        let left = self.cards - cards.len();
        let (mut places, mut ways) = (self.cards, 1);
        let runs = cards.chunk_by(|one, next| one == next);
        let last = runs.clone().last().map_or(0, <[u32]>::len);
        for run in runs {
            if run[0] != cards[cards.len() - 1] {
                ways *= binomial(places, run.len());
                places -= run.len();
            }
        }
        let high = u64::from(*self.values.end());
        let goes_on = cards.last() == Some(&from);
        // After `cards`, the last card may be repeated `again` times. All further cards are higher.
        let higher = u128::from(high + 1 - u64::from(from)) - u128::from(goes_on);
        let again = 0..=if goes_on { left } else { 0 };
        let exponent = |again| u32::try_from(left - again).expect("a hand has at most 100 cards");
        // No product overflows, because it counts orders, or is 0 from the first factor on.
        again.map(|it| higher.pow(exponent(it)) * ways * binomial(places, last + it)).sum()
    }

    /// Returns the deck that is not ordered and has the same hands, each in one order only.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let sorted = Self::new(self.values.clone(), self.cards, false);
        sorted.expect("without their orders there are no more hands")
    }

    /// The number of orders of the cards of each hand of the [`sorted`](Self::sorted) deck.
    pub(crate) fn orders(&self) -> Vec<u64> {
        let of = |hand: Hand| {
            let mut places = hand.cards().len();
            let runs = hand.cards().chunk_by(|one, next| one == next).map(|run| {
                places -= run.len();
                binomial(places + run.len(), run.len())
            });
            u64::try_from(runs.product::<u128>()).expect("the deck counts them")
        };
        self.sorted().hands().map(of).collect()
    }

    /// Counts the hands of `cards` cards with `values` distinct values; `None` if that overflows
    /// a `u64`.
    fn count(&self, values: u64, cards: usize) -> Option<u64> {
        (0..cards as u64).try_fold(1_u64, |count, chosen| {
            if self.ordered {
                return count.checked_mul(values);
            }
            // Without their orders, there are `values + cards - 1` choose `cards` hands. No step
            // lowers the count, so if one of them overflows, the result overflows too.
            let next = u128::from(count) * u128::from(values + chosen) / u128::from(chosen + 1);
            u64::try_from(next).ok()
        })
    }

    /// Returns the values of the hand with this `number`, which must be below the length.
    ///
    /// This is lexicographic unranking of multisets (of words, if the deck is ordered). Each card
    /// is the highest value that has at most `number` hands before it. Bisection finds this value.
    /// Then the hands before the value are subtracted from `number`. D. E. Knuth, The Art of
    /// Computer Programming, volume 4A, 7.2.1.3, does the same with combinations.
    fn unrank(&self, number: u64) -> Vec<u32> {
        self.unrank_by(number.into(), |cards, from| {
            let lowest = self.lowest_after(cards.last());
            self.hands_from(lowest, from, self.cards - cards.len() - 1).into()
        })
    }

    /// Like [`unrank`](Self::unrank), but hands have weights: `from(cards, value)` returns the
    /// weight of all hands that begin with `cards`, and whose next card is `value` or higher.
    fn unrank_by(&self, mut number: u128, from: impl Fn(&[u32], u32) -> u128) -> Vec<u32> {
        let mut hand = Vec::with_capacity(self.cards);
        while hand.len() < self.cards {
            let (mut low, mut high) = (self.lowest_after(hand.last()), *self.values.end());
            let all = from(&hand, low);
            while low < high {
                let middle = high - (high - low) / 2;
                if all - from(&hand, middle) <= number {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            number -= all - from(&hand, low);
            hand.push(low);
        }
        hand
    }

    /// Returns the lowest card that can come after `card` in a hand.
    fn lowest_after(&self, card: Option<&u32>) -> u32 {
        card.filter(|_| !self.ordered).map_or(*self.values.start(), |&card| card)
    }

    /// Returns the number of a hand in the order of [`hands`](Self::hands), counted from 0; `None`
    /// if the deck does not contain the hand. If the deck is not ordered, the cards of `hand` may
    /// be in any order.
    ///
    /// ```
    /// use bracket24::{Deck, Hand};
    ///
    /// let deck = Deck::new(1..=13, 4, false)?;
    /// assert_eq!(deck.number_of(&Hand::from([1, 1, 1, 2])), Some(1));
    /// assert_eq!(deck.number_of(&Hand::from([2, 1, 1, 1])), Some(1));
    /// assert_eq!(deck.number_of(&Hand::from([1, 1, 1, 14])), None);
    /// # Ok::<(), bracket24::DeckError>(())
    /// ```
    pub fn number_of(&self, hand: &Hand) -> Option<u64> {
        let value = |card: &Card| match card.value().to_i64_pair() {
            Some((value, 1)) => u32::try_from(value).ok().filter(|it| self.values.contains(it)),
            _ => None,
        };
        let mut values = hand.iter().map(value).collect::<Option<Vec<u32>>>()?;
        (values.len() == self.cards).then_some(())?;
        if !self.ordered {
            values.sort_unstable();
        }
        Some(self.rank(values))
    }

    /// Returns the number of a hand of the deck. It does the reverse of [`unrank`](Self::unrank):
    /// for each place in the hand, it adds up the hands that have a lower card in this place.
    fn rank(&self, hand: Vec<u32>) -> u64 {
        let (mut lowest, mut number) = (*self.values.start(), 0);
        for (value, left) in hand.into_iter().zip((0..self.cards).rev()) {
            number += self.hands_from(lowest, lowest, left) - self.hands_from(lowest, value, left);
            if !self.ordered {
                lowest = value;
            }
        }
        number
    }

    /// Counts the ways to continue a hand with a card that is `value` or higher, and then with
    /// `left` more cards. If the deck is ordered, these can be `lowest` or higher. Otherwise no
    /// card is lower than the one before it.
    fn hands_from(&self, lowest: u32, value: u32, left: usize) -> u64 {
        let highest = *self.values.end();
        let values = width(value, highest);
        let hands = if self.ordered {
            self.count(width(lowest, highest), left).and_then(|it| it.checked_mul(values))
        } else {
            self.count(values, left + 1)
        };
        hands.expect("a part of the deck has no more hands than the deck")
    }

    /// Returns the values of the hand after `hand`.
    fn successor(&self, hand: &[u32]) -> Option<Vec<u32>> {
        let place = hand.iter().rposition(|&value| value < *self.values.end())?;
        let mut next = hand.to_vec();
        next[place] += 1;
        let from_there = if self.ordered { *self.values.start() } else { next[place] };
        next[place + 1..].fill(from_there);
        Some(next)
    }
}

#[allow(clippy::into_iter_without_iter)] // the method is called `hands`
impl IntoIterator for &Deck {
    type Item = Hand;
    type IntoIter = Hands;

    fn into_iter(self) -> Hands {
        self.hands()
    }
}

/// Iterates over hands of a deck in lexicographic order; made by [`Deck::hands`] and
/// [`Deck::range`].
#[derive(Debug, Clone)]
pub struct Hands {
    deck: Deck,
    /// The values of the next hand.
    next: Option<Vec<u32>>,
    /// The number of remaining hands.
    left: u64,
}

impl Iterator for Hands {
    type Item = Hand;

    fn next(&mut self) -> Option<Hand> {
        self.left = self.left.checked_sub(1)?;
        let values = self.next.take()?;
        if self.left > 0 {
            self.next = self.deck.successor(&values);
        }
        Some(values.into_iter().collect())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (*left.as_ref().unwrap_or(&usize::MAX), left.ok())
    }
}

impl FusedIterator for Hands {}

/// Returns the binomial coefficient, `of` choose `chosen`.
fn binomial(of: usize, chosen: usize) -> u128 {
    (0..chosen as u128).fold(1, |ways, before| ways * (of as u128 - before) / (before + 1))
}

/// Counts the values from `low` to `high`.
fn width(low: u32, high: u32) -> u64 {
    if low > high { 0 } else { u64::from(high - low) + 1 }
}

// `hands of 4 from 1..13`
crate::name::display_text!(Deck, |it| {
    let ordered = if it.ordered { "ordered " } else { "" };
    let (low, high) = (it.values.start(), it.values.end());
    format!("{ordered}hands of {} from {low}..{high}", it.cards)
});

/// The reason why a deck cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DeckError {
    /// The hands have too many cards. The text describes the hands.
    #[error("there are no {0}: a hand has at most {MAX_DECK_CARDS} cards")]
    TooManyCards(String),
    /// The number of hands overflows a `u64`. The text describes the hands.
    #[error("there are too many {0} to count")]
    TooManyHands(String),
}

/// The maximum time that the work on a portion should take, because the program can stop only
/// between two portions.
const PORTION_TIME: Duration = Duration::from_millis(100);

/// The maximum number of hands in a portion.
const MAX_PORTION: usize = 4096;

/// An iterator over portions of hands. Each portion is twice as large as the last one, or half as
/// large if the last one took too long. Only one portion is in memory at a time.
pub(crate) struct Portions<I> {
    hands: I,
    size: usize,
    /// The time at which the last portion was returned.
    since: Option<Instant>,
}

impl<I: Iterator<Item = Hand>> Portions<I> {
    /// Divides `hands` into portions.
    pub(crate) const fn new(hands: I) -> Self {
        Self { hands, size: 2, since: None }
    }
}

impl<I: Iterator<Item = Hand>> Iterator for Portions<I> {
    type Item = Vec<Hand>;

    fn next(&mut self) -> Option<Vec<Hand>> {
        if let Some(since) = self.since {
            self.size = if since.elapsed() > PORTION_TIME {
                (self.size / 2).max(1)
            } else {
                (self.size * 2).min(MAX_PORTION)
            };
        }
        let portion: Vec<Hand> = self.hands.by_ref().take(self.size).collect();
        self.since = Some(Instant::now());
        (!portion.is_empty()).then_some(portion)
    }
}

/// Calls `work` with every hand, on all processors if the feature `parallel` is on. Passes each
/// hand and its result to `take`, in the order of the hands, until `take` returns `Break`.
///
/// The function keeps only a portion of the hands in memory at a time.
pub fn for_each_hand<T: Send>(
    hands: impl IntoIterator<Item = Hand>,
    work: impl Fn(&Hand) -> T + Sync,
    mut take: impl FnMut(Hand, T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for portion in Portions::new(hands.into_iter()) {
        let results = map(&portion, &work);
        for (hand, result) in portion.into_iter().zip(results) {
            take(hand, result)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the results of `work` for all hands, on all processors if the feature `parallel` is on.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send>(hands: &[Hand], work: &(impl Fn(&Hand) -> T + Sync)) -> Vec<T> {
    use rayon::prelude::*;

    hands.par_iter().map(work).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T: Send>(hands: &[Hand], work: &(impl Fn(&Hand) -> T + Sync)) -> Vec<T> {
    hands.iter().map(work).collect()
}
