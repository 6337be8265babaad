//! The parse tree of a text, as a program that uses the grammar receives it.

use std::collections::HashSet;
use std::fmt::Write;
use std::iter::repeat_n;
use std::ops::{ControlFlow, Range};

use pest::Token;
use pest::iterators::Pairs;

use crate::grammars::Grammar;
use crate::lessons::trimmed;
use crate::tracer::{Event, Outcome, RuleId, TraceError, What};

/// The maximum width of a tree on one line.
const COLUMNS: usize = 80;

/// The pairs that pest returns, as in `(sum (number "1") (number "2") (EOI))`. If the start rule
/// makes no pair, the pairs inside it stand side by side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleTree {
    /// Parents before children.
    pub(super) nodes: Vec<RuleNode>,
}

/// A pair that pest returns, or another rule that matched, in a list with parents before children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreePair {
    /// The number of pairs around it.
    pub depth: usize,
    /// The name of its rule.
    pub rule: String,
    /// The text that it matches.
    pub text: String,
}

/// A rule in a [`RuleTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RuleNode {
    /// The number of rules in the tree that contain this one.
    pub(super) depth: usize,
    pub(super) rule: String,
    /// The text it matched, if known; only for rules without children.
    pub(super) text: Option<String>,
    /// The bytes of the matched text, usually without the blanks at its ends. Empty in the expected
    /// tree of a test.
    pub(super) span: Range<usize>,
}

impl RuleNode {
    /// Whether the rule is `EOI`, the end of the text.
    pub(super) fn is_end(&self) -> bool {
        self.rule == "EOI"
    }
}

impl RuleTree {
    /// Makes the tree of `pairs`, which `grammar` returned for `text`. With `has_blanks`, the span
    /// of a rule includes the blanks at its ends.
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
                    let node = open.pop().expect("a rule that ends has begun");
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

    /// Writes the tree on one line. Each rule is followed by the rules inside it or, if there are
    /// none, by its text.
    pub fn to_line(&self) -> String {
        self.written(None, false, |tree, _| tree.push(' '))
    }

    /// Writes the tree on one line if it is short, otherwise one rule per line.
    pub(super) fn to_lines(&self) -> String {
        let line = self.to_line();
        if line.chars().count() <= COLUMNS {
            return line;
        }
        self.written(None, false, |tree, depth| {
            tree.push('\n');
            tree.extend(repeat_n("  ", depth));
        })
    }

    /// Writes the tree, and calls `between` before each rule except the first. If `whole_text`
    /// gives the text and the end of the match, also writes the text that a rule matched outside
    /// the rules inside it, without blanks at its ends unless `has_blanks` is set.
    fn written(
        &self,
        whole_text: Option<(&str, usize)>,
        has_blanks: bool,
        between: impl Fn(&mut String, usize),
    ) -> String {
        let own_text = |place: Range<usize>| {
            let own = whole_text.map_or("", |(text, _)| text.get(place).unwrap_or(""));
            let own = if has_blanks { own } else { own.trim() };
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

    /// Removes the rules for which `is_left_out` returns true, and keeps the rules inside them.
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

/// The maximum number of events for one text. Only a grammar that backtracks over the same text
/// again and again exceeds it.
const MOST_EVENTS: u32 = 1_000_000;

/// The match of a grammar on a text, with its rules.
pub(super) struct RuleReading<'t> {
    pub(super) text: &'t str,
    pub(super) tree: RuleTree,
    pub(super) end: usize,
}

/// The result of parsing a text.
pub(super) struct Attempt<'t> {
    /// The match; `None` if the grammar refuses the text.
    pub(super) reading: Option<RuleReading<'t>>,
    /// Whether the parser saw the end of the text, so that a longer text may give another result.
    pub(super) goes_on: bool,
}

impl<'t> Attempt<'t> {
    /// Parses `text` with `grammar`; with `blanks`, the blanks at the ends of a pair count.
    ///
    /// # Errors
    ///
    /// Returns an error if the parse takes too long, or if pest would panic.
    pub(super) fn new(grammar: &Grammar, text: &'t str, blanks: bool) -> Result<Self, TraceError> {
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
            let tree = RuleTree::of(grammar, text, &pairs, blanks);
            // The comparison of two readings looks at `end` instead.
            RuleReading { text, tree, end }.without(RuleNode::is_end)
        });
        Ok(Self { reading, goes_on })
    }
}

