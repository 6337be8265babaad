//! The same work for every hand of a deck.

use std::ops::ControlFlow;

use super::hand::Hand;
use super::portions::Portions;

/// Does `work` with every hand, on all processors where the feature `parallel` is
/// on, and hands the results to `take` in the order of the hands, until that
/// breaks off.
///
/// Only a portion of the hands is in memory at a time.
pub fn for_each_hand<T: Send>(
    hands: impl IntoIterator<Item = Hand>,
    work: impl Fn(&Hand) -> T + Sync,
    mut take: impl FnMut(Hand, T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for portion in Portions::new(hands.into_iter()) {
        let results = map(&portion, &work);
        for (hand, result) in portion.into_iter().zip(results) {
            take(hand, result)?;
        }
    }
    ControlFlow::Continue(())
}

/// Does `work` with every hand, on all processors where the feature `parallel` is on.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send>(hands: &[Hand], work: &(impl Fn(&Hand) -> T + Sync)) -> Vec<T> {
    use rayon::prelude::*;

    hands.par_iter().map(work).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T: Send>(hands: &[Hand], work: &(impl Fn(&Hand) -> T + Sync)) -> Vec<T> {
    hands.iter().map(work).collect()
}
