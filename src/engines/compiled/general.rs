//! Templates with operators beyond the four of a field.

use std::collections::HashMap;

use super::program::Outcome;
use crate::number::{Rational, Undefined};
use crate::syntax::{Expression, Operands, Operator, Slot, operate};
use crate::templates::Template;

/// The templates of one size as a program of any operators. As in
/// [`Program`](super::program::Program) what templates share is there once, and
/// values have places: first the slots, then the parts, each after its operands.
#[derive(Debug)]
pub(super) struct GeneralProgram {
    slots: usize,
    parts: Vec<Part>,
    results: Vec<Outcome>,
}

/// An operation, with the places of its operands.
type Part = (Operator, Operands<usize>);

/// A value, or why the first operation without one has none.
pub(super) type Value = Result<Rational, Undefined>;

impl GeneralProgram {
    /// The program of those `templates` that have so many slots; `None` where all of
    /// them are of the four operators.
    pub(super) fn new(slots: usize, templates: &[Template]) -> Option<Self> {
        let fitting = || templates.iter().enumerate().filter(|(_, it)| it.slots() == slots);
        if fitting().all(|(_, template)| template.is_of_field()) {
            return None;
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut places = HashMap::new();
        let mut place_of = |operator, operands: Operands<usize>| {
            *places.entry((operator, operands.clone())).or_insert_with(|| {
                parts.push((operator, operands));
                slots + parts.len() - 1
            })
        };
        let results = fitting()
            .map(|(template, it)| Outcome {
                template,
                place: it.expression().fold(|&Slot(slot)| slot, &mut place_of),
            })
            .collect();
        Some(Self { slots, parts, results })
    }

    /// What comes of each template, in the order of the set.
    pub(super) fn results(&self) -> &[Outcome] {
        &self.results
    }

    /// Puts all values for these cards into `values`, by their places, in place of
    /// what is there.
    pub(super) fn run(&self, card: impl Fn(usize) -> Rational, values: &mut Vec<Value>) {
        values.clear();
        values.extend((0..self.slots).map(|slot| Ok(card(slot))));
        for (operator, operands) in &self.parts {
            let value = match operands {
                Operands::One(operand) => values[*operand].as_ref().map(Operands::One),
                Operands::Two(left, right) => match (&values[*left], &values[*right]) {
                    (Ok(left), Ok(right)) => Ok(Operands::Two(left, right)),
                    // The left one is worked out before the right one.
                    (Err(reason), _) | (_, Err(reason)) => Err(reason),
                },
            };
            let value = value.map_err(|&reason| reason);
            values.push(value.and_then(|operands| operate(*operator, operands)));
        }
    }
}

/// The value of an expression with the cards of an order in its slots.
pub(super) fn value_of(expression: &Expression<Slot>, card: impl Fn(usize) -> Rational) -> Value {
    expression.try_fold(
        |&Slot(slot), _| Ok(card(slot)),
        |operator, operands, _| operate(operator, operands.as_ref()),
    )
}
