//! What the rules of any grammar make of a text.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::DiffReading;
use crate::grammars::Grammar;
use crate::reports::rule_tree::{RuleNode, RuleTree};
use crate::tracer::{Outcome, TraceError, What};

/// The most events of one text. More has only a grammar that reads the same again
/// and again.
pub(super) const MOST_EVENTS: u32 = 1_000_000;

/// What a grammar reads of a text, and by which rules.
pub(super) struct Reading<'t> {
    text: &'t str,
    tree: RuleTree,
    end: usize,
}

/// What came of reading a text.
pub(super) struct Attempt<'t> {
    /// What was read; nothing where it is refused.
    pub(super) reading: Option<Reading<'t>>,
    /// Whether a text that goes on may come to something else.
    pub(super) goes_on: bool,
}

impl<'t> Attempt<'t> {
    /// What comes of `text` under `grammar`. `None` where that takes too long.
    pub(super) fn new(grammar: &Grammar, text: &'t str) -> Option<Self> {
        let (mut end, mut left, mut goes_on) = (0, MOST_EVENTS, false);
        let traced = grammar.rules().trace(grammar.start(), text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = at;
            }
            if let What::Terminal(terminal) = event.what {
                goes_on = goes_on || terminal.sees_end(text, event.at, event.outcome);
            }
            // What is open is left after it was ended, and that is told too.
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let reading = match traced {
            Ok(pairs) => Some(Reading { text, tree: RuleTree::of(grammar, text, &pairs), end }),
            Err(TraceError::Syntax(_)) => None,
            Err(_) => return None,
        };
        Some(Self { reading, goes_on })
    }
}

impl<'t> Reading<'t> {
    /// What `grammar` makes of `text`: nothing where it refuses it. `None` where
    /// that takes too long.
    pub(super) fn new(grammar: &Grammar, text: &'t str) -> Option<Result<Self, ()>> {
        Attempt::new(grammar, text).map(|attempt| attempt.reading.ok_or(()))
    }

    /// The same with these rules alone in the tree.
    pub(super) fn of_rules(mut self, names: &HashSet<String>) -> Self {
        self.tree.retain(self.text, names);
        self
    }

    /// The tree as an S-expression. Where all rules are silent, empty brackets.
    pub(super) fn tree(&self) -> String {
        if self.tree.nodes.is_empty() { "()".to_owned() } else { self.tree.to_line() }
    }

    /// What is shown of it.
    pub(super) fn shown(&self) -> DiffReading {
        self.with_tree(self.tree())
    }

    /// The same with what rules read beside the rules in them.
    pub(super) fn shown_with_all_texts(&self) -> DiffReading {
        self.with_tree(self.with_all_texts())
    }

    fn with_tree(&self, tree: String) -> DiffReading {
        let rule = |node: &RuleNode| {
            (node.depth, node.rule.clone(), self.text[node.span.clone()].to_owned())
        };
        let rules = self.tree.nodes.iter().map(rule).collect();
        DiffReading::Rules { tree, rules, unread: self.end..self.text.len() }
    }

    fn with_all_texts(&self) -> String {
        self.tree.to_line_with_all(self.text, self.end)
    }
}

/// Whether both read as much of the text, by the same rules. Which of two rules took
/// the blanks between them does not count: it is not shown either.
pub(super) fn have_same_rules(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    a.end == b.end && (a.tree == b.tree || a.with_all_texts() == b.with_all_texts())
}

/// Whether both read as much of the text and take it apart alike, whatever their
/// rules are called.
pub(super) fn have_same_shape(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    a.end == b.end && a.tree.shape() == b.tree.shape()
}
