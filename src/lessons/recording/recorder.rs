//! Makes a recording from the events of a trace.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::ptr;

use super::call::{Call, NONE, small};
use super::kept_event::KeptEvent;
use super::{Extent, TraceDetail};
use crate::grammars::{FarthestEvent, Grammar};
use crate::lessons::parse_tree::{ParseTree, TreeBuilder};
use crate::lessons::trace_limits::MAX_CALLS;
use crate::tracer::{Event, Lookahead, Outcome, RuleId, SiteId, Terminal, What};

/// Records the events of a trace.
pub(super) struct Recorder<'g, 't> {
    detail: TraceDetail,
    limit: usize,
    /// The part that is kept if there are more events than the limit.
    beyond: Extent,
    pub(super) extent: Extent,
    pub(super) calls: Vec<Call>,
    /// The innermost call that is open, or [`NONE`].
    innermost: u32,
    /// The number of events.
    count: u32,
    pub(super) events: Vec<KeptEvent>,
    pub(super) tree_sizes: Vec<u32>,
    /// The terminals that are tried, and where rules name them.
    pub(super) terminals: Vec<(&'g Terminal, SiteId)>,
    /// The index of every terminal, by its address.
    known: HashMap<*const Terminal, u32>,
    pub(super) tree: TreeBuilder,
    pub(super) farthest: FarthestEvent<'t>,
}

impl<'g, 't> Recorder<'g, 't> {
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
            tree_sizes: Vec::new(),
            terminals: Vec::new(),
            known: HashMap::new(),
            tree: TreeBuilder::default(),
            farthest: FarthestEvent::new(grammar.rules(), text),
        }
    }

    /// Keeps an event; breaks off where no more of it is wanted.
    pub(super) fn add(&mut self, event: Event<'g>) -> ControlFlow<()> {
        let is_kept = !matches!((event.what, self.detail), (What::Terminal(_), TraceDetail::Rules));
        if self.extent != Extent::Tree {
            let number = self.count as usize;
            // What is not kept fails in the state after the event before it.
            self.farthest.add(event, if is_kept { number } else { number.saturating_sub(1) });
        }
        if !is_kept {
            if event.outcome == Outcome::Fail && self.extent != Extent::Tree {
                self.came_to(small(event.at));
            }
            return ControlFlow::Continue(());
        }
        if self.extent == Extent::Whole && self.events.len() >= self.limit {
            self.extent = self.beyond;
            if self.extent != Extent::Beginning {
                (self.events, self.tree_sizes) = (Vec::new(), Vec::new());
            }
            if self.extent == Extent::Tree {
                self.calls = Vec::new();
            }
        }
        match self.extent {
            Extent::Whole | Extent::Calls => self.keep(event),
            // What ends the rules that are open is no more part of it.
            Extent::Beginning => ControlFlow::Break(()),
            Extent::Tree => {
                self.tree.add(event, |_| ());
                ControlFlow::Continue(())
            }
        }
    }

    fn keep(&mut self, event: Event<'g>) -> ControlFlow<()> {
        let (at, inside, lookahead) = (small(event.at), self.innermost, event.lookahead);
        let kept = match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                if self.calls.len() == MAX_CALLS {
                    self.extent = Extent::Beginning;
                    return ControlFlow::Break(());
                }
                KeptEvent::Enter { call: self.enter(rule, event) }
            }
            (What::Rule(_), outcome) => KeptEvent::Exit { call: self.leave(outcome) },
            (What::Terminal(terminal), outcome) => {
                let tried = self.index_of(terminal, event.site);
                let end = match outcome {
                    Outcome::Match { end } => Some(small(end)),
                    Outcome::Enter | Outcome::Fail => None,
                };
                if end.is_none() {
                    self.came_to(at);
                }
                let (matched, end) = (end.is_some(), end.unwrap_or(at));
                KeptEvent::Terminal {
                    inside,
                    tried,
                    at,
                    end,
                    round: event.round,
                    matched,
                    lookahead,
                }
            }
            (What::Sequence, _) => {
                let end = self.calls[inside as usize].end.max(at);
                let (first, site) = (small(event.call), event.site);
                KeptEvent::Backtrack { inside, first, at, end, site, lookahead }
            }
        };
        let (calls, number) = (&mut self.calls, self.count);
        self.tree.add(event, |node| calls[small(node.call) as usize].discarded = number);
        self.count += 1;
        if self.extent == Extent::Whole {
            self.events.push(kept);
            self.tree_sizes.push(small(self.tree.len()));
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, rule: RuleId, event: Event<'_>) -> u32 {
        let (call, at) = (small(self.calls.len()), small(event.at));
        self.calls.push(Call {
            rule,
            parent: self.innermost,
            at,
            end: at,
            enter: self.count,
            exit: NONE,
            discarded: NONE,
            site: event.site,
            round: event.round,
            depth: u16::try_from(event.depth).expect("few rules are open at once"),
            matched: false,
            again: false,
            lookahead: event.lookahead,
        });
        self.innermost = call;
        call
    }

    fn leave(&mut self, outcome: Outcome) -> u32 {
        let index = self.innermost;
        let call = &mut self.calls[index as usize];
        call.exit = self.count;
        let farthest = call.end;
        if let Outcome::Match { end } = outcome {
            (call.matched, call.end) = (true, small(end));
        }
        self.innermost = call.parent;
        self.came_to(farthest);
        index
    }

    /// Something in the innermost open rule did not match at this place.
    fn came_to(&mut self, at: u32) {
        if let Some(call) = self.calls.get_mut(self.innermost as usize) {
            call.end = at.max(call.end);
        }
    }

    fn index_of(&mut self, terminal: &'g Terminal, site: SiteId) -> u32 {
        *self.known.entry(ptr::from_ref(terminal)).or_insert_with(|| {
            self.terminals.push((terminal, site));
            small(self.terminals.len() - 1)
        })
    }
}

/// The calls of the tree alone, the events that enter and leave them, and how many
/// calls are in the tree after each.
pub(super) fn of_tree(tree: &ParseTree) -> (Vec<Call>, Vec<KeptEvent>, Vec<u32>) {
    let nodes = tree.nodes();
    let (mut calls, mut events) = (Vec::new(), Vec::new());
    let mut open: Vec<u32> = Vec::new();
    let leave = |call: u32, calls: &mut Vec<Call>, events: &mut Vec<KeptEvent>| {
        calls[call as usize].exit = small(events.len());
        events.push(KeptEvent::Exit { call });
    };
    for (call, node) in (0..).zip(nodes) {
        for ended in open.drain(node.depth..).rev() {
            leave(ended, &mut calls, &mut events);
        }
        calls.push(Call {
            rule: node.rule,
            parent: node.parent.map_or(NONE, small),
            at: small(node.span.start),
            end: small(node.span.end),
            enter: small(events.len()),
            exit: NONE,
            discarded: NONE,
            site: SiteId::NOWHERE,
            round: 0,
            depth: u16::try_from(node.depth).expect("few rules are open at once"),
            matched: true,
            again: false,
            lookahead: Lookahead::No,
        });
        events.push(KeptEvent::Enter { call });
        open.push(call);
    }
    for ended in open.into_iter().rev() {
        leave(ended, &mut calls, &mut events);
    }
    let entered = events.iter().scan(0, |size, event| {
        *size += u32::from(matches!(event, KeptEvent::Enter { .. }));
        Some(*size)
    });
    let tree_sizes = entered.collect();
    (calls, events, tree_sizes)
}
