//! Ways to find the solutions of a hand.
//!
//! An engine hands its solutions out one by one, as it meets them and with
//! doubles; it does not collect, sort or print them. What it did it counts.

mod compiled;
mod strings;

use std::ops::{AddAssign, ControlFlow};

use crate::hand::Hand;
use crate::rational::Rational;
use crate::solution::Solution;

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
pub trait Engine {
    /// Hands every solution of `hand` for `target` to `found` until it breaks
    /// off, and says what had to be done for it.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort;
}
