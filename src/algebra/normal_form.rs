//! The normal form: one form for all expressions of the same rational function.
//!
//! In an expression every operand occurs once. Two expressions of the same function can differ in
//! three ways:
//!
//! - Terms or factors are in another order.
//! - Brackets only group: `a+(b-c)` is `a+b-c`, and `a/(b/c)` is `a/b*c`.
//! - Signs move through products: `(a-b)*(c-d)` is `(b-a)*(d-c)`.
//!
//! [`NormalForm`] sorts the terms and factors, removes the brackets and chooses the signs. What
//! remains is unique: sums of products of sums …, with signs on the terms, and with factors above
//! or below the fraction line. To check this, tests compare the normal forms with the rational
//! functions themselves; see [`RationalFunction`](crate::algebra::RationalFunction).
//!
//! The leaves have labels, and the labels decide the meaning of two equal forms:
//!
//! - If all labels differ, the two functions are equal.
//! - If some labels are equal, the two functions become equal when operands with equal labels swap
//!   places.
//! - If all labels are equal, the two templates are the same up to renaming.
//!
//! A `TermTree` has the parts of an expression as a person sees them: terms and factors in a row,
//! and brackets as written.
//!
//! The functions here recurse into a tree. So only expressions of limited size become trees, and
//! the functions request more stack at each group.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::{fmt, mem};

use super::extended_form::Atom;
use super::rational_function::{Kind, NotRational, fold};
use crate::stack;
use crate::syntax::{Expression, FieldOperator, Operator};

/// An expression with grouping and signs in a unique form.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::algebra::NormalForm;
///
/// let form = |text: &str, grammar: &Grammar| {
///     let expression = grammar.parse(text).expect("it is an expression");
///     NormalForm::of(&expression, Clone::clone)
/// };
/// let one = form("(5-(8-7))*6", &Grammar::Left)?;
/// assert_eq!(one, form("6*(7+5-8)", &Grammar::Left)?);
/// assert_eq!(one.to_text(&ToString::to_string), "(5+7-8)*6");
/// // Signs move through products.
/// assert_eq!(form("(1-2)*(3-4)", &Grammar::Left)?, form("(2-1)*(4-3)", &Grammar::Left)?);
/// # Ok::<(), bracket24::algebra::NotRational>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NormalForm<L> {
    /// Whether the form is the negative of `shape`.
    pub(crate) negative: bool,
    /// The form without its sign. A function and its negative have the same shape. Of the two
    /// possible forms, this is the one with fewer subtracted terms or, if both have equally many,
    /// the one that sorts first. The parts of a group are sorted, and no part is a group of the
    /// same kind. A part that [is its own negative](TermTree::is_own_negative) is never subtracted.
    pub(crate) shape: TermTree<L>,
}

impl<L: Ord + Clone> NormalForm<L> {
    /// Returns the normal form of `expression`, with its leaves labelled by `label`.
    ///
    /// # Errors
    ///
    /// [`NotRational`] if `expression` has more than [`MAX_OPERATORS`](crate::MAX_OPERATORS)
    /// operators, or an operator that is not a field operation.
    pub fn of<M>(
        expression: &Expression<M>,
        mut label: impl FnMut(&M) -> L,
    ) -> Result<Self, NotRational> {
        let leaf = |leaf: &M| Self { negative: false, shape: TermTree::Leaf(label(leaf)) };
        fold(expression, leaf, Self::join)
    }

    /// The form of `left` and `right` joined by `operator`.
    pub(crate) fn join(operator: FieldOperator, left: Self, right: Self) -> Self {
        match Kind::of(operator) {
            (Kind::Sum, inverse) => {
                let mut terms = left.into_terms(false);
                terms.append(&mut right.into_terms(inverse));
                Self::from_terms(terms)
            }
            (Kind::Product, inverse) => {
                let mut factors = left.shape.into_factors(false);
                factors.append(&mut right.shape.into_factors(inverse));
                Self::from_factors(left.negative != right.negative, factors)
            }
        }
    }

    pub(crate) fn into_terms(self, negate: bool) -> Vec<Part<L>> {
        let negate = negate != self.negative;
        match self.shape {
            TermTree::Group(Kind::Sum, terms) if negate => negated(terms.into_vec()),
            TermTree::Group(Kind::Sum, terms) => terms.into_vec(),
            tree => vec![Part { inverse: negate && !tree.is_own_negative(), tree }],
        }
    }

