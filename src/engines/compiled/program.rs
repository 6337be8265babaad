//! Templates as one program in which what they share is there once.

use std::collections::HashMap;

use crate::syntax::{FieldOperator, Operands, Slot};
use crate::templates::Template;

/// The templates of one size as a program. A part that several of them have, the
/// same operation on the same slots, is worked out once for all.
///
/// A value has a place: first those of the slots, then those of the parts, each
/// after its operands.
#[derive(Debug)]
pub(super) struct Program {
    slots: usize,
    parts: Vec<Part>,
    /// In the order of the set.
    results: Vec<Outcome>,
}

/// An operation, with the places of its operands.
#[derive(Debug, PartialEq, Eq, Hash, Clone, Copy)]
struct Part {
    operator: FieldOperator,
    left: usize,
    right: usize,
}

/// What comes of a template.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Its place in the set.
    pub(super) template: usize,
    /// The place of its value.
    pub(super) place: usize,
}

impl Program {
    /// The program of those `templates` that have so many slots.
    pub(super) fn new(slots: usize, templates: &[Template]) -> Self {
        let mut parts = Vec::new();
        let mut places = HashMap::new();
        let mut place_of = |operator, operands| {
            let (Some(operator), Operands::Two(left, right)) =
                (FieldOperator::of(operator), operands)
            else {
                unreachable!("only templates of the four operators come here");
            };
            let part = Part { operator, left, right };
            *places.entry(part).or_insert_with(|| {
                parts.push(part);
                slots + parts.len() - 1
            })
        };
        let fitting = templates.iter().enumerate().filter(|(_, it)| it.slots() == slots);
        let results = fitting
            .map(|(template, it)| Outcome {
                template,
                place: it.expression().fold(|&Slot(slot)| slot, &mut place_of),
            })
            .collect();
        Self { slots, parts, results }
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.slots + self.parts.len()
    }

    /// What comes of each template, in the order of the set.
    pub(super) fn results(&self) -> &[Outcome] {
        &self.results
    }

    /// Puts all values into `values`, by their places, in place of what is there.
    pub(super) fn run<V>(
        &self,
        slot: impl Fn(usize) -> V,
        join: impl Fn(FieldOperator, &V, &V) -> V,
        values: &mut Vec<V>,
    ) {
        values.clear();
        values.extend((0..self.slots).map(slot));
        for part in &self.parts {
            values.push(join(part.operator, &values[part.left], &values[part.right]));
        }
    }
}
