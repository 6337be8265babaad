//! Expressions compiled into one program that evaluates each shared part once.

use std::collections::HashMap;

use crate::syntax::{Expression, Operands, Operator};

/// Expressions of the same slots as a program. A part that several of them share, the same
/// operation on the same operands, is evaluated once.
///
/// Each value has a place: first those of the slots, then those of the parts, each after its
/// operands.
#[derive(Debug)]
pub(super) struct Program<T> {
    slots: usize,
    /// Operations, with the places of their operands; a single operand is given as both.
    parts: Vec<(Operator, usize, usize)>,
    /// Whether all its operations are field operations.
    pub(super) is_of_field: bool,
    /// The key of each expression, and the place of its value.
    pub(super) results: Vec<(T, usize)>,
}

impl<T> Program<T> {
    /// Compiles these expressions over the numbers of slots.
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

    /// Returns the number of places.
    pub(super) fn places(&self) -> usize {
        self.slots + self.parts.len()
    }

    /// Writes all values into `values`, by their places, and overwrites its contents.
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