    /// The form of a sum of at least two terms, none of them a sum.
    pub(crate) fn from_terms(mut terms: Vec<Part<L>>) -> Self {
        terms.sort();
        let other = negated(terms.clone());
        let rank = |terms: &[Part<L>]| terms.iter().filter(|term| term.inverse).count();
        let negative = (rank(&other), &other) < (rank(&terms), &terms);
        let shape = TermTree::Group(Kind::Sum, Parts(if negative { other } else { terms }));
        Self { negative, shape }
    }

    /// The form of a product of at least two factors, none of them a product.
    pub(crate) fn from_factors(negative: bool, mut factors: Vec<Part<L>>) -> Self {
        factors.sort();
        Self::signed(negative, TermTree::Group(Kind::Product, Parts(factors)))
    }

    /// Gives `shape` a sign, unless it equals its own negative.
    pub(crate) fn signed(negative: bool, shape: TermTree<L>) -> Self {
        Self { negative: negative && !shape.is_own_negative(), shape }
    }

    /// Writes the form in ordinary arithmetic with the fewest brackets. The text divides by zero
    /// only where all expressions of this form do.
    ///
    /// Every form that comes from an expression can be written.
    pub fn to_text(&self, label: &dyn Fn(&L) -> String) -> String {
        self.written().to_text(label)
    }

    /// The expression that [`to_text`](Self::to_text) writes.
    pub(crate) fn written(&self) -> Expression<L> {
        let shape = self.shape.map(&|leaf: &L| Atom::Leaf(leaf.clone()));
        NormalForm { negative: self.negative, shape }.to_expression()
    }
}

/// The terms of the negated sum, sorted.
fn negated<L: Ord>(mut terms: Vec<Part<L>>) -> Vec<Part<L>> {
    for term in &mut terms {
        term.inverse = !term.inverse && !term.tree.is_own_negative();
    }
    terms.sort();
    terms
}

/// The parts of a sum or a product, each with the inverse operator if `invert`.
pub(super) fn inverted_if<L>(invert: bool, mut parts: Vec<Part<L>>) -> Vec<Part<L>> {
    for part in &mut parts {
        part.inverse ^= invert;
    }
    parts
}

impl<L: Ord> TermTree<L> {
    /// The factors of the tree or, if `invert`, of its inverse.
    pub(crate) fn into_factors(self, invert: bool) -> Vec<Part<L>> {
        inverted_if(invert, self.into_parts(Kind::Product))
    }

    /// Whether the tree becomes its negative when operands with equal labels swap places, as `a-b`
    /// becomes `b-a` if both labels are the same.
    pub(crate) fn is_own_negative(&self) -> bool {
        let Self::Group(kind, parts) = self else { return false };
        stack::for_level(|| match kind {
            // Equal terms are side by side, the positive ones first.
            Kind::Sum => parts.chunk_by(|a, b| a.tree == b.tree).all(|same| {
                let negative = same.iter().filter(|term| term.inverse).count();
                2 * negative == same.len() || same[0].tree.is_own_negative()
            }),
            Kind::Product => parts.iter().any(|factor| factor.tree.is_own_negative()),
        })
    }

    /// Whether the negative of the tree can be written too. No sign can come before a whole
    /// expression, so the tree must contain a difference that can be reversed.
    pub(crate) fn is_negatable(&self) -> bool {
        let Self::Group(kind, parts) = self else { return false };
        stack::for_level(|| {
            let is_difference = |part: &Part<L>| *kind == Kind::Sum && part.inverse;
            parts.iter().any(|part| is_difference(part) || part.tree.is_negatable())
        })
    }

    /// The labels of the operands.
    pub(crate) fn leaves(&self) -> Vec<&L> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            Self::Group(_, parts) => {
                stack::for_level(|| parts.iter().flat_map(|part| part.tree.leaves()).collect())
            }
        }
    }

    /// The tree with its labels replaced: `label` maps each label to the new one.
    fn map<M>(&self, label: &impl Fn(&L) -> M) -> TermTree<M> {
        let part = |it: &Part<L>| Part { tree: it.tree.map(label), inverse: it.inverse };
        match self {
            Self::Leaf(leaf) => TermTree::Leaf(label(leaf)),
            Self::Group(kind, parts) => {
                stack::for_level(|| TermTree::Group(*kind, Parts(parts.iter().map(part).collect())))
            }
        }
    }
}

/// A term of a sum: whether it is subtracted, whether its negative is written, and the term.
pub(super) type Signed<'a, L> = (bool, bool, &'a TermTree<L>);

