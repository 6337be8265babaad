//! Which hands are dealt.

use std::fmt;

use crate::cards::Deck;
use crate::difficulty::Level;
use crate::name::named_enum;
use crate::number::Rational;
use crate::random::Random;

named_enum! {
    /// What every solution of a hand has to have on the way.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Need: "need" {
        /// A value that is no whole number.
        Fraction = "fraction": "no way without a fraction",
    }
}

/// The hands that are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Those of this level.
    pub level: Option<Level>,
    /// Those that can be solved without a fraction.
    pub no_fractions: bool,
    /// Those that cannot be solved without this.
    pub needs: Option<Need>,
    /// Also those without a solution, which have no level.
    pub unsolvable: bool,
}

/// What is dealt, and from which seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealOptions {
    /// The hands there are.
    pub deck: Deck,
    /// What their cards are to make.
    pub target: Rational,
    /// Which of them are wanted.
    pub wanted: Wanted,
    /// What is chosen goes by this.
    pub seed: u64,
}

impl DealOptions {
    /// The way in which hands are chosen: it changes with the order in which they
    /// come, and with their levels.
    pub const NAME: &'static str = "deal-1";
}

impl fmt::Display for DealOptions {
    /// The options that deal the same again, and the generator:
    /// `--level easy --seed 7 (deal-1, pcg32-1)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { deck, target, wanted, seed } = self;
        let (low, high) = (deck.values().start(), deck.values().end());
        if (*low, *high) != (1, 13) {
            write!(f, "--deck {low}..{high} ")?;
        }
        if deck.cards() != 4 {
            write!(f, "--cards {} ", deck.cards())?;
        }
        if deck.is_ordered() {
            f.write_str("--ordered ")?;
        }
        if *target != Rational::from(24) {
            write!(f, "--target {target} ")?;
        }
        if let Some(level) = wanted.level {
            write!(f, "--level {level} ")?;
        }
        if wanted.no_fractions {
            f.write_str("--no-fractions ")?;
        }
        if let Some(need) = wanted.needs {
            write!(f, "--needs {need} ")?;
        }
        if wanted.unsolvable {
            f.write_str("--unsolvable ")?;
        }
        write!(f, "--seed {seed} ({}, {})", Self::NAME, Random::NAME)
    }
}
