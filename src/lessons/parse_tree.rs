//! The parse tree: every rule that matched a part of a text, the place of this part, and whether
//! pest returns a pair for the rule.

use std::borrow::Cow;
use std::fmt::Write;
use std::iter::successors;
use std::ops::{ControlFlow, Range};

use pest::Token;
use pest::iterators::Pairs;

use crate::grammars::{self, Grammar, SyntaxError};
use crate::tracer::{
    Event, Lookahead, Outcome, PestGrammar, RuleId, Terminal, TraceError, What, to_the_end,
};

/// The rules that matched a text, including silent ones, but not the rules that the parser
/// backtracked over. For a rejected text, the rules up to the failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseTree {
    /// The text.
    pub text: String,
    /// The grammar that accepted the text, or rejected it.
    pub grammar: Grammar,
    /// The rules in the order in which they were entered: parents before children. There is at
    /// least one if the grammar accepted the text.
    pub nodes: Vec<ParseNode>,
    /// Every `EOI` that pest returns.
    pub(super) ends: Vec<TreeEnd>,
    /// The end of the match.
    end: usize,
    /// Whether the tree has only pairs.
    pub(super) is_of_pairs: bool,
    /// The number of rule calls of the parse, including failed ones.
    pub calls: u64,
}

/// A rule and the text that it matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNode {
    /// The rule, as an id of the tree's grammar.
    pub rule: RuleId,
    /// The bytes that it matched, including skipped blanks.
    pub span: Range<usize>,
    /// The index of the node around it; `None` for the first.
    pub parent: Option<usize>,
    /// The number of nodes around it.
    pub depth: usize,
    /// The number of its call: how many rules were entered before it, including failed ones.
    pub call: u64,
    /// Whether pest returns a pair: the rule is not silent, and not inside an atomic rule.
    pub is_pair: bool,
    /// Whether the rule was open at an error: it began and did not end.
    pub is_open: bool,
}

/// An `EOI` for which pest returns a pair. `EOI` is not a rule of the grammar, so it is not among
/// the nodes.
#[derive(Debug, Clone, Copy, Eq)]
pub(super) struct TreeEnd {
    /// The node in which it matched.
    pub(super) parent: Option<usize>,
    /// The number of nodes before it.
    pub(super) before: usize,
    /// The number of rules entered before it.
    calls: u64,
    /// The number of its event in a recording.
    pub(super) event: usize,
}

/// Compares only the place in the tree: `calls` and `event` are zero if the tree comes from no
/// trace.
impl PartialEq for TreeEnd {
    fn eq(&self, other: &Self) -> bool {
        (self.parent, self.before) == (other.parent, other.before)
    }
}

/// A chain of unit rules: rules that match the same text, each the only child of the one before. In
/// the tree of a failed or fixed text, a chain may also have no rules: it then marks the failure,
/// the inserted text or the removed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitRules {
    /// The names of the rules, the outermost first.
    pub rules: Vec<String>,
    /// For each rule, whether pest returns a pair.
    pub pairs: Vec<bool>,
    /// The place of the matched text, in bytes, without the blanks around it. For a failure, the
    /// place of the unexpected character; for an edit, the place of the inserted text.
    pub span: Range<usize>,
    /// The index of the chain around it; `None` for the first.
    pub parent: Option<usize>,
    /// The number of chains around it.
    pub depth: usize,
    /// The kind of chain.
    pub mark: NodeMark,
}

/// The kind of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeMark {
    /// Rules that matched.
    Matched,
    /// Rules that began and did not end.
    Open,
    /// The farthest failure.
    Failure,
    /// The inserted text, or rules that match only inserted text.
    PutIn,
    /// The removed text.
    TakenOut,
}

impl UnitRules {
    /// Makes a chain without rules, inside the chain with index `parent`.
    pub(super) fn inside(
        chains: &[Self],
        parent: Option<usize>,
        span: Range<usize>,
        mark: NodeMark,
    ) -> Self {
        let depth = parent.map_or(0, |parent| chains[parent].depth + 1);
        Self { rules: Vec::new(), pairs: Vec::new(), span, parent, depth, mark }
    }
}

