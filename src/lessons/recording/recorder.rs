//! Builds a recording from the events of a trace.

use std::ops::ControlFlow;

use super::{Extent, MAX_CALLS, TraceDetail};
use crate::grammars::{FarthestEvent, Grammar, MAX_TEXT};
use crate::lessons::parse_tree::{ParseNode, ParseTree, TreeBuilder};
use crate::tracer::{
    Event, Lookahead, MAX_OPEN_RULES, MAX_STEPS, MAX_STEPS_PER_BYTE, Outcome, RuleId, SiteId, What,
};

/// One call of a rule, from the event that enters it to the event that leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The rule.
    pub rule: RuleId,
    pub(super) parent: u32,
    pub(super) at: u32,
    /// The end of the match, or else the farthest place that the call reached.
    pub(super) end: u32,
    pub(super) enter: u32,
    pub(super) exit: u32,
    pub(super) discarded: u32,
    pub(super) depth: u16,
    pub(super) matched: bool,
    /// Whether the same rule was tried at the same place before and its [result cannot
    /// vary](crate::tracer::PestGrammar::varying_rules), so that a memo would already hold the
    /// result. Always false if only the calls of the tree are stored.
    pub is_again: bool,
    /// Whether pest returns a pair for the call, provided that the call stays in the tree: see
    /// [`ParseNode::is_pair`](crate::lessons::ParseNode::is_pair).
    pub is_pair: bool,
    /// Whether the parser consumed the text or only looked at it.
    pub lookahead: Lookahead,
}

/// The number for a missing value in a [`Call`].
pub(super) const NONE: u32 = u32::MAX;

// Keep a call small: a recording stores millions of calls.
const _: () = assert!(size_of::<Call>() == 36);

// A `u32` can count the events: every step of the tracer makes at most four.
const _: () = assert!(MAX_STEPS < NONE as u64 / 4 && MAX_OPEN_RULES < u16::MAX as usize);
const _: () = assert!(MAX_TEXT as u64 * MAX_STEPS_PER_BYTE < NONE as u64 / 4);

impl Call {
    fn entered(rule: RuleId, parent: u32, event: Event<'_>, enter: u32) -> Self {
        let at = small(event.at);
        Self {
            rule,
            parent,
            at,
            end: at,
            enter,
            exit: NONE,
            discarded: NONE,
            depth: u16::try_from(event.depth).expect("few rules are open at once"),
            matched: false,
            is_again: false,
            is_pair: false,
            lookahead: event.lookahead,
        }
    }

    /// The call around it, as an index of [`Recording::calls`](super::Recording::calls).
    pub const fn parent(&self) -> Option<usize> {
        number(self.parent)
    }

    /// The number of calls around it.
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// The place where the rule is tried.
    pub const fn at(&self) -> usize {
        self.at as usize
    }

    /// The end of the match; `None` if the rule failed, or is still open at the end of the
    /// recording.
    pub const fn end(&self) -> Option<usize> {
        if self.matched { Some(self.end as usize) } else { None }
    }

    /// The end of the match; for a failed rule, the farthest byte at which something in it failed.
    pub const fn reached(&self) -> usize {
        self.end as usize
    }

    /// The number of the event that enters the call.
    pub const fn enter(&self) -> usize {
        self.enter as usize
    }

    /// The number of the event that leaves the call; `None` if it is still open at the end of the
    /// recording.
    pub const fn exit(&self) -> Option<usize> {
        number(self.exit)
    }

    /// The number of the event that removes the call from the tree, because the call failed, was
    /// backtracked over, or was part of a lookahead. `None` if it stays.
    pub const fn discarded(&self) -> Option<usize> {
        number(self.discarded)
    }

    /// Whether the call matched and is part of the parse tree.
    pub const fn is_kept(&self) -> bool {
        self.matched && self.discarded == NONE
    }

    /// Whether the call is open after an event.
    pub const fn is_open_at(&self, event: usize) -> bool {
        self.enter as usize <= event && event < self.exit as usize
    }
}

