//! What the JSON of several reports has in common.

use bracket24::{Effort, Hand};
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// The cards as numbers, of whatever size.
pub(crate) fn hand(hand: &Hand) -> Vec<Number> {
    hand.cards().iter().filter_map(|card| card.value().to_string().parse().ok()).collect()
}

/// What an engine did.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct EffortJson {
    filled: u64,
    parsed: u64,
    evaluated: u64,
    zero_divisions: u64,
}

impl From<Effort> for EffortJson {
    fn from(effort: Effort) -> Self {
        let Effort { filled, parsed, evaluated, zero_divisions, .. } = effort;
        Self { filled, parsed, evaluated, zero_divisions }
    }
}

impl From<EffortJson> for Effort {
    fn from(effort: EffortJson) -> Self {
        let EffortJson { filled, parsed, evaluated, zero_divisions } = effort;
        Self { filled, parsed, evaluated, zero_divisions, nodes: 0 }
    }
}
