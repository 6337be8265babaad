//! Parses texts, and finds the parts of the grammar that they use.

use std::cell::Cell;
use std::mem;
use std::ops::ControlFlow;

use super::Sentences;
use super::model::{Model, Named, NodeId};
use crate::stack;
use crate::tracer::{
    Event, Lookahead, Outcome, PestGrammar, RuleDefinition, RuleId, Rules, Terminal, TraceError,
    What, is_wanted,
};

/// The maximum number of events for a text is this number, or [`MOST_OF_A_BYTE`] for each byte if
/// that is more. Only a grammar that parses the same text again and again exceeds it.
const MOST_OF_A_TEXT: u64 = 1_000_000;
const MOST_OF_A_BYTE: u64 = 500;

/// The maximum number of events for a piece of a text.
const MOST_OF_A_PIECE: u64 = 20_000;

/// The number of steps of the writing after which to ask whether the text is still wanted.
const PAUSE: u64 = 1 << 10;

/// The rules with a name for every part, and a limit on the events of all parses.
#[derive(Debug)]
pub(super) struct Checker {
    rules: PestGrammar,
    named: Named,
    /// The number of events that are left for further parses.
    left: Cell<u64>,
}

impl Checker {
    /// The model of `definitions`, and a checker for texts made from it; `None` if pest rejects the
    /// definitions.
    pub(super) fn new(definitions: &[RuleDefinition], left: u64) -> Option<(Model, Self)> {
        let (model, mut named) = Model::named(definitions);
        let rules = Rules::of(String::new(), mem::take(&mut named.rules));
        let rules = stack::for_grammar(|| PestGrammar::of_parts(rules))?;
        Some((model, Self { rules, named, left: Cell::new(left) }))
    }

    /// Whether no events are left.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// Counts steps of the writing as events. Returns whether any are left, and the text is still
    /// wanted.
    pub(super) fn spend(&self, steps: usize) -> bool {
        let left = self.left.get().saturating_sub(steps as u64);
        let is_paused = left / PAUSE < self.left.replace(left) / PAUSE;
        left > 0 && (!is_paused || is_wanted())
    }

    /// Allows this many events from now on.
    pub(super) fn allow(&self, left: u64) {
        self.left.set(left);
    }

    /// Calls `work` with a limit of `most` events, or with the number of events that are left if
    /// that is smaller.
    fn within<T>(&self, most: u64, work: impl FnOnce(&mut u64) -> T) -> T {
        let most = most.min(self.left.get());
        let mut left = most;
        let done = work(&mut left);
        self.left.set(self.left.get() - (most - left));
        done
    }

    /// The parts that the rule uses to match the whole text, each once, sorted.
    pub(super) fn read(&self, rule: usize, text: &str) -> Option<Vec<usize>> {
        let mut used = self.within(most_of(text), |most| self.uses(rule, text, most))?;
        used.sort_unstable();
        used.dedup();
        Some(used)
    }

    /// The parts that the rule uses to match the whole text within `most` events, each listed as
    /// many times as it matched.
    pub(super) fn uses(&self, rule: usize, text: &str, most: &mut u64) -> Option<Vec<usize>> {
        // Each part comes with the number of its call, because a failed call undoes all matches
        // since its start.
        let mut read: Vec<(u64, usize)> = Vec::new();
        let end = self.rules.end(self.named.own[rule], text, |event| {
            match (event.outcome, event.what) {
                (Outcome::Match { .. }, What::Rule(rule))
                    if event.lookahead != Lookahead::Negative =>
                {
                    read.extend(self.named.parts[rule.index()].map(|part| (event.call, part)));
                }
                (Outcome::Fail, What::Rule(_) | What::Sequence) => {
                    while read.pop_if(|(call, _)| *call >= event.call).is_some() {}
                }
                _ => {}
            }
            counted(most)
        });
        (end == Ok(text.len())).then(|| read.into_iter().map(|(_, part)| part).collect())
    }

    /// Whether the rule may match exactly the first `length` bytes of a piece of a text.
    pub(super) fn reads(&self, rule: usize, piece: &str, length: usize) -> bool {
        self.may_end(self.named.own[rule], piece, length)
    }

    /// Whether a node may match exactly the first `length` bytes of a piece of a text. Also `true` if
    /// no rule matches exactly this node, so that it cannot be tried.
    pub(super) fn ends_at(&self, node: NodeId, piece: &str, length: usize) -> bool {
        self.named.readers.get(&node).is_none_or(|&rule| self.may_end(rule, piece, length))
    }

    /// Whether the expression of a predicate matches at the start of a piece of a text.
    pub(super) fn is_there(&self, predicate: NodeId, piece: &str) -> bool {
        self.end(self.named.predicates[&predicate], piece).is_ok()
    }

    /// Whether the rule matches exactly the first `length` bytes of a piece. Also `true` if the rule
    /// uses what the text before the piece pushes on the stack.
    fn may_end(&self, rule: RuleId, piece: &str, length: usize) -> bool {
        match self.end(rule, piece) {
            Err(TraceError::EmptyStack { .. }) => true,
            end => end == Ok(length),
        }
    }

    fn end(&self, rule: RuleId, piece: &str) -> Result<usize, TraceError> {
        self.within(MOST_OF_A_PIECE, |most| self.rules.end(rule, piece, |_| counted(most)))
    }

    /// The last place where a terminal failed.
    pub(super) fn farthest(&self, rules: &PestGrammar, rule: RuleId, text: &str) -> Option<usize> {
        let mut farthest = 0;
        let traced = self.within(most_of(text), |most| {
            rules.trace(rule, text, |event| {
                if is_missed(&event) {
                    farthest = farthest.max(event.at);
                }
                counted(most)
            })
        });
        if let Ok(_) | Err(TraceError::Syntax(_)) = traced { Some(farthest) } else { None }
    }
}

impl Sentences<'_> {
    /// The end of the match of the grammar's own rule on a text.
    pub(super) fn end(&self, text: &str) -> Result<usize, TraceError> {
        let end = |most: &mut u64| self.grammar.end(self.first, text, |_| counted(most));
        self.checker.within(most_of(text), end)
    }
}

/// The maximum number of events for a text.
fn most_of(text: &str) -> u64 {
    MOST_OF_A_TEXT.max(text.len() as u64 * MOST_OF_A_BYTE)
}

/// Whether the event is the failure of a terminal that is neither inside a negative lookahead nor
/// such a lookahead itself.
pub(super) fn is_missed(event: &Event<'_>) -> bool {
    let What::Terminal(terminal) = event.what else { return false };
    let is_read = event.lookahead != Lookahead::Negative && !matches!(terminal, Terminal::Not(_));
    event.outcome == Outcome::Fail && is_read
}

/// Counts an event, and ends the trace at the last of `most` events.
const fn counted(most: &mut u64) -> ControlFlow<()> {
    *most = most.saturating_sub(1);
    if *most == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
