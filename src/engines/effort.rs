//! The work that an engine does, counted.

use std::ops::AddAssign;

/// The work that an engine did.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effort {
    /// Templates filled with an order of the cards.
    pub filled: u64,
    /// Strings parsed.
    pub parsed: u64,
    /// Complete results: expressions of all the cards whose value was worked
    /// out; of a search that looks up what is missing, those it finds. The engines
    /// with templates count those that divide by zero, too; a search never gets that
    /// far with them.
    pub evaluated: u64,
    /// Divisions that could not be done because the divisor is zero. What else has no
    /// value, as the root of 2, is not counted here.
    pub zero_divisions: u64,
    /// Intermediate results of a search: values of some of the cards.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub nodes: u64,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // what serde calls it with
const fn is_zero(count: &u64) -> bool {
    *count == 0
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
