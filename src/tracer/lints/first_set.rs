//! FIRST sets, which often tell from the first character of a text whether an expression matches.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::tracer::body::{Body, BodyKind};
use crate::tracer::rules::Rules;
use crate::tracer::terminal::{Terminal, built_in};

/// The facts about an expression that depend only on the next character. By default, none are
/// known.
#[derive(Debug, Clone, Default)]
pub(crate) struct FirstSet {
    /// The expression matches at each of these characters, no matter what follows.
    always_matches_on: CharSet,
    /// Every match begins with one of these characters. `None` if a match may be empty, or if
    /// nothing is known.
    must_start_with: Option<CharSet>,
    /// The expression matches everywhere. The name is pest's term.
    pub(crate) non_failing: bool,
}

impl FirstSet {
    /// Whether this expression matches wherever `later` could.
    pub(crate) fn shadows(&self, later: &Self) -> bool {
        let first = later.must_start_with.as_ref();
        first.is_some_and(|it| !it.is_empty() && self.always_matches_on.holds_all(it))
    }

    /// Whether this expression matches at every character.
    pub(crate) fn always_matches(&self) -> bool {
        self.always_matches_on.holds_all(&CharSet::all())
    }

    /// Whether this expression and `other` never match at the same place.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        let both = self.must_start_with.as_ref().zip(other.must_start_with.as_ref());
        both.is_some_and(|(one, other)| one.and(other).is_empty())
    }

    /// The set of an expression that matches one of these characters.
    fn one_of(set: CharSet) -> Self {
        Self { always_matches_on: set.clone(), must_start_with: Some(set), non_failing: false }
    }

    /// The set of a text.
    pub(super) fn of_text(text: &str) -> Self {
        Self::literal(text, |it| CharSet::range(it, it))
    }

    fn literal(text: &str, of: impl Fn(char) -> CharSet) -> Self {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (None, _) => Self { non_failing: true, ..Self::default() },
            (Some(only), None) => Self::one_of(of(only)),
            (Some(first), Some(_)) => Self { must_start_with: Some(of(first)), ..Self::default() },
        }
    }

    /// The set of a choice of this expression and `other`.
    pub(crate) fn or(self, other: &Self) -> Self {
        let both = self.must_start_with.as_ref().zip(other.must_start_with.as_ref());
        let always = self.always_matches_on.union(&other.always_matches_on).kept();
        Self {
            // If the union has too many ranges, keep a smaller set, which is also correct.
            always_matches_on: always.unwrap_or(self.always_matches_on),
            must_start_with: both.and_then(|(one, other)| one.union(other).kept()),
            non_failing: self.non_failing || other.non_failing,
        }
    }

    /// The set of a sequence of this expression and `other`. Skipping blanks between them never
    /// fails.
    fn then(self, other: &Self) -> Self {
        let always = if other.non_failing { self.always_matches_on } else { CharSet::default() };
        Self {
            always_matches_on: always,
            must_start_with: self.must_start_with,
            non_failing: self.non_failing && other.non_failing,
        }
    }

    /// The set of this expression after a lookahead for `by`. The lookahead consumes nothing.
    fn guarded(self, positive: bool, by: &Self) -> Self {
        let may_hold = by.must_start_with.clone().unwrap_or_else(CharSet::all);
        let (always, first) = if positive {
            (self.always_matches_on.and(&by.always_matches_on), may_hold)
        } else {
            let first = CharSet::all().without(&by.always_matches_on);
            (self.always_matches_on.without(&may_hold), first)
        };
        let must_start_with = self.must_start_with.and_then(|it| it.and(&first).kept());
        let always_matches_on = always.kept().unwrap_or_default();
        Self { always_matches_on, must_start_with, non_failing: false }
    }

    /// The set of a lookahead for this expression, which consumes nothing.
    fn looked_ahead(self, positive: bool) -> Self {
        let otherwise = CharSet::all().without(&self.must_start_with.unwrap_or_else(CharSet::all));
        let always_matches_on = if positive { self.always_matches_on } else { otherwise };
        Self { always_matches_on, must_start_with: None, non_failing: false }
    }

    /// The set of at least `least` repetitions of this expression.
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
            Terminal::Any => Self::one_of(CharSet::all()),
            Terminal::Literal(text) => Self::of_text(text),
            Terminal::Insensitive(text) => Self::literal(text, |it| {
                exactly(it.to_ascii_uppercase()).union(&exactly(it.to_ascii_lowercase()))
            }),
            Terminal::Range(first, last) => Self::one_of(CharSet::range(*first, *last)),
            // Nothing is known about the other terminals.
            _ => Self::default(),
        }
    }
}

