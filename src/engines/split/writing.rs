//! Writes functions as templates, and their cards from left to right.

use std::sync::OnceLock;

use super::Taken;
use super::search::{Around, Visitor, walk_listed};
use super::shape::{Cards, MAX_LISTED_CARDS, Shape};
use crate::syntax::{Operator, needs_brackets};

/// A template under construction.
pub(super) struct Writing<'w> {
    pub(super) template: &'w mut String,
    pub(super) order: &'w mut Vec<usize>,
    pub(super) cards: Taken<'w>,
}

impl Visitor for Writing<'_> {
    fn card(&mut self, first: usize) {
        self.template.push('N');
        self.order.push(self.cards.take(first));
    }

    fn begin(&mut self, operator: Operator, around: Around) {
        bracket('(', operator, around, self.template);
    }

    fn operator(&mut self, operator: Operator) {
        self.template.push_str(operator.symbol());
    }

    fn end(&mut self, operator: Operator, around: Around) {
        bracket(')', operator, around, self.template);
    }

    /// Copies the text of the function, which is made on first use.
    fn listed(&mut self, shape: &'static Shape, place: usize, cards: Cards, around: Around) {
        let Written { template, order, operator } = Written::of(shape, place);
        let Some(operator) = *operator else { return self.card(cards.trailing_zeros() as usize) };
        bracket('(', operator, around, self.template);
        *self.template += template;
        for &card in order {
            let from_it_on = (0..card).fold(cards, |rest, _| rest & (rest - 1));
            self.order.push(self.cards.take(from_it_on.trailing_zeros() as usize));
        }
        bracket(')', operator, around, self.template);
    }
}

/// Adds a bracket if an operation needs brackets inside the operation around it.
fn bracket(bracket: char, operator: Operator, around: Around, template: &mut String) {
    if around.is_some_and(|(around, side)| needs_brackets(around, operator, side)) {
        template.push(bracket);
    }
}

/// The text of a listed function.
struct Written {
    template: String,
    /// The cards of the function from left to right, as indices among the cards of its shape.
    order: Vec<usize>,
    /// The last operation; `None` for a card.
    operator: Option<Operator>,
}

impl Written {
    /// Returns the text of the function at `place` in `shape`.
    fn of(shape: &'static Shape, place: usize) -> &'static Self {
        static BY_SHAPE: [OnceLock<Vec<OnceLock<Written>>>; 1 << MAX_LISTED_CARDS] =
            [const { OnceLock::new() }; 1 << MAX_LISTED_CARDS];
        let of_shape = || shape.functions.iter().map(|_| OnceLock::new()).collect();
        BY_SHAPE[shape.number].get_or_init(of_shape)[place].get_or_init(|| {
            let mut written = Self { template: String::new(), order: Vec::new(), operator: None };
            // The function uses the first of these cards, as many as its shape has.
            let cards = (1 << MAX_LISTED_CARDS) - 1;
            walk_listed(shape, place, cards, None, &mut written);
            written
        })
    }
}

impl Visitor for Written {
    fn card(&mut self, first: usize) {
        self.template.push('N');
        self.order.push(first);
    }

    fn begin(&mut self, operator: Operator, around: Around) {
        bracket('(', operator, around, &mut self.template);
    }

    fn operator(&mut self, operator: Operator) {
        self.template.push_str(operator.symbol());
    }

    fn end(&mut self, operator: Operator, around: Around) {
        bracket(')', operator, around, &mut self.template);
        self.operator = Some(operator);
    }
}
