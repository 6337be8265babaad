//! The parse tree of a text as a program that uses the grammar gets it.

use std::collections::HashSet;
use std::fmt::Write;
use std::iter::repeat_n;
use std::ops::{ControlFlow, Range};

use pest::Token;
use pest::iterators::Pairs;

use crate::grammars::Grammar;
use crate::lessons::trimmed;
use crate::tracer::{Event, Outcome, RuleId, TraceError, What};

/// The columns of a tree on one line.
const COLUMNS: usize = 80;

/// The pairs that pest returns, as in `(sum (number "1") (number "2") (EOI))`; several
/// one after another where the first rule makes no pair itself.
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
    /// Where that is; mostly without the blanks around it, and nowhere in a tree that no
    /// text was read by.
    pub(super) span: Range<usize>,
}

impl RuleNode {
    /// Whether it is the end of the text.
    pub(super) fn is_end(&self) -> bool {
        self.rule == "EOI"
    }
}

impl RuleTree {
    /// The pairs that the rules of `grammar` made of `text`; the blanks around each belong
    /// to it where `has_blanks`.
    pub(super) fn of(
        grammar: &Grammar,
        text: &str,
        pairs: &Pairs<'_, RuleId>,
        has_blanks: bool,
    ) -> Self {
        let rules = grammar.rules();
        let mut nodes: Vec<RuleNode> = Vec::new();
        let mut open = Vec::new();
        for token in pairs.clone().tokens() {
            match token {
                Token::Start { rule, pos } => {
                    let (rule, span) = (rules.name(rule).to_owned(), pos.pos()..pos.pos());
                    nodes.push(RuleNode { depth: open.len(), rule, text: None, span });
                    open.push(nodes.len() - 1);
                }
                Token::End { pos, .. } => {
                    let node = open.pop().expect("what ends has begun");
                    let span = nodes[node].span.start..pos.pos();
                    let span = if has_blanks { span } else { trimmed(text, &span) };
                    let has_text = node + 1 == nodes.len() && !nodes[node].is_end();
                    nodes[node].text = has_text.then(|| text[span.clone()].to_owned());
                    nodes[node].span = span;
                }
            }
        }
        Self { nodes }
    }

    /// Every rule before those in it; one that has none, before its text.
    pub fn to_line(&self) -> String {
        self.written(None, |tree, _| tree.push(' '))
    }

    /// On one line if it is short, else a rule a line.
    pub(super) fn to_lines(&self) -> String {
        let line = self.to_line();
        if line.chars().count() <= COLUMNS {
            return line;
        }
        self.written(None, |tree, depth| {
            tree.push('\n');
            tree.extend(repeat_n("  ", depth));
        })
    }

    /// The tree with `between` written before each rule but the first. Of a text that
    /// was read to an end, where both are given, what a rule read itself stands between
    /// the rules in it, blanks left out.
    fn written(
        &self,
        whole_text: Option<(&str, usize)>,
        between: impl Fn(&mut String, usize),
    ) -> String {
        let own_text = |place: Range<usize>| {
            let own = whole_text.map_or("", |(text, _)| text.get(place).unwrap_or("").trim());
            if own.is_empty() { String::new() } else { format!(" {own:?}") }
        };
        let (mut tree, mut open, mut told) = (String::new(), Vec::<&RuleNode>::new(), 0);
        for node in self.nodes.iter().map(Some).chain([None]) {
            let depth = node.map_or(0, |node| node.depth);
            while let Some(ended) = open.pop_if(|it| it.depth >= depth) {
                tree += &own_text(told..ended.span.end);
                told = told.max(ended.span.end);
                tree.push(')');
            }
            let Some(node) = node else { break };
            tree += &own_text(told..node.span.start);
            told = told.max(node.span.start);
            if !tree.is_empty() {
                between(&mut tree, node.depth);
            }
            tree = tree + "(" + &node.rule;
            if let Some(text) = &node.text {
                write!(tree, " {text:?}").expect("a string takes all");
                told = told.max(node.span.end);
            }
            open.push(node);
        }
        tree += &own_text(told..whole_text.map_or(0, |(_, end)| end));
        tree.trim_start().to_owned()
    }

    /// Leaves out some rules; what is in them stays.
    pub(super) fn leave_out(&mut self, is_left_out: impl Fn(&RuleNode) -> bool) {
        let mut left_out: Vec<usize> = Vec::new();
        self.nodes.retain_mut(|node| {
            while left_out.pop_if(|depth| *depth >= node.depth).is_some() {}
            let around = left_out.len();
            if is_left_out(node) {
                left_out.push(node.depth);
            }
            node.depth -= around;
            left_out.len() == around
        });
    }
}

