//! What the JSON of several reports has in common.

use crate::{Effort, Hand};
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// The cards as numbers, of whatever size.
pub fn hand(hand: &Hand) -> Vec<Number> {
    hand.cards().iter().filter_map(|card| card.value().to_string().parse().ok()).collect()
}

/// What an engine did.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct EffortJson {
    filled: u64,
    parsed: u64,
    evaluated: u64,
    zero_divisions: u64,
    /// Only of a search.
    #[serde(default, skip_serializing_if = "is_zero")]
    nodes: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde calls it with
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl From<Effort> for EffortJson {
    fn from(effort: Effort) -> Self {
        let Effort { filled, parsed, evaluated, zero_divisions, nodes } = effort;
        Self { filled, parsed, evaluated, zero_divisions, nodes }
    }
}

impl From<EffortJson> for Effort {
    fn from(effort: EffortJson) -> Self {
        let EffortJson { filled, parsed, evaluated, zero_divisions, nodes } = effort;
        Self { filled, parsed, evaluated, zero_divisions, nodes }
    }
}
