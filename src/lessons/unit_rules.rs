//! Chains of unit rules: what a parse tree shows as one.

use std::ops::Range;

use super::{ParseNode, ParseTree};
use crate::grammars::Grammar;

/// A chain of unit rules: rules that match the same text, each alone in the one
/// before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitRules {
    /// The names of the rules, the outermost first; one at least.
    pub rules: Vec<String>,
    /// The text that they match, in bytes, without blanks around it.
    pub span: Range<usize>,
    /// The chain around it, as an index; none around the first.
    pub parent: Option<usize>,
    /// The number of chains around it.
    pub depth: usize,
    /// Whether its rules are not read to their end, as at the place of an error.
    pub is_open: bool,
}

impl UnitRules {
    /// The chains of `tree`, by which `grammar` reads `text`: parents before
    /// children, in the order of the text. Rules that match nothing but blanks
    /// are left out.
    pub(super) fn of(text: &str, grammar: &Grammar, tree: &ParseTree) -> Vec<Self> {
        Self::with_open(text, grammar, tree, &[])
    }

    /// As [`of`](Self::of), where these nodes of the tree are not read to their end.
    pub(super) fn with_open(
        text: &str,
        grammar: &Grammar,
        tree: &ParseTree,
        open: &[usize],
    ) -> Vec<Self> {
        let nodes = tree.nodes();
        let is_shown = |node: &&ParseNode| {
            let matched = &text[node.span.clone()];
            node.parent.is_none() || matched.is_empty() || !matched.trim().is_empty()
        };
        let mut children = vec![0_usize; nodes.len()];
        for parent in nodes.iter().filter(is_shown).filter_map(|node| node.parent) {
            children[parent] += 1;
        }
        let rules = grammar.rules();
        let mut chains: Vec<UnitRules> = Vec::new();
        // The chain that each node is part of.
        let mut chain_of: Vec<usize> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let is_open = open.get(node.depth) == Some(&index);
            let (name, span) = (rules.name(node.rule).to_owned(), node.trimmed(text));
            let parent = node.parent.map(|parent| chain_of[parent]);
            let goes_on = node.parent.is_some_and(|parent| children[parent] == 1)
                && parent.is_some_and(|parent| {
                    chains[parent].span == span && chains[parent].is_open == is_open
                });
            if let Some(chain) = parent.filter(|_| !is_shown(&node)) {
                chain_of.push(chain);
            } else if let Some(chain) = parent.filter(|_| goes_on) {
                chains[chain].rules.push(name);
                chain_of.push(chain);
            } else {
                chain_of.push(chains.len());
                let depth = parent.map_or(0, |parent| chains[parent].depth + 1);
                chains.push(UnitRules { rules: vec![name], span, parent, depth, is_open });
            }
        }
        chains
    }
}
