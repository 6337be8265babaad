//! The laws that rewrite one expression into another, and the rewrites that each law allows.
//!
//! Brackets *only group* if they are around a sum that is a term, as in `a-(b-c)`, or around a
//! product that is a factor, as in `a/(b/c)`. If you remove them, you only have to change operators
//! inside: `a-(b-c)` becomes `a-b+c`.

use std::collections::HashSet;
use std::fmt;

use itertools::Itertools;

use super::normal_form::{Operands, Part, Parts, TermTree, inverted_if};
use super::rational_function::Kind;
use crate::{Grammar, Operator};

/// The law that allows a step. `Display` writes it with letters: `a-(b-c) is a-b+c`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Law {
    /// Removes brackets that only group, as in `a-(b-c)`.
    BracketsOff {
        /// The operator before the brackets.
        outer: Operator,
        /// The operator inside the brackets. If both `+` and `-` are inside, this is `-`; if both
        /// `*` and `/` are inside, this is `/`.
        inner: Operator,
    },
    /// Adds brackets that only group, as in `a-(b-c)`.
    BracketsOn {
        /// The operator before the brackets.
        outer: Operator,
        /// The operator inside the brackets. If both `+` and `-` are inside, this is `-`; if both
        /// `*` and `/` are inside, this is `/`.
        inner: Operator,
    },
    /// Reorders the terms of a sum.
    TermsChangePlaces,
    /// Reorders the factors of a product.
    FactorsChangePlaces,
    /// Moves the sign before a term into a difference that is a factor of the term: `d-(a-b)*c` is
    /// `d+(b-a)*c`.
    TermTurned {
        /// The sign before the term; `None` for the first term.
        before: Option<Operator>,
        /// Whether the difference is a divisor.
        divisor: bool,
    },
    /// Reverses two differences that are factors of a product: `(a-b)*(c-d)` is `(b-a)*(d-c)`.
    FactorsTurned {
        /// Whether one of the two differences is a divisor.
        divisor: bool,
    },
    /// Renames the operands.
    Renamed,
    /// Removes or adds brackets that do not change the grouping.
    NeedlessBrackets,
    /// Adds brackets that show, in ordinary arithmetic, how a grammar groups the text.
    ReadBy(Grammar),
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let law = match self {
            Self::BracketsOff { outer, inner } => {
                let (with, without) = brackets(*outer, *inner);
                return write!(f, "{with} is {without}");
            }
            Self::BracketsOn { outer, inner } => {
                let (with, without) = brackets(*outer, *inner);
                return write!(f, "{without} is {with}");
            }
            Self::TermsChangePlaces => "terms may change places",
            Self::FactorsChangePlaces => "factors may change places",
            Self::TermTurned { before, divisor } => match (before, divisor) {
                (None, false) => "(a-b)*c+d is d-(b-a)*c",
                (None, true) => "c/(a-b)+d is d-c/(b-a)",
                (Some(Operator::Subtract), false) => "d-(a-b)*c is d+(b-a)*c",
                (Some(Operator::Subtract), true) => "d-c/(a-b) is d+c/(b-a)",
                (Some(_), false) => "d+(a-b)*c is d-(b-a)*c",
                (Some(_), true) => "d+c/(a-b) is d-c/(b-a)",
            },
            Self::FactorsTurned { divisor: false } => "(a-b)*(c-d) is (b-a)*(d-c)",
            Self::FactorsTurned { divisor: true } => "(a-b)/(c-d) is (b-a)/(d-c)",
            Self::Renamed => "operands may be renamed",
            Self::NeedlessBrackets => "brackets that change nothing may come and go",
            Self::ReadBy(grammar) => return write!(f, "as the grammar {grammar} parses it"),
        };
        f.write_str(law)
    }
}

/// The two sides of a law about brackets.
fn brackets(outer: Operator, inner: Operator) -> (String, String) {
    let without = match (outer, inner) {
        (Operator::Subtract, Operator::Add) => Operator::Subtract,
        (Operator::Subtract, Operator::Subtract) => Operator::Add,
        (Operator::Divide, Operator::Multiply) => Operator::Divide,
        (Operator::Divide, Operator::Divide) => Operator::Multiply,
        (_, inner) => inner,
    };
    (format!("a{outer}(b{inner}c)"), format!("a{outer}b{without}c"))
}

impl Law {
    /// The law in the other direction. Only the laws that add or remove brackets have a direction.
    pub(super) fn reversed(&self) -> Self {
        match *self {
            Self::BracketsOff { outer, inner } => Self::BracketsOn { outer, inner },
            Self::BracketsOn { outer, inner } => Self::BracketsOff { outer, inner },
            _ => self.clone(),
        }
    }
}

impl TermTree<usize> {
    /// Adds to `found` the operands of every group whose brackets only group, such as b and c in
    /// `a-(b-c)`.
    pub(crate) fn bracketed_groups(&self, found: &mut HashSet<Operands>) {
        let Self::Group(kind, parts) = self else { return };
        for part in parts.iter() {
            if matches!(&part.tree, Self::Group(of, _) if of == kind) {
                found.insert(part.tree.operands());
            }
            part.tree.bracketed_groups(found);
        }
    }

