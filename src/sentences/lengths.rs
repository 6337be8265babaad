//! The lengths of the shortest texts of a grammar's parts: a least fixpoint (D. Knuth, "A
//! generalization of Dijkstra's algorithm", 1977).
//!
//! The lengths are only estimates: predicates and uses of the stack count as empty, and the parser
//! may reject a text that the rules seem to allow. So the program parses every text made with these
//! lengths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::successors;

use super::model::{Model, Node, NodeId, Shape};
use crate::stack;

/// The way in which the texts of a node can grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Growth {
    /// They cannot grow, except by blanks.
    None,
    /// By repetition, as a number does.
    Alike,
    /// Through parts that can themselves grow.
    Nested,
}

/// The length that counts for `EOI`, more than all bytes of a text: of `NEWLINE | EOI`, only the
/// first alternative lets more text follow, so that the parts after it can be written too.
const END: usize = 1 << 26;

/// The lengths of the shortest and of the longest texts of every node, in bytes.
#[derive(Debug)]
pub(super) struct Lengths {
    shortest: Vec<Option<usize>>,
    longest: Vec<(usize, Growth)>,
    /// The order in which the shortest texts became known; a node comes after its parts.
    order: Vec<usize>,
}

impl Lengths {
    pub(super) fn of(model: &Model) -> Self {
        let (shortest, order) = shortest(model);
        let mut known = vec![None; model.nodes.len()];
        let longest = (0..known.len()).map(|node| longest(model, node, &mut known)).collect();
        Self { shortest, longest, order }
    }

    /// The length of the shortest text, and [`END`] for each `EOI` in it; `None` if there is no text.
    pub(super) fn shortest(&self, node: NodeId) -> Option<usize> {
        self.shortest[node]
    }

    /// The length of the shortest text, without its `EOI`.
    pub(super) fn bytes(&self, node: NodeId) -> Option<usize> {
        self.shortest[node].map(|length| length % END)
    }

    /// The length of the longest text; `usize::MAX` if there is no longest one.
    pub(super) fn longest(&self, node: NodeId) -> usize {
        self.longest[node].0
    }

    /// The way in which the texts of a node can grow.
    pub(super) fn growth(&self, node: NodeId) -> Growth {
        self.longest[node].1
    }

    /// The alternative of a choice with the shortest text.
    pub(super) fn best(&self, choice: NodeId, alternatives: &[NodeId]) -> Option<NodeId> {
        let earlier = alternatives.iter().filter(|&&it| self.order[it] < self.order[choice]);
        // Of several shortest alternatives, take the first. Skip one that became known after the
        // choice, because it may lead back to the choice.
        earlier.copied().min_by_key(|&it| self.shortest[it].unwrap_or(usize::MAX))
    }
}

fn shortest(model: &Model) -> (Vec<Option<usize>>, Vec<usize>) {
    let count = model.nodes.len();
    let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); count];
    let mut missing = vec![0_usize; count];
    let mut heap = BinaryHeap::new();
    for (node, Node { shape, parts }) in model.nodes.iter().enumerate() {
        let length = match shape {
            Shape::Text(text) | Shape::Insensitive(text) => Some(text.len()),
            Shape::Character(class) => {
                let class = &model.classes[*class];
                (!class.some.is_empty()).then(|| class.first.len_utf8())
            }
            Shape::End => Some(END),
            Shape::Lookahead { positive: true }
                if matches!(model.nodes[parts[0]].shape, Shape::End) =>
            {
                Some(END)
            }
            Shape::Place
            | Shape::Stack(_)
            | Shape::Lookahead { .. }
            | Shape::Repeat { least: 0, .. } => Some(0),
            _ => {
                for &part in parts {
                    users[part].push(node);
                }
                None
            }
        };
        missing[node] = parts.len();
        heap.extend(length.map(|length| Reverse((length, node))));
    }
    let mut known: Vec<Option<usize>> = vec![None; count];
    let mut order = vec![usize::MAX; count];
    let mut next = 0..;
    while let Some(Reverse((length, node))) = heap.pop() {
        if known[node].is_some() {
            continue;
        }
        known[node] = Some(length);
        order[node] = next.next().expect("it has no end");
        for &user in &users[node] {
            let Node { shape, parts } = &model.nodes[user];
            let length = match shape {
                Shape::Repeat { least, .. } => length.saturating_mul(*least as usize),
                Shape::Sequence => {
                    missing[user] -= 1;
                    if missing[user] > 0 {
                        continue;
                    }
                    let lengths = parts.iter().map(|&part| known[part].expect("none is missing"));
                    lengths.fold(0, usize::saturating_add)
                }
                _ => length,
            };
            heap.push(Reverse((length, user)));
        }
    }
    (known, order)
}

/// The length of the longest text, and how the texts can grow. A node that leads to itself has no
/// longest text, because its texts can nest.
fn longest(model: &Model, node: NodeId, known: &mut [Option<(usize, Growth)>]) -> (usize, Growth) {
    if let Some(known) = known[node] {
        return known;
    }
    known[node] = Some((usize::MAX, Growth::Nested));
    let Node { shape, parts } = &model.nodes[node];
    let mut of_parts = || -> Vec<(usize, Growth)> {
        parts.iter().map(|&it| stack::for_level(|| longest(model, it, known))).collect()
    };
    let found = match shape {
        Shape::Text(text) | Shape::Insensitive(text) => (text.len(), Growth::None),
        Shape::Character(_) => ('漢'.len_utf8(), Growth::None),
        Shape::End | Shape::Place | Shape::Stack(_) | Shape::Lookahead { .. } => (0, Growth::None),
        Shape::Repeat { most, .. } => {
            let (length, growth) = of_parts()[0];
            let growth = match growth {
                _ if most.is_some() => growth,
                Growth::None if is_blank(model, parts[0]) => Growth::None,
                Growth::None => Growth::Alike,
                Growth::Alike | Growth::Nested => Growth::Nested,
            };
            (length.saturating_mul(most.map_or(usize::MAX, |most| most as usize)), growth)
        }
        Shape::Sequence | Shape::Call(_) | Shape::Choice | Shape::Push => {
            let both = |(length, growth): (usize, Growth), (other, its)| match shape {
                Shape::Sequence => (length.saturating_add(other), growth.max(its)),
                _ => (length.max(other), growth.max(its)),
            };
            of_parts().into_iter().fold((0, Growth::None), both)
        }
    };
    known[node] = Some(found);
    found
}

