//! One form for all the ways to write the same rational function.
//!
//! In an expression every operand stands once. Such a function can be written
//! in exactly one way, up to the order of terms and factors, as sums of
//! products of sums …, with signs on the terms and with factors above or below
//! the line, as soon as two freedoms are taken away: brackets that only group
//! (`a+(b-c)`, `a/(b/c)`), and signs that move through products
//! (`(a-b)*(c-d)` is `(b-a)*(d-c)`). [`NormalForm`] takes them away. That
//! nothing more is needed is tested against the rational functions themselves,
//! see [`RationalFunction`](crate::RationalFunction).
//!
//! The leaves carry labels. With every label different, equal forms are equal
//! functions; with equal labels, equal forms are functions that become equal
//! when operands of equal label change places; with one label for all, they
//! are the same template up to renaming.

use std::cmp::Reverse;

use crate::syntax::{Expression, Operator};

/// An expression with grouping and signs brought to one form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NormalForm<L> {
    /// Whether the whole is the negative of `shape`.
    pub negative: bool,
    /// The form up to its sign.
    pub shape: Shape<L>,
}

/// A normal form up to its sign: of a function and its negative, the one with
/// fewer negative terms (where they have equally many, the smaller one).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape<L> {
    /// An operand.
    Leaf(L),
    /// Two or more terms, none of them a sum, sorted.
    Sum(Vec<Term<L>>),
    /// Two or more factors, none of them a product, sorted.
    Product(Vec<Factor<L>>),
}

/// A term of a sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term<L> {
    /// What is added or subtracted.
    pub shape: Shape<L>,
    /// Whether it is subtracted. Never set where the shape [is its own
    /// negative](Shape::is_own_negative).
    pub negative: bool,
}

/// A factor of a product.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor<L> {
    /// What is multiplied or divided by.
    pub shape: Shape<L>,
    /// Whether it stands below the line.
    pub inverse: bool,
}

impl<L: Ord + Clone> NormalForm<L> {
    /// The normal form of `expression`, its leaves labelled by `label`.
    pub fn of<M>(expression: &Expression<M>, mut label: impl FnMut(&M) -> L) -> Self {
        expression
            .fold(|leaf| Self { negative: false, shape: Shape::Leaf(label(leaf)) }, Self::join)
    }

    /// The form of two forms joined.
    pub(crate) fn join(operator: Operator, left: Self, right: Self) -> Self {
        match operator {
            Operator::Add => Self::sum(left.into_terms(false), right.into_terms(false)),
            Operator::Subtract => Self::sum(left.into_terms(false), right.into_terms(true)),
            Operator::Multiply => Self::product(left, right, false),
            Operator::Divide => Self::product(left, right, true),
        }
    }

    pub(crate) fn into_terms(self, negate: bool) -> Vec<Term<L>> {
        let negate = negate != self.negative;
        match self.shape {
            Shape::Sum(terms) if negate => negated(terms),
            Shape::Sum(terms) => terms,
            shape => vec![Term { negative: negate && !shape.is_own_negative(), shape }],
        }
    }

    fn sum(mut terms: Vec<Term<L>>, mut more: Vec<Term<L>>) -> Self {
        terms.append(&mut more);
        Self::from_terms(terms)
    }

    /// The form of a sum of at least two terms, none of them a sum.
    pub(crate) fn from_terms(mut terms: Vec<Term<L>>) -> Self {
        terms.sort();
        let other = negated(terms.clone());
        let rank = |terms: &[Term<L>]| terms.iter().filter(|term| term.negative).count();
        let negative = (rank(&other), &other) < (rank(&terms), &terms);
        Self { negative, shape: Shape::Sum(if negative { other } else { terms }) }
    }

    fn product(left: Self, right: Self, divide: bool) -> Self {
        let negative = left.negative != right.negative;
        let mut factors = left.shape.into_factors(false);
        factors.append(&mut right.shape.into_factors(divide));
        Self::from_factors(negative, factors)
    }

    /// The form of a product of at least two factors, none of them a product.
    pub(crate) fn from_factors(negative: bool, mut factors: Vec<Factor<L>>) -> Self {
        factors.sort();
        let shape = Shape::Product(factors);
        Self { negative: negative && !shape.is_own_negative(), shape }
    }

    /// The form written in ordinary arithmetic: with the fewest brackets, and
    /// defined wherever any way to write it is.
    ///
    /// Every form that comes from an expression can be written.
    pub fn to_text(&self, label: &dyn Fn(&L) -> String) -> String {
        self.shape.write(self.negative, label)
    }
}