/// Returns the pairs that `grammar` makes of `text`; `Ok(None)` if it refuses the text, and an error
/// if the parse takes too long or makes pest panic.
pub(super) fn read<'t>(
    grammar: &Grammar,
    text: &'t str,
    mut each: impl FnMut(Event<'_>),
) -> Result<Option<Pairs<'t, RuleId>>, TraceError> {
    let mut left = MOST_EVENTS;
    let traced = grammar.rules().trace(grammar.start(), text, |event| {
        each(event);
        // After a break, the trace still reports the end of every open call, so `left` may already
        // be 0.
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match traced {
        Ok(pairs) => Ok(Some(pairs)),
        Err(TraceError::Syntax(_)) => Ok(None),
        Err(TraceError::Stopped) => Err(TraceError::TooManySteps(MOST_EVENTS.into())),
        Err(error) => Err(error),
    }
}

impl RuleReading<'_> {
    /// Returns the same reading, keeping in the tree only the rules whose names are in `names`.
    pub(super) fn of_rules(self, names: &HashSet<String>) -> Self {
        self.without(|node| !names.contains(&node.rule))
    }

    /// Leaves nodes out of the tree. A rule whose inner rules are all left out gets its text.
    fn without(mut self, is_out: impl Fn(&RuleNode) -> bool) -> Self {
        self.tree.leave_out(is_out);
        let nodes = &mut self.tree.nodes;
        for index in 0..nodes.len() {
            let is_leaf = nodes.get(index + 1).is_none_or(|next| next.depth <= nodes[index].depth);
            nodes[index].text = is_leaf.then(|| self.text[nodes[index].span.clone()].to_owned());
        }
        self
    }

    /// Writes the tree as an S-expression; empty brackets if all rules are silent.
    pub(super) fn to_line(&self) -> String {
        if self.tree.nodes.is_empty() { "()".to_owned() } else { self.tree.to_line() }
    }

    /// Like [`to_line`](Self::to_line), but also writes the text that a rule matched outside the
    /// rules inside it. Ignores blanks between two rules unless `has_blanks` is set.
    pub(super) fn to_line_with_all(&self, has_blanks: bool) -> String {
        self.tree.written(Some((self.text, self.end)), has_blanks, |tree, _| tree.push(' '))
    }

    /// Returns the spans into which the rules divide the text. A rule and the only rule inside it
    /// count as one span if they match the same text. The blanks at the ends of a rule with others
    /// inside it do not count unless `has_blanks` is set.
    fn shape(&self, has_blanks: bool) -> Vec<Range<usize>> {
        let mut shape: Vec<[Range<usize>; 2]> = Vec::new();
        for RuleNode { span, text, .. } in self.tree.nodes.iter().filter(|it| !it.span.is_empty()) {
            let inner = if has_blanks { span.clone() } else { trimmed(self.text, span) };
            shape.pop_if(|[last, _]| *last == inner);
            shape.push([inner.clone(), if text.is_some() { span.clone() } else { inner }]);
        }
        shape.into_iter().map(|[_, span]| span).collect()
    }
}

/// Whether both readings end at the same place and have the same rules. Ignores which of two rules
/// matched the blanks between them, because the tree does not show this.
pub(super) fn have_same_rules(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && (a.tree == b.tree || a.to_line_with_all(false) == b.to_line_with_all(false))
}

/// Whether both readings end at the same place and have exactly the same pairs.
pub(super) fn have_same_pairs(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && a.tree == b.tree
}

/// Whether both readings end at the same place and divide the text in the same way, whatever the
/// names of their rules.
pub(super) fn have_same_shape(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && a.shape(false) == b.shape(false)
}

/// Like [`have_same_shape`], but the blanks at the ends of a rule count, too.
pub(super) fn have_same_spans(a: &RuleReading<'_>, b: &RuleReading<'_>) -> bool {
    a.end == b.end && a.shape(true) == b.shape(true)
}
