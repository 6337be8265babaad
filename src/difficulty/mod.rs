//! How hard a hand is for people, and why.
//!
//! The model is a race. Each way to reach the target is a runner that arrives at its own rate. The
//! hand is solved when the first runner arrives. Because the runners are independent, the rate of
//! the first arrival is the sum of the rates of all runners (the minimum of exponential variables).
//! So a hand with many ways is easy for that reason alone, and a hand with a single way is as hard
//! as that way.
//!
//! The rate of a way is a product. Every step and every card has a few terms, such as a division or
//! a fraction, and each term makes the way slower or faster by a factor. So the model needs no
//! table of hands, a rating can list its own parts, and the same terms rate other decks and
//! targets.
//!
//! The factors are fitted to the times that people took for 690 of the 1362 solvable hands of cards
//! from 1 to 13. `tests/examples/fit_difficulty.rs` repeats the fit, and reports how well the
//! factors predict the order of hands that the fit left out.

mod terms;
mod ways;

use crate::name::named_enum;
use crate::{Card, Hand, Rational};
use terms::of_card;
use ways::{Rate, Summary, Ways};

/// How hard a hand is for people.
///
/// ```
/// use bracket24::Hand;
/// use bracket24::difficulty::{Difficulty, Level};
///
/// let rate = |hand: [u32; 4]| Difficulty::of(&Hand::from(hand), &24.into());
/// let easy = rate([1, 1, 3, 8]).expect("it can be solved");
/// let hard = rate([3, 3, 8, 8]).expect("it can be solved");
/// assert_eq!((easy.level, hard.level), (Level::Easy, Level::Expert));
/// assert!(easy.points < hard.points);
/// let ways = "4 ways, step by step, reach the target (equal cards are different)";
/// assert_eq!(hard.reasons[0].text, ways);
///
/// // A hand that cannot be solved is not rated.
/// assert!(rate([1, 1, 1, 1]).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difficulty {
    /// The rating: the higher, the harder the hand. Every 100 points double the time of the search;
    /// the standard deck ranges from about -400 to 1200.
    pub points: i32,
    /// The rating in a word. It means nothing for a hand of [few cards](Self::has_few_cards).
    pub level: Level,
    /// The parts of the rating, and notable facts.
    pub reasons: Vec<Reason>,
    /// Whether every way to the target has a fraction before its last step.
    pub needs_fraction: bool,
    /// Whether the rating is extrapolated: the terms were fitted to hands of four cards from 1 to
    /// 13 that make 24.
    pub extrapolated: bool,
    /// Whether the hand has fewer than [`Level::LEAST_CARDS`] cards. Its points then compare it only
    /// with hands of as many cards.
    pub has_few_cards: bool,
}

impl Difficulty {
    /// The points of a hand that can reach the target in only one way, whose terms add up to zero.
    pub const START: i32 = 306;

    /// The maximum number of cards in a rated hand: with one more, a rating takes minutes.
    pub const MAX_CARDS: usize = 6;

    /// Rates the hand. Returns `None` if its cards cannot make the target, or if it has more than
    /// [`MAX_CARDS`](Self::MAX_CARDS) cards.
    pub fn of(hand: &Hand, target: &Rational) -> Option<Self> {
        let Summary { rate, mut ways } = ways::ways(hand, target)?;
        // A card alone is no product.
        ways.familiar *= u64::from(hand.cards().len() > 1);
        // A rate that is too small to store is zero, so assume the lower bound.
        let points = Self::START - rate.points().unwrap_or(Rate::LEAST);
        let of_ways = -Rate::whole(ways.all).points().expect("there is a way");
        let of_cards = hand.iter().map(|card| terms::points(&of_card(card.value()))).sum::<i32>();
        let reasons = reasons(ways, [of_ways, points - Self::START - of_ways - of_cards, of_cards]);
        // The terms were fitted to such hands.
        let in_deck = |card: &Card| (Rational::from(1)..=Rational::from(13)).contains(card.value());
        let is_fitted = hand.cards().len() == 4 && *target == 24.into() && hand.iter().all(in_deck);
        let (level, needs_fraction) = (Level::of(points), ways.whole == 0);
        let (extrapolated, has_few_cards) = (!is_fitted, hand.cards().len() < Level::LEAST_CARDS);
        Some(Self { points, level, reasons, needs_fraction, extrapolated, has_few_cards })
    }