/// The terms of a sum or, if `negate`, of its negative, in the order in which they are written:
/// added terms first, then by `order`. If all terms would be subtracted, one of them is negated and
/// added.
pub(super) fn signed_terms<'a, L: Ord, O: Ord>(
    terms: &'a [Part<L>],
    negate: bool,
    order: impl Fn(&'a TermTree<L>) -> O,
) -> Vec<Signed<'a, L>> {
    let mut signed: Vec<Signed<'a, L>> = terms
        .iter()
        .map(|term| ((term.inverse != negate) && !term.tree.is_own_negative(), false, &term.tree))
        .collect();
    if signed.iter().all(|(negative, ..)| *negative)
        && let Some((negative, turned, _)) =
            signed.iter_mut().find(|(_, _, tree)| tree.is_negatable())
    {
        (*negative, *turned) = (false, true);
    }
    signed.sort_by_key(|&(negative, _, tree)| (negative, order(tree)));
    signed
}

/// An operand, or a group of several parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TermTree<L> {
    Leaf(L),
    /// Two or more terms of a sum, or factors of a product. A part that is a group of the same kind
    /// has brackets, like `b-c` in `a-(b-c)`.
    Group(Kind, Parts<L>),
}

/// The parts of a group.
///
/// The derived methods of a tree, such as `clone`, recurse from group to group. This type requests
/// more stack for them, so no tree is too deep for a thread's stack.
pub(crate) struct Parts<L>(pub(super) Vec<Part<L>>);

/// A term or a factor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part<L> {
    pub(crate) tree: TermTree<L>,
    /// Whether the part is subtracted or is a divisor.
    pub(crate) inverse: bool,
}

impl<L> Parts<L> {
    pub(crate) fn into_vec(mut self) -> Vec<Part<L>> {
        mem::take(&mut self.0)
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
    /// Writes one line, even for `{:#?}`: each level of indentation would add a call for every
    /// character inside that level.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { write!(f, "{:?}", self.0) } else { stack::for_level(|| self.0.fmt(f)) }
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

impl<L> TermTree<L> {
    /// Writes the tree; `name` writes an operand. Sums that are factors get brackets, and so do
    /// groups inside groups of the same kind. With `signs`, every part has its operator before it,
    /// including the first.
    pub(super) fn to_text(&self, signs: bool, name: &dyn Fn(&L) -> String) -> String {
        let (kind, parts) = match self {
            Self::Leaf(operand) => return name(operand),
            Self::Group(kind, parts) => (*kind, parts),
        };
        let mut text = String::new();
        for part in parts.iter() {
            if signs || !text.is_empty() {
                text.push_str(Operator::from(kind.operator(part.inverse)).symbol());
            }
            let inner = stack::for_level(|| part.tree.to_text(signs, name));
            match &part.tree {
                Self::Group(of, _) if kind == Kind::Product || *of == kind => {
                    text.extend(["(", &inner, ")"]);
                }
                _ => text += &inner,
            }
        }
        text
    }

    /// The parts of the tree if it is a group of the kind `of`; otherwise the tree itself as the
    /// only part.
    pub(crate) fn into_parts(self, of: Kind) -> Vec<Part<L>> {
        match self {
            Self::Group(kind, parts) if kind == of => parts.into_vec(),
            tree => vec![Part { tree, inverse: false }],
        }
    }
}

/// A set of numbered operands, as the bits of a number.
pub(crate) type Operands = u8;

impl TermTree<usize> {
    /// The tree of `left` and `right` joined by `operator`, with the brackets that both had.
    pub(super) fn join(operator: FieldOperator, left: Self, right: Self) -> Self {
        let (kind, inverse) = Kind::of(operator);
        let mut parts = left.into_parts(kind);
        parts.push(Part { tree: right, inverse });
        Self::Group(kind, Parts(parts))
    }

    pub(crate) fn operands(&self) -> Operands {
        match self {
            Self::Leaf(operand) => 1 << operand,
            Self::Group(_, parts) => {
                parts.iter().fold(0, |operands, part| operands | part.tree.operands())
            }
        }
    }

    /// The tree with its terms and factors in a fixed order.
    pub(crate) fn sorted(&self) -> Self {
        match self {
            Self::Leaf(operand) => Self::Leaf(*operand),
            Self::Group(kind, parts) => {
                let sorted = |part: &Part<usize>| Part { tree: part.tree.sorted(), ..*part };
                let mut parts: Vec<Part<usize>> = parts.iter().map(sorted).collect();
                parts.sort();
                Self::Group(*kind, Parts(parts))
            }
        }
    }

    /// Adds to `found` the trees that must not be zero, in the order of evaluation. These are the
    /// divisors; if a divisor is a product, its factors are added instead.
    pub(crate) fn divisors<'a>(&'a self, found: &mut Vec<&'a Self>) {
        let Self::Group(kind, parts) = self else { return };
        for part in parts.iter() {
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