/// Whether a node that cannot grow has only blank texts.
fn is_blank(model: &Model, node: NodeId) -> bool {
    let Node { shape, parts } = &model.nodes[node];
    match shape {
        Shape::Text(text) => text.trim().is_empty(),
        Shape::Insensitive(_) | Shape::Stack(_) => false,
        Shape::Character(class) => model.classes[*class].some.iter().all(|it| it.is_whitespace()),
        Shape::End | Shape::Place | Shape::Lookahead { .. } => true,
        _ => parts.iter().all(|&part| is_blank(model, part)),
    }
}

/// The shortest ways to all nodes. A way is the list of nodes from the root of the start rule to a
/// node.
#[derive(Debug)]
pub(super) struct Ways {
    /// For each node: the way if blanks are allowed between its parts, and the way if they are not.
    reached: Vec<[Option<Reached>; 2]>,
}

/// A node, and whether no blanks may come between its parts.
type Place = (NodeId, bool);

#[derive(Debug, Clone, Copy)]
struct Reached {
    /// The length of the text around the node, in bytes.
    around: usize,
    from: Option<Place>,
}

impl Ways {
    /// The ways from the rule `start`.
    pub(super) fn of(model: &Model, lengths: &Lengths, start: usize) -> Self {
        let mut ways = Self { reached: vec![[None; 2]; model.nodes.len()] };
        let rule = &model.rules[start];
        let mut heap =
            BinaryHeap::from([Reverse((0, (rule.root, rule.modifier.is_atomic_in(false)), None))]);
        while let Some(Reverse((around, place, from))) = heap.pop() {
            let (node, atomic) = place;
            let reached = &mut ways.reached[node][usize::from(atomic)];
            if reached.is_some() || lengths.shortest(node).is_none() {
                continue;
            }
            *reached = Some(Reached { around, from });
            for (part, atomic, all) in steps(model, lengths, place) {
                if let Some(length) = lengths.shortest(part) {
                    let around = around.saturating_add(all.saturating_sub(length));
                    heap.push(Reverse((around, (part, atomic), Some(place))));
                }
            }
        }
        ways
    }

    /// The length of the shortest text that uses this node, if any.
    pub(super) fn length(&self, lengths: &Lengths, node: NodeId) -> Option<usize> {
        Some(self.nearest(node)?.around.saturating_add(lengths.shortest(node)?))
    }

    /// The nodes from the first one to this one, including both.
    pub(super) fn way(&self, node: NodeId) -> Vec<NodeId> {
        let last = self.nearest(node).and_then(|reached| reached.from);
        let before = |&(node, atomic): &Place| self.reached[node][usize::from(atomic)]?.from;
        let mut way: Vec<_> = successors(last, before).map(|(node, _)| node).collect();
        way.reverse();
        way.push(node);
        way
    }

    fn nearest(&self, node: NodeId) -> Option<Reached> {
        self.reached[node].into_iter().flatten().min_by_key(|it| it.around)
    }
}

/// The parts of a node that have texts. For each, also whether no blanks may come between its own
/// parts, and the length of the shortest text of `node` that uses this part.
fn steps(model: &Model, lengths: &Lengths, (node, atomic): Place) -> Vec<(NodeId, bool, usize)> {
    let shortest = lengths.shortest(node).expect("no way leads through what has no text");
    let rule = |rule: usize| {
        let rule = &model.rules[rule];
        (rule.root, rule.modifier.is_atomic_in(atomic))
    };
    let between = |all: usize| {
        model.implicit.iter().filter(move |_| !atomic).filter_map(move |&blank| {
            let (root, atomic) = rule(blank);
            Some((root, atomic, all.saturating_add(lengths.shortest(root)?)))
        })
    };
    let Node { shape, parts } = &model.nodes[node];
    let all = parts.iter().map(|&part| (part, atomic, shortest));
    match shape {
        Shape::Lookahead { positive: false } => Vec::new(),
        // A lookahead does not consume its expression, but the next text has to match it.
        Shape::Lookahead { positive: true } | Shape::Choice => {
            let alone = |&part: &NodeId| Some((part, atomic, lengths.shortest(part)?));
            parts.iter().filter_map(alone).collect()
        }
        Shape::Call(called) => {
            let (root, atomic) = rule(*called);
            vec![(root, atomic, shortest)]
        }
        Shape::Sequence => all.chain(between(shortest)).collect(),
        Shape::Repeat { least, most } => {
            let Some(one) = lengths.shortest(parts[0]) else { return Vec::new() };
            let times = |times: u32| one.saturating_mul(times as usize);
            let mut steps = vec![(parts[0], atomic, times((*least).max(1)))];
            if most.is_none_or(|most| most > 1) {
                steps.extend(between(times((*least).max(2))));
            }
            steps.retain(|_| *most != Some(0));
            steps
        }
        _ => all.collect(),
    }
}
