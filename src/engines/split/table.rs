//! The values of all functions of a few cards, to be looked up.

use std::sync::{Arc, OnceLock};

use super::canonical::Form;
use super::shape::{Made, Shape};
use super::value::Value;

/// The functions of some cards with their values.
#[derive(Debug)]
pub(super) struct Table<V> {
    shape: &'static Shape,
    /// For each function; `None` where it divides by zero.
    values: Vec<Option<V>>,
    /// For each of them one over it. Most tables are only looked into, and do
    /// without.
    inverses: OnceLock<Vec<Option<V>>>,
    /// One more than the place of a function, where its value leads; or, if
    /// another is there, behind that. At most a quarter is taken.
    slots: Vec<u16>,
    /// How many of them divide by zero.
    undefined: usize,
}

impl<V: Value> Table<V> {
    /// The table of a single card.
    pub(super) fn of_card(shape: &'static Shape, value: V) -> Self {
        Self::new(shape, vec![Some(value)])
    }

    /// The table of more cards, of the tables of the parts of each split.
    pub(super) fn of_splits(shape: &'static Shape, splits: &[[Arc<Self>; 2]]) -> Self {
        let functions = shape.functions().iter();
        let made = functions.map(|function| function.made.expect("two cards are joined"));
        Self::new(shape, made.map(|made| value(made, &splits[made.split()])).collect())
    }

    fn new(shape: &'static Shape, values: Vec<Option<V>>) -> Self {
        let slots = vec![0; (4 * values.len()).next_power_of_two()];
        let undefined = values.iter().filter(|value| value.is_none()).count();
        let mut table = Self { shape, values, inverses: OnceLock::new(), slots, undefined };
        let mask = table.slots.len() - 1;
        for (number, value) in (1..).zip(&table.values) {
            let Some(value) = value else { continue };
            let mut slot = table.slot(value);
            while table.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table.slots[slot] = number;
        }
        table
    }

    /// Where a value leads.
    #[inline]
    fn slot(&self, value: &V) -> usize {
        let bits = self.slots.len().trailing_zeros();
        let slot = value.spread() >> (u64::BITS - bits);
        usize::try_from(slot).expect("the slots of a table are fewer than 2^16")
    }

    /// The places of the functions with a value.
    #[inline]
    pub(super) fn find<'t>(&'t self, value: &'t V) -> impl Iterator<Item = usize> + 't {
        let mask = self.slots.len() - 1;
        let mut slot = self.slot(value);
        std::iter::from_fn(move || {
            loop {
                let place = usize::from(self.slots[slot]).checked_sub(1)?;
                slot = (slot + 1) & mask;
                if self.values[place].as_ref() == Some(value) {
                    return Some(place);
                }
            }
        })
    }

    pub(super) const fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// How many functions divide by zero.
    pub(super) const fn undefined(&self) -> usize {
        self.undefined
    }

    /// For each function its value; `None` where it divides by zero.
    pub(super) fn values(&self) -> &[Option<V>] {
        &self.values
    }

    /// For each function one over its value, where it has one that is not zero.
    #[inline]
    pub(super) fn inverses(&self) -> &[Option<V>] {
        self.inverses.get_or_init(|| {
            let values: Vec<V> = self.values.iter().flatten().cloned().collect();
            let mut inverses = V::inverses(&values).into_iter();
            let mut inverse = || inverses.next().expect("every value has its inverse or none");
            self.values.iter().map(|value| value.as_ref().and_then(|_| inverse())).collect()
        })
    }
}

/// The value of a function, made of those of the parts of its split.
#[inline]
fn value<V: Value>(made: Made, [heads, rests]: &[Arc<Table<V>>; 2]) -> Option<V> {
    let head = heads.values[made.head()].as_ref()?;
    let rest = rests.values[made.rest()].as_ref()?;
    Some(match made.form {
        Form::Plus => head.plus(rest),
        Form::Minus => head.minus(rest),
        Form::MinusHead => rest.minus(head),
        Form::Times => head.times(rest),
        Form::Over => head.times(rests.inverses()[made.rest()].as_ref()?),
        Form::OverHead => rest.times(heads.inverses()[made.head()].as_ref()?),
    })
}
