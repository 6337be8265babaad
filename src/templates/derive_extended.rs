//! One template for each class of expressions with any operators, by construction.
//!
//! As in [`derive`](super::derive), from smaller forms: a sum from terms that are no
//! sums, a product from factors that are no products. The other operations have any
//! forms for operands. Two expressions are of a class if they have one
//! [`ExtendedForm`], but for the names of the cards.

use std::collections::BTreeSet;

use super::derive::collect;
use crate::algebra::{Atom, ExtendedForm, ExtendedTree, Kind, Part, TermTree};
use crate::syntax::{Operands, Operator, OperatorSet};

type Form = ExtendedForm<()>;
type Tree = ExtendedTree<()>;

/// The forms of 1, 2, … operands, up to their signs.
struct Forms {
    set: OperatorSet,
    by_size: Vec<Vec<Tree>>,
}

/// The templates for `cards` cards with the operators of `set`: those with fewer
/// operators beyond the four first, then in the order of the canonical ones.
pub(super) fn extended_texts(set: OperatorSet, cards: usize) -> Vec<String> {
    let mut forms = Forms { set, by_size: Vec::new() };
    while forms.by_size.len() < cards {
        let next = forms.next();
        forms.by_size.push(next);
    }
    let Some(trees) = cards.checked_sub(1).map(|index| &forms.by_size[index]) else {
        return Vec::new();
    };
    let signed = trees.iter().flat_map(|tree| forms.signed(tree));
    let mut texts: Vec<_> = signed.map(|form| sorted_text(&form)).collect();
    texts.sort();
    texts.into_iter().map(|(_, text)| text).collect()
}

/// The text of a form, after what it is sorted by.
fn sorted_text(form: &Form) -> ((usize, usize, usize, usize), String) {
    let expression = form.to_expression();
    let text = expression.to_text(|()| "N".to_owned());
    let count = |sign: char| text.matches(sign).count();
    let beyond = expression.operators().filter(|it| !it.is_of_field()).count();
    ((beyond, count('('), count('/'), count('-')), text)
}

impl Forms {
    fn has(&self, operator: Operator) -> bool {
        self.set.has(operator)
    }

    /// The forms of the next size.
    fn next(&self) -> Vec<Tree> {
        let size = self.by_size.len() + 1;
        let mut trees = BTreeSet::new();
        if size == 1 {
            trees.insert(TermTree::Leaf(Atom::Leaf(())));
        } else {
            self.add_sums(size, &mut trees);
            self.add_products(size, &mut trees);
            self.add_operations(size, &mut trees);
            if self.has(Operator::Join) {
                trees.insert(TermTree::Leaf(Atom::Joined(vec![(); size])));
            }
        }
        let mut last: Vec<Tree> = trees.iter().cloned().collect();
        for _ in 0..self.set.depth() {
            last = self.of_one(&last);
            trees.extend(last.iter().cloned());
        }
        trees.into_iter().collect()
    }

    /// The form of a tree, and that of its negative where it can be written.
    fn signed(&self, tree: &Tree) -> impl Iterator<Item = Form> + use<> {
        let can_negate = self.has(Operator::Negate) || tree.is_negatable();
        let has_two = can_negate && !tree.is_own_negative();
        let signs: &[bool] = if has_two { &[false, true] } else { &[false] };
        let tree = tree.clone();
        signs.iter().map(move |&negative| Form { negative, shape: tree.clone() })
    }

    fn smaller(&self) -> impl Iterator<Item = (usize, &Tree)> {
        (1..).zip(&self.by_size).flat_map(|(size, trees)| trees.iter().map(move |it| (size, it)))
    }

    /// What a group of `kind` may have as parts, with their sizes: each as it is and
    /// inverted, unless it is its own inverse.
    fn parts_of(
        &self,
        kind: Kind,
        is_own_inverse: impl Fn(&Tree) -> bool,
    ) -> Vec<(usize, Part<Atom<()>>)> {
        self.smaller()
            .filter(|(_, tree)| !matches!(tree, TermTree::Group(it, _) if *it == kind))
            .flat_map(|(size, tree)| {
                let sides: &[bool] = if is_own_inverse(tree) { &[false] } else { &[false, true] };
                sides.iter().map(move |&inverse| (size, Part { tree: tree.clone(), inverse }))
            })
            .collect()
    }

    fn add_sums(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let terms = self.parts_of(Kind::Sum, Tree::is_own_negative);
        collect(&terms, size, &mut Vec::new(), &mut |terms| {
            let form = Form::from_terms(terms.to_vec());
            // Of a sum and its negative one is the shape; it comes up by itself.
            if !form.negative {
                trees.insert(form.shape);
            }
        });
    }

    fn add_products(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let factors = self.parts_of(Kind::Product, Tree::is_own_inverse);
        let has_signs = self.has(Operator::Negate);
        collect(&factors, size, &mut Vec::new(), &mut |factors| {
            let is_written =
                |factor: &Part<_>| !factor.inverse || factor.tree.is_invertible(has_signs);
            if factors.iter().any(is_written) {
                trees.insert(Form::from_any_factors(false, factors.to_vec()).shape);
            }
        });
    }

    /// The operations of two operands that are none of a field.
    fn add_operations(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let operators = [Operator::Power, Operator::Remainder, Operator::Log];
        for operator in operators.into_iter().filter(|it| self.has(*it)) {
            for left_size in 1..size {
                let (lefts, rights) =
                    (&self.by_size[left_size - 1], &self.by_size[size - left_size - 1]);
                for left in lefts.iter().flat_map(|it| self.signed(it)) {
                    for right in rights.iter().flat_map(|it| self.signed(it)) {
                        let operands = Operands::Two(left.clone(), right);
                        trees.insert(Form::operation(operator, operands).shape);
                    }
                }
            }
        }
    }

    /// The roots and factorials of these.
    fn of_one(&self, trees: &[Tree]) -> Vec<Tree> {
        let operators = [Operator::Root, Operator::Factorial];
        let operators = operators.into_iter().filter(|it| self.has(*it));
        operators
            .flat_map(|operator| {
                let forms = trees.iter().flat_map(|it| self.signed(it));
                forms.map(move |form| Form::operation(operator, Operands::One(form)).shape)
            })
            .collect()
    }
}
