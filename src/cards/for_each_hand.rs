//! The same work for every hand of a deck.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::hand::Hand;

/// How long a portion of hands should take at most: whoever wants to stop in
/// between waits no longer.
const PORTION: Duration = Duration::from_millis(100);

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
    let mut hands = hands.into_iter();
    let mut size = 2;
    loop {
        let portion: Vec<Hand> = hands.by_ref().take(size).collect();
        if portion.is_empty() {
            return ControlFlow::Continue(());
        }
        let start = Instant::now();
        let results = map(&portion, &work);
        if start.elapsed() > PORTION {
            size = (size / 2).max(1);
        } else if size < 4096 {
            size *= 2;
        }
        for (hand, result) in portion.into_iter().zip(results) {
            take(hand, result)?;
        }
    }
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