fn any_of(alternatives: impl Iterator<Item = FirstSet>) -> FirstSet {
    alternatives.reduce(|all, it| all.or(&it)).unwrap_or_default()
}

/// The FIRST sets of the expressions of a grammar.
pub(crate) struct FirstSets<'s> {
    pub(super) rules: &'s Rules,
    /// The set of the blanks between two parts; `None` if pest skips nothing.
    pub(crate) blanks: Option<FirstSet>,
    /// Whether pest skips nothing in the current part.
    pub(crate) is_atomic: bool,
    /// The sets by rule name, each computed once. A rule whose set is not computed yet has the
    /// default set here, so nothing is known about a recursive call.
    found: HashMap<String, FirstSet>,
}

impl<'s> FirstSets<'s> {
    pub(crate) fn new(rules: &'s Rules) -> Self {
        let mut sets = Self { rules, blanks: None, is_atomic: false, found: HashMap::new() };
        let blanks = rules.between().map(|rule| sets.of(&rules.rules[rule].body));
        sets.blanks = blanks.collect::<Vec<_>>().into_iter().reduce(|one, it| one.or(&it));
        sets.found.clear();
        sets
    }

    /// The set of an expression with the set `first`, if blanks may come before it. At a character
    /// that can begin a blank, it is unknown whether the expression matches.
    pub(crate) fn or_blanks(&self, first: FirstSet) -> FirstSet {
        let Some(blanks) = self.blanks.as_ref().filter(|_| !self.is_atomic) else { return first };
        let skipped = blanks.must_start_with.clone().unwrap_or_else(CharSet::all);
        let always_matches_on = first.always_matches_on.without(&skipped);
        let start = first.must_start_with.map(|it| it.union(&skipped)).and_then(CharSet::kept);
        FirstSet { always_matches_on, must_start_with: start, ..first }
    }

    /// The set of a part of a rule.
    pub(crate) fn of(&mut self, node: &Body) -> FirstSet {
        match &node.kind {
            BodyKind::Rule(name) => self.named(name),
            BodyKind::Terminal(terminal) => FirstSet::of_terminal(terminal),
            BodyKind::Sequence(items) => {
                let mut sets: Vec<FirstSet> = items.iter().map(|item| self.of(item)).collect();
                let last = sets.pop().expect("a sequence has parts");
                items.iter().zip(sets).rev().fold(last, |rest, (item, set)| match &item.kind {
                    BodyKind::Lookahead { positive, body } => {
                        self.or_blanks(rest).guarded(*positive, &self.of(body))
                    }
                    BodyKind::Repeat { body, .. } if item.least_rounds() == 0 => {
                        // Where the optional part cannot begin, the rest does.
                        let (part, rest) = (self.of(body), self.or_blanks(rest));
                        let after = rest.clone().guarded(false, &part);
                        FirstSet { non_failing: rest.non_failing, ..part.then(&rest).or(&after) }
                    }
                    _ => set.then(&rest),
                })
            }
            BodyKind::Choice(alternatives) => any_of(alternatives.iter().map(|it| self.of(it))),
            BodyKind::Repeat { body, .. } => self.of(body).times(node.least_rounds()),
            BodyKind::Lookahead { positive, body } => self.of(body).looked_ahead(*positive),
            BodyKind::Push(body) => self.of(body),
            BodyKind::Unknown(_) => FirstSet::default(),
        }
    }

    fn named(&mut self, name: &str) -> FirstSet {
        if let Some(found) = self.found.get(name) {
            return found.clone();
        }
        self.found.insert(name.to_owned(), FirstSet::default());
        let rules = self.rules;
        let first_set = match rules.rule(name) {
            Some(rule) => crate::stack::for_level(|| {
                // A set that allows for skipped blanks is only weaker, so it is also valid for a
                // call from an atomic rule.
                let around = std::mem::replace(&mut self.is_atomic, rule.modifier.is_atomic());
                let first_set = self.of(&rule.body);
                self.is_atomic = around;
                first_set
            }),
            None => any_of(built_in(name).iter().flatten().map(FirstSet::of_terminal)),
        };
        self.found.insert(name.to_owned(), first_set.clone());
        first_set
    }
}

/// The maximum number of ranges in a set. Hand-written character classes need fewer, and the bound
/// limits the cost of a set.
const MAX_RANGES: usize = 32;

/// A set of characters, as sorted ranges that neither overlap nor touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CharSet(Vec<RangeInclusive<u32>>);

