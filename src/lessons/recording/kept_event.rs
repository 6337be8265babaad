//! What a recording keeps of an event.

use std::ops::Range;

use super::call::Call;
use crate::tracer::{Lookahead, SiteId};

/// What is kept of an event. That of a rule is told by its call.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeptEvent {
    Enter {
        call: u32,
    },
    Exit {
        call: u32,
    },
    Terminal {
        inside: u32,
        tried: u32,
        at: u32,
        end: u32,
        round: u32,
        matched: bool,
        lookahead: Lookahead,
    },
    Backtrack {
        inside: u32,
        first: u32,
        at: u32,
        end: u32,
        site: SiteId,
        lookahead: Lookahead,
    },
}

// Millions of them are kept.
const _: () = assert!(size_of::<KeptEvent>() <= 24);

impl KeptEvent {
    /// The call that it enters or leaves, or in which something is tried.
    pub(super) const fn call(&self) -> usize {
        let (Self::Enter { call }
        | Self::Exit { call }
        | Self::Terminal { inside: call, .. }
        | Self::Backtrack { inside: call, .. }) = *self;
        call as usize
    }

    pub(super) fn part(&self, calls: &[Call]) -> Range<usize> {
        let (at, end) = match *self {
            Self::Enter { call } => (calls[call as usize].at, calls[call as usize].at),
            Self::Exit { call } => (calls[call as usize].at, calls[call as usize].end),
            Self::Terminal { at, end, .. } | Self::Backtrack { at, end, .. } => (at, end),
        };
        at as usize..end as usize
    }
}