/// The part `span` of `text` without the blanks at its ends. A part of only blanks stays as it is.
pub(crate) fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let read = grammars::trimmed(text, span.clone());
    if read.is_empty() { span.clone() } else { read }
}

impl ParseTree {
    /// Parses `text` with `grammar`.
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
    /// let subtract = tree.nodes.iter().find(|node| rules.name(node.rule) == "subtract");
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

    /// The tree of a text that `grammar` accepts.
    pub(crate) fn of(text: &str, grammar: &Grammar) -> Self {
        let tree = to_the_end(|| Self::traced(text, grammar));
        tree.expect("the tracer accepts what the parser accepts")
    }

    /// Traces `text` and makes its tree. Returns an error if the rules do not match, or if a limit
    /// ends the trace.
    pub(super) fn traced(text: &str, grammar: &Grammar) -> Result<Self, TraceError> {
        let mut builder = TreeBuilder::new(text, grammar);
        let pairs = grammar.pairs(text, |event| {
            builder.add(event, |_| ());
            ControlFlow::Continue(())
        })?;
        Ok(builder.finish(Some(pairs)))
    }

    /// Makes a tree without a parse, from `nodes` that have depths but no parents yet; every `EOI`
    /// is among them.
    pub(super) fn of_nodes(text: &str, grammar: &Grammar, nodes: Vec<ParseNode>) -> Self {
        let (mut made, mut ends): (Vec<ParseNode>, _) = (Vec::new(), Vec::new());
        // The nodes around the next node.
        let mut open: Vec<usize> = Vec::new();
        for node in nodes {
            while open.pop_if(|around| made[*around].depth >= node.depth).is_some() {}
            let (parent, before) = (open.last().copied(), made.len());
            if node.rule == RuleId::EOI {
                ends.push(TreeEnd { parent, before, calls: 0, event: 0 });
            } else {
                open.push(before);
                made.push(ParseNode { parent, ..node });
            }
        }
        let end = made.first().map_or(0, |read| read.span.end);
        let (text, grammar, calls) = (text.to_owned(), grammar.clone(), made.len() as u64);
        Self { text, grammar, nodes: made, ends, end, is_of_pairs: false, calls }
    }

    /// Whether pest would return the same pairs for both trees.
    pub(super) fn has_same_pairs(&self, other: &Self) -> bool {
        let pairs = |tree: &Self| -> Vec<_> {
            tree.pairs().into_iter().map(|it| (it.rule, it.span, it.depth)).collect()
        };
        pairs(self) == pairs(other)
    }

