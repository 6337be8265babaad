//! Writes functions as templates, and their cards from left to right.

use std::sync::OnceLock;

use super::search::{Around, Visitor, walk_listed};
use super::shape::{Cards, MAX_LISTED_CARDS, Shape};
use crate::syntax::{Operator, needs_brackets};

/// A template under construction.
pub(super) struct Writing<'w, F> {
    pub(super) template: &'w mut String,
    pub(super) order: &'w mut Vec<usize>,
    /// Returns the entry of `order` for a card that the walk visits.
    pub(super) card: F,
}

impl<F: FnMut(usize) -> usize> Visitor for Writing<'_, F> {
    fn card(&mut self, first: usize) {
        self.template.push('N');
        self.order.push((self.card)(first));
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
        let Some(made) = shape.functions[place].made else {
            return self.card(cards.trailing_zeros() as usize);
        };
        let (template, order) = text(shape, place);
        let operator = made.form.operator().0.into();
        bracket('(', operator, around, self.template);
        *self.template += template;
        for &card in order {
            let from_it_on = (0..card).fold(cards, |rest, _| rest & (rest - 1));
            self.order.push((self.card)(from_it_on.trailing_zeros() as usize));
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

/// The template of a function, and its cards from left to right, as indices among the cards of its
/// shape.
type Text = (String, Vec<usize>);

/// Returns the text of the function at `place` in `shape`.
fn text(shape: &'static Shape, place: usize) -> &'static Text {
    static BY_SHAPE: [OnceLock<Vec<OnceLock<Text>>>; 1 << MAX_LISTED_CARDS] =
        [const { OnceLock::new() }; 1 << MAX_LISTED_CARDS];
    let of_shape = || shape.functions.iter().map(|_| OnceLock::new()).collect();
    BY_SHAPE[shape.number].get_or_init(of_shape)[place].get_or_init(|| {
        let (mut template, mut order) = (String::new(), Vec::new());
        // The function uses the first of these cards, as many as its shape has.
        let cards = (1 << MAX_LISTED_CARDS) - 1;
        let mut writing = Writing { template: &mut template, order: &mut order, card: |it| it };
        walk_listed(shape, place, cards, None, &mut writing);
        (template, order)
    })
}
