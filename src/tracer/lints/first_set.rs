//! FIRST sets: what the first character of a text says of whether an expression
//! of a grammar matches.

use std::collections::HashMap;

use super::char_set::CharSet;
use crate::tracer::expr::{Expr, Terminal, built_in};
use crate::tracer::syntax::{Kind, Node, Syntax};

/// What is known of where an expression matches; by default, nothing.
#[derive(Debug, Clone, Default)]
pub(in crate::tracer) struct FirstSet {
    /// Where one of these stands, it matches, whatever follows.
    always_matches_on: CharSet,
    /// Where it matches, one of these stands and is read. `None` where it may
    /// read nothing, or where that is not known.
    must_start_with: Option<CharSet>,
    /// It matches everywhere; so pest calls it.
    pub(in crate::tracer) non_failing: bool,
}

impl FirstSet {
    /// Whether it matches wherever `later` could.
    pub(in crate::tracer) fn shadows(&self, later: &Self) -> bool {
        let first = later.must_start_with.as_ref();
        first.is_some_and(|it| !it.is_empty() && self.always_matches_on.holds_all(it))
    }

    /// Whether it matches wherever there is a character.
    pub(in crate::tracer) fn always_matches(&self) -> bool {
        self.always_matches_on.holds_all(&CharSet::range('\0', char::MAX))
    }

    /// Whether the two never match at the same place.
    pub(in crate::tracer) fn excludes(&self, other: &Self) -> bool {
        let both = self.must_start_with.as_ref().zip(other.must_start_with.as_ref());
        both.is_some_and(|(one, other)| one.is_disjoint(other))
    }

    /// Of a single character out of these.
    fn one_of(set: CharSet) -> Self {
        Self { always_matches_on: set.clone(), must_start_with: Some(set), non_failing: false }
    }

    fn literal(text: &str, of: impl Fn(char) -> CharSet) -> Self {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (None, _) => Self { non_failing: true, ..Self::default() },
            (Some(only), None) => Self::one_of(of(only)),
            (Some(first), Some(_)) => Self { must_start_with: Some(of(first)), ..Self::default() },
        }
    }

    /// As either this or the other.
    fn or(self, other: &Self) -> Self {
        let must_start_with = match (&self.must_start_with, &other.must_start_with) {
            (Some(one), Some(other)) => one.union(other).kept(),
            _ => None,
        };
        Self {
            // A part of what is sure is sure as well.
            always_matches_on: self
                .always_matches_on
                .union(&other.always_matches_on)
                .kept()
                .unwrap_or(self.always_matches_on),
            must_start_with,
            non_failing: self.non_failing || other.non_failing,
        }
    }

    /// Followed by the other. What may be skipped between the two never fails.
    fn then(self, other: &Self) -> Self {
        Self {
            always_matches_on: if other.non_failing {
                self.always_matches_on
            } else {
                CharSet::default()
            },
            must_start_with: self.must_start_with,
            non_failing: self.non_failing && other.non_failing,
        }
    }

    /// So many times at least.
    fn times(self, least: u32) -> Self {
        match least {
            0 => Self { non_failing: true, ..Self::default() },
            1 => self,
            _ => Self { must_start_with: self.must_start_with, ..Self::default() },
        }
    }

    fn of_terminal(terminal: &Terminal) -> Self {
        let exactly = |it| CharSet::range(it, it);
        match terminal {
            Terminal::Class(class) => Self::one_of(CharSet::ascii(class.holds)),
            Terminal::Any => Self::one_of(CharSet::range('\0', char::MAX)),
            Terminal::Literal(text) => Self::literal(text, exactly),
            Terminal::Insensitive(text) => Self::literal(text, |it| {
                exactly(it.to_ascii_uppercase()).union(&exactly(it.to_ascii_lowercase()))
            }),
            Terminal::Range(first, last) => Self::one_of(CharSet::range(*first, *last)),
            // Of the others nothing is known.
            _ => Self::default(),
        }
    }

    fn of_built_in(expr: &Expr) -> Self {
        match expr {
            Expr::Terminal(terminal, _) => Self::of_terminal(terminal),
            Expr::Choice(alternatives) => any_of(alternatives.iter().map(Self::of_built_in)),
            _ => Self::default(),
        }
    }
}

fn any_of(alternatives: impl Iterator<Item = FirstSet>) -> FirstSet {
    alternatives.reduce(|all, it| all.or(&it)).unwrap_or_default()
}

/// The FIRST sets of the expressions of a grammar.
pub(in crate::tracer) struct FirstSets<'s, 'i> {
    syntax: &'s Syntax<'i>,
    /// By the name of the rule, each computed once. One that is still being looked
    /// at is here too: of a rule within itself nothing is known.
    found: HashMap<&'i str, FirstSet>,
}

impl<'s, 'i> FirstSets<'s, 'i> {
    pub(in crate::tracer) fn new(syntax: &'s Syntax<'i>) -> Self {
        Self { syntax, found: HashMap::new() }
    }

    /// That of a part of a rule.
    pub(in crate::tracer) fn of(&mut self, node: &Node<'i>) -> FirstSet {
        match &node.kind {
            Kind::Rule(name) => self.named(name),
            Kind::Terminal(terminal, _) => FirstSet::of_terminal(terminal),
            Kind::Sequence(items) => {
                let sets = items.iter().map(|item| self.of(item));
                sets.reduce(|all, it| all.then(&it)).unwrap_or_default()
            }
            Kind::Choice(alternatives) => any_of(alternatives.iter().map(|it| self.of(it))),
            Kind::Repeat { body, .. } => self.of(body).times(node.least_rounds()),
            Kind::Lookahead { .. } | Kind::Push(_) | Kind::Unknown(_) => FirstSet::default(),
        }
    }

    fn named(&mut self, name: &'i str) -> FirstSet {
        if let Some(found) = self.found.get(name) {
            return found.clone();
        }
        self.found.insert(name, FirstSet::default());
        let syntax = self.syntax;
        let first_set = match syntax.rule(name) {
            Some(rule) => crate::stack::for_level(|| self.of(&rule.body)),
            None => built_in(name).map(|it| FirstSet::of_built_in(&it)).unwrap_or_default(),
        };
        self.found.insert(name, first_set.clone());
        first_set
    }
}
