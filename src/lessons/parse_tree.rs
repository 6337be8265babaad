//! The parse tree: every rule that a text was read by, and what it read.

use std::ops::{ControlFlow, Range};

use crate::grammars::{Grammar, SyntaxError};
use crate::tracer::{Event, Lookahead, Outcome, RuleId, TraceError, What};

/// The rules that a text was read by, silent ones too, without what was
/// backtracked over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseTree {
    nodes: Vec<ParseNode>,
    calls: u64,
}

/// A rule and what it read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNode {
    /// The rule, of the grammar that read the text.
    pub rule: RuleId,
    /// The bytes it read, with the blanks that it takes.
    pub span: Range<usize>,
    /// The rule around it; none around the first.
    pub parent: Option<usize>,
    /// The number of rules that are open around it.
    pub depth: usize,
    /// The number of its call: how many rules were entered before it, those
    /// that failed included.
    pub call: u64,
}

impl ParseNode {
    /// What it read of `text`, without the blanks around it; a rule that read
    /// blanks alone keeps them.
    pub(super) fn trimmed(&self, text: &str) -> Range<usize> {
        trimmed(text, &self.span)
    }
}

/// The part `span` of `text` without the blanks around it; blanks alone stay.
pub(crate) fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let read = &text[span.clone()];
    let trimmed = read.trim();
    if trimmed.is_empty() {
        return span.clone();
    }
    let start = span.start + (read.len() - read.trim_start().len());
    start..start + trimmed.len()
}

impl ParseTree {
    /// Reads `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::recognize`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::ParseTree};
    ///
    /// let tree = ParseTree::new("8-4", &Grammar::Left)?;
    /// let rules = Grammar::Left.rules();
    /// let subtract = tree.nodes().iter().find(|node| rules.name(node.rule) == "subtract");
    /// assert_eq!(subtract.map(|node| node.span.clone()), Some(2..3));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        if grammar.lacks().is_none() {
            grammar.parse(text)?;
        } else {
            grammar.check_limits(text)?;
        }
        Self::traced(text, grammar).map_err(|error| grammar.refusal(text, &error))
    }

    /// The tree of a text that `grammar` reads.
    pub(super) fn of(text: &str, grammar: &Grammar) -> Self {
        Self::traced(text, grammar).expect("the tracer reads what the parser reads")
    }

    fn traced(text: &str, grammar: &Grammar) -> Result<Self, TraceError> {
        let mut builder = TreeBuilder::default();
        grammar.trace(text, |event| {
            builder.add(event, |_| ());
            ControlFlow::Continue(())
        })?;
        Ok(builder.finish())
    }

    /// The rules in the order in which they were entered: parents before
    /// children. There is at least one where the text is read.
    pub fn nodes(&self) -> &[ParseNode] {
        &self.nodes
    }

    /// The number of rules that were entered for it, including those that failed.
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// The innermost rule that reads all of `span`, and more than that alone
    /// only where none reads less.
    pub fn innermost(&self, span: &Range<usize>) -> Option<&ParseNode> {
        // Of nested spans, the innermost comes last.
        self.nodes
            .iter()
            .rev()
            .find(|node| node.span.start <= span.start && span.end <= node.span.end)
    }
}

/// Makes a parse tree from the events of a trace.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    nodes: Vec<ParseNode>,
    /// The rules that are open, as indexes of nodes.
    open: Vec<usize>,
    /// The outermost open rule that is only looked at.
    looked_at: Option<usize>,
    calls: u64,
}

impl TreeBuilder {
    /// Adds one event of a trace; all must be added, in their order. The nodes
    /// that are no part of the tree from then on go to `discarded`: those of a
    /// rule that failed, that were backtracked over, or that were only looked
    /// at.
    pub(super) fn add(&mut self, event: Event<'_>, discarded: impl FnMut(&ParseNode)) {
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                let node = self.nodes.len();
                if event.lookahead != Lookahead::No {
                    self.looked_at.get_or_insert(node);
                }
                let (parent, depth) = (self.open.last().copied(), self.open.len());
                let (call, span) = (event.call, event.at..event.at);
                self.nodes.push(ParseNode { rule, span, parent, depth, call });
                self.open.push(node);
                self.calls += 1;
            }
            (What::Rule(_), outcome) => {
                let node = self.open.pop().expect("a rule that ends was entered");
                let is_looked_at = self.looked_at.take_if(|looked_at| *looked_at == node).is_some();
                match outcome {
                    Outcome::Match { end } if !is_looked_at => self.nodes[node].span.end = end,
                    _ => self.discard(node, discarded),
                }
            }
            (What::Sequence, _) => {
                let kept = self.nodes.partition_point(|node| node.call < event.call);
                self.discard(kept, discarded);
            }
            (What::Terminal(_), _) => {}
        }
    }

    /// Drops the nodes from `first` on.
    fn discard(&mut self, first: usize, discarded: impl FnMut(&ParseNode)) {
        self.nodes[first..].iter().for_each(discarded);
        self.nodes.truncate(first);
    }

    /// The number of nodes so far.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The tree in the middle of a trace that came to `at`, and which of its nodes
    /// are open, outermost first; these end there. Of those that begin there
    /// no more than the first `certain` ones are kept.
    pub(super) fn unfinished(mut self, at: usize, certain: usize) -> (ParseTree, Vec<usize>) {
        let begins_there = |&(depth, &node): &(usize, &usize)| {
            depth >= certain && self.nodes[node].span.start >= at
        };
        let tried = self.open.iter().enumerate().find(begins_there).map(|(depth, _)| depth);
        if let Some(depth) = tried {
            self.nodes.truncate(self.open[depth]);
            self.open.truncate(depth);
        }
        for &node in &self.open {
            self.nodes[node].span.end = at;
        }
        let open = std::mem::take(&mut self.open);
        (self.finish(), open)
    }

    /// The tree, once all events are added.
    pub(super) fn finish(self) -> ParseTree {
        ParseTree { nodes: self.nodes, calls: self.calls }
    }
}
