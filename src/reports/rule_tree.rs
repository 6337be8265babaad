//! The parse tree of a text as a program that uses the grammar gets it.

use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;

use pest::Token;
use pest::iterators::Pairs;

use crate::grammars::Grammar;
use crate::lessons::trimmed;
use crate::tracer::RuleId;

/// The rules that read a text, as in `(sum (number "1") (number "2"))`, without
/// silent rules and the end of the text; several one after another where the first
/// makes no pair itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleTree {
    /// Parents before children.
    pub(super) nodes: Vec<RuleNode>,
}

/// A rule of such a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RuleNode {
    /// How many are around it.
    pub(super) depth: usize,
    pub(super) rule: String,
    /// What it read, where that is told: of one without children.
    pub(super) text: Option<String>,
    /// Where that is, without the blanks around it; nowhere, in a tree that no text
    /// was read by.
    pub(super) span: Range<usize>,
}

impl RuleTree {
    /// The pairs that the rules of `grammar` made of `text`.
    pub(super) fn of(grammar: &Grammar, text: &str, pairs: &Pairs<'_, RuleId>) -> Self {
        let rules = grammar.rules();
        let mut nodes: Vec<RuleNode> = Vec::new();
        let mut open = Vec::new();
        for token in pairs.clone().tokens() {
            match token {
                Token::Start { rule: RuleId::EOI, .. } | Token::End { rule: RuleId::EOI, .. } => {}
                Token::Start { rule, pos } => {
                    let (rule, span) = (rules.name(rule).to_owned(), pos.pos()..pos.pos());
                    nodes.push(RuleNode { depth: open.len(), rule, text: None, span });
                    open.push(nodes.len() - 1);
                }
                Token::End { pos, .. } => {
                    let node = open.pop().expect("what ends has begun");
                    let span = trimmed(text, &(nodes[node].span.start..pos.pos()));
                    let is_leaf = node + 1 == nodes.len();
                    nodes[node].text = is_leaf.then(|| text[span.clone()].to_owned());
                    nodes[node].span = span;
                }
            }
        }
        Self { nodes }
    }

    /// Every rule before those in it; one that has none, before its text.
    pub fn to_line(&self) -> String {
        self.written(|tree, _| tree.push(' '))
    }

    /// The tree with `between` written before each rule but the first.
    pub(super) fn written(&self, between: impl Fn(&mut String, usize)) -> String {
        let mut tree = String::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if index > 0 {
                between(&mut tree, node.depth);
            }
            tree.push('(');
            tree += &node.rule;
            if let Some(text) = &node.text {
                write!(tree, " {text:?}").expect("a string takes all");
            }
            let next = self.nodes.get(index + 1).map_or(0, |next| next.depth);
            tree.extend(std::iter::repeat_n(')', (node.depth + 1).saturating_sub(next)));
        }
        tree
    }

    /// As [`to_line`](Self::to_line), with all that was read up to `end`: what a rule
    /// read itself stands between the rules in it. Blanks between two do not count.
    pub(super) fn to_line_with_all(&self, text: &str, end: usize) -> String {
        let mut tree = String::new();
        let mut at = 0;
        let read = |tree: &mut String, span: Range<usize>| {
            let span = trimmed(text, &span);
            if !text[span.clone()].trim().is_empty() {
                write!(tree, " {:?}", &text[span]).expect("a string takes all");
            }
        };
        let mut open: Vec<&RuleNode> = Vec::new();
        for node in &self.nodes {
            while let Some(ended) = open.pop_if(|it| it.depth >= node.depth) {
                read(&mut tree, at..ended.span.end.max(at));
                tree.push(')');
                at = at.max(ended.span.end);
            }
            read(&mut tree, at..node.span.start.max(at));
            at = at.max(node.span.start);
            write!(tree, " ({}", node.rule).expect("a string takes all");
            if let Some(text) = &node.text {
                write!(tree, " {text:?}").expect("a string takes all");
                at = at.max(node.span.end);
            }
            open.push(node);
        }
        while let Some(ended) = open.pop() {
            read(&mut tree, at..ended.span.end.max(at));
            tree.push(')');
            at = at.max(ended.span.end);
        }
        read(&mut tree, at..end.max(at));
        tree.trim_start().to_owned()
    }

    /// Leaves out the rules that are not among `names`; what is in them stays.
    pub(super) fn retain(&mut self, text: &str, names: &HashSet<String>) {
        let mut left_out: Vec<usize> = Vec::new();
        self.nodes.retain_mut(|node| {
            while left_out.pop_if(|depth| *depth >= node.depth).is_some() {}
            let is_kept = names.contains(&node.rule);
            if !is_kept {
                left_out.push(node.depth);
            }
            node.depth -= left_out.len() - usize::from(!is_kept);
            is_kept
        });
        for index in 0..self.nodes.len() {
            let depth = self.nodes.get(index + 1).map_or(0, |next| next.depth);
            let node = &mut self.nodes[index];
            node.text = (depth <= node.depth).then(|| text[node.span.clone()].to_owned());
        }
    }

    /// The parts it takes the text apart into, each once: what a rule and the only
    /// one in it read is one part.
    pub(super) fn shape(&self) -> Vec<Range<usize>> {
        let mut shape: Vec<Range<usize>> = self.nodes.iter().map(|it| it.span.clone()).collect();
        shape.retain(|span| !span.is_empty());
        shape.dedup();
        shape
    }
}
