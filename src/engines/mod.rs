//! Ways to find the solutions of a hand.
//!
//! An engine hands its solutions out one by one, as it meets them and with
//! doubles; it does not collect, sort or print them. What it did it counts.

mod compiled;
mod pairs;
mod reach;
mod shapes;
mod small;
mod solution;
mod split;
mod strings;

use std::fmt;
use std::ops::{AddAssign, ControlFlow};

use crate::cards::Hand;
use crate::name::{Named, named_display};
use crate::number::Rational;
use crate::templates::TemplateSet;

pub use compiled::Compiled;
pub use pairs::Pairs;
pub use reach::{Reach, ReachError};
pub use shapes::Shapes;
pub use solution::Solution;
pub use split::Split;
pub use strings::Strings;

/// What an engine did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Templates filled with an order of the cards.
    pub filled: u64,
    /// Strings parsed.
    pub parsed: u64,
    /// Complete results: expressions of all the cards whose value was worked
    /// out. The engines with templates count those that divide by zero, too; a
    /// search never gets that far with them.
    pub evaluated: u64,
    /// Divisions that could not be done because the divisor is zero.
    pub zero_divisions: u64,
    /// Intermediate results of a search: values of some of the cards.
    pub nodes: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.filled += other.filled;
        self.parsed += other.parsed;
        self.evaluated += other.evaluated;
        self.zero_divisions += other.zero_divisions;
        self.nodes += other.nodes;
    }
}

/// A way to find the solutions of a hand.
pub trait Engine: Sync {
    /// Why hands of so many cards are beyond it, if they are.
    fn refusal(&self, cards: usize) -> Option<Refusal>;

    /// Whether no two of its solutions of a hand are the same rational function
    /// of the cards; see [`Distinct::Function`](crate::Distinct::Function).
    fn finds_no_function_twice(&self) -> bool {
        false
    }

    /// Hands every solution of `hand` for `target` to `found` until it breaks
    /// off, and says what had to be done for it. A hand that it refuses has
    /// none.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort;
}

/// Why an engine cannot do a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The set has no template of the hand's size.
    NoTemplates,
    /// It does only hands of so many cards.
    Only(usize),
    /// It does hands of at most so many cards.
    AtMost(usize),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTemplates => f.write_str("the set has no template of that size"),
            Self::Only(cards) => write!(f, "it does only hands of {cards} cards"),
            Self::AtMost(cards) => write!(f, "it does hands of at most {cards} cards"),
        }
    }
}

/// An engine by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// [`Strings`]
    Strings,
    /// [`Compiled`]
    Compiled,
    /// [`Pairs`]
    Pairs,
    /// [`Shapes`]
    Shapes,
    /// [`Split`]
    Split,
}

impl EngineName {
    /// The engine; those that fill templates take those of `set`.
    pub fn engine(self, set: &TemplateSet) -> Box<dyn Engine + '_> {
        match self {
            Self::Strings => Box::new(Strings::new(set)),
            Self::Compiled => Box::new(Compiled::new(set)),
            Self::Pairs => Box::new(Pairs),
            Self::Shapes => Box::new(Shapes),
            Self::Split => Box::new(Split),
        }
    }

    /// Whether it fills templates, read with any grammar; the others search
    /// through expressions of ordinary arithmetic.
    pub const fn has_templates(self) -> bool {
        matches!(self, Self::Strings | Self::Compiled)
    }
}

impl Named for EngineName {
    const KIND: &'static str = "engine";
    const ALL: &'static [Self] =
        &[Self::Strings, Self::Compiled, Self::Pairs, Self::Shapes, Self::Split];

    fn name(&self) -> &'static str {
        match self {
            Self::Strings => "strings",
            Self::Compiled => "compiled",
            Self::Pairs => "pairs",
            Self::Shapes => "shapes",
            Self::Split => "split",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Self::Strings => "fills every template with every order and parses every string",
            Self::Compiled => "parses each template once and evaluates it for every order",
            Self::Pairs => "takes two values, puts one of their six results back, and so on",
            Self::Shapes => "two shapes, their arrangements, and six operators (four cards)",
            Self::Split => "splits the hand in two and keeps the values of every part",
        }
    }
}

named_display!(EngineName);