/// A number, or `None` for [`NONE`].
const fn number(number: u32) -> Option<usize> {
    if number == NONE { None } else { Some(number as usize) }
}

/// Converts a place, or the number of a call or an event. The result always fits: a text longer
/// than a `u32` can count is not recorded, and no trace has that many events.
pub(super) fn small(number: impl TryInto<u32>) -> u32 {
    let Ok(number) = number.try_into() else { unreachable!("a longer text is not recorded") };
    number
}

/// An event, and the state after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept<'g> {
    pub(super) event: Event<'g>,
    /// The call that the event enters or leaves, or in which a terminal or a sequence is tried.
    pub(super) call: u32,
    /// The end of the match, or else the farthest place that was reached.
    pub(super) reached: u32,
    /// The number of calls in the tree after the event.
    pub(super) tree_size: u32,
}

/// Records the events of a trace.
pub(super) struct Recorder<'g: 't, 't> {
    detail: TraceDetail,
    limit: usize,
    /// The part to keep if there are more events than the limit.
    beyond: Extent,
    pub(super) extent: Extent,
    pub(super) calls: Vec<Call>,
    /// The innermost open call, or [`NONE`].
    innermost: u32,
    /// The number of events.
    count: u32,
    pub(super) events: Vec<Kept<'g>>,
    pub(super) tree: TreeBuilder<'t>,
    pub(super) farthest: FarthestEvent<'t>,
}

impl<'g: 't, 't> Recorder<'g, 't> {
    pub(super) fn new(
        (grammar, text): (&'g Grammar, &'t str),
        detail: TraceDetail,
        limit: usize,
        beyond: Extent,
    ) -> Self {
        Self {
            detail,
            limit,
            beyond,
            extent: Extent::Whole,
            calls: Vec::new(),
            innermost: NONE,
            count: 0,
            events: Vec::new(),
            tree: TreeBuilder::new(text, grammar),
            farthest: FarthestEvent::new(grammar.rules(), text),
        }
    }

    /// Records an event; breaks once no more events are needed.
    pub(super) fn add(&mut self, event: Event<'g>) -> ControlFlow<()> {
        let is_kept = !matches!((event.what, self.detail), (What::Terminal(_), TraceDetail::Rules));
        if self.extent != Extent::Tree {
            let number = self.count as usize;
            // A failure that is not stored gets the number of the stored event before it.
            self.farthest.add(event, if is_kept { number } else { number.saturating_sub(1) });
        }
        if !is_kept {
            self.tree.event = (self.count as usize).saturating_sub(1);
            self.tree.add(event, |_| ());
            if self.extent != Extent::Tree {
                self.came_to(event.outcome.reached(event.at), event.lookahead);
            }
            return ControlFlow::Continue(());
        }
        if self.extent == Extent::Whole && self.events.len() >= self.limit {
            self.extent = self.beyond;
            if self.extent != Extent::Beginning {
                self.events = Vec::new();
            }
            if self.extent == Extent::Tree {
                self.calls = Vec::new();
            }
        }
        match self.extent {
            Extent::Whole | Extent::Calls => self.keep(event),
            // The events that leave the open rules still come, but are not stored.
            Extent::Beginning => ControlFlow::Break(()),
            Extent::Tree => {
                self.tree.add(event, |_| ());
                ControlFlow::Continue(())
            }
        }
    }

    fn keep(&mut self, event: Event<'g>) -> ControlFlow<()> {
        let at = small(event.at);
        let (call, reached) = match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                if self.calls.len() == MAX_CALLS {
                    self.extent = Extent::Beginning;
                    return ControlFlow::Break(());
                }
                (self.enter(rule, event), at)
            }
            (What::Rule(_), outcome) => {
                let call = self.leave(outcome);
                (call, self.calls[call as usize].end)
            }
            (What::Terminal(_), outcome) => {
                let reached = outcome.reached(event.at);
                self.came_to(reached, event.lookahead);
                (self.innermost, small(reached))
            }
            (What::Sequence, _) => {
                (self.innermost, self.calls[self.innermost as usize].end.max(at))
            }
        };
        let (calls, number) = (&mut self.calls, self.count);
        self.tree.event = number as usize;
        self.tree.add(event, |node| calls[small(node.call) as usize].discarded = number);
        if event.outcome == Outcome::Enter {
            self.calls[call as usize].is_pair = self.tree.is_pair();
        }
        self.count += 1;
        if self.extent == Extent::Whole {
            self.events.push(Kept { event, call, reached, tree_size: small(self.tree.len()) });
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, rule: RuleId, event: Event<'_>) -> u32 {
        let call = small(self.calls.len());
        self.calls.push(Call::entered(rule, self.innermost, event, self.count));
        self.innermost = call;
        call
    }

    fn leave(&mut self, outcome: Outcome) -> u32 {
        let index = self.innermost;
        let call = &mut self.calls[index as usize];
        call.exit = self.count;
        let (farthest, lookahead) = (call.end, call.lookahead);
        if let Outcome::Match { end } = outcome {
            (call.matched, call.end) = (true, small(end));
        }
        self.innermost = call.parent;
        self.came_to(farthest as usize, lookahead);
        index
    }

    /// Records that a part of the innermost open rule reached the place `at`, unless only a `!` in
    /// this rule looked there.
    fn came_to(&mut self, at: usize, lookahead: Lookahead) {
        if let Some(call) = self.calls.get_mut(self.innermost as usize)
            && (lookahead != Lookahead::Negative || call.lookahead == lookahead)
        {
            call.end = small(at).max(call.end);
        }
    }
}

