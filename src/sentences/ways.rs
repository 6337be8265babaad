//! The way from the rule that a text begins with to every part: the one with
//! which the text is shortest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::model::{Model, NodeId, Shape};
use super::shortest::Lengths;

/// The shortest ways to all nodes.
#[derive(Debug)]
pub(super) struct Ways {
    /// By node, where blanks may stand between its parts, and where they may not.
    reached: Vec<[Option<Reached>; 2]>,
}

/// A node, and whether nothing may stand between its parts.
type Place = (NodeId, bool);

#[derive(Debug, Clone, Copy)]
struct Reached {
    /// The bytes of the text around it.
    around: usize,
    from: Option<Place>,
}

impl Ways {
    /// Those that begin with the rule `start`.
    pub(super) fn of(model: &Model, lengths: &Lengths, start: usize) -> Self {
        let mut ways = Self { reached: vec![[None; 2]; model.nodes.len()] };
        let rule = &model.rules[start];
        let mut heap = BinaryHeap::from([Reverse((0, (rule.root, rule.is_atomic(false)), None))]);
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

    /// The length of the shortest text with this node in it, if any.
    pub(super) fn length(&self, lengths: &Lengths, node: NodeId) -> Option<usize> {
        let (reached, _) = self.nearest(node)?;
        Some(reached.around.saturating_add(lengths.shortest(node)?))
    }

    /// The nodes from the first to this one, both included.
    pub(super) fn way(&self, node: NodeId) -> Vec<NodeId> {
        let mut way = vec![node];
        let mut from = self.nearest(node).and_then(|(reached, _)| reached.from);
        while let Some((node, atomic)) = from {
            way.push(node);
            from = self.reached[node][usize::from(atomic)].and_then(|reached| reached.from);
        }
        way.reverse();
        way
    }

    fn nearest(&self, node: NodeId) -> Option<(Reached, bool)> {
        let places = self.reached[node].into_iter().zip([false, true]);
        places
            .filter_map(|(reached, atomic)| Some((reached?, atomic)))
            .min_by_key(|(it, _)| it.around)
    }
}

/// The parts of a node that have a text, whether nothing may stand between theirs, and
/// how long the node is with each of them.
fn steps(model: &Model, lengths: &Lengths, (node, atomic): Place) -> Vec<(NodeId, bool, usize)> {
    let shortest = lengths.shortest(node).expect("no way leads through what has no text");
    let rule = |rule: usize| (model.rules[rule].root, model.rules[rule].is_atomic(atomic));
    let between = |all: usize| {
        let blanks = model.implicit.iter().filter(move |_| !atomic);
        blanks.filter_map(move |&blank| {
            let (root, atomic) = rule(blank);
            Some((root, atomic, all.saturating_add(lengths.shortest(root)?)))
        })
    };
    match &model.nodes[node] {
        Shape::Text(_)
        | Shape::Insensitive(_)
        | Shape::Character(_)
        | Shape::Place
        | Shape::Stack(_)
        | Shape::Lookahead { positive: false, .. } => Vec::new(),
        // What is looked for is not read there, but next.
        Shape::Lookahead { body, positive: true } => {
            lengths.shortest(*body).map(|length| (*body, atomic, length)).into_iter().collect()
        }
        Shape::Call(called) => {
            let (root, atomic) = rule(*called);
            vec![(root, atomic, shortest)]
        }
        Shape::Push(body) => vec![(*body, atomic, shortest)],
        Shape::Sequence(parts) => {
            parts.iter().map(|&part| (part, atomic, shortest)).chain(between(shortest)).collect()
        }
        Shape::Choice(parts) => {
            let alone = |&part: &NodeId| Some((part, atomic, lengths.shortest(part)?));
            parts.iter().filter_map(alone).collect()
        }
        Shape::Repeat { body, least, most } => {
            let Some(one) = lengths.shortest(*body) else { return Vec::new() };
            let times = |times: u32| one.saturating_mul(times as usize);
            let mut steps = vec![(*body, atomic, times((*least).max(1)))];
            if most.is_none_or(|most| most > 1) {
                steps.extend(between(times((*least).max(2))));
            }
            steps.retain(|_| *most != Some(0));
            steps
        }
    }
}
