//! From what pest has read of a grammar to its rules.

use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::literal::literal;
use super::{Kind, Node, RuleSyntax, Syntax};
use crate::tracer::expr::{StackUse, Terminal};

impl<'i> Syntax<'i> {
    /// The rules of a text that has been parsed as a grammar, and whose values are
    /// possible ones.
    pub(in crate::tracer) fn new(pairs: &Pairs<'i, Rule>) -> Self {
        Self::of(pairs.clone().filter_map(RuleSyntax::new).collect())
    }
}

impl<'i> RuleSyntax<'i> {
    fn new(pair: Pair<'i, Rule>) -> Option<Self> {
        let span = trimmed(&pair);
        let mut parts = pair.into_inner();
        let name = parts.next().filter(|it| it.as_rule() == Rule::identifier)?;
        let mut modifier = "";
        let body = parts.find_map(|part| match part.as_rule() {
            Rule::expression => Some(Node::expression(part)),
            Rule::silent_modifier
            | Rule::atomic_modifier
            | Rule::compound_atomic_modifier
            | Rule::non_atomic_modifier => {
                modifier = part.as_str();
                None
            }
            _ => None,
        })?;
        Some(Self { name: name.as_str(), name_span: trimmed(&name), modifier, body, span })
    }
}

impl<'i> Node<'i> {
    fn expression(expression: Pair<'i, Rule>) -> Self {
        let span = trimmed(&expression);
        let mut alternatives: Vec<Vec<Self>> = vec![Vec::new()];
        for part in expression.into_inner() {
            match part.as_rule() {
                Rule::term => {
                    let last = alternatives.last_mut().expect("there is one from the start");
                    last.push(Self::term(part));
                }
                // There may be one before the first alternative.
                Rule::choice_operator if alternatives[0].is_empty() => {}
                Rule::choice_operator => alternatives.push(Vec::new()),
                _ => {}
            }
        }
        let around = |parts: &[Self], whole: Range<usize>| match parts {
            [first, .., last] => first.span.start..last.span.end,
            _ => whole,
        };
        let mut alternatives: Vec<Self> = alternatives
            .into_iter()
            .map(|mut terms| {
                let span = around(&terms, span.clone());
                match (terms.pop(), terms.is_empty()) {
                    (Some(only), true) => only,
                    (last, _) => {
                        terms.extend(last);
                        Self { kind: Kind::Sequence(terms), span, tag: "" }
                    }
                }
            })
            .collect();
        match (alternatives.pop(), alternatives.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                alternatives.extend(last);
                Self { kind: Kind::Choice(alternatives), span, tag: "" }
            }
        }
    }

    fn term(term: Pair<'i, Rule>) -> Self {
        let span = trimmed(&term);
        let mut tag = "";
        let mut lookaheads = Vec::new();
        let mut node: Option<Self> = None;
        for part in term.into_inner() {
            let kind = match part.as_rule() {
                Rule::tag_id => {
                    tag = part.as_str();
                    continue;
                }
                Rule::positive_predicate_operator => {
                    lookaheads.push((true, part.as_span().start()));
                    continue;
                }
                Rule::negative_predicate_operator => {
                    lookaheads.push((false, part.as_span().start()));
                    continue;
                }
                Rule::expression => {
                    node = Some(Self::expression(part));
                    continue;
                }
                Rule::closing_paren => {
                    let end = part.as_span().end();
                    if let Some(node) = &mut node {
                        // Its span so far lacks the brackets.
                        let before = term_start(&span, &lookaheads);
                        let opened = part.get_input()[before..node.span.start].find('(');
                        node.span = before + opened.expect("it closes one")..end;
                    }
                    continue;
                }
                Rule::identifier => Kind::Rule(part.as_str()),
                Rule::string | Rule::insensitive_string | Rule::range | Rule::peek_slice => {
                    match terminal(&part) {
                        Some(terminal) => Kind::Terminal(terminal, part.as_str().trim_end()),
                        None => Kind::Unknown(part.as_str().trim_end()),
                    }
                }
                Rule::_push => {
                    let body =
                        part.clone().into_inner().find(|it| it.as_rule() == Rule::expression);
                    match body {
                        Some(body) => Kind::Push(Box::new(Self::expression(body))),
                        None => Kind::Unknown(part.as_str().trim_end()),
                    }
                }
                Rule::_push_literal => Kind::Unknown(part.as_str().trim_end()),
                _ => {
                    if let (Some((least, most)), Some(body)) = (times(&part), node.take()) {
                        let end = trimmed(&part).end;
                        let span = body.span.start..end;
                        let operator = part.as_str().trim_end();
                        let body = Box::new(body);
                        let kind = Kind::Repeat { body, least, most, operator };
                        node = Some(Self { kind, span, tag: "" });
                    }
                    continue;
                }
            };
            node = Some(Self { kind, span: trimmed(&part), tag: "" });
        }
        let node = node.unwrap_or_else(|| Self::new(Kind::Unknown("")));
        let mut node = lookaheads.into_iter().rev().fold(node, |body, (positive, start)| {
            let span = start..body.span.end;
            Self { kind: Kind::Lookahead { positive, body: Box::new(body) }, span, tag: "" }
        });
        if !tag.is_empty() {
            node.tag = tag;
            node.span = span;
        }
        node
    }
}

/// Where a term begins, after the lookaheads before it.
fn term_start(span: &Range<usize>, lookaheads: &[(bool, usize)]) -> usize {
    lookaheads.last().map_or(span.start, |(_, at)| at + 1)
}

/// Where something is written, without the blanks after it.
fn trimmed(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.start() + span.as_str().trim_end().len()
}

fn terminal(pair: &Pair<'_, Rule>) -> Option<Terminal> {
    let mut inner = pair.clone().into_inner();
    Some(match pair.as_rule() {
        Rule::string => Terminal::Literal(literal(pair)?),
        Rule::insensitive_string => {
            Terminal::Insensitive(literal(&inner.find(|it| it.as_rule() == Rule::string)?)?)
        }
        Rule::range => {
            let ends = inner.filter(|it| it.as_rule() == Rule::character);
            let mut ends = ends.map(|it| literal(&it)?.chars().next());
            Terminal::Range(ends.next()??, ends.next()??)
        }
        _ => {
            let mut first = 0;
            let mut last = None;
            let mut is_last = false;
            for part in inner {
                match part.as_rule() {
                    Rule::range_operator => is_last = true,
                    Rule::integer if is_last => last = Some(part.as_str().parse().ok()?),
                    Rule::integer => first = part.as_str().parse().ok()?,
                    _ => {}
                }
            }
            Terminal::Stack(StackUse::PeekSlice(first, last))
        }
    })
}

/// How often something is there at least and at most, by the operator after it;
/// `None` where that is no such operator.
fn times(operator: &Pair<'_, Rule>) -> Option<(u32, Option<u32>)> {
    let numbers = operator.clone().into_inner().filter(|it| it.as_rule() == Rule::number);
    // What is larger than any text has the same effect.
    let mut numbers = numbers.map(|it| it.as_str().parse().unwrap_or(u32::MAX));
    Some(match operator.as_rule() {
        Rule::optional_operator => (0, Some(1)),
        Rule::repeat_operator => (0, None),
        Rule::repeat_once_operator => (1, None),
        Rule::repeat_exact => {
            let times = numbers.next()?;
            (times, Some(times))
        }
        Rule::repeat_min => (numbers.next()?, None),
        Rule::repeat_max => (0, Some(numbers.next()?)),
        Rule::repeat_min_max => (numbers.next()?, Some(numbers.next()?)),
        _ => return None,
    })
}
