//! Constructs one template for each class of expressions with a given set of operators.
//!
//! A form is a class of equal expressions whose operands have no names. The forms of `n` operands
//! are built from smaller forms: a sum from terms that are not sums, a product from factors that
//! are not products, any other operation from any forms. A product is left out if none of its
//! factors can be written above the fraction line: `1/(a*b)` needs a 1. Two expressions are in the
//! same class if they have the same [`ExtendedForm`] up to the names of the cards. With only
//! `+ - * /`, the classes are the rational functions.

use std::collections::BTreeSet;

use itertools::iproduct;

use super::set::{MAX_DERIVED_TEMPLATES, MAX_TEMPLATE_SLOTS};
use crate::algebra::{Atom, ExtendedForm, ExtendedTree, Kind, Part, TermTree};
use crate::syntax::{Operands, Operator, OperatorSet};

type Form = ExtendedForm<()>;
type Tree = ExtendedTree<()>;

/// The forms of 1, 2, … operands. A form and its negative are stored as one tree.
struct Forms {
    set: OperatorSet,
    by_size: Vec<Vec<Tree>>,
}

/// Returns the canonical templates for `cards` cards, sorted by the number of brackets, then of
/// divisions, then of subtractions.
///
/// For one to five cards there are 1, 4, 18, 93 and 500 templates. Each can be filled in several
/// orders. The orders of all templates add up to 1, 6, 68, 1170 and 27,142: the numbers of
/// rational functions of `n` distinct operands (OEIS A140606). The result is empty for more than
/// [`MAX_TEMPLATE_SLOTS`] cards.
pub fn canonical_texts(cards: usize) -> Vec<String> {
    let texts = extended_texts(OperatorSet::default(), cards);
    texts.expect("the four operators have fewer templates than the limit")
}

/// Returns the templates for `cards` cards with the operators of `set`, sorted by the number of
/// operators other than `+ - * /`, then by the numbers of brackets, of divisions and of
/// subtractions. There are none for more than [`MAX_TEMPLATE_SLOTS`] cards. Returns `None` if there
/// are more than [`MAX_DERIVED_TEMPLATES`].
pub(super) fn extended_texts(set: OperatorSet, cards: usize) -> Option<Vec<String>> {
    if cards > MAX_TEMPLATE_SLOTS {
        return Some(Vec::new());
    }
    let mut forms = Forms { set, by_size: Vec::new() };
    while forms.by_size.len() < cards {
        // Every form has larger ones, so too many of one size are too many of all larger sizes.
        forms.by_size.push(forms.next()?);
    }
    let signed = forms.by_size.last().into_iter().flatten().flat_map(|tree| forms.signed(tree));
    let texts = itertools::sorted(signed.map(|form| sorted_text(&form))).map(|(_, text)| text);
    Some(texts.collect()).filter(|it: &Vec<_>| it.len() <= MAX_DERIVED_TEMPLATES)
}

/// Returns the sort key of a form, and its text.
fn sorted_text(form: &Form) -> ((usize, usize, usize, usize), String) {
    let expression = form.to_expression();
    let text = expression.to_text(|()| "N".to_owned());
    let count = |sign: char| text.matches(sign).count();
    let beyond = expression.operators().filter(|it| !it.is_of_field()).count();
    ((beyond, count('('), count('/'), count('-')), text)
}

/// The forms of one size.
#[derive(Default)]
struct Trees(BTreeSet<Tree>);

impl Trees {
    /// Adds a form. Returns `None` if there are too many.
    fn add(&mut self, tree: Tree) -> Option<()> {
        self.0.insert(tree);
        (self.0.len() <= MAX_DERIVED_TEMPLATES).then_some(())
    }
}

