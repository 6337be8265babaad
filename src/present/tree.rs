//! The trees of expressions.

use std::fmt::Display;
use std::ops::Range;

use super::{Line, Role, Tree, TreeNode, markup as m};
use crate::lessons::{Divergence, Parse};
use crate::reports::TreePair;
use crate::{Expression, NodeKind, Operands, Operator};

/// Makes the tree of `expression`: each operator above its operands.
pub(super) fn of_expression<L: Display>(expression: &Expression<L>) -> Tree {
    let node =
        |(depth, label)| TreeNode { depth, text: m::expression(label), ..TreeNode::default() };
    let nodes = nodes(expression).into_iter().map(node).collect();
    Tree { title: Line::default(), nodes, lines_up: false }
}

/// Makes the tree of `pairs`: each rule with its text, in quotes if its ends are hard to see.
pub(super) fn of_pairs(pairs: &[TreePair]) -> Tree {
    let node = |TreePair { depth, rule, text }: &TreePair| {
        let is_plain = text.trim() == text && !text.contains(char::is_control);
        let text = if is_plain { text.clone() } else { format!("{text:?}") };
        TreeNode { depth: *depth, name: m::plain(rule), text: m::expression(text) }
    };
    Tree { title: Line::default(), nodes: pairs.iter().map(node).collect(), lines_up: true }
}

/// Makes the tree, and marks the operand at these bytes of the text with `role`.
pub(super) fn with_operand<L: Display>(
    expression: &Expression<L>,
    operand: &Range<usize>,
    role: Role,
) -> Tree {
    let mut tree = of_expression(expression);
    let is_leaf = |index: usize| {
        tree.nodes.get(index + 1).is_none_or(|next| next.depth <= tree.nodes[index].depth)
    };
    let leaves: Vec<usize> = (0..tree.nodes.len()).filter(|&index| is_leaf(index)).collect();
    // The leaves come in the order of the text.
    let spans = expression.nodes().iter().filter(|node| matches!(node.kind, NodeKind::Leaf(_)));
    let inside = |span: &Range<usize>| operand.start <= span.start && span.end <= operand.end;
    let marked = leaves.iter().zip(spans).filter(|(_, leaf)| inside(&leaf.span));
    let marked: Vec<usize> = marked.map(|(index, _)| *index).collect();
    let (Some(&first), Some(&last)) = (marked.first(), marked.last()) else { return tree };
    // The root of the operand is after the leaf before the operand, and not after its first leaf.
    let begins = leaves.iter().rev().find(|leaf| **leaf < first).map_or(0, |leaf| leaf + 1);
    let end = |root: usize| {
        let after = tree.nodes[root + 1..].iter().position(|it| it.depth <= tree.nodes[root].depth);
        after.map_or(tree.nodes.len(), |after| root + 1 + after)
    };
    let Some(root) = (begins..=first).find(|&root| end(root) == last + 1) else { return tree };
    for node in &mut tree.nodes[root..=last] {
        node.text.0.iter_mut().for_each(|piece| piece.0 = role);
    }
    let text = std::mem::take(&mut tree.nodes[root].text);
    tree.nodes[root].text = text.and(m::note(" ← operand"));
    tree
}

/// Returns the nodes of `expression`, each operator before its operands. With each node comes its
/// depth: the number of operators that contain the node.
pub(super) fn nodes<L: Display>(expression: &Expression<L>) -> Vec<(usize, String)> {
    expression.fold(
        |leaf| vec![(0, leaf.to_string())],
        |operator, operands| {
            let (left, right) = match operands {
                Operands::One(operand) => (operand, Vec::new()),
                Operands::Two(left, right) => (left, right),
            };
            let is_join = operator == Operator::Join;
            let label = if is_join { operator.name() } else { operator.symbol() };
            let deeper = left.into_iter().chain(right).map(|(depth, label)| (depth + 1, label));
            std::iter::once((0, label.to_owned())).chain(deeper).collect()
        },
    )
}

/// Returns the index of the node above each node of a tree. Parents come before their children.
pub(super) fn parents(depths: impl Iterator<Item = usize>) -> impl Iterator<Item = Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    depths.enumerate().map(move |(index, depth)| {
        open.truncate(depth);
        open.push(index);
        open.len().checked_sub(2).map(|above| open[above])
    })
}

/// Draws the trees of two parses that diverge, with `titles` above them, and with marks on the
/// operands at which the parses diverge.
pub(super) fn diverging(parses: [&Parse; 2], titles: [Line; 2], apart: &Divergence) -> Vec<Tree> {
    let sides = parses.into_iter().zip(titles).zip([Role::Value, Role::Wrong]);
    let trees = sides.zip(&apart.right_operands).map(|(((parse, title), role), operand)| Tree {
        title,
        ..with_operand(&parse.written(), &operand.span, role)
    });
    trees.collect()
}