    /// The pairs that pest returns: the rules that make a [pair](ParseNode::is_pair), and
    /// [`EOI`](RuleId::EOI) where a rule demands the end. The parent of each is the index of the
    /// pair around it.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::ParseTree};
    ///
    /// let tree = ParseTree::new("8-4", &Grammar::Left)?;
    /// let name = |rule| Grammar::Left.rules().name(rule).to_owned();
    /// let pairs: Vec<_> = tree.pairs().iter().map(|it| name(it.rule)).collect();
    /// assert_eq!(pairs, ["number", "subtract", "number", "EOI"]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn pairs(&self) -> Vec<ParseNode> {
        self.with_ends(|node| node.is_pair)
    }

    /// The nodes for which `is_kept` holds, and every `EOI`. The parent of each is the kept node
    /// around it.
    fn with_ends(&self, is_kept: impl Fn(&ParseNode) -> bool) -> Vec<ParseNode> {
        let mut kept: Vec<ParseNode> = Vec::new();
        // For each kept node, its index in `kept`. For any other node, the index of the kept node
        // around it.
        let mut place: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut ends = self.ends.iter().peekable();
        for (before, node) in self.nodes.iter().map(Some).chain([None]).enumerate() {
            let mut keep = |node: ParseNode, parent: Option<usize>| {
                let depth = parent.map_or(0, |parent| kept[parent].depth + 1);
                kept.push(ParseNode { parent, depth, ..node });
                Some(kept.len() - 1)
            };
            while let Some(end) = ends.next_if(|end| end.before == before) {
                let at = self.text.len();
                let parent = end.parent.and_then(|parent| place[parent]);
                keep(ParseNode::new(RuleId::EOI, at..at, end.calls, true), parent);
            }
            let Some(node) = node else { break };
            let parent = node.parent.and_then(|parent| place[parent]);
            place.push(if is_kept(node) { keep(node.clone(), parent) } else { parent });
        }
        kept
    }

    /// The tree of only the [pairs](Self::pairs).
    #[must_use]
    pub fn as_pairs(&self) -> Self {
        Self { is_of_pairs: true, ..self.with_nodes(self.pairs()) }
    }

    /// The tree of all nodes and every `EOI`.
    pub(super) fn as_calls(&self) -> Self {
        self.with_nodes(self.with_ends(|_| true))
    }

    /// A tree of the same parse with these `nodes`, which must already include every `EOI`.
    fn with_nodes(&self, nodes: Vec<ParseNode>) -> Self {
        let (text, grammar) = (self.text.clone(), self.grammar.clone());
        let Self { end, is_of_pairs, calls, .. } = *self;
        Self { text, grammar, nodes, ends: Vec::new(), end, is_of_pairs, calls }
    }

    /// The innermost rule whose match contains `span`: the rule with the shortest such match.
    pub fn innermost(&self, span: &Range<usize>) -> Option<&ParseNode> {
        // Of nested spans, the innermost comes last.
        let mut nodes = self.nodes.iter().rev();
        nodes.find(|node| node.span.start <= span.start && span.end <= node.span.end)
    }

    /// The place of the text that `node` matched. In arithmetic, it excludes the blanks at both
    /// ends, unless the text has only blanks.
    pub fn span(&self, node: &ParseNode) -> Range<usize> {
        if self.grammar.lacks().is_some() {
            return node.span.clone();
        }
        trimmed(&self.text, &node.span)
    }

    /// The place of the text after the match; empty if the match reaches the end of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::ParseTree};
    ///
    /// let term = Grammar::Left.starting_at("term").expect("there is such a rule");
    /// let tree = ParseTree::new("8/3+1", &term)?;
    /// assert_eq!(tree.as_pairs().unit_rules()[0].rules, ["number"]);
    /// assert_eq!(tree.unread(), 3..5);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn unread(&self) -> Range<usize> {
        self.end..self.text.len()
    }

    /// Whether the tree has rules for which pest returns no pair.
    pub fn has_silent(&self) -> bool {
        self.nodes.iter().any(|node| !node.is_pair)
    }

    /// The tree with every chain of unit rules as one node: parents before children, in the order
    /// of the text. An open rule and a matched rule are never in the same chain. In arithmetic,
    /// silent rules that match only blanks are left out. Under any other grammar, rules without a
    /// pair have their names in brackets.
    pub fn unit_rules(&self) -> Vec<UnitRules> {
        let nodes = &self.nodes;
        let is_plain = self.grammar.lacks().is_some();
        let is_shown = |node: &&ParseNode| {
            let matched = &self.text[node.span.clone()];
            let is_blank = !matched.is_empty() && matched.trim().is_empty();
            is_plain || node.is_pair || node.parent.is_none() || !is_blank
        };
        // Rules whose matches differ only in the blanks at the ends still form a chain.
        let is_same =
            |a: &Range<usize>, b: &Range<usize>| trimmed(&self.text, a) == trimmed(&self.text, b);
        let mut children = vec![0_usize; nodes.len()];
        for parent in nodes.iter().filter(is_shown).filter_map(|node| node.parent) {
            children[parent] += 1;
        }
        let rules = self.grammar.rules();
        let mut chains: Vec<UnitRules> = Vec::new();
        // The chain of each node.
        let mut chain_of: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (name, span) = (rules.name(node.rule), self.span(node));
            let name =
                if is_plain && !node.is_pair { format!("({name})") } else { name.to_owned() };
            let mark = if node.is_open { NodeMark::Open } else { NodeMark::Matched };
            let parent = node.parent.map(|parent| chain_of[parent]);
            let goes_on = node.parent.is_some_and(|parent| children[parent] == 1)
                && parent.is_some_and(|parent| {
                    is_same(&chains[parent].span, &span) && chains[parent].mark == mark
                });
            if let Some(chain) = parent.filter(|_| !is_shown(&node)) {
                chain_of.push(chain);
            } else if let Some(chain) = parent.filter(|_| goes_on) {
                chains[chain].rules.push(name);
                chains[chain].pairs.push(node.is_pair);
                chain_of.push(chain);
            } else {
                chain_of.push(chains.len());
                let depth = parent.map_or(0, |parent| chains[parent].depth + 1);
                let (rules, pairs) = (vec![name], vec![node.is_pair]);
                chains.push(UnitRules { rules, pairs, span, parent, depth, mark });
            }
        }
        chains
    }

    /// The [pairs](Self::pairs) as an S-expression, each with its children or, if it has none, with
    /// its text. The end of the text is `(EOI)`.
    pub fn to_s_expression(&self) -> String {
        let nodes = if self.is_of_pairs { Cow::from(&self.nodes) } else { self.pairs().into() };
        let rules = self.grammar.rules();
        let part = |it: &ParseNode| (it.depth, rules.name(it.rule), &self.text[self.span(it)]);
        s_expression(nodes.iter().map(part))
    }
}

