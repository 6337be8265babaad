//! The state after an event: the rules that are open, and the tree so far.

use std::ops::Range;

use super::Recording;
use super::kept_event::KeptEvent;
use crate::tracer::Event;

/// The state after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot<'g> {
    /// The event.
    pub event: Event<'g>,
    /// The part of the text that it is about: from where something was tried to
    /// where it matched, or to the farthest place that it came to. Empty where a
    /// rule begins.
    pub part: Range<usize>,
    /// The calls that are open, outermost first.
    pub stack: Vec<usize>,
    /// The number of calls in [`Recording::tree_at`] this event.
    pub tree_size: usize,
}

impl<'g> Recording<'g> {
    /// The state after an event that is kept.
    pub fn state_at(&self, index: usize) -> Option<Snapshot<'g>> {
        let event = self.event(index)?;
        let part = self.events[index].part(&self.calls);
        let innermost = match self.events[index] {
            KeptEvent::Exit { call } => self.calls[call as usize].parent(),
            ref other => Some(other.call()),
        };
        let depth = innermost.map_or(0, |call| self.calls[call].depth() + 1);
        let mut stack = vec![0; depth];
        let open = std::iter::successors(innermost, |&call| self.calls[call].parent());
        for (place, call) in stack.iter_mut().rev().zip(open) {
            *place = call;
        }
        Some(Snapshot { event, part, stack, tree_size: self.tree_sizes[index] as usize })
    }

    /// The tree after an event, parents before children: the calls that matched,
    /// and those that are open. What is only looked at is in it as long as it is.
    pub fn tree_at(&self, event: usize) -> impl DoubleEndedIterator<Item = usize> {
        let entered = self.calls.partition_point(|call| call.enter as usize <= event);
        (0..entered).filter(move |&call| self.calls[call].discarded as usize > event)
    }
}
