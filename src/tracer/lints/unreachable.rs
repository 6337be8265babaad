//! Alternatives of a grammar that are unreachable.
//!
//! The choice of pest, as of any parsing expression grammar (Ford 2004), is
//! ordered: once an alternative matches, no later one is tried. So an alternative
//! is unreachable if an earlier one matches a prefix of everything that it
//! matches, which is called prefix capture.

use std::collections::HashMap;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::first_set::{FirstSet, FirstSets};
use crate::tracer::error::GrammarError;
use crate::tracer::outline::defined_name;

/// The alternatives that an earlier one captures: it is the same, or begins the
/// same way and ends sooner, or matches on every character that the later one can
/// go on with.
pub(in crate::tracer) fn unreachable_alternatives(pairs: &Pairs<'_, Rule>) -> Vec<GrammarError> {
    let literals = literal_rules(pairs);
    let mut first_sets = FirstSets::new(pairs);
    let mut warnings = Vec::new();
    for expression in pairs.clone().flatten().filter(|pair| pair.as_rule() == Rule::expression) {
        let alternatives = alternatives(expression, &literals, &mut first_sets);
        for (index, later) in alternatives.iter().enumerate() {
            let Some(earlier) = alternatives[..index].iter().find(|it| it.shadows(later)) else {
                continue;
            };
            let (why, advice) = if earlier.terms == later.terms {
                ("and is the same", "leave it out")
            } else {
                let why = "and matches a prefix of everything it matches (prefix capture)";
                (why, "put it before that one")
            };
            let message =
                format!("this alternative is unreachable: `{}` comes first {why}", earlier.text);
            warnings.push(GrammarError::new(message, later.span.clone(), advice));
        }
    }
    warnings
}

/// One of several ways that a rule can match.
struct Alternative<'i> {
    text: &'i str,
    span: Range<usize>,
    terms: Vec<Term>,
}

/// A part of a sequence, to be compared.
struct Term {
    what: What,
    first_set: FirstSet,
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

#[derive(PartialEq, Eq)]
enum What {
    Literal(String),
    /// Its tokens, however they are spaced.
    Other(Vec<String>),
}

impl Alternative<'_> {
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

fn alternatives<'i>(
    expression: Pair<'i, Rule>,
    literals: &HashMap<&str, String>,
    first_sets: &mut FirstSets<'i>,
) -> Vec<Alternative<'i>> {
    let source = expression.get_input();
    let mut alternatives: Vec<Alternative<'i>> = Vec::new();
    let mut begins = true;
    for pair in expression.into_inner() {
        let span = pair.as_span();
        match pair.as_rule() {
            Rule::choice_operator => begins = true,
            Rule::term => {
                if begins {
                    let span = span.start()..span.start();
                    alternatives.push(Alternative { text: "", span, terms: Vec::new() });
                    begins = false;
                }
                if let Some(alternative) = alternatives.last_mut() {
                    let start = alternative.span.start;
                    alternative.text = source[start..span.end()].trim_end();
                    alternative.span.end = start + alternative.text.len();
                    let first_set = first_sets.term(pair.clone());
                    alternative.terms.push(Term { what: what(pair, literals), first_set });
                }
            }
            _ => {}
        }
    }
    alternatives
}

fn what(pair: Pair<'_, Rule>, literals: &HashMap<&str, String>) -> What {
    if let Some(literal) = lone_literal(&pair) {
        return What::Literal(literal);
    }
    let tokens: Vec<String> = pair
        .into_inner()
        .flatten()
        .filter_map(|token| match token.as_rule() {
            // Their own signs are no tokens.
            Rule::insensitive_string => Some("^".to_owned()),
            Rule::_push => Some("PUSH".to_owned()),
            _ if token.clone().into_inner().next().is_some() => None,
            _ => Some(token.as_str().to_owned()),
        })
        .collect();
    match tokens.as_slice() {
        [name] if literals.contains_key(&**name) => What::Literal(literals[&**name].clone()),
        _ => What::Other(tokens),
    }
}

/// The text between the quotes, where the term is nothing but a string.
fn lone_literal(term: &Pair<'_, Rule>) -> Option<String> {
    let mut inner = term.clone().into_inner();
    let string = inner.next().filter(|it| it.as_rule() == Rule::string)?;
    if inner.next().is_some() {
        return None;
    }
    let quoted = string.as_str();
    quoted.get(1..quoted.len().checked_sub(1)?).map(str::to_owned)
}

/// The rules that are nothing but a string.
fn literal_rules<'i>(pairs: &Pairs<'i, Rule>) -> HashMap<&'i str, String> {
    let mut literals = HashMap::new();
    for rule in pairs.clone() {
        let Some(name) = defined_name(&rule) else { continue };
        let Some(expression) = rule.into_inner().find(|it| it.as_rule() == Rule::expression) else {
            continue;
        };
        let mut terms = expression.into_inner();
        if let (Some(only), None) = (terms.next(), terms.next())
            && let Some(literal) = lone_literal(&only)
        {
            literals.insert(name.as_str(), literal);
        }
    }
    literals
}
