//! What the lints look at.

use std::ops::Range;

use super::change::changed;
use super::shortest::Shortest;
use super::trial::{self, Trial};
use crate::tracer::check::accepted_grammar;
use crate::tracer::syntax::{Node, RuleSyntax, Syntax};
use crate::tracer::{PestGrammar, RuleId};

/// A grammar that pest accepts, as it is written and as it reads.
pub(super) struct Subject<'s, 'i> {
    pub(super) source: &'i str,
    pub(super) syntax: &'s Syntax<'i>,
    pub(super) shortest: Shortest<'s, 'i>,
    pub(super) grammar: &'s PestGrammar,
    /// The number of the rule that a text is read by.
    pub(super) start: usize,
}

impl<'s, 'i> Subject<'s, 'i> {
    /// `None` where the start is no rule of the file.
    pub(super) fn new(
        source: &'i str,
        syntax: &'s Syntax<'i>,
        grammar: &'s PestGrammar,
        start: RuleId,
    ) -> Option<Self> {
        let start = start.index().checked_sub(1)?;
        Some(Self { source, syntax, shortest: Shortest::new(syntax), grammar, start })
    }

    pub(super) fn rule(&self, index: usize) -> &RuleSyntax<'i> {
        &self.syntax.rules[index]
    }

    /// What rule number `index` makes of a text.
    pub(super) fn tried(&self, index: usize, text: &str) -> Trial {
        trial::tried(self.grammar, id(index), text)
    }

    /// Up to where rule number `index` matches a text.
    pub(super) fn matched(&self, index: usize, text: &str) -> Option<usize> {
        self.tried(index, text).matched
    }

    /// Whether rule number `index` matches all of a text.
    pub(super) fn matches(&self, index: usize, text: &str) -> bool {
        self.matched(index, text) == Some(text.len())
    }

    /// The grammar with other texts in some places, if pest accepts it.
    pub(super) fn changed(
        &self,
        changes: impl IntoIterator<Item = (Range<usize>, String)>,
    ) -> Option<PestGrammar> {
        accepted_grammar(&changed(self.source, changes))
    }

    /// A text of some characters that rule number `index` reads, if one is found.
    pub(super) fn some_text(&self, index: usize) -> Option<String> {
        let body = &self.rule(index).body;
        let candidates = self
            .shortest
            .text(body)
            .into_iter()
            .chain(body.all().filter_map(|node: &Node<'i>| self.shortest.text(node)));
        let found = candidates.filter(|it| !it.trim().is_empty()).take(MOST_TEXTS);
        found.into_iter().find(|text| self.matches(index, text))
    }
}

/// The most texts that are tried for one purpose.
const MOST_TEXTS: usize = 50;

/// What the grammar calls a rule.
pub(super) fn id(index: usize) -> RuleId {
    RuleId::of_index(index + 1)
}

/// A text in a sentence: what cannot be seen is written as in a grammar.
pub(super) fn shown(text: &str) -> String {
    let escaped = |it: char| {
        let visible = if it.is_control() { it.escape_default().to_string() } else { it.into() };
        visible.chars().collect::<Vec<_>>()
    };
    text.chars().flat_map(escaped).collect()
}