    /// The level; `None` for a hand of few cards.
    pub fn known_level(&self) -> Option<Level> {
        (!self.has_few_cards).then_some(self.level)
    }
}

named_enum! {
    /// How hard a hand is, in a word; about a quarter of the solvable hands of cards from 1 to 13
    /// are at each level.
    #[derive(PartialOrd, Ord)]
    pub enum Level: "level" {
        /// Nearly everybody sees a solution within seconds.
        Easy = "easy": "seen within seconds",
        /// It takes a short search.
        Medium = "medium": "found after a short search",
        /// It takes longer, and some give up.
        Hard = "hard": "takes longer, and some give up",
        /// It takes far longer, and many give up.
        Expert = "expert": "takes far longer, and many give up",
    }
}

impl Level {
    /// The minimum number of cards in a hand that is dealt by its level. The ratings of fewer cards
    /// compare them only with each other.
    pub const LEAST_CARDS: usize = 4;

    /// Returns the level for this number of points.
    fn of(points: i32) -> Self {
        match points {
            ..300 => Self::Easy,
            300..450 => Self::Medium,
            450..600 => Self::Hard,
            600.. => Self::Expert,
        }
    }
}

/// One reason for a rating. It never gives a solution away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The reason, in words.
    pub text: String,
    /// The points that it adds to [`Difficulty::START`], or subtracts; `None` for a notable fact
    /// that the other reasons already include.
    pub points: Option<i32>,
}

/// Returns the reasons for a rating. The points are those for the number of ways, for their steps,
/// and for the cards. In the points for the steps, the ways that people find first count most.
fn reasons(ways: Ways, [of_ways, of_steps, of_cards]: [i32; 3]) -> Vec<Reason> {
    let number = match ways.all {
        1 => "a single way reaches the target".to_owned(),
        count => {
            format!("{count} ways, step by step, reach the target (equal cards are different)")
        }
    };
    let familiar = match ways.familiar {
        1 => "a way ends".to_owned(),
        count => format!("{count} ways end"),
    };
    let all = [
        (true, Some(of_ways), number),
        (true, Some(of_steps), "the steps (the easiest ways count most)".to_owned()),
        (true, Some(of_cards), "the size of the cards, and each card that is 1".to_owned()),
        (ways.whole == 0, None, "every way has a fraction".to_owned()),
        (ways.undivided == 0, None, "every way has a division".to_owned()),
        (ways.small == 0, None, format!("every way has a number above {}", Ways::LARGE)),
        (ways.familiar > 0, None, familiar + " in a product of two digits, from 3 to 9"),
    ];
    let holding = all.into_iter().filter(|(holds, ..)| *holds);
    holding.map(|(_, points, text)| Reason { text, points }).collect()
}

/// The number of times that each term occurs in each way of a hand: the input of the fit.
#[doc(hidden)]
pub mod fitting {
    use itertools::Itertools;

    use super::terms::{Counts, Step, Term};
    use super::ways::{self, Tally};
    use super::{Difficulty, Hand, Rational};

    /// The names of the terms.
    pub const TERMS: &[&str] = Term::NAMES;
    /// The points of each term.
    pub const POINTS: &[i32] = &Term::POINTS;
    /// The points before any term.
    pub const START: i32 = Difficulty::START;

    /// Counts each term in each way to make the target; returns nothing if the hand is not rated.
    pub fn ways(hand: &Hand, target: &Rational) -> Vec<[i32; Term::COUNT]> {
        ways::ways(hand, target).map_or(Vec::new(), |Each(ways)| ways)
    }

    /// The terms of each way.
    struct Each(Vec<Counts>);

    impl Tally for Each {
        fn of_card(terms: &Counts) -> Self {
            Self(vec![*terms])
        }

        fn join(&self, other: &Self, step: &Step<'_>) -> Self {
            let (pairs, step) = (self.0.iter().cartesian_product(&other.0), step.terms());
            let sum = |(left, right): (&Counts, &Counts)| {
                std::array::from_fn(|it| left[it] + right[it] + step[it])
            };
            Self(pairs.map(sum).collect())
        }

        fn add(&mut self, other: Self) {
            self.0.extend(other.0);
        }
    }
}
