//! The events of a trace, kept to be gone through back and forth.

use std::ops::ControlFlow;

use super::{ParseNode, ParseTree, TreeBuilder};
use crate::grammars::Grammar;
use crate::tracer::{Event, Outcome, RuleId, What};

/// Every rule that was tried on a text, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The events in their order; where the story is not whole, those of the
    /// parse tree alone.
    pub events: Vec<RuleEvent>,
    /// What was given up after it had matched, in the order of the events.
    pub given_up: Vec<GivenUp>,
    /// Whether all events are kept.
    pub is_whole: bool,
    /// The events that belong to each node of the parse tree.
    pub places: Vec<Place>,
}

/// A rule is tried, or something has come of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleEvent {
    /// The rule, of the grammar that reads the text.
    pub rule: RuleId,
    /// What came of it.
    pub outcome: Outcome,
    /// How many rules are open around it.
    pub depth: usize,
    /// Where it is tried, in bytes.
    pub at: usize,
}

/// What had matched and is no part of the tree after all, because what had to
/// come next did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenUp {
    /// The event that it comes right after, as an index.
    pub after: usize,
    /// The event from which on every rule that was tried is given up.
    pub since: usize,
}

/// The two events of a rule that matched, as indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// In which it is entered.
    pub enter: usize,
    /// In which it matches.
    pub exit: usize,
}

impl Story {
    /// How `grammar` reads `text`, which it does read; only the tree's part of
    /// it where there are more than `limit` events.
    pub(super) fn record(text: &str, grammar: &Grammar, limit: usize) -> (Self, ParseTree) {
        let mut recorder = Recorder::new(limit);
        let traced = grammar.trace(text, |event| {
            recorder.add(event);
            ControlFlow::Continue(())
        });
        debug_assert!(traced.is_ok(), "the tracer reads what the parser reads");
        recorder.finish()
    }

    /// The story without anything that was given up.
    fn of_tree(nodes: &[ParseNode]) -> Self {
        let mut story = Self {
            events: Vec::with_capacity(2 * nodes.len()),
            given_up: Vec::new(),
            is_whole: false,
            places: Vec::with_capacity(nodes.len()),
        };
        let mut open = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            story.close(nodes, open.drain(node.depth..));
            open.push(index);
            let enter = story.events.len();
            story.places.push(Place { enter, exit: enter });
            story.push(node, Outcome::Enter);
        }
        story.close(nodes, open.drain(..));
        story
    }

    fn close(&mut self, nodes: &[ParseNode], open: impl DoubleEndedIterator<Item = usize>) {
        for index in open.rev() {
            self.places[index].exit = self.events.len();
            self.push(&nodes[index], Outcome::Match { end: nodes[index].span.end });
        }
    }

    fn push(&mut self, node: &ParseNode, outcome: Outcome) {
        let ParseNode { rule, depth, ref span, .. } = *node;
        self.events.push(RuleEvent { rule, outcome, depth, at: span.start });
    }
}

/// Keeps the events of a trace while it goes on.
struct Recorder {
    limit: usize,
    is_whole: bool,
    events: Vec<RuleEvent>,
    given_up: Vec<GivenUp>,
    /// The events of every call.
    calls: Vec<Place>,
    /// The calls that are open.
    open: Vec<usize>,
    tree: TreeBuilder,
}

impl Recorder {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            is_whole: true,
            events: Vec::new(),
            given_up: Vec::new(),
            calls: Vec::new(),
            open: Vec::new(),
            tree: TreeBuilder::default(),
        }
    }

    fn add(&mut self, event: Event<'_>) {
        self.tree.add(event);
        self.is_whole &= self.events.len() < self.limit;
        if !self.is_whole {
            return;
        }
        match event.what {
            What::Rule(rule) => self.add_rule(rule, event),
            What::Sequence => self.give_up(event.call),
            What::Terminal(_) => {}
        }
    }

    fn add_rule(&mut self, rule: RuleId, event: Event<'_>) {
        let index = self.events.len();
        if event.outcome == Outcome::Enter {
            self.open.push(self.calls.len());
            self.calls.push(Place { enter: index, exit: index });
        } else if let Some(call) = self.open.pop() {
            self.calls[call].exit = index;
        }
        let Event { outcome, depth, at, .. } = event;
        self.events.push(RuleEvent { rule, outcome, depth, at });
    }

    /// What was tried since the call of this number is given up.
    fn give_up(&mut self, call: u64) {
        let first = usize::try_from(call).ok().and_then(|call| self.calls.get(call));
        if let (Some(first), Some(after)) = (first, self.events.len().checked_sub(1)) {
            self.given_up.push(GivenUp { after, since: first.enter });
        }
    }

    fn finish(self) -> (Story, ParseTree) {
        let Self { is_whole, events, given_up, calls, tree, .. } = self;
        let tree = tree.finish();
        if !is_whole {
            return (Story::of_tree(tree.nodes()), tree);
        }
        let place = |node: &ParseNode| calls[usize::try_from(node.call).unwrap_or_default()];
        let places = tree.nodes().iter().map(place).collect();
        (Story { events, given_up, is_whole, places }, tree)
    }
}