impl CharSet {
    /// All characters from the first to the last.
    pub(crate) fn range(first: char, last: char) -> Self {
        Self(if first <= last { vec![first.into()..=last.into()] } else { Vec::new() })
    }

    /// All characters.
    fn all() -> Self {
        Self::range('\0', char::MAX)
    }

    /// The ASCII characters for which `holds` is true.
    pub(crate) fn ascii(holds: impl Fn(char) -> bool) -> Self {
        let members = (0..128_u8).map(char::from).filter(|&it| holds(it));
        members.fold(Self::default(), |set, it| set.union(&Self::range(it, it)))
    }

    /// The union of both.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let all = self.0.iter().chain(&other.0).cloned();
        let joined = all.sorted_unstable_by_key(|range| *range.start()).coalesce(|last, range| {
            if *range.start() > last.end() + 1 {
                return Err((last, range));
            }
            Ok(*last.start()..=*last.end().max(range.end()))
        });
        Self(joined.collect())
    }

    /// The intersection of both.
    fn and(&self, other: &Self) -> Self {
        let both = |one: &RangeInclusive<u32>| {
            let common =
                |it: &RangeInclusive<u32>| *one.start().max(it.start())..=*one.end().min(it.end());
            other.0.iter().map(common).filter(|it| !it.is_empty()).collect::<Vec<_>>()
        };
        Self(self.0.iter().flat_map(both).collect())
    }

    /// The characters that are not in `other`.
    fn without(&self, other: &Self) -> Self {
        let starts = std::iter::once(0).chain(other.0.iter().map(|it| it.end() + 1));
        let ends = other.0.iter().map(|it| *it.start()).chain([u32::from(char::MAX) + 1]);
        let gaps = starts.zip(ends).filter(|(start, end)| start < end);
        self.and(&Self(gaps.map(|(start, end)| start..=end - 1).collect()))
    }

    /// The set, unless it has too many ranges.
    pub(crate) fn kept(self) -> Option<Self> {
        (self.0.len() <= MAX_RANGES).then_some(self)
    }

    /// Whether the set is empty.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of `other` is in the set.
    pub(crate) fn holds_all(&self, other: &Self) -> bool {
        other.0.iter().all(|inner| {
            self.0.iter().any(|it| it.start() <= inner.start() && inner.end() <= it.end())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_sets_merge_adjacent_ranges_and_compare_by_members() {
        let set = |first, last| CharSet::range(first, last);
        let letters = set('a', 'c').union(&set('d', 'f'));
        assert_eq!(letters, set('a', 'f'), "they touch");
        assert_eq!(set('a', 'f').union(&set('b', 'c')), set('a', 'f'), "one is in the other");
        let apart = set('a', 'b').union(&set('d', 'e'));
        assert_ne!(apart, set('a', 'e'));
        assert_eq!(apart.union(&set('c', 'c')), set('a', 'e'), "the gap is filled");
        assert!(CharSet::default().is_empty() && !apart.is_empty());
        for (other, is_disjoint, is_held) in [
            (set('c', 'c'), true, false),
            (set('f', 'z'), true, false),
            (set('A', 'Z'), true, false),
            (set('b', 'c'), false, false),
            (set('c', 'd'), false, false),
            (set('e', 'f'), false, false),
            (set('a', 'e'), false, false),
            (set('d', 'e'), false, true),
            (set('a', 'a').union(&set('e', 'e')), false, true),
        ] {
            assert_eq!(apart.and(&other).is_empty(), is_disjoint, "{other:?}");
            assert_eq!(other.and(&apart).is_empty(), is_disjoint, "{other:?}");
            assert_eq!(apart.holds_all(&other), is_held, "{other:?}");
            let (both, rest) = (apart.and(&other), apart.without(&other));
            assert_eq!((both.is_empty(), both == other), (is_disjoint, is_held), "{other:?}");
            assert!(rest.and(&other).is_empty() && rest.union(&both) == apart, "{other:?}");
        }
    }

    #[test]
    fn a_set_without_another_keeps_the_neighbours_of_what_it_loses() {
        let set = |first, last| CharSet::range(first, last);
        let around = set('a', 'c').union(&set('g', 'z'));
        assert_eq!(set('a', 'z').without(&set('d', 'f')), around);
        assert_eq!(set('a', 'z').without(&set('a', 'a')), set('b', 'z'));
        assert_eq!(set('a', 'z').without(&set('z', 'z')), set('a', 'y'));
        assert_eq!(CharSet::all().without(&CharSet::default()), CharSet::all());
        assert!(set('a', 'z').without(&CharSet::all()).is_empty());
    }
}
