//! Values of cards of any size, worked out when they are asked for.

use std::collections::HashMap;
use std::rc::Rc;

use super::program::{Part, Program};
use crate::cards::Hand;
use crate::engines::numbers::{Large, Number};

/// The values of the parts of a program for the cards of a hand. What has few
/// slots comes again for many orders of the cards, and is kept.
pub(super) struct LargeValues<'a> {
    program: &'a Program,
    cards: Vec<Rc<Large>>,
    ranks: &'a [usize],
    /// By the place in the program and the ranks in the slots.
    kept: HashMap<(usize, Vec<usize>), Option<Rc<Large>>>,
}

/// The largest parts that are kept. Those of more slots are so many, and each as
/// large as its cards together, that there is no room for all.
const MAX_KEPT_SLOTS: usize = 3;

impl<'a> LargeValues<'a> {
    /// The values for these cards, of which none is known yet.
    pub(super) fn new(program: &'a Program, cards: Vec<Large>, hand: &'a Hand) -> Self {
        let cards = cards.into_iter().map(Rc::new).collect();
        Self { program, cards, ranks: hand.ranks(), kept: HashMap::new() }
    }

    /// The value at `place` for this order of the cards; `None` where it divides
    /// by zero.
    pub(super) fn value(&mut self, place: usize, order: &[usize]) -> Option<Rc<Large>> {
        let Some(part) = self.program.part(place) else {
            return Some(Rc::clone(&self.cards[order[place]]));
        };
        let slots = self.program.slots_of(place);
        if slots.len() > MAX_KEPT_SLOTS || slots.len() == order.len() {
            return self.work_out(part, order);
        }
        let ranks = order[slots].iter().map(|&card| self.ranks[card]).collect();
        let key = (place, ranks);
        if let Some(known) = self.kept.get(&key) {
            return known.clone();
        }
        let value = self.work_out(part, order);
        self.kept.insert(key, value.clone());
        value
    }

    fn work_out(&mut self, part: Part, order: &[usize]) -> Option<Rc<Large>> {
        let left = self.value(part.left, order)?;
        let right = self.value(part.right, order)?;
        Large::join(part.operator, &left, &right).map(Rc::new)
    }
}
