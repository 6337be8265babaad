//! Ways to find the solutions of a hand.
//!
//! An engine hands its solutions out one by one, as it meets them and with
//! doubles; it does not collect, sort or print them. What it did it counts.

mod compiled;
mod strings;

use std::ops::{AddAssign, ControlFlow};

use crate::hand::Hand;
use crate::name::{Named, named_display};
use crate::rational::Rational;
use crate::solution::Solution;
use crate::templates::TemplateSet;

pub use compiled::Compiled;
pub use strings::Strings;

/// What an engine did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Templates filled with an order of the cards.
    pub filled: u64,
    /// Strings parsed.
    pub parsed: u64,
    /// Expressions whose value was worked out, or found to have none.
    pub evaluated: u64,
    /// Of those, the ones that have none because they divide by zero.
    pub zero_divisions: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.filled += other.filled;
        self.parsed += other.parsed;
        self.evaluated += other.evaluated;
        self.zero_divisions += other.zero_divisions;
    }
}

/// A way to find the solutions of a hand.
pub trait Engine: Sync {
    /// Hands every solution of `hand` for `target` to `found` until it breaks
    /// off, and says what had to be done for it.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort;
}

/// An engine by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// [`Strings`]
    Strings,
    /// [`Compiled`]
    Compiled,
}

impl EngineName {
    /// The engine, with the templates of `set`.
    pub fn engine(self, set: &TemplateSet) -> Box<dyn Engine + '_> {
        match self {
            Self::Strings => Box::new(Strings::new(set)),
            Self::Compiled => Box::new(Compiled::new(set)),
        }
    }
}

impl Named for EngineName {
    const KIND: &'static str = "engine";
    const ALL: &'static [Self] = &[Self::Strings, Self::Compiled];

    fn name(self) -> &'static str {
        match self {
            Self::Strings => "strings",
            Self::Compiled => "compiled",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Strings => "fills every template with every order and parses every string",
            Self::Compiled => "parses each template once and evaluates it for every order",
        }
    }
}

named_display!(EngineName);
