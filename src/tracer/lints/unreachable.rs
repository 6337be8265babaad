//! Alternatives of a grammar that are unreachable.
//!
//! The choice of pest, as of any parsing expression grammar (Ford 2004), is
//! ordered: once an alternative matches, no later one is tried. So an alternative
//! is unreachable if an earlier one matches a prefix of everything that it
//! matches, which is called prefix capture.

use super::first_set::{FirstSet, FirstSets};
use super::put_first::{Pair, PutFirst};
use crate::tracer::error::GrammarError;
use crate::tracer::expr::Terminal;
use crate::tracer::syntax::{Kind, Node, Syntax};

/// The alternatives that an earlier one captures: it is the same, or begins the
/// same way and ends sooner, or matches on every character that the later one can
/// go on with.
pub(in crate::tracer) fn unreachable_alternatives(
    source: &str,
    syntax: &Syntax<'_>,
) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(syntax);
    let mut warnings = Vec::new();
    let mut put_first = PutFirst::new(source, syntax);
    let rules = syntax.rules.iter().enumerate();
    for (rule, node) in rules.flat_map(|(at, rule)| rule.body.all().map(move |node| (at, node))) {
        let Kind::Choice(nodes) = &node.kind else { continue };
        let alternatives: Vec<Alternative<'_, '_>> =
            nodes.iter().map(|it| Alternative::new(it, syntax, &mut first_sets)).collect();
        for (index, later) in alternatives.iter().enumerate() {
            let Some(at) = alternatives[..index].iter().position(|it| it.shadows(later)) else {
                continue;
            };
            let earlier = &alternatives[at];
            let (why, advice) = if earlier.terms == later.terms {
                ("and is the same", "leave it out".to_owned())
            } else {
                let between = &nodes[at + 1..index];
                let pair = Pair { rule, earlier: earlier.node, later: later.node, between };
                let why = "and matches a prefix of everything it matches (prefix capture)";
                (why, put_first.advice(&pair))
            };
            let text = &source[earlier.node.span.clone()];
            let message = format!("this alternative is unreachable: `{text}` comes first {why}");
            warnings.push(GrammarError::new(message, later.node.span.clone(), advice));
        }
    }
    warnings
}

/// One of several ways that a rule can match.
struct Alternative<'s, 'i> {
    node: &'s Node<'i>,
    terms: Vec<Term<'s, 'i>>,
}

/// A part of a sequence, to be compared.
struct Term<'s, 'i> {
    what: What<'s, 'i>,
    first_set: FirstSet,
}

impl PartialEq for Term<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

#[derive(PartialEq)]
enum What<'s, 'i> {
    Literal(&'s str),
    Other(&'s Node<'i>),
}

impl<'s, 'i> Alternative<'s, 'i> {
    fn new(node: &'s Node<'i>, syntax: &'s Syntax<'i>, first_sets: &mut FirstSets<'s, 'i>) -> Self {
        let terms = node.items().iter().map(|item| {
            let literal = match item.kind {
                // A rule may be nothing but a text.
                Kind::Rule(name) => syntax.rule(name).and_then(|rule| literal(&rule.body)),
                _ => literal(item),
            };
            let what = literal.map_or(What::Other(item), What::Literal);
            Term { what, first_set: first_sets.of(item) }
        });
        Self { node, terms: terms.collect() }
    }

    fn shadows(&self, later: &Self) -> bool {
        // What never fails does not matter at the end.
        let end = self.terms.iter().rposition(|term| !term.first_set.non_failing);
        let decisive = &self.terms[..end.map_or(0, |end| end + 1)];
        let Some((last, before)) = decisive.split_last() else { return false };
        let Some((same, rest)) = later.terms.split_at_checked(before.len()) else { return false };
        let Some(then) = rest.first() else { return false };
        let begins_so = match (&last.what, &then.what) {
            (What::Literal(short), What::Literal(long)) => long.starts_with(short),
            (last, then) => last == then,
        };
        same == before && (begins_so || last.first_set.shadows(&then.first_set))
    }
}

fn literal<'s>(node: &'s Node<'_>) -> Option<&'s str> {
    match &node.kind {
        Kind::Terminal(Terminal::Literal(text), _) => Some(text),
        _ => None,
    }
}
