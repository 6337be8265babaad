//! The symmetries of a template: the orders of its cards that give the same function.

use std::cell::LazyCell;

use itertools::Itertools;

use crate::algebra::rational_function::Divisors;
use crate::algebra::{ExtendedForm, MAX_OPERANDS, RationalFunction, Renaming};
use crate::syntax::{Expression, NodeKind, Operator, Slot};

/// The permutations of an expression's slots that keep its rational function: 01 and 10 for `N+N`,
/// only 01 for `N-N`. For an expression with operators other than `+ - * /`, these are the
/// permutations that keep its extended form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetries(Vec<Vec<usize>>);

impl Symmetries {
    /// Finds the symmetries of `expression`. For more than [`MAX_OPERANDS`] slots, it returns only
    /// the identity.
    ///
    /// # Panics
    ///
    /// May panic if the slots are not numbered from 0 without gaps, as in a part of a template.
    pub fn of(expression: &Expression<Slot>) -> Self {
        Self::of_those(expression, |_| true)
    }

    /// Finds the symmetries that also keep the cases in which `expression` divides by zero. For
    /// `N/(N/N)`, swapping the first slot and the last keeps the function, but not these cases: the
    /// expression divides by zero if the last card is 0, but not if the first card is 0.
    pub(crate) fn with_divisors(expression: &Expression<Slot>) -> Self {
        let divisors = LazyCell::new(|| Divisors::of(expression).expect("it is a function"));
        Self::of_those(expression, |renaming| divisors.renamed(renaming) == *divisors)
    }

    /// The symmetries of `expression` for which `is_kept` holds. `is_kept` is used only if
    /// `expression` is a rational function.
    fn of_those(expression: &Expression<Slot>, is_kept: impl Fn(&Renaming) -> bool) -> Self {
        let Ok(function) = RationalFunction::of(expression) else {
            return Self::of_form(expression);
        };
        let is_same = |order: &[usize]| {
            let renaming = Renaming::new(order).expect("a permutation of few slots");
            function.renamed(&renaming) == function && is_kept(&renaming)
        };
        let places = places(expression);
        let size = |place: &Place| places.iter().filter(|it| it.chain == place.chain).count();
        let kinds = places.iter().map(|it| (it.depth, it.is_sum, size(it))).collect_vec();
        Self(alike(&kinds, &places, is_same))
    }

    /// The symmetries of an expression of `size` slots that is not a rational function.
    fn of_form(expression: &Expression<Slot>) -> Self {
        let size = expression.leaves().count();
        let form = || ExtendedForm::of_extended(expression, |slot| slot.0);
        let Some(Ok(form)) = (size <= MAX_OPERANDS).then(form) else {
            return Self(vec![(0..size).collect()]);
        };
        let is_same = |order: &[usize]| {
            ExtendedForm::of_extended(expression, |slot| order[slot.0]).as_ref() == Ok(&form)
        };
        let places = (0..size).map(|part| Place { part, ..Place::default() }).collect_vec();
        Self(alike(&form.paths(size), &places, is_same))
    }

    /// The number of symmetries, which is the number of orders of different cards that give the
    /// same function.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All orders of the cards that give the same function as `order`, and `order` itself.
    pub(crate) fn images(&self, order: &[usize]) -> impl Iterator<Item = Vec<usize>> {
        self.0.iter().map(|symmetry| symmetry.iter().map(|&slot| order[slot]).collect())
    }

    /// Whether `order` is the first of all orders that give the same function. `order` has the rank
    /// of the card in each slot; equal cards have equal ranks.
    pub(crate) fn is_first(&self, order: &[usize]) -> bool {
        self.0.iter().all(|symmetry| order.iter().le(symmetry.iter().map(|&slot| &order[slot])))
    }
}

/// The place of a slot in an expression with the operators `+ - * /`. Slots with the same place can
/// swap, by the commutative and the associative law.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    /// The number of the slot's chain. A chain consists of the terms of a sum or the factors of a
    /// product, with inner brackets removed. So `a-b*(c/d)` has two chains: `a` and the product are
    /// in one, and `b`, `c` and `d` in the other. A symmetry moves all slots of a chain together,
    /// to a chain of the same kind, because only one tree of chains defines the function.
    chain: usize,
    /// Whether the chain has the terms of a sum.
    is_sum: bool,
    /// The number of chains around the slot, including its own.
    depth: usize,
    /// The number of the part of the chain that contains the slot. Most chains have a single part.
    /// A product or quotient that is a divisor, such as `b/c` in `a/(b/c)`, begins a new part:
    /// swapping its slots with slots outside can change which cards cause a division by zero.
    part: usize,
    /// Whether the chain, with its brackets removed, subtracts the slot or divides by it.
    is_inverse: bool,
}

