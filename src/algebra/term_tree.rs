//! Expressions as a person reads them: terms and factors in a row, and brackets
//! where they stand.
//!
//! What stands here recurses into the tree, so only expressions of a bounded
//! size are made into one.

use super::field::{FieldOperation, Kind};
use crate::syntax::Operator;

/// An operand, or a group of several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TermTree<L> {
    Leaf(L),
    /// Two or more terms of a sum, or factors of a product. A part that is a
    /// group of the same kind has brackets of its own.
    Group(Kind, Vec<Part<L>>),
}

/// A term or a factor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part<L> {
    pub(crate) tree: TermTree<L>,
    /// Whether it is subtracted or divided by.
    pub(crate) inverse: bool,
}

/// The operator before a part of a group.
pub(crate) fn operator(kind: Kind, inverse: bool) -> Operator {
    FieldOperation { kind, inverse }.into()
}

impl<L> TermTree<L> {
    /// The parts of a group of this kind, or the tree as the only part of one.
    pub(crate) fn into_parts(self, of: Kind) -> Vec<Part<L>> {
        match self {
            Self::Group(kind, parts) if kind == of => parts,
            tree => vec![Part { tree, inverse: false }],
        }
    }
}

/// The operands of a tree of numbered operands, as the bits of a number.
pub(crate) type Operands = u8;

impl TermTree<usize> {
    /// The tree of `left` and `right` joined, in which brackets stand where
    /// they stood.
    pub(super) fn join(operation: FieldOperation, left: Self, right: Self) -> Self {
        let FieldOperation { kind, inverse } = operation;
        let mut parts = left.into_parts(kind);
        parts.push(Part { tree: right, inverse });
        Self::Group(kind, parts)
    }

    /// The text, each operand written as `name` says.
    pub(crate) fn to_text(&self, name: &dyn Fn(usize) -> String) -> String {
        let (kind, parts) = match self {
            Self::Leaf(operand) => return name(*operand),
            Self::Group(kind, parts) => (*kind, parts),
        };
        let mut text = String::new();
        for part in parts {
            if !text.is_empty() {
                text.push(operator(kind, part.inverse).symbol());
            }
            let inner = part.tree.to_text(name);
            match &part.tree {
                Self::Group(of, _) if kind == Kind::Product || *of == kind => {
                    text.extend(["(", &inner, ")"]);
                }
                _ => text += &inner,
            }
        }
        text
    }

    pub(crate) fn operands(&self) -> Operands {
        match self {
            Self::Leaf(operand) => 1 << operand,
            Self::Group(_, parts) => {
                parts.iter().fold(0, |operands, part| operands | part.tree.operands())
            }
        }
    }

    /// The same whatever the order of terms and factors.
    pub(crate) fn sorted(&self) -> Self {
        match self {
            Self::Leaf(operand) => Self::Leaf(*operand),
            Self::Group(kind, parts) => {
                let sorted = |part: &Part<usize>| Part { tree: part.tree.sorted(), ..*part };
                let mut parts: Vec<Part<usize>> = parts.iter().map(sorted).collect();
                parts.sort();
                Self::Group(*kind, parts)
            }
        }
    }

    /// Adds what must not be zero: the divisors, or the factors of a divisor
    /// that is a product, in the order in which they are evaluated.
    pub(crate) fn divisors<'a>(&'a self, found: &mut Vec<&'a Self>) {
        let Self::Group(kind, parts) = self else { return };
        for part in parts {
            part.tree.divisors(found);
            if *kind == Kind::Product && part.inverse {
                part.tree.numerator_factors(found);
            }
        }
    }

    fn numerator_factors<'a>(&'a self, found: &mut Vec<&'a Self>) {
        match self {
            Self::Group(Kind::Product, factors) => {
                let above = factors.iter().filter(|factor| !factor.inverse);
                above.for_each(|factor| factor.tree.numerator_factors(found));
            }
            divisor => found.push(divisor),
        }
    }
}
