//! How hard a hand is for people, and why.
//!
//! The model is a race. Each way to reach the target is a runner that arrives at a
//! rate of its own; the hand is solved when the first one arrives, and independent
//! runners are first at the sum of their rates (the minimum of exponential
//! variables). A hand with many ways is easy for that alone; one with a single way
//! is as hard as that way. The rate of a way is a product: every step and every
//! card has a few terms, such as a division or a fraction, and each of these makes
//! it slower, or faster, by a factor. So nothing is looked up, a rating says what
//! it is made of, and other decks and targets are rated by the same terms.
//!
//! The factors are fitted on how long people took for 690 of the 1362 solvable
//! hands of 1 to 13; `tests/examples/fit_difficulty.rs` fits them again, and says how
//! well the order of hands that were left out of the fit is told.

mod level;
mod rate;
mod reason;
mod summary;
mod term;
mod ways;

#[doc(hidden)]
pub mod fitting;

pub use level::Level;
pub use reason::Reason;

use crate::cards::Hand;
use crate::number::Rational;
use rate::Rate;
use summary::Summary;
use term::of_card;

/// How hard a hand is for people.
///
/// ```
/// use bracket24::Hand;
/// use bracket24::difficulty::{Difficulty, Level};
///
/// let rate = |hand: [u32; 4]| Difficulty::of(&Hand::from(hand), &24.into());
/// let easy = rate([1, 1, 3, 8]).expect("it can be solved");
/// let hard = rate([3, 3, 8, 8]).expect("it can be solved");
/// assert_eq!((easy.level(), hard.level()), (Level::Easy, Level::Expert));
/// assert!(easy.points() < hard.points());
/// assert_eq!(hard.reasons()[0].to_string(), "4 ways reach the target, equal cards told apart");
///
/// // What cannot be solved is not rated.
/// assert!(rate([1, 1, 1, 1]).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difficulty {
    points: i32,
    level: Level,
    reasons: Vec<Reason>,
    extrapolated: bool,
}

impl Difficulty {
    /// The points of a hand with a single way, whose terms come to nothing.
    pub const START: i32 = 306;

    /// The most cards of a hand that is rated: one more takes minutes.
    pub const MAX_CARDS: usize = 6;

    /// Rates the hand. `None` if the target cannot be made of its cards, and for
    /// more than [`MAX_CARDS`](Self::MAX_CARDS) of them.
    pub fn of(hand: &Hand, target: &Rational) -> Option<Self> {
        if hand.cards().len() > Self::MAX_CARDS {
            return None;
        }
        let cards: Vec<Rational> = hand.iter().map(|card| card.value().clone()).collect();
        let Summary { rate, ways } = ways::ways(&cards, target)?;
        // A rate of zero is below the smallest that there is.
        let points = Self::START - rate.points().unwrap_or(Rate::LEAST);
        let of_ways = -Rate::whole(ways.all).points().expect("there is a way");
        let of_cards = cards.iter().map(|card| term::points(&of_card(card))).sum::<i32>();
        let of_steps = points - Self::START - of_ways - of_cards;
        let reasons = reason::reasons(ways, [of_ways, of_steps, of_cards]);
        Some(Self {
            points,
            level: Level::of(points),
            reasons,
            extrapolated: !is_fitted(&cards, target),
        })
    }

    /// The rating: the larger, the harder. A hundred points more are twice the
    /// search; the standard deck has from about -400 to 1200.
    pub const fn points(&self) -> i32 {
        self.points
    }

    /// The rating in a word.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// What the rating is made of, and what stands out.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Whether people were timed with no such hand: the terms were fitted on four
    /// cards of 1 to 13 that make 24.
    pub const fn extrapolated(&self) -> bool {
        self.extrapolated
    }
}

/// Whether the terms were fitted on such hands.
fn is_fitted(cards: &[Rational], target: &Rational) -> bool {
    let in_deck = |card: &Rational| (Rational::from(1)..=Rational::from(13)).contains(card);
    cards.len() == 4 && *target == Rational::from(24) && cards.iter().all(in_deck)
}
