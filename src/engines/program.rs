//! Expressions compiled into one program that evaluates each shared part once.

use std::collections::HashMap;

use super::Arranged;
use crate::syntax::{Operands, Operator};

/// A program that evaluates several expressions of the same slots. If several expressions contain
/// the same operation on the same operands, the program evaluates this part only once.
///
/// The program makes a list of values: first the values of the slots, then the values of the parts,
/// each after its operands. The *place* of a value is its index in this list.
#[derive(Debug)]
pub(super) struct Program<T> {
    slots: usize,
    /// The operations of the parts, with the places of their two operands. If an operation has only
    /// one operand, both places are the same.
    parts: Vec<(Operator, usize, usize)>,
    /// Whether all operations of the program are field operations.
    pub(super) is_of_field: bool,
    /// The key of each expression, and the place of its value.
    pub(super) results: Vec<(T, usize)>,
}

impl<T> Program<T> {
    /// Compiles `expressions`, each given with a key. Their leaves are slots, numbered from 0 to
    /// `slots - 1`.
    pub(super) fn new(slots: usize, expressions: impl Iterator<Item = (T, Arranged)>) -> Self {
        let (mut parts, mut places) = (Vec::new(), HashMap::new());
        let mut place_of = |operator, operands: Operands<usize>| {
            let part = (operator, *operands.first(), *operands.last());
            *places.entry(part).or_insert_with(|| {
                parts.push(part);
                slots + parts.len() - 1
            })
        };
        let results = expressions.map(|(of, it)| (of, it.fold(|&slot| slot, &mut place_of)));
        let results = results.collect();
        let is_of_field = parts.iter().all(|(operator, ..)| operator.is_of_field());
        Self { slots, parts, is_of_field, results }
    }

    /// Replaces the contents of `values` by all values, in the order of their places.
    pub(super) fn run<V>(
        &self,
        slot: impl Fn(usize) -> V,
        join: impl Fn(Operator, &V, &V) -> V,
        values: &mut Vec<V>,
    ) {
        values.clear();
        values.reserve(self.slots + self.parts.len());
        values.extend((0..self.slots).map(slot));
        for &(operator, left, right) in &self.parts {
            values.push(join(operator, &values[left], &values[right]));
        }
    }
}
