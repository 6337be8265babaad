//! Which rules of a grammar hold the operands of an operation together.

use std::ops::Range;

use super::ParseTree;
use crate::grammars::{Grammar, operation_rule};
use crate::syntax::{Expression, Kind, Node, Operator};

/// What in a grammar holds the operands of an operation together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The innermost rule whose text holds both operands and the sign.
    pub level: String,
    /// The rule of the operation itself.
    pub operation: String,
}

impl Binding {
    /// What holds the operands of `operator` together, which stand at `span`
    /// from the first to the last character; `tree` is what `grammar` read.
    pub(super) fn of(
        operator: Operator,
        span: &Range<usize>,
        tree: &ParseTree,
        grammar: &Grammar,
    ) -> Option<Self> {
        let level = tree.innermost(span)?.rule;
        Some(Self {
            level: grammar.rules().name(level).to_owned(),
            operation: operation_rule(operator).to_owned(),
        })
    }
}

/// The binding of every node of `expression`, which `grammar` read from
/// `text`; a leaf has none.
pub(super) fn bindings<L>(
    expression: &Expression<L>,
    text: &str,
    grammar: &Grammar,
) -> Vec<Option<Binding>> {
    let tree = ParseTree::of(text, grammar);
    let binding = |(node, span): (&Node<L>, Range<usize>)| match node.kind {
        Kind::Leaf(_) => None,
        Kind::Operation(operator) => Binding::of(operator, &span, &tree, grammar),
    };
    expression.nodes().iter().zip(expression.spans()).map(binding).collect()
}