impl Forms {
    /// Makes the forms of the next size. Returns `None` if there are too many.
    fn next(&self) -> Option<Vec<Tree>> {
        let size = self.by_size.len() + 1;
        let mut trees = Trees::default();
        if size == 1 {
            trees.0.insert(TermTree::Leaf(Atom::Leaf(())));
        } else {
            self.add_sums(size, &mut trees)?;
            self.add_products(size, &mut trees)?;
            self.add_operations(size, &mut trees)?;
            if self.set.has(Operator::Join) {
                trees.0.insert(TermTree::Leaf(Atom::Joined(vec![(); size])));
            }
        }
        let mut last: Vec<Tree> = trees.0.iter().cloned().collect();
        for _ in 0..self.set.depth() {
            // The roots and factorials of the last trees.
            let of_one = |operator| {
                let forms = last.iter().flat_map(|it| self.signed(it));
                forms.map(move |form| Form::operation(operator, Operands::One(form)).shape)
            };
            last = self.set.of_one().flat_map(of_one).collect();
            last.iter().try_for_each(|it| trees.add(it.clone()))?;
        }
        Some(trees.0.into_iter().collect())
    }

    /// Returns the form of `tree`, and the form of its negative if the negative differs and can be
    /// written.
    fn signed(&self, tree: &Tree) -> impl Iterator<Item = Form> + Clone + use<> {
        let can_negate = self.set.has(Operator::Negate) || tree.is_negatable();
        let has_two = can_negate && !tree.is_own_negative();
        let signs: &[bool] = if has_two { &[false, true] } else { &[false] };
        let tree = tree.clone();
        signs.iter().map(move |&negative| Form { negative, shape: tree.clone() })
    }

    /// Returns the possible parts of a sum or product (`kind`), with their sizes. Every smaller
    /// form is a part as it is and, unless it is its own inverse, also inverted. A sum subtracts an
    /// inverted part, a product divides by it.
    fn parts_of(
        &self,
        kind: Kind,
        is_own_inverse: impl Fn(&Tree) -> bool,
    ) -> Vec<(usize, Part<Atom<()>>)> {
        (1..)
            .zip(&self.by_size)
            .flat_map(|(size, trees)| trees.iter().map(move |it| (size, it)))
            .filter(|(_, tree)| !matches!(tree, TermTree::Group(it, _) if *it == kind))
            .flat_map(|(size, tree)| {
                let sides: &[bool] = if is_own_inverse(tree) { &[false] } else { &[false, true] };
                sides.iter().map(move |&inverse| (size, Part { tree: tree.clone(), inverse }))
            })
            .collect()
    }

    fn add_sums(&self, size: usize, trees: &mut Trees) -> Option<()> {
        let terms = self.parts_of(Kind::Sum, Tree::is_own_negative);
        collect(&terms, size, &mut Vec::new(), &mut |terms| {
            let form = Form::from_terms(terms.to_vec());
            // The collections contain a sum and its negative, which have the same shape. One of
            // them is enough.
            if form.negative { Some(()) } else { trees.add(form.shape) }
        })
    }

    fn add_products(&self, size: usize, trees: &mut Trees) -> Option<()> {
        let factors = self.parts_of(Kind::Product, Tree::is_own_inverse);
        let has_signs = self.set.has(Operator::Negate);
        collect(&factors, size, &mut Vec::new(), &mut |factors| {
            if factors.iter().any(|it: &Part<_>| !it.inverse || it.tree.is_invertible(has_signs)) {
                trees.add(Form::from_any_factors(false, factors.to_vec()).shape)?;
            }
            Some(())
        })
    }

    /// Adds the operations with two operands, except the field operations.
    fn add_operations(&self, size: usize, trees: &mut Trees) -> Option<()> {
        let signed = |size: usize| self.by_size[size - 1].iter().flat_map(|it| self.signed(it));
        for (operator, left_size) in iproduct!(self.set.of_two(), 1..size) {
            for (left, right) in iproduct!(signed(left_size), signed(size - left_size)) {
                trees.add(Form::operation(operator, Operands::Two(left, right)).shape)?;
            }
        }
        Some(())
    }
}

/// Calls `found` with every collection of parts whose sizes add up to `size`, until it returns
/// `None`. A part may be repeated. The parts of a collection are in the order of `parts`.
fn collect<P: Clone>(
    parts: &[(usize, P)],
    size: usize,
    chosen: &mut Vec<P>,
    found: &mut impl FnMut(&[P]) -> Option<()>,
) -> Option<()> {
    if size == 0 {
        return found(chosen);
    }
    for (index, (part_size, part)) in parts.iter().enumerate() {
        if *part_size <= size {
            chosen.push(part.clone());
            collect(&parts[index..], size - part_size, chosen, found)?;
            chosen.pop();
        }
    }
    Some(())
}
