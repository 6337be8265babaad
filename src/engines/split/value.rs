//! What the search asks of a value, whatever its size: arithmetic in a field.

use crate::syntax::Ring;

/// A value of some of the cards, or what others have to be worth.
///
/// Equal values are equal, and `spread` alike; both without ever being brought
/// to lowest terms.
pub(super) trait Value: Ring + Clone + Eq + Send + Sync {
    fn is_zero(&self) -> bool;

    /// For each of `values` one over it; `None` for zero.
    fn inverses(values: &[Self]) -> Vec<Option<Self>>;

    /// Some bits of it, well mixed, to look it up by; equal values have equal
    /// ones.
    fn spread(&self) -> u64;

    /// One over it; `None` for zero.
    fn inverse(&self) -> Option<Self>;
}
