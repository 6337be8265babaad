//! Constructs one template for each class of expressions with a given set of operators.
//!
//! A form is a class of equal expressions whose operands have no names. The forms of `n` operands
//! are built from smaller forms: a sum from terms that are not sums, a product from factors that
//! are not products, any other operation from any forms. A product is left out if none of its
//! factors can be written above the fraction line: `1/(a*b)` needs a 1. Two expressions are in the
//! same class if they have the same [`ExtendedForm`] up to the names of the cards. With only
//! `+ - * /`, the classes are the rational functions.
//!
//! [`count_extended`] counts the forms in the same steps, but does not make them. A sum is a
//! multiset of smaller forms that are not sums, so the number of sums follows from the number of
//! forms of each size: `c` forms have `c*(c+1)*…*(c+k-1) / k!` multisets of `k` members. The count
//! only needs to know, for each form, how the form relates to its negative and its inverse.

use std::collections::{BTreeMap, BTreeSet};

use itertools::iproduct;
use num_bigint::BigUint;

use super::set::MAX_TEMPLATE_SLOTS;
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
    extended_texts(OperatorSet::default(), cards)
}

/// Returns the templates for `cards` cards with the operators of `set`, sorted by the number of
/// operators other than `+ - * /`, then by the numbers of brackets, of divisions and of
/// subtractions. There are none for more than [`MAX_TEMPLATE_SLOTS`] cards.
pub(super) fn extended_texts(set: OperatorSet, cards: usize) -> Vec<String> {
    if cards > MAX_TEMPLATE_SLOTS {
        return Vec::new();
    }
    let mut forms = Forms { set, by_size: Vec::new() };
    while forms.by_size.len() < cards {
        forms.by_size.push(forms.next());
    }
    let signed = forms.by_size.last().into_iter().flatten().flat_map(|tree| forms.signed(tree));
    itertools::sorted(signed.map(|form| sorted_text(&form))).map(|(_, text)| text).collect()
}

/// Returns the sort key of a form, and its text.
fn sorted_text(form: &Form) -> ((usize, usize, usize, usize), String) {
    let expression = form.to_expression();
    let text = expression.to_text(|()| "N".to_owned());
    let count = |sign: char| text.matches(sign).count();
    let beyond = expression.operators().filter(|it| !it.is_of_field()).count();
    ((beyond, count('('), count('/'), count('-')), text)
}

impl Forms {
    /// Makes the forms of the next size.
    fn next(&self) -> Vec<Tree> {
        let size = self.by_size.len() + 1;
        let mut trees = BTreeSet::new();
        if size == 1 {
            trees.insert(TermTree::Leaf(Atom::Leaf(())));
        } else {
            self.add_sums(size, &mut trees);
            self.add_products(size, &mut trees);
            self.add_operations(size, &mut trees);
            if self.set.has(Operator::Join) {
                trees.insert(TermTree::Leaf(Atom::Joined(vec![(); size])));
            }
        }
        let mut last: Vec<Tree> = trees.iter().cloned().collect();
        for _ in 0..self.set.depth() {
            // The roots and factorials of the last trees.
            let of_one = |operator| {
                let forms = last.iter().flat_map(|it| self.signed(it));
                forms.map(move |form| Form::operation(operator, Operands::One(form)).shape)
            };
            last = self.set.of_one().flat_map(of_one).collect();
            trees.extend(last.iter().cloned());
        }
        trees.into_iter().collect()
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

    fn add_sums(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let terms = self.parts_of(Kind::Sum, Tree::is_own_negative);
        collect(&terms, size, &mut Vec::new(), &mut |terms| {
            let form = Form::from_terms(terms.to_vec());
            // The collections contain a sum and its negative, which have the same shape. One of
            // them is enough.
            if !form.negative {
                trees.insert(form.shape);
            }
        });
    }

    fn add_products(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let factors = self.parts_of(Kind::Product, Tree::is_own_inverse);
        let has_signs = self.set.has(Operator::Negate);
        collect(&factors, size, &mut Vec::new(), &mut |factors| {
            if factors.iter().any(|it: &Part<_>| !it.inverse || it.tree.is_invertible(has_signs)) {
                trees.insert(Form::from_any_factors(false, factors.to_vec()).shape);
            }
        });
    }

    /// Adds the operations with two operands, except the field operations.
    fn add_operations(&self, size: usize, trees: &mut BTreeSet<Tree>) {
        let signed = |size: usize| self.by_size[size - 1].iter().flat_map(|it| self.signed(it));
        for (operator, left_size) in iproduct!(self.set.of_two(), 1..size) {
            for (left, right) in iproduct!(signed(left_size), signed(size - left_size)) {
                trees.insert(Form::operation(operator, Operands::Two(left, right)).shape);
            }
        }
    }
}

/// Calls `found` with every collection of parts whose sizes add up to `size`. A part may be
/// repeated. The parts of a collection are in the order of `parts`.
fn collect<P: Clone>(
    parts: &[(usize, P)],
    size: usize,
    chosen: &mut Vec<P>,
    found: &mut impl FnMut(&[P]),
) {
    if size == 0 {
        return found(chosen);
    }
    for (index, (part_size, part)) in parts.iter().enumerate() {
        if *part_size <= size {
            chosen.push(part.clone());
            collect(&parts[index..], size - part_size, chosen, found);
            chosen.pop();
        }
    }
}

/// The operation at the root of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Field(Kind),
    Power,
    /// An operand, or an operation to which no law applies.
    Atom,
}