    /// Removes the first pair of brackets that only group and whose operands are not in `keep`.
    /// Returns the law that allows this.
    pub(crate) fn take_brackets_off(&mut self, keep: &HashSet<Operands>) -> Option<Law> {
        let Self::Group(kind, parts) = self else { return None };
        let bracketed = parts.iter().position(|part| {
            matches!(&part.tree, Self::Group(of, _) if of == kind)
                && !keep.contains(&part.tree.operands())
        });
        let Some(index) = bracketed else {
            return parts.iter_mut().find_map(|part| part.tree.take_brackets_off(keep));
        };
        let outer = parts[index].inverse;
        let inner = parts.remove(index).tree.into_parts(*kind);
        let law = Law::BracketsOff {
            outer: kind.operator(outer).into(),
            inner: kind.operator(inner.iter().any(|part| part.inverse)).into(),
        };
        parts.splice(index..index, inverted_if(outer, inner));
        Some(law)
    }

    /// Reorders the parts of the outermost group whose order differs from that in `model`, and
    /// returns the law that allows this. The tree must be equal to `model` up to the order of
    /// parts.
    pub(crate) fn change_places(&mut self, model: &Self) -> Option<Law> {
        let (Self::Group(kind, parts), Self::Group(_, models)) = (self, model) else { return None };
        let place = |part: &Part<usize>| {
            let operands = part.tree.operands();
            models.iter().position(|model| model.tree.operands() == operands)
        };
        if !parts.is_sorted_by_key(place) {
            parts.sort_by_key(place);
            return Some(match kind {
                Kind::Sum => Law::TermsChangePlaces,
                Kind::Product => Law::FactorsChangePlaces,
            });
        }
        let mut pairs = parts.iter_mut().zip(models.iter());
        pairs.find_map(|(part, model)| part.tree.change_places(&model.tree))
    }

    /// The sum with all its signs reversed. `None` if all terms would then be negative, or if the
    /// tree is not a sum.
    fn turned(&self) -> Option<Self> {
        let Self::Group(Kind::Sum, terms) = self else { return None };
        let mut terms = inverted_if(true, terms.to_vec());
        positive_first(&mut terms)?;
        Some(Self::Group(Kind::Sum, Parts(terms)))
    }

    /// All trees that result from moving signs once, each with its law.
    pub(crate) fn sign_moves(&self) -> Vec<(Law, Self)> {
        let Self::Group(kind, parts) = self else { return Vec::new() };
        let mut moves = match kind {
            Kind::Sum => terms_turned(parts),
            Kind::Product => factors_turned(parts),
        };
        for (index, part) in parts.iter().enumerate() {
            for (law, tree) in part.tree.sign_moves() {
                moves.push((law, Self::Group(*kind, Parts(with_part(parts, index, tree)))));
            }
        }
        moves
    }
}

/// Puts the positive terms first; `None` if all terms are negative.
fn positive_first(terms: &mut [Part<usize>]) -> Option<()> {
    terms.iter().any(|term| !term.inverse).then_some(())?;
    if terms[0].inverse {
        terms.sort_by_key(|term| term.inverse);
    }
    Some(())
}

fn with_part(parts: &[Part<usize>], index: usize, tree: TermTree<usize>) -> Vec<Part<usize>> {
    let mut parts = parts.to_vec();
    parts[index].tree = tree;
    parts
}

/// The sums that result from reversing a factor of a term and the sign before that term.
fn terms_turned(terms: &[Part<usize>]) -> Vec<(Law, TermTree<usize>)> {
    let mut moves = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let TermTree::Group(Kind::Product, factors) = &term.tree else { continue };
        for (place, factor) in factors.iter().enumerate() {
            let Some(turned) = factor.tree.turned() else { continue };
            let product = TermTree::Group(Kind::Product, Parts(with_part(factors, place, turned)));
            let mut terms = with_part(terms, index, product);
            terms[index].inverse ^= true;
            let law = Law::TermTurned {
                before: (index > 0).then(|| Kind::Sum.operator(term.inverse).into()),
                divisor: factor.inverse,
            };
            if positive_first(&mut terms).is_some() {
                moves.push((law, TermTree::Group(Kind::Sum, Parts(terms))));
            }
        }
    }
    moves
}

/// The products that result from reversing two factors.
fn factors_turned(factors: &[Part<usize>]) -> Vec<(Law, TermTree<usize>)> {
    let pairs = factors.iter().enumerate().array_combinations();
    let moves = pairs.filter_map(|[(first, one), (second, other)]| {
        let (a, b) = (one.tree.turned()?, other.tree.turned()?);
        let factors = with_part(&with_part(factors, first, a), second, b);
        let law = Law::FactorsTurned { divisor: one.inverse || other.inverse };
        Some((law, TermTree::Group(Kind::Product, Parts(factors))))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_reversed_twice_is_the_same_law() {
        let (outer, inner) = (Operator::Subtract, Operator::Add);
        let off = Law::BracketsOff { outer, inner };
        assert_eq!(off.reversed(), Law::BracketsOn { outer, inner });
        for law in [off.reversed(), off, Law::TermsChangePlaces] {
            assert_eq!(law.reversed().reversed(), law);
        }
    }
}
