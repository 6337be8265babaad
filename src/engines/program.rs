//! Expressions as one program in which what they share is there once.

use std::collections::HashMap;

use crate::syntax::{Expression, Operands, Operator};

/// Expressions of the same slots as a program. A part that several of them have, the
/// same operation on the same operands, is worked out once for all.
///
/// A value has a place: first those of the slots, then those of the parts, each after
/// its operands.
#[derive(Debug)]
pub(super) struct Program<T> {
    slots: usize,
    /// Operations, with the places of their operands; where there is one it is both.
    parts: Vec<(Operator, usize, usize)>,
    /// Whether all its operations are field operations.
    pub(super) is_of_field: bool,
    /// What each expression is of, and the place of its value.
    pub(super) results: Vec<(T, usize)>,
}

impl<T> Program<T> {
    /// The program of these expressions over the numbers of slots.
    pub(super) fn new(
        slots: usize,
        expressions: impl Iterator<Item = (T, Expression<usize>)>,
    ) -> Self {
        let (mut parts, mut places) = (Vec::new(), HashMap::new());
        let mut place_of = |operator, operands| {
            let (left, right) = match operands {
                Operands::One(operand) => (operand, operand),
                Operands::Two(left, right) => (left, right),
            };
            let part = (operator, left, right);
            *places.entry(part).or_insert_with(|| {
                parts.push(part);
                slots + parts.len() - 1
            })
        };
        let results = expressions
            .map(|(of, expression)| (of, expression.fold(|&slot| slot, &mut place_of)))
            .collect();
        let is_of_field = parts.iter().all(|(operator, ..)| operator.is_of_field());
        Self { slots, parts, is_of_field, results }
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.slots + self.parts.len()
    }

    /// Puts all values into `values`, by their places, in place of what is there.
    pub(super) fn run<V>(
        &self,
        slot: impl Fn(usize) -> V,
        join: impl Fn(Operator, &V, &V) -> V,
        values: &mut Vec<V>,
    ) {
        values.clear();
        values.extend((0..self.slots).map(slot));
        for &(operator, left, right) in &self.parts {
            values.push(join(operator, &values[left], &values[right]));
        }
    }
}
