//! The events of a recording: those that are kept are restored, and the others traced
//! again.

use std::ops::{ControlFlow, Range};

use super::call::{Call, NONE, small};
use super::kept_event::KeptEvent;
use super::{Extent, Recording, TraceDetail};
use crate::tracer::{Event, Outcome, What};

/// A sequence that failed after rules in it had matched: what they matched is
/// discarded, and the text is read again from where the sequence began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backtrack {
    /// The number of its event.
    pub event: usize,
    /// The call of the rule that the sequence stands in.
    pub call: usize,
    /// From where the sequence began to the farthest place that was come to.
    pub span: Range<usize>,
}

impl<'g> Recording<'g> {
    /// The number of events that are kept.
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether no event is kept.
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// An event that is kept.
    pub fn event(&self, index: usize) -> Option<Event<'g>> {
        let kept = self.events.get(index)?;
        let entered = self.calls.partition_point(|call| (call.enter as usize) < index);
        Some(self.restored(kept, entered))
    }

    /// Every event that is kept, in their order, with the call that it enters or
    /// leaves, or in which something is tried.
    pub fn events(&self) -> impl Iterator<Item = (Event<'g>, &Call)> {
        let mut entered = 0;
        self.events.iter().map(move |kept| {
            let event = self.restored(kept, entered);
            entered += usize::from(matches!(kept, KeptEvent::Enter { .. }));
            (event, &self.calls[kept.call()])
        })
    }

    /// Hands every event of the trace to `each` until it says to stop, as
    /// [`events`](Self::events) does; those that are not kept are traced again.
    pub fn tell(&self, mut each: impl FnMut(Event<'g>, &Call) -> ControlFlow<()>) {
        match self.extent {
            Extent::Calls => self.trace_again(each),
            Extent::Whole | Extent::Beginning | Extent::Tree => {
                let _ = self.events().try_for_each(|(event, call)| each(event, call));
            }
        }
    }

    fn trace_again(&self, mut each: impl FnMut(Event<'g>, &Call) -> ControlFlow<()>) {
        let mut innermost = NONE;
        let mut flow = ControlFlow::Continue(());
        // It goes as it went the first time, or is stopped.
        let _ = self.grammar.trace(&self.text, |event| {
            let call = match (event.what, event.outcome) {
                (What::Rule(_), Outcome::Enter) => {
                    innermost = small(event.call);
                    innermost
                }
                (What::Rule(_), _) => {
                    let ended = innermost;
                    innermost = self.calls[ended as usize].parent;
                    ended
                }
                (What::Terminal(_) | What::Sequence, _) => innermost,
            };
            let is_wanted = match event.what {
                What::Rule(_) | What::Sequence => true,
                What::Terminal(_) => self.detail == TraceDetail::Terminals,
            };
            // The rules that are open when it is stopped are left all the same.
            if is_wanted && flow.is_continue() {
                flow = each(event, &self.calls[call as usize]);
            }
            flow
        });
    }

    /// Where sequences failed after rules in them had matched.
    pub fn backtracks(&self) -> impl Iterator<Item = Backtrack> {
        self.events.iter().enumerate().filter_map(|(event, kept)| match *kept {
            KeptEvent::Backtrack { inside, at, end, .. } => {
                Some(Backtrack { event, call: inside as usize, span: at as usize..end as usize })
            }
            _ => None,
        })
    }

    /// The event, before which `entered` rules were entered.
    fn restored(&self, kept: &KeptEvent, entered: usize) -> Event<'g> {
        let around = |call: u32| usize::from(self.calls[call as usize].depth) + 1;
        let matched = |matched: bool, end: u32| {
            if matched { Outcome::Match { end: end as usize } } else { Outcome::Fail }
        };
        match *kept {
            KeptEvent::Enter { call } | KeptEvent::Exit { call } => {
                let Call {
                    rule, at, end, depth, matched: is_match, lookahead, site, round, ..
                } = self.calls[call as usize];
                let outcome = match kept {
                    KeptEvent::Enter { .. } => Outcome::Enter,
                    _ => matched(is_match, end),
                };
                let (what, call, depth) = (What::Rule(rule), u64::from(call), usize::from(depth));
                Event { what, outcome, call, depth, at: at as usize, lookahead, site, round }
            }
            KeptEvent::Terminal { inside, tried, at, end, round, matched: is_match, lookahead } => {
                let (terminal, site) = self.terminals[tried as usize];
                Event {
                    what: What::Terminal(terminal),
                    outcome: matched(is_match, end),
                    call: entered as u64,
                    depth: around(inside),
                    at: at as usize,
                    lookahead,
                    site,
                    round,
                }
            }
            KeptEvent::Backtrack { inside, first, at, site, lookahead, .. } => Event {
                what: What::Sequence,
                outcome: Outcome::Fail,
                call: u64::from(first),
                depth: around(inside),
                at: at as usize,
                lookahead,
                site,
                // A sequence is told as a whole.
                round: 0,
            },
        }
    }
}