/// Returns only the calls of the tree, with the events that enter and leave them.
pub(super) fn of_tree<'g>(tree: &ParseTree) -> (Vec<Call>, Vec<Kept<'g>>) {
    let (mut calls, mut events): (Vec<Call>, Vec<Kept<'g>>) = (Vec::new(), Vec::new());
    let mut open: Vec<u32> = Vec::new();
    let event = |call: u32, node: &ParseNode, outcome| Event {
        what: What::Rule(node.rule),
        outcome,
        call: call.into(),
        depth: node.depth,
        at: node.span.start,
        lookahead: Lookahead::No,
        site: SiteId::NOWHERE,
        round: 0,
    };
    let leave = |call: u32, calls: &mut Vec<Call>, events: &mut Vec<Kept<'g>>| {
        calls[call as usize].exit = small(events.len());
        let node = &tree.nodes[call as usize];
        let event = event(call, node, Outcome::Match { end: node.span.end });
        let (reached, tree_size) = (small(node.span.end), small(calls.len()));
        events.push(Kept { event, call, reached, tree_size });
    };
    for (call, node) in (0..).zip(&tree.nodes) {
        open.drain(node.depth..).rev().for_each(|ended| leave(ended, &mut calls, &mut events));
        let event = event(call, node, Outcome::Enter);
        let (parent, end) = (node.parent.map_or(NONE, small), small(node.span.end));
        let entered = Call::entered(node.rule, parent, event, small(events.len()));
        calls.push(Call { end, matched: true, is_pair: node.is_pair, ..entered });
        events.push(Kept { event, call, reached: entered.at, tree_size: call + 1 });
        open.push(call);
    }
    open.into_iter().rev().for_each(|ended| leave(ended, &mut calls, &mut events));
    (calls, events)
}

/// Marks the calls whose result a memo would know, because the same rule was tried at the same
/// place before.
pub(super) fn mark_again(calls: &mut [Call], grammar: &Grammar) {
    let mut known = foldhash::HashSet::default();
    let varying = grammar.rules().varying_rules(grammar.start());
    for call in calls.iter_mut().filter(|call| !varying.contains(&call.rule)) {
        call.is_again = !known.insert((call.rule, call.at));
    }
}
