//! The calls of a recording: what came of every rule that was tried.

use crate::grammars::MAX_TEXT;
use crate::tracer::{Lookahead, MAX_OPEN_RULES, MAX_STEPS, MAX_STEPS_PER_BYTE, RuleId, SiteId};

/// One call of a rule: from the event that enters it to the one that leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub(super) rule: RuleId,
    pub(super) parent: u32,
    pub(super) at: u32,
    /// Where it matched to; else the farthest place that it came to.
    pub(super) end: u32,
    pub(super) enter: u32,
    pub(super) exit: u32,
    pub(super) discarded: u32,
    pub(super) site: SiteId,
    pub(super) round: u32,
    pub(super) depth: u16,
    pub(super) matched: bool,
    pub(super) again: bool,
    pub(super) lookahead: Lookahead,
}

/// What stands in a [`Call`] for what is not there.
pub(super) const NONE: u32 = u32::MAX;

// Millions of them are kept.
const _: () = assert!(size_of::<Call>() == 44);

// Every step of the tracer is at most four events.
const _: () = assert!(MAX_STEPS < NONE as u64 / 4 && MAX_OPEN_RULES < u16::MAX as usize);
const _: () = assert!(MAX_TEXT as u64 * MAX_STEPS_PER_BYTE < NONE as u64 / 4);

impl Call {
    /// The rule.
    pub const fn rule(&self) -> RuleId {
        self.rule
    }

    /// The part of the rule around it that names it.
    pub const fn site(&self) -> SiteId {
        self.site
    }

    /// The time round that it is, from 1, of the innermost repetition in the rule around
    /// it; 0 outside of any.
    pub const fn round(&self) -> usize {
        self.round as usize
    }

    /// Whether the same rule was tried at the same place before, with the same result:
    /// a memo would know it. Not told where the events are not kept.
    pub const fn is_again(&self) -> bool {
        self.again
    }

    /// The call around it, as an index of [`Recording::calls`](super::Recording::calls).
    pub const fn parent(&self) -> Option<usize> {
        number(self.parent)
    }

    /// The number of calls that are open around it.
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// Where it is tried.
    pub const fn at(&self) -> usize {
        self.at as usize
    }

    /// The byte after the last one that it matched; `None` where it failed, or
    /// is still open at the end of the recording.
    pub const fn end(&self) -> Option<usize> {
        if self.matched { Some(self.end as usize) } else { None }
    }

    /// The byte after the last one that it matched; where it failed, the
    /// farthest one at which something in it did not match.
    pub const fn reached(&self) -> usize {
        self.end as usize
    }

    /// The number of the event that enters it.
    pub const fn enter(&self) -> usize {
        self.enter as usize
    }

    /// The number of the event that leaves it; `None` where it is still open at
    /// the end of the recording.
    pub const fn exit(&self) -> Option<usize> {
        number(self.exit)
    }

    /// The number of the event from which on it is no part of the tree: it
    /// failed, was backtracked over, or was only looked at.
    pub const fn discarded(&self) -> Option<usize> {
        number(self.discarded)
    }

    /// Whether it matched and is part of the parse tree.
    pub const fn is_kept(&self) -> bool {
        self.matched && self.discarded == NONE
    }

    /// Whether it was read or only looked at.
    pub const fn lookahead(&self) -> Lookahead {
        self.lookahead
    }

    /// Whether it is open after an event.
    pub const fn is_open_at(&self, event: usize) -> bool {
        self.enter as usize <= event && event < self.exit as usize
    }
}

/// A number that is not there is [`NONE`].
const fn number(number: u32) -> Option<usize> {
    if number == NONE { None } else { Some(number as usize) }
}

/// A number of a call or an event, or a place: a text longer than a `u32` can
/// count is not recorded, and no trace has as many events.
pub(super) fn small(number: impl TryInto<u32>) -> u32 {
    let Ok(number) = number.try_into() else { unreachable!("a longer text is not recorded") };
    number
}