/// The relation of a form to its negative, or to its inverse. For the negative of a product, it is
/// the first of these variants that any factor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Twin {
    /// The form equals its negative or inverse.
    Itself,
    /// The two forms differ. Both can be written without a leading sign or a leading 1, as `a-b`
    /// and `b-a`.
    Plain,
    /// The two forms differ. One of them needs a leading sign or a leading 1, as `-a` or `1/a`.
    Marked,
}

/// The properties of a form on which the count depends. The sign is not among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    root: Root,
    negative: Twin,
    inverse: Twin,
}

/// The number of forms of one size in each class.
#[derive(Debug, Default)]
struct Tally(BTreeMap<Class, BigUint>);

impl Tally {
    fn add(&mut self, root: Root, negative: Twin, inverse: Twin, count: BigUint) {
        *self.0.entry(Class { root, negative, inverse }).or_default() += count;
    }

    /// Counts the forms for which `holds` returns true.
    fn of(&self, holds: impl Fn(&Class) -> bool) -> BigUint {
        self.0.iter().filter(|(class, _)| holds(class)).map(|(_, count)| count).sum()
    }
}

/// The number of forms of 1, 2, … operands with the operators of a set.
struct Tallies {
    set: OperatorSet,
    by_size: Vec<Tally>,
}

/// Counts the templates for `cards` cards with the operators of `set`.
pub(super) fn count_extended(set: OperatorSet, cards: usize) -> BigUint {
    let mut tallies = Tallies { set, by_size: Vec::new() };
    while tallies.by_size.len() < cards {
        tallies.by_size.push(tallies.next());
    }
    tallies.by_size.last().map_or_else(BigUint::default, |tally| tallies.signed(tally, |_| true))
}

impl Tallies {
    /// Counts the forms for which `holds` returns true, and their negatives if these differ and can
    /// be written.
    fn signed(&self, tally: &Tally, holds: impl Fn(&Class) -> bool) -> BigUint {
        let has_two = |class: &Class| match class.negative {
            Twin::Itself => false,
            Twin::Plain => true,
            Twin::Marked => self.set.has(Operator::Negate),
        };
        tally.of(&holds) + tally.of(|class| holds(class) && has_two(class))
    }

    /// Counts the forms of the next size.
    fn next(&self) -> Tally {
        let size = self.by_size.len() + 1;
        let mut tally = Tally::default();
        let add_atom = |tally: &mut Tally, count: BigUint| {
            tally.add(Root::Atom, Twin::Marked, Twin::Marked, count);
        };
        if size == 1 {
            add_atom(&mut tally, 1_u8.into());
        } else {
            self.add_sums(size, &mut tally);
            self.add_products(size, &mut tally);
            if self.set.has(Operator::Power) {
                self.add_powers(size, &mut tally);
            }
            add_atom(&mut tally, self.operations(size));
            add_atom(&mut tally, u8::from(self.set.has(Operator::Join)).into());
        }
        let of_one = self.set.of_one().count();
        let mut last = self.signed(&tally, |_| true) * of_one;
        for _ in 0..self.set.depth() {
            add_atom(&mut tally, last.clone());
            last = last * of_one * if self.set.has(Operator::Negate) { 2_usize } else { 1 };
        }
        tally
    }

    /// Counts a sum and its negative as one form. So a multiset of signed terms that is its own
    /// negative counts once, and every other multiset counts half.
    fn add_sums(&self, size: usize, tally: &mut Tally) {
        let root = Root::Field(Kind::Sum);
        let terms = self.parts(root, |_| true);
        // If a sum adds all its terms, its negative needs a leading sign.
        let [same, all, one] = on_two_sides(size, &terms, |class| class.negative);
        let two = (all - &same) / 2_u8 - &one;
        for (negative, count) in [(Twin::Itself, same), (Twin::Plain, two), (Twin::Marked, one)] {
            tally.add(root, negative, Twin::Marked, count);
        }
    }

    /// Counts products. They have factors above and below the fraction line, and at least one
    /// factor can be written above it.
    fn add_products(&self, size: usize, tally: &mut Tally) {
        let root = Root::Field(Kind::Product);
        // The negative of a product has the first `Twin` variant that any factor has. So each round
        // counts the products whose factors all have the variant `most` or a later one, and
        // subtracts the products of the round before.
        let mut before: [BigUint; 3] = Default::default();
        for most in [Twin::Marked, Twin::Plain, Twin::Itself] {
            let factors = self.parts(root, move |class| class.negative >= most);
            // `one` counts the products with all factors above the fraction line. There are as many
            // products with all factors below it, which cannot be written.
            let [same, all, one] = on_two_sides(size, &factors, |class| class.inverse);
            let two = all - &same - &one - &one;
            let counts = [(Twin::Itself, same), (Twin::Plain, two), (Twin::Marked, one)];
            for ((inverse, count), before) in counts.into_iter().zip(&mut before) {
                tally.add(root, most, inverse, &count - &*before);
                *before = count;
            }
        }
    }