/// The most events of one text. More has only a grammar that reads the same again
/// and again.
const MOST_EVENTS: u32 = 1_000_000;

/// What a grammar reads of a text, and by which rules.
pub(super) struct RuleReading<'t> {
    pub(super) text: &'t str,
    pub(super) tree: RuleTree,
    pub(super) end: usize,
}

/// What came of reading a text.
pub(super) struct Attempt<'t> {
    /// What was read; nothing where it is refused.
    pub(super) reading: Option<RuleReading<'t>>,
    /// Whether a text that goes on may come to something else.
    pub(super) goes_on: bool,
}

impl<'t> Attempt<'t> {
    /// What comes of `text` under `grammar`, in which blanks around a pair do not count.
    /// `None` where that takes too long.
    pub(super) fn new(grammar: &Grammar, text: &'t str) -> Option<Self> {
        Self::with_blanks(grammar, text, false)
    }

    /// The same, in which blanks around a pair belong to it where `has_blanks`.
    pub(super) fn with_blanks(grammar: &Grammar, text: &'t str, has_blanks: bool) -> Option<Self> {
        let (mut end, mut goes_on) = (0, false);
        let pairs = read(grammar, text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = at;
            }
            if let What::Terminal(terminal) = event.what {
                goes_on = goes_on || terminal.sees_end(text, event.at, event.outcome);
            }
        })?;
        let reading = pairs.map(|pairs| {
            let mut tree = RuleTree::of(grammar, text, &pairs, has_blanks);
            // How far each reads is compared of itself.
            tree.leave_out(RuleNode::is_end);
            RuleReading { text, tree, end }
        });
        Some(Self { reading, goes_on })
    }
}

/// Whether `grammar` comes to an end with `text`.
pub(super) fn comes_to_an_end(grammar: &Grammar, text: &str) -> bool {
    read(grammar, text, |_| ()).is_some()
}

/// The pairs that `grammar` makes of `text`, if it reads it. `None` where that takes too
/// long.
#[expect(clippy::option_option, reason = "too long, not read, or the pairs")]
fn read<'t>(
    grammar: &Grammar,
    text: &'t str,
    mut each: impl FnMut(Event<'_>),
) -> Option<Option<Pairs<'t, RuleId>>> {
    let mut left = MOST_EVENTS;
    let traced = grammar.rules().trace(grammar.start(), text, |event| {
        each(event);
        // What is open is left after it was ended, and that is told too.
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match traced {
        Ok(pairs) => Some(Some(pairs)),
        Err(TraceError::Syntax(_)) => Some(None),
        Err(_) => None,
    }
}

impl RuleReading<'_> {
    /// The same with these rules alone in the tree.
    pub(super) fn of_rules(mut self, names: &HashSet<String>) -> Self {
        self.tree.leave_out(|node| !names.contains(&node.rule));
        let nodes = &mut self.tree.nodes;
        for index in 0..nodes.len() {
            let is_leaf = nodes.get(index + 1).is_none_or(|next| next.depth <= nodes[index].depth);
            nodes[index].text = is_leaf.then(|| self.text[nodes[index].span.clone()].to_owned());
        }
        self
    }

    /// The tree as an S-expression. Where all rules are silent, empty brackets.
    pub(super) fn to_line(&self) -> String {
        if self.tree.nodes.is_empty() { "()".to_owned() } else { self.tree.to_line() }
    }

    /// The same with all that was read: what a rule read itself stands between the rules
    /// in it. Blanks between two do not count.
    pub(super) fn to_line_with_all(&self) -> String {
        self.tree.written(Some((self.text, self.end)), |tree, _| tree.push(' '))
    }

    /// The parts it takes the text apart into, each once: what a rule and the only
    /// one in it read is one part.
    fn shape(&self) -> Vec<&Range<usize>> {
        let spans = self.tree.nodes.iter().map(|node| &node.span);
        let mut shape: Vec<_> = spans.filter(|span| !span.is_empty()).collect();
        shape.dedup();
        shape
    }
}

/// Whether both read as much of the text, by the same rules. Which of two rules took
/// the blanks between them does not count: it is not shown either.
pub(super) fn have_same_rules(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && (a.tree == b.tree || a.to_line_with_all() == b.to_line_with_all())
}

/// Whether both read as much of the text, into the same pairs, to the letter.
pub(super) fn have_same_pairs(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && a.tree == b.tree
}

/// Whether both read as much of the text and take it apart alike, whatever their
/// rules are called.
pub(super) fn have_same_shape(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && a.shape() == b.shape()
}