/// The place of each slot.
fn places(expression: &Expression<Slot>) -> Vec<Place> {
    let mut places = vec![Place::default(); expression.leaves().count()];
    // The operands still to visit, each with the part that it may continue: that of a sum (`true`),
    // that of a product (`false`), or none.
    let mut open: Vec<(Place, Option<bool>)> = Vec::with_capacity(places.len() + 1);
    open.push((Place::default(), None));
    let (mut chains, mut parts) = (0, 0);
    for node in expression.nodes().iter().rev() {
        let (mut place, goes_on) = open.pop().expect("each operand has its operation");
        let operator = match node.kind {
            NodeKind::Leaf(slot) => {
                places[slot.0] = place;
                continue;
            }
            NodeKind::Operation(operator) => operator,
        };
        let is_sum = matches!(operator, Operator::Add | Operator::Subtract);
        if chains == 0 || place.is_sum != is_sum {
            chains += 1;
            let depth = place.depth + 1;
            place = Place { chain: chains, is_sum, depth, is_inverse: false, ..place };
        }
        if goes_on != Some(is_sum) {
            parts += 1;
            place.part = parts;
        }
        let is_divided = operator == Operator::Divide;
        let is_inverse = place.is_inverse != (is_divided || operator == Operator::Subtract);
        open.push((place, Some(is_sum)));
        open.push((Place { is_inverse, ..place }, Some(is_sum).filter(|_| !is_divided)));
    }
    places
}

/// The permutations that move each slot to a slot of the same kind and for which `is_same` holds,
/// sorted.
///
/// These permutations form a group, which saves calls of `is_same`. Some slots can swap while all
/// others stay. Of the orders of such slots, only one is passed to `is_same`, because `is_same`
/// holds for all of these orders or for none. Two slots can swap only if they are in one chain, and
/// if both are inverse or neither is. If they are also in one part, they can always swap.
fn alike<T: PartialEq>(
    kinds: &[T],
    places: &[Place],
    is_same: impl Fn(&[usize]) -> bool,
) -> Vec<Vec<usize>> {
    let slots = 0..kinds.len();
    // For each slot, the first slot that it can swap with while all others stay; the slot itself if
    // it can swap with no earlier slot.
    let mut firsts: Vec<usize> = Vec::with_capacity(kinds.len());
    for slot in slots.clone() {
        let changes = |&other: &usize| {
            let is_kept = || {
                let mut order = slots.clone().collect_vec();
                order.swap(other, slot);
                is_same(&order)
            };
            let [one, two] = [&places[other], &places[slot]];
            firsts[other] == other
                && kinds[other] == kinds[slot]
                && (one.chain, one.is_inverse) == (two.chain, two.is_inverse)
                && (one.part == two.part || is_kept())
        };
        firsts.push((0..slot).find(changes).unwrap_or(slot));
    }
    let mut found = Vec::new();
    add_alike(kinds, places, &firsts, &mut Vec::with_capacity(kinds.len()), &mut found);
    found.retain(|order| order.is_sorted() || is_same(order));
    for slot in slots {
        let alike = (0..slot).filter(|&other| firsts[other] == firsts[slot]);
        let changed = |other| {
            let changed = |mut order: Vec<usize>| {
                order.swap(other, slot);
                order
            };
            found.iter().cloned().map(changed).collect_vec()
        };
        found.extend(alike.flat_map(changed).collect_vec());
    }
    found.sort_unstable();
    found
}

/// Adds to `found` the permutations that begin with `begun` and do not reorder slots that can swap.
/// Such slots have the same entry in `firsts`.
fn add_alike<T: PartialEq>(
    kinds: &[T],
    places: &[Place],
    firsts: &[usize],
    begun: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    let next = begun.len();
    let Some(kind) = kinds.get(next) else { return found.push(begun.clone()) };
    let before = (0..next).rev().find(|&slot| firsts[slot] == firsts[next]);
    for slot in before.map_or(0, |before| begun[before] + 1)..kinds.len() {
        let moves_chains = || {
            let is_joined = |one: usize, other: usize| places[one].chain == places[other].chain;
            begun.iter().enumerate().all(|(old, &new)| is_joined(old, next) == is_joined(new, slot))
        };
        if kinds[slot] == *kind && !begun.contains(&slot) && moves_chains() {
            begun.push(slot);
            add_alike(kinds, places, firsts, begun, found);
            begun.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::{SetName, TemplateSet};

    #[test]
    fn symmetries_are_all_permutations_that_preserve_function_and_divisors() {
        for (name, cards) in [(SetName::Canonical, 5), (SetName::Scala, 4), (SetName::Seven, 4)] {
            for template in &TemplateSet::named(name, cards, &Grammar::Left) {
                let expression = template.expression();
                let function = RationalFunction::of(&expression).unwrap();
                let divisors = Divisors::of(&expression).unwrap();
                let orders = (0..template.slots()).permutations(template.slots());
                let (mut all, mut dividing_alike) = (Vec::new(), Vec::new());
                for order in orders {
                    let renaming = Renaming::new(&order).unwrap();
                    if function.renamed(&renaming) == function {
                        if divisors.renamed(&renaming) == divisors {
                            dividing_alike.push(order.clone());
                        }
                        all.push(order);
                    }
                }
                assert_eq!(Symmetries::of(&expression).0, all, "{template}");
                assert_eq!(Symmetries::with_divisors(&expression).0, dividing_alike, "{template}");
            }
        }
    }
}
