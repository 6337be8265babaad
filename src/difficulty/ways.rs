//! All ways from the cards to a value, and what they come to together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::term::{Counts, Operand, Step, of_card};
use crate::number::Rational;
use crate::syntax::FieldOperator;

/// What the ways to one value come to. It need not hold the ways themselves: the
/// ways to a value of two parts are every way to the one with every way to the
/// other, as the parses of a sentence are in the inside algorithm (J. K. Baker,
/// 1979).
pub(super) trait Tally: Sized {
    /// A card, of which there is one way.
    fn of_card(terms: &Counts) -> Self;

    /// Each way to `self` with each way to `other`, and the step that joins them.
    fn join(&self, other: &Self, step: &Step<'_>) -> Self;

    /// The ways of both.
    fn add(&mut self, other: Self);
}

/// The ways to make `target` of all the cards; `None` if there is none.
///
/// A way is an order of joining two of the values, down to one, where it does not
/// matter which of two pairs was joined first. Equal cards are told apart.
///
/// Values have no sign, and the smaller is taken from the larger: whatever is
/// reached through negative numbers is also reached without. A target below zero
/// is the turn of a difference, and so its ways are those that have one.
pub(super) fn ways<T: Tally>(cards: &[Rational], target: &Rational) -> Option<T> {
    let needs_difference = target.is_negative();
    let target = Made { value: target.abs(), difference: needs_difference };
    let all = (1 << cards.len()) - 1;
    let mut parts: Vec<HashMap<Made, T>> = Vec::with_capacity(all + 1);
    for set in 0..=all {
        let mut values = HashMap::new();
        if set.is_power_of_two() {
            let card = &cards[usize::try_from(set.trailing_zeros()).expect("it is below 32")];
            let made = Made { value: card.clone(), difference: false };
            values.insert(made, T::of_card(&of_card(card)));
        }
        for (left, right) in halves(set) {
            for (a, a_differs, to_a) in operands(&parts, left) {
                for (b, b_differs, to_b) in operands(&parts, right) {
                    let had_difference = a_differs || b_differs;
                    join(a, b, |operator, swapped, value| {
                        let last = set == all;
                        let difference = needs_difference
                            && (had_difference || operator == FieldOperator::Subtract);
                        let made = Made { value, difference };
                        if last && made != target {
                            return;
                        }
                        let (left, right) = if swapped { (b, a) } else { (a, b) };
                        let step = Step { operator, left, right, value: &made.value, last };
                        let joined = to_a.join(to_b, &step);
                        match values.entry(made) {
                            Entry::Occupied(entry) => entry.into_mut().add(joined),
                            Entry::Vacant(entry) => _ = entry.insert(joined),
                        }
                    });
                }
            }
        }
        parts.push(values);
    }
    parts.pop()?.remove(&target)
}

/// What is made of some of the cards.
#[derive(PartialEq, Eq, Hash)]
struct Made {
    value: Rational,
    /// Whether something was taken away on the way to it; `false` where that does
    /// not matter.
    difference: bool,
}

/// The two parts of a set, in every way; which one comes first does not matter.
fn halves(set: usize) -> impl Iterator<Item = (usize, usize)> {
    let lowest = set & set.wrapping_neg();
    let next = move |&part: &usize| (part != 0).then(|| (part - 1) & set);
    std::iter::successors(Some(set), next)
        .filter(move |part| part & lowest != 0 && *part != set)
        .map(move |part| (part, set ^ part))
}

/// The values of a set, whether they have a difference, and what their ways come to.
fn operands<T>(
    parts: &[HashMap<Made, T>],
    set: usize,
) -> impl Iterator<Item = (Operand<'_>, bool, &T)> {
    let card = set.is_power_of_two();
    parts[set]
        .iter()
        .map(move |(made, tally)| (Operand { value: &made.value, card }, made.difference, tally))
}

/// The five results of two values: the operator, whether they change places
/// before it, and the value.
fn join<'a>(a: Operand<'a>, b: Operand<'a>, mut take: impl FnMut(FieldOperator, bool, Rational)) {
    let swapped = a.value < b.value;
    let (large, small) = if swapped { (b.value, a.value) } else { (a.value, b.value) };
    take(FieldOperator::Add, swapped, large + small);
    take(FieldOperator::Subtract, swapped, large - small);
    take(FieldOperator::Multiply, swapped, large * small);
    if let Some(value) = a.value.checked_div(b.value) {
        take(FieldOperator::Divide, false, value);
    }
    if let Some(value) = b.value.checked_div(a.value) {
        take(FieldOperator::Divide, true, value);
    }
}
