//! The orders of the cards in a template that are essentially different.

use std::sync::OnceLock;

use itertools::Itertools;

use crate::algebra::rational_function::Divisors;
use crate::algebra::{ExtendedForm, MAX_OPERANDS, RationalFunction, Renaming};
use crate::number::Residue;
use crate::syntax::{Expression, NodeKind, Operator, Slot};

/// The permutations of an expression's slots that leave its rational function
/// the same: those of `N+N` are 01 and 10, those of `N-N` only 01. With operators
/// beyond the four, those that leave its form the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetries(Vec<Vec<usize>>);

impl Symmetries {
    /// The symmetries of `expression`. Of one of more than [`MAX_OPERANDS`] slots
    /// only the one that changes nothing is known.
    pub fn of(expression: &Expression<Slot>) -> Self {
        let Ok(function) = RationalFunction::of(expression) else {
            return Self::of_form(expression, expression.leaves().count());
        };
        let permutations = permutations(expression.leaves().count()).iter();
        let traces = traces(expression);
        let keeps_traces = |order: &[usize]| {
            order.iter().zip(&traces).all(|(&slot, trace)| traces[slot] == *trace)
        };
        Self(
            permutations
                // Most change what single slots do to the value.
                .filter(|(order, _)| keeps_traces(order))
                .filter(|(_, renaming)| function.renamed(renaming) == function)
                .map(|(permutation, _)| permutation.clone())
                .collect(),
        )
    }

    /// Those that also leave it where it divides by zero: not the one of `N/(N/N)` that
    /// changes the first slot for the last, as it has no value where the last is 0.
    pub(crate) fn with_divisors(expression: &Expression<Slot>) -> Self {
        let mut symmetries = Self::of(expression);
        if symmetries.count() > 1
            && let Ok(divisors) = Divisors::of(expression)
        {
            let keeps_divisors = |order: &Vec<usize>| {
                let renaming = Renaming::new(order).expect("it is a permutation of few slots");
                divisors.renamed(&renaming) == divisors
            };
            symmetries.0.retain(keeps_divisors);
        }
        symmetries
    }

    /// The symmetries of an expression that is no rational function.
    fn of_form(expression: &Expression<Slot>, size: usize) -> Self {
        let nothing = || Self(vec![(0..size).collect()]);
        if size > MAX_OPERANDS {
            return nothing();
        }
        let Ok(form) = ExtendedForm::of_extended(expression, |slot| slot.0) else {
            return nothing();
        };
        let paths = form.paths(size);
        let keeps_paths =
            |order: &[usize]| order.iter().zip(&paths).all(|(&slot, path)| paths[slot] == *path);
        let is_same = |order: &[usize]| {
            ExtendedForm::of_extended(expression, |slot| order[slot.0]).as_ref() == Ok(&form)
        };
        let orders = permutations(size).iter().map(|(order, _)| order);
        Self(orders.filter(|it| keeps_paths(it) && is_same(it)).cloned().collect())
    }

    /// The number of them: the number of orders of different cards that give the
    /// same function.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All orders of the cards that give the same function as `order`, itself
    /// among them.
    pub(crate) fn images(&self, order: &[usize]) -> impl Iterator<Item = Vec<usize>> {
        self.0.iter().map(|symmetry| symmetry.iter().map(|&slot| order[slot]).collect())
    }

    /// Whether `order`, the ranks of the cards from slot to slot, is the first
    /// of those that give the same function when equal ranks are equal cards.
    pub(crate) fn is_first(&self, order: &[usize]) -> bool {
        self.0.iter().all(|symmetry| order.iter().le(symmetry.iter().map(|&slot| &order[slot])))
    }
}

/// For each slot the value, modulo a prime, of an expression of the four operators where that
/// slot has one value and all others another; `None` where it divides by zero there. Slots that
/// can change places have the same.
fn traces(expression: &Expression<Slot>) -> Vec<Option<Residue>> {
    let value = |odd: Slot| {
        let mut values: Vec<Residue> = Vec::with_capacity(MAX_OPERANDS);
        for node in expression.nodes() {
            let value = match node.kind {
                NodeKind::Leaf(slot) => Residue::of(if slot == odd { 15_485_863 } else { 7919 }),
                NodeKind::Operation(operator) => {
                    let (right, left) = (values.pop()?, values.pop()?);
                    match operator {
                        Operator::Add => left + right,
                        Operator::Subtract => left - right,
                        Operator::Multiply => left * right,
                        Operator::Divide => left * right.inverse()?,
                        _ => return None,
                    }
                }
            };
            values.push(value);
        }
        values.pop()
    };
    (0..expression.leaves().count()).map(|slot| value(Slot(slot))).collect()
}

pub(crate) type Permutations = Vec<(Vec<usize>, Renaming)>;

/// All permutations of `size` slots, at most [`MAX_OPERANDS`], with the
/// renaming of each.
fn permutations(size: usize) -> &'static Permutations {
    static BY_SIZE: [OnceLock<Permutations>; MAX_OPERANDS + 1] =
        [const { OnceLock::new() }; MAX_OPERANDS + 1];
    BY_SIZE[size].get_or_init(|| {
        (0..size)
            .permutations(size)
            .map(|order| {
                let renaming = Renaming::new(&order).expect("a permutation of few slots");
                (order, renaming)
            })
            .collect()
    })
}