/// Writes a tree as an S-expression. The nodes come in preorder, each with its depth, its rule and
/// its text.
pub(crate) fn s_expression<'a>(nodes: impl Iterator<Item = (usize, &'a str, &'a str)>) -> String {
    let (mut tree, mut nodes) = (String::new(), nodes.peekable());
    while let Some((depth, rule, text)) = nodes.next() {
        let before = if tree.is_empty() { "" } else { " " };
        tree.extend([before, "(", rule]);
        let next = nodes.peek().map_or(0, |next| next.0);
        if next <= depth && rule != "EOI" {
            write!(tree, " {text:?}").expect("a string takes all");
        }
        tree.extend(std::iter::repeat_n(')', (depth + 1).saturating_sub(next)));
    }
    tree
}

impl ParseNode {
    pub(super) const fn new(rule: RuleId, span: Range<usize>, call: u64, is_pair: bool) -> Self {
        Self { rule, span, parent: None, depth: 0, call, is_pair, is_open: false }
    }
}

/// Builds a parse tree from the events of a trace.
#[derive(Debug)]
pub(super) struct TreeBuilder<'a> {
    text: &'a str,
    grammar: &'a Grammar,
    rules: &'a PestGrammar,
    nodes: Vec<ParseNode>,
    /// The open rules as node indices, each with whether the rules inside it make pairs.
    open: Vec<(usize, bool)>,
    /// The outermost open rule inside a lookahead.
    looked_at: Option<usize>,
    ends: Vec<TreeEnd>,
    calls: u64,
    /// The number of the next event, for a recording.
    pub(super) event: usize,
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(text: &'a str, grammar: &'a Grammar) -> Self {
        Self {
            text,
            grammar,
            rules: grammar.rules(),
            nodes: Vec::new(),
            open: Vec::new(),
            looked_at: None,
            ends: Vec::new(),
            calls: 0,
            event: 0,
        }
    }

    /// Adds the next event of a trace; every event must be added, in order. Passes to `discarded`
    /// the nodes that leave the tree: those of a rule that failed, of text that was backtracked
    /// over, or of a lookahead.
    pub(super) fn add(&mut self, event: Event<'_>, discarded: impl FnMut(&ParseNode)) {
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                let node = self.nodes.len();
                if event.lookahead != Lookahead::No {
                    self.looked_at.get_or_insert(node);
                }
                let around = self.open.last();
                let parent = around.map(|(parent, _)| *parent);
                let makes_pairs = around.is_none_or(|(_, makes_pairs)| *makes_pairs);
                let (is_pair, inside) = self.rules.makes_pairs(rule, makes_pairs);
                let made = ParseNode::new(rule, event.at..event.at, event.call, is_pair);
                self.nodes.push(ParseNode { parent, depth: self.open.len(), ..made });
                self.open.push((node, inside));
                self.calls += 1;
            }
            (What::Rule(_), outcome) => {
                let (node, _) = self.open.pop().expect("a rule that ends was entered");
                let is_looked_at = self.looked_at.take_if(|looked_at| *looked_at == node).is_some();
                match outcome {
                    Outcome::Match { end } if !is_looked_at => self.nodes[node].span.end = end,
                    _ => self.discard(node, discarded),
                }
            }
            (What::Sequence, _) => {
                self.ends.retain(|end| end.calls <= event.call);
                self.discard(self.nodes.partition_point(|node| node.call < event.call), discarded);
            }
            (What::Terminal(Terminal::End), Outcome::Match { .. }) => {
                let around = self.open.last();
                let makes_pairs = around.is_none_or(|(_, makes_pairs)| *makes_pairs);
                if makes_pairs && event.lookahead == Lookahead::No {
                    let parent = around.map(|(node, _)| *node);
                    let (before, calls, event) = (self.nodes.len(), self.calls, self.event);
                    self.ends.push(TreeEnd { parent, before, calls, event });
                }
            }
            (What::Terminal(_), _) => {}
        }
    }

    /// Drops the nodes from `first` on.
    fn discard(&mut self, first: usize, discarded: impl FnMut(&ParseNode)) {
        self.nodes[first..].iter().for_each(discarded);
        self.nodes.truncate(first);
        self.ends.retain(|end| end.before <= first);
    }

    /// Whether pest returns a pair for the rule that was entered last.
    pub(super) fn is_pair(&self) -> bool {
        self.nodes.last().is_some_and(|node| node.is_pair)
    }

    /// The number of nodes so far.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The tree of a trace that was stopped at the place `at`, where all open rules end. If an open
    /// rule begins at `at` too, the tree has it only if it is among the first `certain` open rules.
    pub(super) fn unfinished(mut self, at: usize, certain: usize) -> ParseTree {
        let open = self.open.iter().map(|(node, _)| *node).enumerate();
        let mut tried = open.skip(certain).filter(|(_, node)| self.nodes[*node].span.start >= at);
        if let Some((depth, node)) = tried.next() {
            self.nodes.truncate(node);
            self.open.truncate(depth);
        }
        for &(node, _) in &self.open {
            (self.nodes[node].span.end, self.nodes[node].is_open) = (at, true);
        }
        self.finish(None)
    }

    /// The tree after all events; `pairs` are pest's pairs, if pest accepted the text.
    pub(super) fn finish(self, pairs: Option<Pairs<'_, RuleId>>) -> ParseTree {
        let mut returned: Vec<[usize; 2]> = Vec::new();
        let (mut before, mut around) = (0, 0);
        for token in pairs.into_iter().flat_map(Pairs::tokens) {
            match token {
                Token::Start { rule, .. } => {
                    if rule == RuleId::EOI {
                        returned.push([before - returned.len(), around]);
                    }
                    (before, around) = (before + 1, around + 1);
                }
                Token::End { .. } => around -= 1,
            }
        }
        let Self { nodes, mut ends, calls, .. } = self;
        // An `EOI` before a failed sequence and an `EOI` inside it look alike if no rule was
        // entered between the two. Only pest's pairs tell them apart.
        let place = |end: &TreeEnd| {
            let around = successors(end.parent, |&node| nodes[node].parent);
            let count = |node: &&ParseNode| node.is_pair;
            [
                nodes[..end.before].iter().filter(count).count(),
                around.filter(|&node| nodes[node].is_pair).count(),
            ]
        };
        ends.reverse();
        ends.retain(|end| returned.pop_if(|it| *it == place(end)).is_some());
        ends.reverse();
        let (text, grammar) = (self.text.to_owned(), self.grammar.clone());
        let end = nodes.first().map_or(0, |read| read.span.end);
        ParseTree { text, grammar, nodes, ends, end, is_of_pairs: false, calls }
    }
}
