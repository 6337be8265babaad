//! What the rules of any grammar make of a text.

use std::ops::{ControlFlow, Range};

use crate::grammars::Grammar;
use crate::reports::rule_tree::{RuleNode, RuleTree};
use crate::tracer::{Outcome, TraceError};

/// The most events of one text. More has only a grammar that reads the same again
/// and again.
const MOST_EVENTS: u32 = 1_000_000;

/// What a grammar reads of a text, and by which rules.
pub(super) struct Reading<'t> {
    text: &'t str,
    tree: RuleTree,
    end: usize,
}

impl<'t> Reading<'t> {
    /// What `grammar` makes of `text`: nothing where it refuses it. `None` where
    /// that takes too long.
    pub(super) fn new(grammar: &Grammar, text: &'t str) -> Option<Result<Self, ()>> {
        let (mut end, mut left) = (0, MOST_EVENTS);
        let traced = grammar.rules().trace(grammar.start(), text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = at;
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match traced {
            Ok(pairs) => Some(Ok(Self { text, tree: RuleTree::of(grammar, text, &pairs), end })),
            Err(TraceError::Syntax(_)) => Some(Err(())),
            Err(_) => None,
        }
    }

    /// What is left of the text after what was read.
    pub(super) const fn unread(&self) -> Range<usize> {
        self.end..self.text.len()
    }

    /// The tree as an S-expression. Where all rules are silent, empty brackets.
    pub(super) fn tree(&self) -> String {
        if self.tree.nodes.is_empty() { "()".to_owned() } else { self.tree.to_line() }
    }

    /// Every rule of the tree: its depth, its name, and what it read.
    pub(super) fn rules(&self) -> Vec<(usize, String, String)> {
        let rule = |node: &RuleNode| {
            (node.depth, node.rule.clone(), self.text[node.span.clone()].to_owned())
        };
        self.tree.nodes.iter().map(rule).collect()
    }

    /// The tree with what rules read beside the rules in them.
    pub(super) fn with_all_texts(&self) -> String {
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
