//! Extended forms written as expressions.

use std::cmp::Reverse;

use super::extended_form::{Atom, ExtendedForm, ExtendedTree};
use super::field::Kind;
use super::normal_form::signed_terms;
use super::term_tree::{Part, operator};
use crate::stack;
use crate::syntax::{Expression, Operands, Operator};

impl<L: Ord + Clone> ExtendedForm<L> {
    /// The form as an expression; a `-` before an operand stands only where the
    /// negative cannot be written otherwise, and a power is divided by only where its
    /// inverse cannot.
    ///
    /// # Panics
    ///
    /// Where the form needs a `1`, as 1/(a*b): none that comes from an expression
    /// does.
    pub(crate) fn to_expression(&self) -> Expression<L> {
        written(&self.shape, self.negative)
    }
}

/// The tree or its negative.
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

/// Larger trees are written first, so that `(N+N)*N-N` is not `N…`.
fn writing_order<L: Ord>(tree: &ExtendedTree<L>) -> impl Ord + use<'_, L> {
    (Reverse(tree.operand_count()), tree)
}

fn written_sum<L: Ord + Clone>(terms: &[Part<Atom<L>>], negate: bool) -> Expression<L> {
    let signed = signed_terms(terms, negate, writing_order);
    let (negative, turned, first) = signed[0];
    let mut sum = written(first, turned || negative);
    for &(negative, turned, tree) in &signed[1..] {
        let operator = operator(Kind::Sum, negative);
        sum = Expression::operation(operator, sum, written(tree, turned));
    }
    sum
}

/// The product of `factors`, or its negative; `invert` divides by each that is a
/// factor and the other way round.
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
    // Where all are below the line, one is inverted: a power by its exponent.
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
    let mut product = factor(in_order.next().expect("a product has factors"));
    for index in in_order {
        let operator = operator(Kind::Product, ordered[index].0);
        product = Expression::operation(operator, product, factor(index));
    }
    product
}

/// The inverse of a power or a product, or the negative of that.
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
                let inverse = written_inverse(&base.tree, base.inverse);
                (inverse, written(&exponent.tree, false))
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
    fn laws_of_powers_make_one_form() {
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
    fn what_a_form_is_written_as_has_that_form() {
        for text in [
            "2^(3-4)*5^(6-7)",
            "2^(3-4)*(9-8)^(6-7)",
            "-(2^(3-4))*5^(6-7)",
            "-(9-8)^(3-4)*5^(6-7)",
            "-(2^(3-4))*(9-8)*5",
            "2^(3-4)*5^(6-7)*√8",
            "(2/3)^4/5^(6-7)",
        ] {
            let form = form(text);
            let written = form.to_expression();
            let again = ExtendedForm::of_extended(&written, Clone::clone).expect("it is small");
            assert_eq!(again, form, "{text}: {}", written.to_text(Rational::to_string));
        }
    }
}
