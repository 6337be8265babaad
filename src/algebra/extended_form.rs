//! Normal forms of expressions with any operators.
//!
//! The field operations (`+ - * /`) and signs obey the same laws as in [`NormalForm`]. Powers obey
//! two more laws, (x^y)^z = x^(y*z) and x^-y = 1/x^y = (1/x)^y. No other law of powers can apply:
//! the others, such as x^(y+z) = x^y*x^z, use some operand twice, but here every operand occurs
//! once. All other operators are *opaque*: they obey no laws. Two operations with the same opaque
//! operator are equal if their operands are equal.

use std::cmp::Reverse;
use std::hash::Hash;

use itertools::Itertools;

use super::normal_form::{NormalForm, Part, Parts, TermTree, inverted_if, signed_terms};
use super::rational_function::{Kind, NotRational};
use crate::stack;
use crate::syntax::{Expression, FieldOperator, Operands, Operator};

/// A leaf of a form: anything that is not a sum or a product.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Atom<L> {
    /// An operand.
    Leaf(L),
    /// An operand of value 1 or -1, which is its own inverse.
    Unit(L),
    /// Two or more operands that are the digits of one number.
    Joined(Vec<L>),
    /// An operation that is not a field operation, with its operands. If `inverse` is set for an
    /// operand, the operand is the negative of its `tree`.
    Opaque(Operator, Parts<Atom<L>>),
}

/// A normal form with any operators.
///
/// A product has two or more factors, with one exception: it may consist of a single power as a
/// divisor, such as 1/x^y, the form of x^-y.
pub(crate) type ExtendedForm<L> = NormalForm<Atom<L>>;

/// The tree of an [`ExtendedForm`].
pub(crate) type ExtendedTree<L> = TermTree<Atom<L>>;

impl<L: Ord + Clone> ExtendedForm<L> {
    /// Returns the normal form of `expression`, with its leaves labelled by `label`.
    ///
    /// # Errors
    ///
    /// [`NotRational`] if `expression` has more operators than a form may have.
    pub(crate) fn of_extended<M>(
        expression: &Expression<M>,
        mut label: impl FnMut(&M) -> L,
    ) -> Result<Self, NotRational> {
        NotRational::check_size(expression)?;
        Ok(expression.fold(
            |leaf| Self::atom(Atom::Leaf(label(leaf))),
            |operator, operands| Self::operation(operator, operands),
        ))
    }

    /// The form of an atom.
    pub(crate) const fn atom(atom: Atom<L>) -> Self {
        Self { negative: false, shape: TermTree::Leaf(atom) }
    }

    /// The form of an operation on forms.
    pub(crate) fn operation(operator: Operator, operands: Operands<Self>) -> Self {
        match (operator, operands) {
            (Operator::Negate, Operands::One(form)) => Self::signed(!form.negative, form.shape),
            (Operator::Power, Operands::Two(base, exponent)) => Self::power(base, exponent),
            (Operator::Join, Operands::Two(left, right)) => Self::join_digits(left, right),
            (operator, Operands::Two(left, right)) => match FieldOperator::of(operator) {
                Some(operator) => Self::field_operation(operator, left, right),
                None => Self::opaque(operator, vec![left, right]),
            },
            (operator, Operands::One(form)) => Self::opaque(operator, vec![form]),
        }
    }

    /// The form of 1 divided by this form.
    pub(crate) fn inverse(self) -> Self {
        Self::from_any_factors(self.negative, self.shape.into_factors(true))
    }

    fn field_operation(operator: FieldOperator, left: Self, right: Self) -> Self {
        let (Kind::Product, inverse) = Kind::of(operator) else {
            return Self::join(operator, left, right);
        };
        let mut factors = left.shape.into_factors(false);
        factors.append(&mut right.shape.into_factors(inverse));
        Self::from_any_factors(left.negative != right.negative, factors)
    }

