//! Alternatives of a grammar that can never match.

use std::collections::HashMap;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::check::{GrammarError, definition};

/// Alternatives that can never match, because an earlier one always does where
/// they could: it is the same, or begins the same way and ends sooner.
pub(super) fn forestalled_alternatives(pairs: &Pairs<'_, Rule>) -> Vec<GrammarError> {
    let literals = literal_rules(pairs);
    let mut errors = Vec::new();
    for expression in pairs.clone().flatten().filter(|pair| pair.as_rule() == Rule::expression) {
        let alternatives = alternatives(expression, &literals);
        for (index, later) in alternatives.iter().enumerate() {
            let Some(earlier) = alternatives[..index].iter().find(|it| it.forestalls(later)) else {
                continue;
            };
            errors.push(GrammarError::new(
                format!("this alternative can never match: `{}` comes first", earlier.text),
                later.span.clone(),
                if earlier.terms == later.terms {
                    "leave it out"
                } else {
                    "put it before that one"
                },
            ));
        }
    }
    errors
}

/// One of several ways that a rule can match.
struct Alternative<'i> {
    text: &'i str,
    span: Range<usize>,
    terms: Vec<Term>,
}

/// A part of a sequence, to be compared.
#[derive(PartialEq, Eq)]
enum Term {
    Literal(String),
    /// Its tokens, however they are spaced.
    Other(Vec<String>),
}

impl Alternative<'_> {
    fn forestalls(&self, later: &Self) -> bool {
        let Some((last, before)) = self.terms.split_last() else { return false };
        let Some((same, rest)) = later.terms.split_at_checked(before.len()) else { return false };
        let Some(then) = rest.first() else { return false };
        same == before
            && match (last, then) {
                (Term::Literal(short), Term::Literal(long)) => long.starts_with(short),
                (last, then) => last == then,
            }
    }
}

fn alternatives<'i>(
    expression: Pair<'i, Rule>,
    literals: &HashMap<&str, String>,
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
                    alternative.terms.push(term(pair, literals));
                }
            }
            _ => {}
        }
    }
    alternatives
}

fn term(pair: Pair<'_, Rule>, literals: &HashMap<&str, String>) -> Term {
    if let Some(literal) = lone_literal(&pair) {
        return Term::Literal(literal);
    }
    let tokens: Vec<String> = pair
        .into_inner()
        .flatten()
        .filter(|token| token.clone().into_inner().next().is_none())
        .map(|token| token.as_str().to_owned())
        .collect();
    match tokens.as_slice() {
        [name] if literals.contains_key(&**name) => Term::Literal(literals[&**name].clone()),
        _ => Term::Other(tokens),
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
        let Some(name) = definition(&rule) else { continue };
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
