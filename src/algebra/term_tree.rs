//! Expressions as a person reads them: terms and factors in a row, and brackets
//! where they stand.
//!
//! What stands here recurses into the tree, so only expressions of a bounded
//! size are made into one, and each group asks for the stack it needs.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::{Deref, DerefMut};

use super::field::{FieldOperation, Kind};
use crate::stack;
use crate::syntax::Operator;

/// An operand, or a group of several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TermTree<L> {
    Leaf(L),
    /// Two or more terms of a sum, or factors of a product. A part that is a
    /// group of the same kind has brackets of its own.
    Group(Kind, Parts<L>),
}

/// The parts of a group.
///
/// What the compiler derives for a tree calls itself from group to group, and
/// gets its stack here: so no tree is too deep for the thread that has it.
pub(crate) struct Parts<L>(Vec<Part<L>>);

/// A term or a factor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part<L> {
    pub(crate) tree: TermTree<L>,
    /// Whether it is subtracted or divided by.
    pub(crate) inverse: bool,
}

impl<L> Parts<L> {
    pub(crate) fn into_vec(mut self) -> Vec<Part<L>> {
        mem::take(&mut self.0)
    }
}

impl<L> From<Vec<Part<L>>> for Parts<L> {
    fn from(parts: Vec<Part<L>>) -> Self {
        Self(parts)
    }
}

impl<L> Drop for Parts<L> {
    fn drop(&mut self) {
        let parts = mem::take(&mut self.0);
        stack::for_level(|| drop(parts));
    }
}

impl<L: Clone> Clone for Parts<L> {
    fn clone(&self) -> Self {
        Self(stack::for_level(|| self.0.clone()))
    }
}

impl<L: PartialEq> PartialEq for Parts<L> {
    fn eq(&self, other: &Self) -> bool {
        stack::for_level(|| self.0 == other.0)
    }
}

impl<L: Eq> Eq for Parts<L> {}

impl<L: PartialOrd> PartialOrd for Parts<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        stack::for_level(|| self.0.partial_cmp(&other.0))
    }
}

impl<L: Ord> Ord for Parts<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        stack::for_level(|| self.0.cmp(&other.0))
    }
}

impl<L: Hash> Hash for Parts<L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        stack::for_level(|| self.0.hash(state));
    }
}

impl<L: fmt::Debug> fmt::Debug for Parts<L> {
    /// On one line: each level that is indented would be one more call around
    /// every character of the levels in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{:?}", self.0);
        }
        stack::for_level(|| self.0.fmt(f))
    }
}

impl<L> Deref for Parts<L> {
    type Target = Vec<Part<L>>;

    fn deref(&self) -> &Vec<Part<L>> {
        &self.0
    }
}

impl<L> DerefMut for Parts<L> {
    fn deref_mut(&mut self) -> &mut Vec<Part<L>> {
        &mut self.0
    }
}

impl<'a, L> IntoIterator for &'a Parts<L> {
    type Item = &'a Part<L>;
    type IntoIter = std::slice::Iter<'a, Part<L>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The operator before a part of a group.
pub(crate) fn operator(kind: Kind, inverse: bool) -> Operator {
    FieldOperation { kind, inverse }.into()
}

impl<L> TermTree<L> {
    /// The parts of a group of this kind, or the tree as the only part of one.
    pub(crate) fn into_parts(self, of: Kind) -> Vec<Part<L>> {
        match self {
            Self::Group(kind, parts) if kind == of => parts.into_vec(),
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
        Self::Group(kind, parts.into())
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
                text.push_str(operator(kind, part.inverse).symbol());
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
                Self::Group(*kind, parts.into())
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