    /// Like [`from_factors`](Self::from_factors), but also accepts a single factor.
    pub(crate) fn from_any_factors(negative: bool, mut factors: Vec<Part<Atom<L>>>) -> Self {
        for factor in &mut factors {
            factor.inverse = factor.inverse && !factor.tree.is_own_inverse();
        }
        match &mut factors[..] {
            [Part { inverse: false, .. }] => Self::signed(negative, factors.remove(0).tree),
            _ => Self::from_factors(negative, factors),
        }
    }

    /// The form of a power. Either `base` or its inverse becomes the base, whichever has fewer
    /// divisors. The exponent has no sign. A power of a power becomes one power.
    fn power(base: Self, mut exponent: Self) -> Self {
        let mut inverse = exponent.negative;
        exponent.negative = false;
        let (mut base, is_inverted) = base.with_fewer_divisors();
        inverse ^= is_inverted;
        if !base.negative
            && let TermTree::Leaf(Atom::Opaque(Operator::Power, operands)) = base.shape
        {
            let both = <[_; 2]>::try_from(operands.into_vec());
            let [inner, times] = both.unwrap_or_else(|_| unreachable!("a power has two operands"));
            let mut factors = times.tree.into_factors(false);
            factors.append(&mut exponent.shape.into_factors(false));
            exponent = Self::from_any_factors(false, factors);
            base = Self { negative: inner.inverse, shape: inner.tree };
        }
        let NormalForm { shape: tree, .. } = Self::opaque(Operator::Power, vec![base, exponent]);
        Self::from_any_factors(false, vec![Part { tree, inverse }])
    }

    /// The form or its inverse, whichever has fewer divisors, and whether that is the inverse.
    fn with_fewer_divisors(self) -> (Self, bool) {
        let divisors = |form: &Self| {
            let TermTree::Group(Kind::Product, factors) = &form.shape else { return 0 };
            factors.iter().filter(|factor| factor.inverse).count()
        };
        let other = self.clone().inverse();
        if (divisors(&other), &other.shape) < (divisors(&self), &self.shape) {
            (other, true)
        } else {
            (self, false)
        }
    }

    fn join_digits(left: Self, right: Self) -> Self {
        match (left, right) {
            (
                Self { shape: TermTree::Leaf(Atom::Leaf(first)), negative: false },
                Self { shape: TermTree::Leaf(Atom::Leaf(last)), negative: false },
            ) => Self::atom(Atom::Joined(vec![first, last])),
            (
                Self { shape: TermTree::Leaf(Atom::Joined(mut all)), negative: false },
                Self { shape: TermTree::Leaf(Atom::Leaf(last)), negative: false },
            ) => {
                all.push(last);
                Self::atom(Atom::Joined(all))
            }
            (left, right) => Self::opaque(Operator::Join, vec![left, right]),
        }
    }

    fn opaque(operator: Operator, operands: Vec<Self>) -> Self {
        let part = |form: Self| Part { tree: form.shape, inverse: form.negative };
        Self::atom(Atom::Opaque(operator, Parts(operands.into_iter().map(part).collect())))
    }
}

impl<L: Ord> ExtendedTree<L> {
    /// Whether the tree becomes its inverse when operands with equal labels swap places, as `a/b`
    /// becomes `b/a` if both labels are the same.
    pub(crate) fn is_own_inverse(&self) -> bool {
        stack::for_level(|| match self {
            Self::Leaf(Atom::Opaque(Operator::Power, operands)) => {
                operands[0].tree.is_own_inverse() || operands[1].tree.is_own_negative()
            }
            Self::Leaf(Atom::Unit(_)) => true,
            Self::Leaf(_) | Self::Group(Kind::Sum, _) => false,
            // Equal factors are side by side.
            Self::Group(Kind::Product, parts) => {
                parts.chunk_by(|a, b| a.tree == b.tree).all(|same| {
                    let below = same.iter().filter(|factor| factor.inverse).count();
                    2 * below == same.len() || same[0].tree.is_own_inverse()
                })
            }
        })
    }

