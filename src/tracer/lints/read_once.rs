//! What begins alike, said once: `a ~ b | a ~ c` as `a ~ (b | c)`, and
//! `(a ~ b)* ~ a` as `a ~ (b ~ a)*`.

use std::ops::Range;

use crate::tracer::syntax::{Kind, Node};

/// A part of a rule that could be written anew.
#[derive(Debug)]
pub(super) struct Rewriting {
    pub(super) span: Range<usize>,
    pub(super) text: String,
}

/// The parts of a rule in which something is said twice in a row, each without that.
pub(super) fn rewritings(source: &str, body: &Node<'_>) -> Vec<Rewriting> {
    let mut found = Vec::new();
    for node in body.all() {
        match &node.kind {
            Kind::Choice(alternatives) => {
                if let Some(factored) = left_factored(alternatives) {
                    let is_group = source[node.span.clone()].starts_with('(')
                        && matches!(factored.kind, Kind::Choice(_) | Kind::Sequence(_));
                    let text = factored.written();
                    let text = if is_group { format!("({text})") } else { text };
                    found.push(Rewriting { span: node.span.clone(), text });
                }
            }
            Kind::Sequence(items) => found.extend(repeated_in_front(items)),
            _ => {}
        }
    }
    found
}

/// Alternatives with all that begin alike as one.
fn left_factored<'i>(alternatives: &[Node<'i>]) -> Option<Node<'i>> {
    let mut all: Vec<Node<'i>> = Vec::new();
    let mut rest = alternatives;
    while let Some(first) = rest.first() {
        let begins_alike = |it: &&Node<'i>| it.items()[0] == first.items()[0];
        let count = rest.iter().take_while(begins_alike).count();
        let (alike, others) = rest.split_at(count);
        all.push(factored(alike).unwrap_or_else(|| Node::choice(alike.iter().cloned())));
        rest = others;
    }
    let factored = Node::choice(all);
    (factored.alternatives() != alternatives).then_some(factored)
}

/// Alternatives of which all begin alike as one sequence.
fn factored<'i>(alike: &[Node<'i>]) -> Option<Node<'i>> {
    let [first, others @ ..] = alike else { return None };
    if others.is_empty() {
        return None;
    }
    let items = first.items();
    let common = (1..=items.len())
        .take_while(|&count| others.iter().all(|it| it.items().starts_with(&items[..count])))
        .last()?;
    let mut rests: Vec<&[Node<'i>]> = alike.iter().map(|it| &it.items()[common..]).collect();
    // What ends with the part that is alike makes the rest optional, and nothing
    // after it is reached.
    let is_optional = rests.last().is_some_and(|rest| rest.is_empty());
    if is_optional {
        rests.pop();
    }
    if rests.iter().any(|rest| rest.is_empty()) {
        return None;
    }
    let rests = rests.into_iter().map(|rest| Node::sequence(rest.iter().cloned()));
    let rest: Vec<Node<'i>> = rests.collect();
    let rest = left_factored(&rest).unwrap_or_else(|| Node::choice(rest));
    let rest = if is_optional { rest.repeated("?") } else { rest };
    Some(Node::sequence(items[..common].iter().cloned().chain([rest])))
}

/// `(a ~ b)* ~ a`, `(a ~ b)* ~ a?` and `(a ~ b)? ~ a` as they read `a` once.
fn repeated_in_front(items: &[Node<'_>]) -> Vec<Rewriting> {
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Kind::Repeat { body, least: 0, most, .. } = &item.kind else { continue };
        let operator = match most {
            None => "*",
            Some(1) => "?",
            Some(_) => continue,
        };
        let Kind::Sequence(inside) = &body.kind else { continue };
        let after = &items[index + 1..];
        let Some(next) = after.first() else { continue };
        let common = inside.iter().zip(after).take_while(|(one, other)| one == other).count();
        let (new, last) = if (1..inside.len()).contains(&common) {
            let (first, between) = inside.split_at(common);
            let more = Node::sequence(between.iter().chain(first).cloned()).repeated(operator);
            (Node::sequence(first.iter().cloned().chain([more])), index + common)
        } else {
            // A list that may end with what separates it.
            let Kind::Repeat { body: last, least: 0, most: Some(1), .. } = &next.kind else {
                continue;
            };
            let first = last.items();
            if operator != "*" || first.len() >= inside.len() || !inside.starts_with(first) {
                continue;
            }
            let between = &inside[first.len()..];
            let more = Node::sequence(between.iter().chain(first).cloned()).repeated("*");
            let ending = Node::sequence(between.iter().cloned()).repeated("?");
            let all = Node::sequence(first.iter().cloned().chain([more, ending]));
            (all.repeated("?"), index + 1)
        };
        let span = item.span.start..items[last].span.end;
        found.push(Rewriting { span, text: new.written() });
    }
    found
}