    /// Counts the powers, and the quotients 1/x^y. Exponents that differ only in sign count once,
    /// and so do a base and its inverse. A base is not itself a power, because (x^y)^z is x^(y*z).
    fn add_powers(&self, size: usize, tally: &mut Tally) {
        for base_size in 1..size {
            let (bases, exponents) =
                (&self.by_size[base_size - 1], &self.by_size[size - base_size - 1]);
            for inverse in [Twin::Itself, Twin::Plain, Twin::Marked] {
                let mut count = self.signed(bases, |base| base.inverse == inverse);
                if inverse == Twin::Plain {
                    count /= 2_u8;
                }
                count -= bases.of(|base| base.inverse == inverse && base.root == Root::Power);
                for negative in [Twin::Itself, Twin::Plain, Twin::Marked] {
                    let count = &count * exponents.of(|it| it.negative == negative);
                    let inverse = match (inverse, negative) {
                        (Twin::Itself, _) | (_, Twin::Itself) => Twin::Itself,
                        (Twin::Marked, Twin::Marked) if !self.set.has(Operator::Negate) => {
                            Twin::Marked
                        }
                        _ => Twin::Plain,
                    };
                    if inverse == Twin::Plain {
                        let root = Root::Field(Kind::Product);
                        tally.add(root, Twin::Marked, Twin::Plain, count.clone());
                    }
                    tally.add(Root::Power, Twin::Marked, inverse, count);
                }
            }
        }
    }

    /// Counts the operations with two operands to which no law applies.
    fn operations(&self, size: usize) -> BigUint {
        let operators = self.set.of_two().filter(|it| *it != Operator::Power).count();
        let signed = |size: usize| self.signed(&self.by_size[size - 1], |_| true);
        (1..size).map(|left| signed(left) * signed(size - left)).sum::<BigUint>() * operators
    }

    /// Returns the possible parts of a sum or product: the forms whose root is not `root` and for
    /// which `holds` returns true.
    fn parts(
        &self,
        root: Root,
        holds: impl Fn(&Class) -> bool + Clone,
    ) -> impl Iterator<Item = Candidates> + Clone {
        (1..).zip(&self.by_size).flat_map(move |(size, tally)| {
            let holds = holds.clone();
            let classes = tally.0.iter().filter(move |(it, _)| it.root != root && holds(it));
            classes.map(move |(&class, count)| Candidates { size, class, count: count.clone() })
        })
    }
}

/// The forms of one size and class that can be parts of a sum or product.
#[derive(Debug, Clone)]
struct Candidates {
    size: usize,
    class: Class,
    count: BigUint,
}

/// Counts the multisets of `parts` with exactly `places` operands in all. Each part is on one of
/// two sides: terms are added or subtracted, and factors are above or below the line. `twin` says
/// how a part differs from its inverse.
///
/// Returns three numbers of multisets: those that stay the same if the sides are exchanged, all of
/// them, and those with every part on one side, where only parts count that would be marked on the
/// other side.
fn on_two_sides(
    places: usize,
    parts: &(impl Iterator<Item = Candidates> + Clone),
    twin: impl Fn(&Class) -> Twin,
) -> [BigUint; 3] {
    let sides = |it: &Candidates| if twin(&it.class) == Twin::Itself { 1 } else { 2_usize };
    let in_pairs = parts.clone().map(|it| (it.size * sides(&it), it.count));
    let all = parts.clone().map(|it| (it.size, sides(&it) * it.count));
    let marked = parts.clone().filter(|it| twin(&it.class) == Twin::Marked);
    let one = marked.map(|it| (it.size, it.count));
    [multisets(places, in_pairs), multisets(places, all), multisets(places, one)]
}

/// Counts the multisets of `choices` whose members have exactly `places` operands in all. A choice
/// is the number of operands, and the number of forms that have so many.
fn multisets(places: usize, choices: impl Iterator<Item = (usize, BigUint)>) -> BigUint {
    // `counts[n]` is the number of multisets of the choices so far that have `n` operands in all.
    let mut counts = vec![BigUint::default(); places + 1];
    counts[0] = 1_u8.into();
    for (size, count) in choices {
        for filled in (1..=places).rev() {
            // `ways` is the number of multisets of `taken` of these choices. Choices from earlier
            // rounds make up the other operands.
            let mut ways = BigUint::from(1_u8);
            for taken in 1..=filled / size {
                ways = ways * (&count + (taken - 1)) / taken;
                let more = &counts[filled - taken * size] * &ways;
                counts[filled] += more;
            }
        }
    }
    counts.swap_remove(places)
}
