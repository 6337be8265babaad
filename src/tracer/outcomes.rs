//! What rules have made of places of a text, so that it need not be found out again:
//! memoization, as in packrat parsing (B. Ford, 2002), without the trees.

use std::collections::HashMap;

use pest::{Atomicity, ParserState};

use super::{Lookahead, RuleId};

/// The most outcomes that are kept, in a few megabytes: far more than there are where a
/// text is so short that reading it again and again comes to an end.
const MAX_KEPT: usize = 1 << 16;

/// A rule that is tried at a place, and all that its outcome depends on.
type Call = (RuleId, usize, u8, Lookahead);

/// What a rule makes of a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Made {
    /// It matches so many characters.
    Match(usize),
    Failure,
}

/// The outcomes of calls.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    by_call: HashMap<Call, Made>,
}

impl Outcomes {
    /// The rule being tried where `state` is.
    pub(super) fn call(
        rule: RuleId,
        lookahead: Lookahead,
        state: &ParserState<'_, RuleId>,
    ) -> Call {
        let atomicity = match state.atomicity() {
            Atomicity::NonAtomic => 0,
            Atomicity::Atomic => 1,
            Atomicity::CompoundAtomic => 2,
        };
        (rule, state.position().pos(), atomicity, lookahead)
    }

    pub(super) fn get(&self, call: &Call) -> Option<Made> {
        self.by_call.get(call).copied()
    }

    /// Keeps an outcome, while there is room.
    pub(super) fn keep(&mut self, call: Call, outcome: Made) {
        if self.by_call.len() < MAX_KEPT {
            self.by_call.insert(call, outcome);
        }
    }
}
