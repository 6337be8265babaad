//! Dealing: hands of a deck in an order that a seed chooses.

use std::collections::BTreeMap;

use super::{DealError, DealOptions, Need, NoneWanted, Wanted};
use crate::cards::Hand;
use crate::difficulty::{Difficulty, Level};
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::random::Random;
use crate::reports::Inspection;
use crate::templates::{SetName, TemplateSet};

/// The hands that are wanted, one after the other, without an end: each once, and
/// then all again in another order.
///
/// # Examples
///
/// ```
/// use bracket24::games::{Deal, DealOptions, Wanted};
/// use bracket24::{Deck, difficulty::Level};
///
/// let wanted = Wanted { level: Some(Level::Easy), ..Wanted::default() };
/// let deck = Deck::new(1..=9, 3, false)?;
/// let options = DealOptions { deck, target: 24.into(), wanted, seed: 7 };
/// let first: Vec<_> = Deal::new(options.clone())?.take(3).map(|it| it.hand).collect();
/// assert_eq!(first, Deal::new(options)?.take(3).map(|it| it.hand).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Deal {
    options: DealOptions,
    random: Random,
    /// The numbers of the hands that are still to be looked at, the next one last.
    left: Vec<u32>,
    /// Those of the hands of this round that were wanted.
    found: Vec<u32>,
    next: Dealt,
}

/// A hand that was dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The hand.
    pub hand: Hand,
    /// How hard it is; `None` where it has no solution.
    pub difficulty: Option<Difficulty>,
}

/// The most hands a deck has here.
pub(super) const MAX_HANDS: u64 = 1 << 20;

impl Deal {
    /// Deals as `options` say.
    ///
    /// # Errors
    ///
    /// Where no hand of the deck is wanted, or the deck is too large.
    pub fn new(options: DealOptions) -> Result<Self, DealError> {
        let deck = &options.deck;
        if deck.cards() > Difficulty::MAX_CARDS {
            return Err(DealError::TooManyCards(deck.cards()));
        }
        let hands = u32::try_from(deck.len()).ok().filter(|&it| u64::from(it) <= MAX_HANDS);
        let Some(hands) = hands else { return Err(DealError::TooManyHands(deck.len())) };
        let mut random = Random::seeded(options.seed);
        let mut left: Vec<u32> = (0..hands).collect();
        random.shuffle(&mut left);
        let mut levels = Levels::new();
        let Some((number, next)) = draw(&mut left, &options, &mut levels) else {
            let DealOptions { deck, target, wanted, .. } = options;
            let none = NoneWanted { deck, target, wanted, levels };
            return Err(DealError::None(Box::new(none)));
        };
        Ok(Self { options, random, left, found: vec![number], next })
    }

    /// What is dealt.
    pub const fn options(&self) -> &DealOptions {
        &self.options
    }
}

impl Iterator for Deal {
    type Item = Dealt;

    fn next(&mut self) -> Option<Dealt> {
        let drawn = draw(&mut self.left, &self.options, &mut Levels::new()).or_else(|| {
            self.left = std::mem::take(&mut self.found);
            self.random.shuffle(&mut self.left);
            draw(&mut self.left, &self.options, &mut Levels::new())
        });
        let (number, next) = drawn.expect("a hand that was wanted once is wanted again");
        self.found.push(number);
        Some(std::mem::replace(&mut self.next, next))
    }
}

/// How many of the hands that were looked at have each level.
type Levels = BTreeMap<Level, u64>;

/// The last hand of `left` that is wanted, which is taken out with all after it.
fn draw(left: &mut Vec<u32>, options: &DealOptions, levels: &mut Levels) -> Option<(u32, Dealt)> {
    while let Some(number) = left.pop() {
        let at = u64::from(number);
        let hand = options.deck.range(at..at + 1).next().expect("it is a number of the deck");
        let dealt = Dealt::new(hand, &options.target);
        if let Some(difficulty) = &dealt.difficulty {
            *levels.entry(difficulty.level()).or_default() += 1;
        }
        if dealt.is_wanted(options) {
            return Some((number, dealt));
        }
    }
    None
}

impl Dealt {
    /// What is known of `hand`.
    fn new(hand: Hand, target: &Rational) -> Self {
        Self { difficulty: Difficulty::of(&hand, target), hand }
    }

    /// Its solutions for `target`, by the canonical templates.
    pub fn inspection(&self, target: &Rational) -> Inspection {
        let set = TemplateSet::named(SetName::Canonical, self.hand.cards().len(), &Grammar::Left);
        Inspection::new(self.hand.clone(), target, &set, 0)
    }

    fn is_wanted(&self, options: &DealOptions) -> bool {
        let Wanted { level, no_fractions, needs, unsolvable } = options.wanted;
        let Some(difficulty) = &self.difficulty else { return unsolvable };
        if level.is_some_and(|level| difficulty.level() != level) {
            return false;
        }
        let needs_fraction = match (no_fractions, needs) {
            (false, None) => return true,
            (true, Some(Need::Fraction)) => return false,
            (_, needs) => needs.is_some(),
        };
        let inspection = self.inspection(&options.target);
        inspection.plainest().is_some_and(|plainest| plainest.detours.fraction == needs_fraction)
    }
}