    /// Whether the inverse can be written without dividing 1. This needs a divisor, or an exponent
    /// whose negative can be written. With `has_signs`, a sign may be written before an exponent,
    /// so every exponent has a negative.
    pub(crate) fn is_invertible(&self, has_signs: bool) -> bool {
        stack::for_level(|| match self {
            Self::Leaf(Atom::Opaque(Operator::Power, operands)) => {
                let [base, exponent] = [&operands[0].tree, &operands[1].tree];
                has_signs || exponent.is_negatable() || base.is_invertible(has_signs)
            }
            Self::Leaf(_) | Self::Group(Kind::Sum, _) => false,
            Self::Group(Kind::Product, parts) => {
                parts.iter().any(|factor| factor.inverse || factor.tree.is_invertible(has_signs))
            }
        })
    }

    /// Whether `part` is the tree or a part of it, or is a sum or product of some of the terms or
    /// factors in one place, or of all their inverses.
    pub(crate) fn has(&self, part: &Self) -> bool
    where
        L: Clone + Hash,
    {
        let is_among = |some: &Parts<Atom<L>>, all: &Parts<Atom<L>>| {
            let has = |invert| has_all(&**all, &inverted_if(invert, some.to_vec()));
            has(false) || has(true)
        };
        stack::for_level(|| match (self, part) {
            (Self::Group(kind, all), Self::Group(of, some))
                if kind == of && is_among(some, all) =>
            {
                true
            }
            (Self::Leaf(Atom::Opaque(_, parts)) | Self::Group(_, parts), _) => {
                self == part || parts.iter().any(|it| it.tree.has(part))
            }
            _ => self == part,
        })
    }

    /// The number of operands.
    pub(crate) fn operand_count(&self) -> usize {
        let of_all = |parts: &Parts<Atom<L>>| parts.iter().map(|it| it.tree.operand_count()).sum();
        stack::for_level(|| match self {
            Self::Leaf(Atom::Leaf(_) | Atom::Unit(_)) => 1,
            Self::Leaf(Atom::Joined(digits)) => digits.len(),
            Self::Leaf(Atom::Opaque(_, parts)) | Self::Group(_, parts) => of_all(parts),
        })
    }
}

/// Whether `all` has each of `some` at least as often.
pub(crate) fn has_all<'a, T: Eq + Hash + 'a>(
    all: impl IntoIterator<Item = &'a T>,
    some: impl IntoIterator<Item = &'a T>,
) -> bool {
    let all = all.into_iter().counts();
    some.into_iter().counts().iter().all(|(it, count)| all.get(it) >= Some(count))
}

/// A step from the root of a form towards an operand, into an operation, a sum or a product. The
/// fields are: the operator of an operation, the kind of a sum or product, the number of all
/// operands inside, and the index of the operand in an operation.
type Step = (Option<Operator>, Option<Kind>, usize, usize);

impl ExtendedForm<usize> {
    /// The path to each of `size` operands, which are numbered from 0. Operands that can swap
    /// places have the same path, because the laws of signs and inverses do not change a path.
    pub(crate) fn paths(&self, size: usize) -> Vec<Vec<Step>> {
        let mut paths = vec![Vec::new(); size];
        self.shape.find_paths(&[], &mut paths);
        paths
    }
}

impl ExtendedTree<usize> {
    fn find_paths(&self, path: &[Step], found: &mut [Vec<Step>]) {
        let size = self.operand_count();
        let then = |operator, kind, index| [path, &[(operator, kind, size, index)]].concat();
        stack::for_level(|| match self {
            Self::Leaf(Atom::Leaf(operand) | Atom::Unit(operand)) => {
                found[*operand] = path.to_vec();
            }
            Self::Leaf(Atom::Joined(operands)) => {
                for (index, operand) in operands.iter().enumerate() {
                    found[*operand] = then(Some(Operator::Join), None, index);
                }
            }
            Self::Leaf(Atom::Opaque(operator, operands)) => {
                for (index, operand) in operands.iter().enumerate() {
                    operand.tree.find_paths(&then(Some(*operator), None, index), found);
                }
            }
            Self::Group(kind, parts) => {
                for part in parts.iter() {
                    part.tree.find_paths(&then(None, Some(*kind), 0), found);
                }
            }
        });
    }
}

