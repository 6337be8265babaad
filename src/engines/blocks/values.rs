//! The values that some cards make, each with a way to make it.

use foldhash::{HashMap, HashMapExt};

use crate::number::Rational;
use crate::syntax::Operator;

/// Values, each once.
#[derive(Debug, Default)]
pub(super) struct Values {
    entries: Vec<Entry>,
    places: HashMap<Rational, usize>,
}

/// A value of some cards.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) value: Rational,
    pub(super) way: Way,
    /// How many operators beyond the four the way has.
    beyond: u32,
}

/// How a value is made.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// It is the only card.
    Card,
    /// The cards are digits of one number, in this order.
    Joined(Vec<usize>),
    /// Of a value of the same cards.
    One(Operator, usize),
    /// Of two values.
    Two(Operator, Side, Side),
}

/// A value of some of the cards: which cards, as bits, and its place among all
/// values of these.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub(super) cards: u8,
    pub(super) place: usize,
}

impl Values {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), places: HashMap::new() }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn place(&self, value: &Rational) -> Option<usize> {
        self.places.get(value).copied()
    }

    /// Adds a value if it is new, or if this way has fewer operators beyond the
    /// four.
    pub(super) fn offer(&mut self, value: Rational, beyond: u32, way: impl FnOnce() -> Way) {
        match self.places.get(&value) {
            Some(&place) => {
                let known = &mut self.entries[place];
                if beyond < known.beyond {
                    (known.beyond, known.way) = (beyond, way());
                }
            }
            None => {
                self.add(value, beyond, way());
            }
        }
    }

    /// Adds a value if it is new, and returns whether it is.
    pub(super) fn offer_new(&mut self, value: Rational, beyond: u32, way: Way) -> bool {
        let is_new = !self.places.contains_key(&value);
        if is_new {
            self.add(value, beyond, way);
        }
        is_new
    }

    fn add(&mut self, value: Rational, beyond: u32, way: Way) {
        self.places.insert(value.clone(), self.entries.len());
        self.entries.push(Entry { value, way, beyond });
    }

    /// How many operators beyond the four the value at `place` is made with.
    pub(super) fn beyond(&self, place: usize) -> u32 {
        self.entries[place].beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_way_with_the_fewest_operators_beyond_the_four_is_kept() {
        let mut values = Values::new();
        let offers = [(3, 3, 0), (4, 3, 0), (2, 2, 2), (2, 2, 2), (3, 2, 2), (0, 0, 5)];
        for (place, (beyond, least, kept)) in offers.into_iter().enumerate() {
            values.offer(5.into(), beyond, || Way::One(Operator::Root, place));
            let [Entry { way: Way::One(_, place), beyond, .. }] = values.entries() else {
                unreachable!("one value has one entry: {values:?}")
            };
            assert_eq!((*beyond, *place), (least, kept));
        }
        assert!(!values.offer_new(5.into(), 0, Way::Card));
        assert!(values.offer_new(6.into(), 1, Way::Card));
        assert_eq!((values.place(&6.into()), values.beyond(1)), (Some(1), 1));
    }
}
