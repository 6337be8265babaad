//! Trees drawn with lines of text.

use std::fmt::Display;

use crate::Expression;

/// The lines of a tree before its nodes, which come parents first and in order,
/// each with how many are around it.
///
/// What lies deeper than `most` levels begins at the left again.
pub(super) fn branches(depths: &[usize], most: usize) -> Vec<String> {
    // Whether a node at this depth has a sibling after it.
    let mut has_next: Vec<bool> = Vec::new();
    let mut lines: Vec<String> = Vec::with_capacity(depths.len());
    for &depth in depths.iter().rev() {
        has_next.resize(depth + 1, false);
        let first = left_out(depth, most);
        let through = has_next[first..depth].iter().skip(1);
        let mut line: String = through.map(|&next| if next { "│  " } else { "   " }).collect();
        if depth > 0 {
            line += if has_next[depth] { "├─ " } else { "└─ " };
        }
        lines.push(line);
        has_next[depth] = true;
    }
    lines.reverse();
    lines
}

/// How many of the levels around a node at `depth` are not drawn.
pub(super) fn left_out(depth: usize, most: usize) -> usize {
    depth.saturating_sub(1) / most * most
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