/// The terms of the negative sum, sorted.
fn negated<L: Ord>(mut terms: Vec<Term<L>>) -> Vec<Term<L>> {
    for term in &mut terms {
        term.negative = !term.negative && !term.shape.is_own_negative();
    }
    terms.sort();
    terms
}

impl<L: Ord> Shape<L> {
    pub(crate) fn into_factors(self, invert: bool) -> Vec<Factor<L>> {
        match self {
            Self::Product(mut factors) => {
                for factor in &mut factors {
                    factor.inverse ^= invert;
                }
                factors
            }
            shape => vec![Factor { shape, inverse: invert }],
        }
    }

    /// Whether operands of equal label can change places so that the negative
    /// comes out, as `a-b` becomes `b-a` where both labels are the same.
    pub fn is_own_negative(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            // Terms of one shape stand together, the positive ones first.
            Self::Sum(terms) => terms.chunk_by(|a, b| a.shape == b.shape).all(|same| {
                let negative = same.iter().filter(|term| term.negative).count();
                2 * negative == same.len() || same[0].shape.is_own_negative()
            }),
            Self::Product(factors) => factors.iter().any(|factor| factor.shape.is_own_negative()),
        }
    }

    /// Whether the negative can be written too: there is no sign before a
    /// whole expression, so something must be there to turn round.
    pub fn is_negatable(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Sum(terms) => terms.iter().any(|term| term.negative || term.shape.is_negatable()),
            Self::Product(factors) => factors.iter().any(|factor| factor.shape.is_negatable()),
        }
    }

    /// The labels of its operands.
    pub(crate) fn leaves(&self) -> Vec<&L> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            Self::Sum(terms) => terms.iter().flat_map(|term| term.shape.leaves()).collect(),
            Self::Product(factors) => {
                factors.iter().flat_map(|factor| factor.shape.leaves()).collect()
            }
        }
    }

    /// How many operands it has.
    pub fn size(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Sum(terms) => terms.iter().map(|term| term.shape.size()).sum(),
            Self::Product(factors) => factors.iter().map(|factor| factor.shape.size()).sum(),
        }
    }

    /// Larger shapes are written first, so that `(N+N)*N-N` is not `N…`.
    fn writing_order(&self) -> impl Ord + use<'_, L> {
        (Reverse(self.size()), self)
    }

    fn write(&self, negate: bool, label: &dyn Fn(&L) -> String) -> String {
        match self {
            Self::Leaf(leaf) => label(leaf),
            Self::Sum(terms) => write_sum(terms, negate, label),
            Self::Product(factors) => write_product(factors, negate, label),
        }
    }
}

fn write_sum<L: Ord>(terms: &[Term<L>], negate: bool, label: &dyn Fn(&L) -> String) -> String {
    let mut signed: Vec<(bool, bool, &Shape<L>)> = terms
        .iter()
        .map(|term| {
            let negative = (term.negative != negate) && !term.shape.is_own_negative();
            (negative, false, &term.shape)
        })
        .collect();
    if signed.iter().all(|(negative, ..)| *negative)
        && let Some((negative, turned, _)) =
            signed.iter_mut().find(|(_, _, shape)| shape.is_negatable())
    {
        (*negative, *turned) = (false, true);
    }
    signed.sort_by_key(|&(negative, _, shape)| (negative, shape.writing_order()));
    let mut text = String::new();
    for (negative, turned, shape) in signed {
        if negative {
            text.push('-');
        } else if !text.is_empty() {
            text.push('+');
        }
        text += &shape.write(turned, label);
    }
    text
}

fn write_product<L: Ord>(
    factors: &[Factor<L>],
    negate: bool,
    label: &dyn Fn(&L) -> String,
) -> String {
    let mut ordered: Vec<&Factor<L>> = factors.iter().collect();
    ordered.sort_by_key(|factor| (factor.inverse, factor.shape.writing_order()));
    let turned = ordered.iter().position(|factor| negate && factor.shape.is_negatable());
    let mut text = String::new();
    for (index, factor) in ordered.into_iter().enumerate() {
        if factor.inverse {
            text.push('/');
        } else if !text.is_empty() {
            text.push('*');
        }
        let factor_text = factor.shape.write(turned == Some(index), label);
        match factor.shape {
            Shape::Sum(_) => text.extend(["(", &factor_text, ")"]),
            _ => text += &factor_text,
        }
    }
    text
}
