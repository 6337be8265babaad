//! The parts of a text that match in only one way, as in pest: terminals, tokens (atomic rules) and
//! blanks. Also builds trees from them.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use super::forest::{ForestError, MAX_FOREST_TEXT, Tried};
use super::parse_tree::{ParseNode, ParseTree, TreeBuilder};
use crate::grammars::Grammar;
use crate::tracer::{PestGrammar, RuleDefinition, RuleId, Terminal, TraceError, built_in};

/// A rule and the text that it matched. Trees share common parts.
pub(super) struct Derived {
    pub(super) rule: RuleId,
    pub(super) span: Range<usize>,
    /// The trees inside; `None` for a token, because its inner rules are found by tracing it.
    pub(super) inside: Option<Row>,
}

/// Trees one after another.
pub(super) type Row = Vec<Rc<Derived>>;

/// The tokens of a text.
pub(super) struct Tokens<'g, 't> {
    pub(super) text: &'t str,
    pub(super) rules: &'g PestGrammar,
    grammar: &'g Grammar,
    /// For each place, the end of each token that starts there, as matched by pest; `None` if the
    /// token fails there.
    ends: HashMap<(RuleId, usize), Option<usize>>,
}

impl<'g, 't> Tokens<'g, 't> {
    /// Prepares to match the tokens of `grammar` in `text`.
    ///
    /// # Errors
    ///
    /// If the text is too long.
    pub(super) fn new(text: &'t str, grammar: &'g Grammar) -> Tried<Self> {
        let is_short = text.len() <= MAX_FOREST_TEXT;
        let tokens = Self { text, rules: grammar.rules(), grammar, ends: HashMap::new() };
        if is_short { Ok(tokens) } else { Err(ForestError::TooLong(text.len())) }
    }

    /// The definition of a rule; `None` for a token. Rules for blanks and comments are tokens too,
    /// because their inside is atomic.
    pub(super) fn definition(&self, rule: RuleId) -> Option<&'g RuleDefinition> {
        let definition = self.rules.written.rules.get(rule.index().checked_sub(1)?);
        definition.filter(|it| !it.modifier.is_atomic() && !self.rules.between.contains(&rule))
    }

    /// The end of a token, as pest matches it; for `EOI`, the end of the text.
    pub(super) fn token(&mut self, rule: RuleId, at: usize) -> Tried<Option<usize>> {
        if rule == RuleId::EOI {
            return Ok((at == self.text.len()).then_some(at));
        }
        if let Some(end) = self.ends.get(&(rule, at)) {
            return Ok(*end);
        }
        let (rules, text) = (self.rules, &self.text[at..]);
        let end = match rules.end(rule, text, |_| ControlFlow::Continue(())) {
            Ok(length) => Some(at + length),
            Err(TraceError::Syntax(_)) => None,
            Err(_) => return Err(ForestError::Token(rules.name(rule).to_owned())),
        };
        self.ends.insert((rule, at), end);
        Ok(end)
    }

    /// The end of the match of a built-in rule.
    pub(super) fn built_in(&self, name: &str, at: usize) -> Tried<Option<usize>> {
        let all = built_in(name).expect("every name is defined or built in");
        all.iter().find_map(|it| self.terminal(it, at).transpose()).transpose()
    }

    /// The end of the match of a terminal.
    pub(super) fn terminal(&self, terminal: &Terminal, at: usize) -> Tried<Option<usize>> {
        let rest = &self.text[at..];
        let length = match terminal {
            Terminal::Literal(text) => rest.starts_with(&**text).then_some(text.len()),
            Terminal::Insensitive(text) => {
                rest.get(..text.len()).filter(|it| it.eq_ignore_ascii_case(text)).map(str::len)
            }
            Terminal::Start => (at == 0).then_some(0),
            Terminal::End => rest.is_empty().then_some(0),
            Terminal::Until(ends) => {
                Some(ends.iter().filter_map(|end| rest.find(&**end)).min().unwrap_or(rest.len()))
            }
            Terminal::Stack(what) => return Err(ForestError::Stack(what.to_string())),
            one => {
                let holds = one.characters().expect("it takes one character");
                rest.chars().next().filter(|it| holds(*it)).map(char::len_utf8)
            }
        };
        Ok(length.map(|length| at + length))
    }

    /// The place after the blanks and comments at `at`.
    pub(super) fn behind_blanks(&mut self, mut at: usize) -> Tried<usize> {
        while let Some((_, end)) = self.blank(at)? {
            at = end;
        }
        Ok(at)
    }

    /// The blanks and comments between two places.
    pub(super) fn blanks(&mut self, mut at: usize, end: usize) -> Row {
        let mut row = Row::new();
        while at < end {
            let (rule, end) = self.blank(at).ok().flatten().expect("these blanks matched before");
            row.push(Rc::new(Derived { rule, span: at..end, inside: None }));
            at = end;
        }
        row
    }

    fn blank(&mut self, at: usize) -> Tried<Option<(RuleId, usize)>> {
        for &rule in &self.rules.between {
            if let Some(end) = self.token(rule, at)?.filter(|&end| end > at) {
                return Ok(Some((rule, end)));
            }
        }
        Ok(None)
    }

    /// The parse tree made from the trees in `row`.
    pub(super) fn tree(&self, row: &[Rc<Derived>]) -> ParseTree {
        let mut nodes = Vec::new();
        let mut waiting: Vec<(&Derived, usize)> = row.iter().rev().map(|it| (&**it, 0)).collect();
        while let Some((Derived { rule, span, inside }, depth)) = waiting.pop() {
            if inside.is_none() && *rule != RuleId::EOI {
                let text = &self.text[span.start..];
                let mut builder = TreeBuilder::new(text, self.grammar);
                let pairs = self.rules.trace(*rule, text, |event| {
                    builder.add(event, |_| ());
                    ControlFlow::Continue(())
                });
                let token = builder.finish(pairs.ok());
                nodes.extend(token.as_calls().nodes.into_iter().map(|node| ParseNode {
                    span: node.span.start + span.start..node.span.end + span.start,
                    depth: node.depth + depth,
                    ..node
                }));
            } else {
                // Only tokens are atomic, so no rule around this one prevents its pair.
                let is_pair = *rule == RuleId::EOI || self.rules.makes_pairs(*rule, true).0;
                nodes.push(ParseNode { depth, ..ParseNode::new(*rule, span.clone(), 0, is_pair) });
                waiting.extend(inside.iter().flatten().rev().map(|it| (&**it, depth + 1)));
            }
        }
        ParseTree::of_nodes(self.text, self.grammar, nodes)
    }
}
