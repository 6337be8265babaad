//! The trees of expressions.

use std::fmt::Display;

use super::markup as m;
use super::{Tree, TreeNode};
use crate::Expression;

/// The tree of `expression`: each operator above its two operands.
pub(super) fn of_expression<L: Display>(expression: &Expression<L>) -> Tree {
    let node =
        |(depth, label)| TreeNode { depth, text: m::expression(label), ..TreeNode::default() };
    Tree { nodes: nodes(expression).into_iter().map(node).collect(), lines_up: false }
}

/// The nodes of `expression`, each operator before its two operands, with how
/// many operators are around it.
pub(super) fn nodes<L: Display>(expression: &Expression<L>) -> Vec<(usize, String)> {
    expression.fold(
        |leaf| vec![(0, leaf.to_string())],
        |operator, left, right| {
            let deeper = left.into_iter().chain(right).map(|(depth, label)| (depth + 1, label));
            std::iter::once((0, operator.to_string())).chain(deeper).collect()
        },
    )
}
