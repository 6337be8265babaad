//! Left recursion: a rule that comes back to itself before anything is read, and
//! so never ends.
//!
//! pest refuses most of it, but does not see all: not behind what may read nothing
//! in ways that it does not follow, such as `(a | "") ~ "."`.

use std::collections::HashMap;

use super::shortest::Shortest;
use crate::tracer::syntax::{Kind, Node, Syntax};

/// A way from a rule back to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tracer) struct Cycle {
    /// The rules, each of which begins with the next, and the last with the first;
    /// the first is that which is defined first.
    pub(in crate::tracer) rules: Vec<usize>,
}

/// The left-recursive rules, each cycle once.
pub(in crate::tracer) fn cycles(syntax: &Syntax<'_>) -> Vec<Cycle> {
    let shortest = Shortest::new(syntax);
    let next: Vec<Vec<usize>> = syntax
        .rules
        .iter()
        .map(|rule| {
            let mut leading = Vec::new();
            references(&rule.body, &shortest, &mut leading);
            leading.iter().filter_map(|node| index(syntax, node)).collect()
        })
        .collect();
    let mut found: Vec<Cycle> = Vec::new();
    let candidates = on_cycles(&next);
    for rule in (0..next.len()).filter(|&rule| candidates[rule]) {
        if found.iter().all(|cycle| !cycle.rules.contains(&rule)) {
            found.extend(way_back(rule, &next, &candidates).map(|rules| Cycle { rules }));
        }
    }
    found
}

/// The rules that are called where `node` begins, as they are named there.
pub(in crate::tracer) fn leading<'s, 'i>(
    node: &'s Node<'i>,
    shortest: &Shortest<'_, 'i>,
) -> Vec<&'s Node<'i>> {
    let mut found = Vec::new();
    references(node, shortest, &mut found);
    found
}

fn references<'s, 'i>(
    node: &'s Node<'i>,
    shortest: &Shortest<'_, 'i>,
    found: &mut Vec<&'s Node<'i>>,
) {
    match &node.kind {
        Kind::Rule(_) => found.push(node),
        Kind::Sequence(items) => {
            for item in items {
                references(item, shortest, found);
                if !shortest.may_be_empty(item) {
                    break;
                }
            }
        }
        _ => {
            for part in node.parts() {
                references(part, shortest, found);
            }
        }
    }
}

fn index(syntax: &Syntax<'_>, node: &Node<'_>) -> Option<usize> {
    match node.kind {
        Kind::Rule(name) => syntax.index(name),
        _ => None,
    }
}

/// Which rules are on cycles, or between two: those that are left when all that
/// lead nowhere, and all that nothing leads to, are taken away again and again.
pub(super) fn on_cycles(next: &[Vec<usize>]) -> Vec<bool> {
    let mut previous = vec![Vec::new(); next.len()];
    for (rule, leads_to) in next.iter().enumerate() {
        for &other in leads_to {
            previous[other].push(rule);
        }
    }
    let mut is_left = vec![true; next.len()];
    for (ahead, behind) in [(next, &*previous), (&*previous, next)] {
        let degree = |rule: usize| ahead[rule].iter().filter(|&&other| is_left[other]).count();
        let mut degrees: Vec<usize> = (0..ahead.len()).map(degree).collect();
        let mut waiting: Vec<usize> =
            (0..ahead.len()).filter(|&rule| is_left[rule] && degrees[rule] == 0).collect();
        while let Some(rule) = waiting.pop() {
            is_left[rule] = false;
            for &other in &behind[rule] {
                degrees[other] = degrees[other].saturating_sub(1);
                if is_left[other] && degrees[other] == 0 {
                    waiting.push(other);
                }
            }
        }
    }
    is_left
}

/// The shortest way from a rule to itself.
fn way_back(start: usize, next: &[Vec<usize>], candidates: &[bool]) -> Option<Vec<usize>> {
    let mut came_from: HashMap<usize, usize> = HashMap::new();
    let mut waiting = std::collections::VecDeque::from([start]);
    while let Some(rule) = waiting.pop_front() {
        for &other in next[rule].iter().filter(|&&other| candidates[other]) {
            if other == start {
                let mut way = vec![rule];
                while way.last() != Some(&start) {
                    let last = way.last().expect("it has at least one rule");
                    way.push(came_from[last]);
                }
                way.reverse();
                return Some(way);
            }
            came_from.entry(other).or_insert_with(|| {
                waiting.push_back(other);
                rule
            });
        }
    }
    None
}