impl<L: Ord + Clone> ExtendedForm<L> {
    /// Writes the form as an expression. Puts a `-` before an operand only if the negative cannot
    /// be written in another way. If all factors of a product are divisors, inverts one of them:
    /// 1/2^(4-3) is written `2^(3-4)`.
    ///
    /// # Panics
    ///
    /// If the form cannot be written without a `1`, like 1/(a*b). The form of an expression never
    /// needs a `1`.
    pub(crate) fn to_expression(&self) -> Expression<L> {
        written(&self.shape, self.negative)
    }
}

/// Writes the tree or, if `negate`, its negative.
fn written<L: Ord + Clone>(tree: &ExtendedTree<L>, negate: bool) -> Expression<L> {
    let negate = negate && !tree.is_own_negative();
    stack::for_level(|| match tree {
        ExtendedTree::Leaf(atom) if negate => negated(written_atom(atom)),
        ExtendedTree::Leaf(atom) => written_atom(atom),
        ExtendedTree::Group(Kind::Sum, terms) => written_sum(terms, negate),
        ExtendedTree::Group(Kind::Product, factors) => written_product(factors, negate, false),
    })
}

fn written_atom<L: Ord + Clone>(atom: &Atom<L>) -> Expression<L> {
    let operand = |part: &Part<Atom<L>>| written(&part.tree, part.inverse);
    match atom {
        Atom::Leaf(leaf) | Atom::Unit(leaf) => Expression::leaf(leaf.clone()),
        Atom::Joined(digits) => {
            let digits = digits.iter().cloned().map(Expression::leaf);
            let join = |left, right| Expression::operation(Operator::Join, left, right);
            digits.reduce(join).expect("two digits or more are joined")
        }
        Atom::Opaque(operator, operands) => {
            let operands = match &operands[..] {
                [one] => Operands::One(operand(one)),
                [left, right] => Operands::Two(operand(left), operand(right)),
                _ => unreachable!("an operator has one operand or two"),
            };
            Expression::of_operands(*operator, operands)
        }
    }
}

fn negated<L>(expression: Expression<L>) -> Expression<L> {
    Expression::of_operands(Operator::Negate, Operands::One(expression))
}

/// The sort key that decides the order in which parts are written. Larger trees come first:
/// `(N+N)*N`, not `N*(N+N)`.
fn writing_order<L: Ord>(tree: &ExtendedTree<L>) -> impl Ord + use<'_, L> {
    (Reverse(tree.operand_count()), tree)
}

fn written_sum<L: Ord + Clone>(terms: &[Part<Atom<L>>], negate: bool) -> Expression<L> {
    let signed = signed_terms(terms, negate, writing_order);
    let (negative, turned, first) = signed[0];
    let first = written(first, turned || negative);
    signed[1..].iter().fold(first, |sum, &(negative, turned, tree)| {
        Expression::operation(Kind::Sum.operator(negative).into(), sum, written(tree, turned))
    })
}

