//! FIRST sets: what the first character of a text says of whether an expression
//! of a grammar matches.

use std::collections::HashMap;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::char_set::CharSet;
use crate::tracer::expr::{Expr, Terminal, built_in};
use crate::tracer::outline::defined_name;

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

    fn exact(text: &str) -> Self {
        Self::literal(text, |it| CharSet::range(it, it))
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

    fn of_built_in(expr: &Expr) -> Self {
        match expr {
            Expr::Terminal(Terminal::Class(class)) => Self::one_of(CharSet::ascii(class.holds)),
            Expr::Terminal(Terminal::Any) => Self::one_of(CharSet::range('\0', char::MAX)),
            Expr::Terminal(Terminal::Literal(text)) => Self::exact(text),
            Expr::Choice(alternatives) => {
                any_of(alternatives.iter().map(Self::of_built_in)).unwrap_or_default()
            }
            _ => Self::default(),
        }
    }
}

fn any_of(alternatives: impl Iterator<Item = FirstSet>) -> Option<FirstSet> {
    alternatives.reduce(|all, it| all.or(&it))
}

/// The FIRST sets of the expressions of a grammar, each computed once.
pub(in crate::tracer) struct FirstSets<'i> {
    rules: HashMap<&'i str, Pair<'i, Rule>>,
    /// By the place where the expression starts. One that is still being
    /// looked at is here too: of a rule within itself nothing is known.
    found: HashMap<usize, FirstSet>,
}

impl<'i> FirstSets<'i> {
    pub(in crate::tracer) fn new(pairs: &Pairs<'i, Rule>) -> Self {
        let expression = |rule: Pair<'i, Rule>| {
            let name = defined_name(&rule)?.as_str();
            Some((name, rule.into_inner().find(|it| it.as_rule() == Rule::expression)?))
        };
        Self { rules: pairs.clone().filter_map(expression).collect(), found: HashMap::new() }
    }

    /// That of a part of a sequence.
    pub(in crate::tracer) fn term(&mut self, term: Pair<'i, Rule>) -> FirstSet {
        let mut first_set = FirstSet::default();
        for part in term.into_inner() {
            first_set = match part.as_rule() {
                Rule::positive_predicate_operator | Rule::negative_predicate_operator => {
                    return FirstSet::default();
                }
                Rule::expression => self.expression(part),
                Rule::identifier => self.named(part.as_str()),
                Rule::string => terminal(literal(&part).map(|it| FirstSet::exact(&it))),
                Rule::insensitive_string => terminal(insensitive(part)),
                Rule::range => terminal(range(part)),
                _ => match least(&part) {
                    Some(least) => first_set.times(least),
                    None => first_set,
                },
            };
        }
        first_set
    }

    fn expression(&mut self, expression: Pair<'i, Rule>) -> FirstSet {
        let start = expression.as_span().start();
        if let Some(found) = self.found.get(&start) {
            return found.clone();
        }
        self.found.insert(start, FirstSet::default());
        let (mut before, mut sequence) = (None::<FirstSet>, None::<FirstSet>);
        for part in expression.into_inner() {
            match part.as_rule() {
                Rule::term => {
                    let term = self.term(part);
                    sequence = Some(match sequence {
                        Some(sequence) => sequence.then(&term),
                        None => term,
                    });
                }
                Rule::choice_operator => {
                    before = any_of(before.into_iter().chain(sequence.take()));
                }
                _ => {}
            }
        }
        let first_set = any_of(before.into_iter().chain(sequence)).unwrap_or_default();
        self.found.insert(start, first_set.clone());
        first_set
    }

    fn named(&mut self, name: &str) -> FirstSet {
        match self.rules.get(name) {
            Some(expression) => self.expression(expression.clone()),
            None => terminal(built_in(name).map(|expr| FirstSet::of_built_in(&expr))),
        }
    }
}

/// Of what cannot be read nothing is known.
fn terminal(first_set: Option<FirstSet>) -> FirstSet {
    first_set.unwrap_or_default()
}

fn insensitive(pair: Pair<'_, Rule>) -> Option<FirstSet> {
    let text = literal(&pair.into_inner().find(|it| it.as_rule() == Rule::string)?)?;
    let either = |it: char| {
        let other_case = it.to_ascii_uppercase();
        let lower_case = it.to_ascii_lowercase();
        CharSet::range(other_case, other_case).union(&CharSet::range(lower_case, lower_case))
    };
    Some(FirstSet::literal(&text, either))
}

fn range(pair: Pair<'_, Rule>) -> Option<FirstSet> {
    let ends = pair.into_inner().filter(|it| it.as_rule() == Rule::character);
    let mut ends = ends.map(|it| literal(&it)?.chars().next());
    Some(FirstSet::one_of(CharSet::range(ends.next()??, ends.next()??)))
}

/// How often something is there at least, by the operator after it; `None`
/// where that is no such operator.
fn least(operator: &Pair<'_, Rule>) -> Option<u32> {
    match operator.as_rule() {
        Rule::optional_operator | Rule::repeat_operator | Rule::repeat_max => Some(0),
        Rule::repeat_once_operator => Some(1),
        Rule::repeat_exact | Rule::repeat_min | Rule::repeat_min_max => {
            let mut inner = operator.clone().into_inner();
            let number = inner.find(|it| it.as_rule() == Rule::number)?;
            number.as_str().parse().ok()
        }
        _ => None,
    }
}

/// The text between the quotes, with its escapes read. pest reads them too, but
/// hands them out only with rules that have lost their places.
fn literal(quoted: &Pair<'_, Rule>) -> Option<String> {
    let quoted = quoted.as_str();
    let mut characters = quoted.get(1..quoted.len().checked_sub(1)?)?.chars();
    let mut text = String::new();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => escaped(&mut characters)?,
            plain => plain,
        });
    }
    Some(text)
}

/// What is meant by what stands after a backslash.
fn escaped(characters: &mut impl Iterator<Item = char>) -> Option<char> {
    let digits: String = match characters.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        '0' => return Some('\0'),
        'x' => characters.take(2).collect(),
        'u' => characters.skip(1).take_while(|it| *it != '}').collect(),
        quote => return Some(quote),
    };
    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
}
