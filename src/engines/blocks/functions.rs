//! All rational functions of a few values, each once.

use std::collections::HashMap;

use itertools::Itertools;

use crate::algebra::Symmetries;
use crate::number::Rational;
use crate::syntax::{Expression, FieldOperator, Operands, Slot};
use crate::templates::{Template, canonical_texts};

/// The functions of `n` different operands, as one program in which what they share
/// is there once. Values have places: first the operands, then the parts.
#[derive(Debug)]
pub(super) struct Functions {
    operands: usize,
    parts: Vec<(FieldOperator, usize, usize)>,
    all: Vec<Function>,
}

/// A function, and the place of its value.
#[derive(Debug)]
struct Function {
    expression: Expression<usize>,
    place: usize,
}

impl Functions {
    /// Those of so many operands.
    pub(super) fn new(operands: usize) -> Self {
        let mut parts = Vec::new();
        let mut places = HashMap::new();
        let mut place_of = |operator, both: Operands<usize>| {
            let (Some(operator), Operands::Two(left, right)) = (FieldOperator::of(operator), both)
            else {
                unreachable!("canonical templates are of the four operators");
            };
            *places.entry((operator, left, right)).or_insert_with(|| {
                parts.push((operator, left, right));
                operands + parts.len() - 1
            })
        };
        let mut functions = Vec::new();
        for text in canonical_texts(operands) {
            let template: Template = text.parse().expect("it is a template");
            let symmetries = Symmetries::of(&template.expression());
            for order in (0..operands).permutations(operands).filter(|it| symmetries.is_first(it)) {
                let expression = template.expression().map(|&Slot(slot)| order[slot]);
                let place = expression.fold(|&operand| operand, &mut place_of);
                functions.push(Function { expression, place });
            }
        }
        Self { operands, parts, all: functions }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Those that make `target` of `operands`; `values` is room for the work.
    pub(super) fn reaching<'a>(
        &'a self,
        operands: &[&Rational],
        target: &'a Rational,
        values: &'a mut Vec<Option<Rational>>,
    ) -> impl Iterator<Item = &'a Expression<usize>> {
        debug_assert_eq!(operands.len(), self.operands);
        values.clear();
        values.extend(operands.iter().map(|&it| Some(it.clone())));
        for &(operator, left, right) in &self.parts {
            let both = values[left].as_ref().zip(values[right].as_ref());
            values.push(both.and_then(|(left, right)| match operator {
                FieldOperator::Add => Some(left + right),
                FieldOperator::Subtract => Some(left - right),
                FieldOperator::Multiply => Some(left * right),
                FieldOperator::Divide => left.checked_div(right),
            }));
        }
        let values = &*values;
        let is_reached = move |it: &&Function| values[it.place].as_ref() == Some(target);
        self.all.iter().filter(is_reached).map(|it| &it.expression)
    }
}
