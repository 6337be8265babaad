//! What the rules of any grammar make of a text.

use std::fmt::Write;
use std::ops::{ControlFlow, Range};

use pest::Token;

use crate::grammars::Grammar;
use crate::tracer::{Outcome, RuleId, TraceError};

/// The most events of one text. More has only a grammar that reads the same again
/// and again.
const MOST_EVENTS: u32 = 1_000_000;

/// The parse tree of a text, as a program that uses the grammar gets it: without
/// silent rules and the end of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffTree {
    text: String,
    nodes: Vec<RuleNode>,
    end: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct RuleNode {
    rule: String,
    span: Range<usize>,
    depth: usize,
}

impl DiffTree {
    /// What `grammar` makes of `text`: nothing where it refuses it. `None` where
    /// that takes too long.
    pub(super) fn read(grammar: &Grammar, text: &str) -> Option<Result<Self, ()>> {
        let (mut end, mut left) = (0, MOST_EVENTS);
        let rules = grammar.rules();
        let traced = rules.trace(grammar.start(), text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = at;
            }
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let pairs = match traced {
            Ok(pairs) => pairs,
            Err(TraceError::Syntax(_)) => return Some(Err(())),
            Err(_) => return None,
        };
        let mut nodes: Vec<RuleNode> = Vec::new();
        let mut open = Vec::new();
        for token in pairs.tokens() {
            match token {
                Token::Start { rule: RuleId::EOI, .. } | Token::End { rule: RuleId::EOI, .. } => {}
                Token::Start { rule, pos } => {
                    let (rule, span) = (rules.name(rule).to_owned(), pos.pos()..pos.pos());
                    nodes.push(RuleNode { rule, span, depth: open.len() });
                    open.push(nodes.len() - 1);
                }
                Token::End { pos, .. } => {
                    let node = open.pop().expect("what ends has begun");
                    nodes[node].span.end = pos.pos();
                }
            }
        }
        Some(Ok(Self { text: text.to_owned(), nodes, end }))
    }

    /// Whether both read as much of the text, by the same rules.
    pub(super) fn has_rules_of(&self, other: &Self) -> bool {
        self == other
    }

    /// Whether both read as much of the text and take it apart alike, whatever
    /// their rules are called.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        self.end == other.end && self.shape() == other.shape()
    }

    /// The parts it takes the text apart into, each once, without the blanks around
    /// them: what a rule and the only one in it read is one part.
    fn shape(&self) -> Vec<Range<usize>> {
        let mut shape: Vec<Range<usize>> = self.nodes.iter().map(|it| self.trimmed(it)).collect();
        shape.retain(|span| !span.is_empty());
        shape.dedup();
        shape
    }

    fn trimmed(&self, node: &RuleNode) -> Range<usize> {
        let read = &self.text[node.span.clone()];
        let start = node.span.start + (read.len() - read.trim_start().len());
        start..start + read.trim().len()
    }

    /// Every rule before those in it; one that has none, before its text. Where
    /// all rules are silent, empty brackets.
    pub fn to_s_expression(&self) -> String {
        if self.nodes.is_empty() {
            return "()".to_owned();
        }
        let mut tree = String::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let before = if index == 0 { "" } else { " " };
            let next = self.nodes.get(index + 1).map_or(0, |next| next.depth);
            let _ = write!(tree, "{before}({}", node.rule);
            if next <= node.depth {
                let _ = write!(tree, " {:?}", &self.text[self.trimmed(node)]);
            }
            tree.extend(std::iter::repeat_n(')', (node.depth + 1).saturating_sub(next)));
        }
        tree
    }

    /// What is left of the text after what was read.
    pub const fn unread(&self) -> Range<usize> {
        self.end..self.text.len()
    }
}
