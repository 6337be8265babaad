//! Hands in portions that take a fraction of a second each.

use std::time::{Duration, Instant};

use super::hand::Hand;

/// How long the work on a portion should take at most: to stop in between, it
/// is waited for.
const PORTION_TIME: Duration = Duration::from_millis(100);

/// The size of the largest portion.
const MAX_PORTION: usize = 4096;

/// Hands in portions: each twice as large as the last, or half where the last
/// was worked on for too long. Only one is in memory at a time.
pub(crate) struct Portions<I> {
    hands: I,
    size: usize,
    /// When the last portion was handed out.
    since: Option<Instant>,
}

impl<I: Iterator<Item = Hand>> Portions<I> {
    /// The portions of `hands`.
    pub(crate) const fn new(hands: I) -> Self {
        Self { hands, size: 2, since: None }
    }
}

impl<I: Iterator<Item = Hand>> Iterator for Portions<I> {
    type Item = Vec<Hand>;

    fn next(&mut self) -> Option<Vec<Hand>> {
        if let Some(since) = self.since {
            self.size = if since.elapsed() > PORTION_TIME {
                (self.size / 2).max(1)
            } else {
                (self.size * 2).min(MAX_PORTION)
            };
        }
        let portion: Vec<Hand> = self.hands.by_ref().take(self.size).collect();
        self.since = Some(Instant::now());
        (!portion.is_empty()).then_some(portion)
    }
}