/// Writes the product of `factors` or, if `negate`, its negative. `invert` swaps factors and
/// divisors.
fn written_product<L: Ord + Clone>(
    factors: &[Part<Atom<L>>],
    negate: bool,
    invert: bool,
) -> Expression<L> {
    let mut ordered: Vec<(bool, &ExtendedTree<L>)> =
        factors.iter().map(|factor| (factor.inverse != invert, &factor.tree)).collect();
    ordered.sort_by_key(|&(is_below, tree)| (is_below, writing_order(tree)));
    let turned = ordered.iter().position(|(_, tree)| negate && tree.is_negatable());
    let turned = turned.or(negate.then_some(0));
    // If all are divisors, invert one and write it first: 1/2^(4-3) is `2^(3-4)`.
    let inverted = ordered[0].0.then(|| {
        let can = |has_signs| ordered.iter().position(|(_, tree)| tree.is_invertible(has_signs));
        can(false).or_else(|| can(true)).expect("a product that is written needs no 1")
    });
    let factor = |index: usize| match ordered[index] {
        (_, tree) if inverted == Some(index) => written_inverse(tree, turned == Some(index)),
        (_, tree) => written(tree, turned == Some(index)),
    };
    let others = (0..ordered.len()).filter(|index| inverted != Some(*index));
    let mut in_order = inverted.into_iter().chain(others);
    let first = factor(in_order.next().expect("a product has factors"));
    in_order.fold(first, |product, index| {
        let operator = Kind::Product.operator(ordered[index].0).into();
        Expression::operation(operator, product, factor(index))
    })
}

/// Writes the inverse of `tree`, which is a power or a product. If `negate`, writes the negative of
/// that inverse.
fn written_inverse<L: Ord + Clone>(tree: &ExtendedTree<L>, negate: bool) -> Expression<L> {
    let power = match tree {
        ExtendedTree::Group(Kind::Product, factors) => {
            return written_product(factors, negate, true);
        }
        ExtendedTree::Leaf(Atom::Opaque(Operator::Power, operands)) => {
            let [base, exponent] = [&operands[0], &operands[1]];
            let is_turned = exponent.tree.is_negatable() || !base.tree.is_invertible(false);
            let (base, exponent) = if is_turned {
                (written(&base.tree, base.inverse), written(&exponent.tree, true))
            } else {
                (written_inverse(&base.tree, base.inverse), written(&exponent.tree, false))
            };
            Expression::operation(Operator::Power, base, exponent)
        }
        _ => unreachable!("only a product or a power is inverted"),
    };
    if negate { negated(power) } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::number::Rational;

    fn form(text: &str) -> ExtendedForm<Rational> {
        let read = Grammar::Extended.parse(text).expect("it is an expression");
        ExtendedForm::of_extended(&read, Clone::clone).expect("it is small")
    }

    #[test]
    fn expressions_equal_by_the_laws_of_powers_have_one_form() {
        for (one, other) in [
            ("(2^3)^4", "2^(3*4)"),
            ("(2^(3-4))^(5-6)", "2^((4-3)*(6-5))"),
            ("5*2^(3-4)", "5/2^(4-3)"),
            ("(2/3)^(4-5)", "(3/2)^(5-4)"),
            ("7^(2/(3*5))", "7^(2/5/3)"),
            ("(-(2^(3-4)))^5", "(-(2^(4-3)))^(-5)"),
        ] {
            assert_eq!(form(one), form(other));
        }
        for (one, other) in [
            ("2^3", "3^2"),
            ("2^(3-4)", "2^(4-3)"),
            ("2^(3*4)", "2^(3/4)"),
            ("(-(2^(3-4)))^5", "(2^(3-4))^5"),
        ] {
            assert_ne!(form(one), form(other));
        }
    }

    #[test]
    fn writing_a_form_as_an_expression_preserves_it() {
        for text in [
            "2^(3-4)*5^(6-7)", "2^(3-4)*(9-8)^(6-7)", "-(2^(3-4))*5^(6-7)", "-(9-8)^(3-4)*5^(6-7)",
            "-(2^(3-4))*(9-8)*5", "2^(3-4)*5^(6-7)*√8", "(2/3)^4/5^(6-7)",
        ] {
            let form = form(text);
            let written = form.to_expression();
            let again = ExtendedForm::of_extended(&written, Clone::clone).expect("it is small");
            assert_eq!(again, form, "{text}: {}", written.to_text(Rational::to_string));
        }
    }
}
