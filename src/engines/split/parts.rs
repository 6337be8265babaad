//! The parts of a hand. Parts that differ only by equal cards are the same part.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use foldhash::HashMap;

use super::shape::{Cards, Groups, MAX_LISTED_CARDS, Made, Shape};
use super::value::Value;
use crate::number::Residue;

/// The maximum number of cards in a hand: with more cards, both parts of a split could be too large
/// for a table.
pub(super) const MAX_CARDS: usize = 2 * MAX_LISTED_CARDS + 1;

/// The parts of all hands with the same pattern of equal cards.
#[derive(Debug)]
pub(super) struct Plan {
    /// The parts, by the bits of their cards. Of equal cards, a part takes the first ones; all
    /// other bits have `None`.
    parts: Vec<Option<PlannedPart>>,
}

/// Some of the cards of a hand.
#[derive(Debug)]
pub(super) enum PlannedPart {
    /// A part with a table of all its functions.
    Listed(&'static Shape),
    /// A part that is too large for a table, with the ways to split it. The lowest card is always
    /// in the first of the two parts.
    Split(Vec<[Cards; 2]>),
}

impl Plan {
    fn of(groups: Groups) -> &'static Self {
        static PLANS: [OnceLock<Plan>; 1 << MAX_CARDS] =
            [const { OnceLock::new() }; 1 << MAX_CARDS];
        PLANS[groups.number()].get_or_init(|| Self::new(groups))
    }

    fn new(groups: Groups) -> Self {
        let size = |part: Cards| part.count_ones() as usize;
        // The whole hand is not listed, unless it is a single card.
        let listed = (size(groups.all()) - 1).clamp(1, MAX_LISTED_CARDS);
        let plan = |part: Cards| {
            groups.has_first_ones(part).then(|| {
                if size(part) <= listed {
                    PlannedPart::Listed(Shape::of(groups.part(part)))
                } else {
                    PlannedPart::Split(groups.splits(part).collect())
                }
            })
        };
        // The empty set of cards is not a part.
        Self { parts: std::iter::once(None).chain((1..=groups.all()).map(plan)).collect() }
    }

    fn get(&self, part: Cards) -> &PlannedPart {
        self.parts[part].as_ref().expect("a split has the first ones of equal cards")
    }
}

/// Some of the cards of a hand, and their functions.
#[derive(Debug)]
pub(super) struct Part<'p, V> {
    pub(super) cards: Cards,
    pub(super) functions: Functions<'p, V>,
}

impl<V: Value> Part<'_, V> {
    /// Whether a quick look shows that no function has this value, because the first slot for the
    /// value is empty.
    #[inline]
    pub(super) fn lacks(&self, value: &V) -> bool {
        matches!(self.functions, Functions::Listed(table)
            if table.slots[value.slot(table.slots.len())] == 0)
    }
}

/// The functions of some of the cards of a hand.
#[derive(Debug)]
pub(super) enum Functions<'p, V> {
    Listed(&'p Table<V>),
    /// The functions of a part without a table. They are made from the functions of the parts of
    /// these splits.
    Split(&'p [[Cards; 2]]),
}

/// The parts of a hand, and the hand itself.
#[derive(Debug)]
pub(super) struct Parts<V> {
    plan: &'static Plan,
    /// The tables by the bits of their cards; `None` for parts without a table.
    tables: Vec<Option<Arc<Table<V>>>>,
}

impl<V: Value> Parts<V> {
    /// Makes the parts of a hand of at least one card. `cards` has the numbers and `values` the
    /// values of the cards, from the lowest card up.
    pub(super) fn new(cards: &[u64], values: &[V], kept: &Tables<'_, V>) -> Self {
        let plan = Plan::of(Groups::new(cards));
        let mut tables: Vec<Option<Arc<Table<V>>>> = Vec::with_capacity(plan.parts.len());
        // The bits of a smaller part are a smaller number, so its table is made first.
        for (part, planned) in plan.parts.iter().enumerate() {
            let table = match planned {
                Some(PlannedPart::Listed(shape)) => {
                    Some(kept(key(cards, part), &mut || make(shape, part, values, &tables)))
                }
                Some(PlannedPart::Split(_)) | None => None,
            };
            tables.push(table);
        }
        Self { plan, tables }
    }

    pub(super) fn get(&self, cards: Cards) -> Part<'_, V> {
        let functions = match self.plan.get(cards) {
            PlannedPart::Listed(_) => Functions::Listed(table(&self.tables, cards)),
            PlannedPart::Split(splits) => Functions::Split(splits),
        };
        Part { cards, functions }
    }

    /// Returns the part with all cards.
    pub(super) fn whole(&self) -> Part<'_, V> {
        self.get(self.tables.len() - 1)
    }

    /// Returns the number of listed functions that divide by zero.
    pub(super) fn undefined(&self) -> usize {
        self.tables.iter().flatten().map(|table: &Arc<Table<V>>| table.undefined).sum()
    }

    /// Returns the number of listed functions.
    pub(super) fn listed(&self) -> usize {
        self.tables.iter().flatten().map(|table| table.values().len()).sum()
    }
}

/// Returns the key of a part that has a table.
fn key(cards: &[u64], part: Cards) -> Key {
    let mut key = [u64::MAX; MAX_LISTED_CARDS];
    let taken = (0..cards.len()).filter(|place| part >> place & 1 == 1);
    key.iter_mut().zip(taken).for_each(|(room, place)| *room = cards[place]);
    key
}

/// Makes the table of a part from the tables of smaller parts.
fn make<V: Value>(
    shape: &'static Shape,
    part: Cards,
    values: &[V],
    tables: &[Option<Arc<Table<V>>>],
) -> Table<V> {
    if part.is_power_of_two() {
        return Table::new(shape, vec![Some(values[part.trailing_zeros() as usize].clone())]);
    }
    let split =
        |split: [Cards; 2]| split.map(|some| &**table(tables, super::shape::spread(some, part)));
    let splits: Vec<_> = shape.splits().map(split).collect();
    let made = shape.functions.iter().map(|function| function.made.expect("two cards are joined"));
    Table::new(shape, made.map(|made| value(made, splits[usize::from(made.split)])).collect())
}

fn table<V>(tables: &[Option<Arc<Table<V>>>], part: Cards) -> &Arc<Table<V>> {
    tables[part].as_ref().expect("parts of a part with a table have one, and come before it")
}

/// The functions of some cards with their values.
#[derive(Debug)]
pub(super) struct Table<V> {
    pub(super) shape: &'static Shape,
    /// The value of each function; `None` for a division by zero.
    values: Vec<Option<V>>,
    /// The reciprocal of each value, computed on first use: most tables are only searched and never
    /// need the reciprocals.
    inverses: OnceLock<Vec<Option<V>>>,
    /// A hash table of the functions by value. The slot of a value contains the place of a function
    /// with this value, plus one; 0 means empty. If the slot is occupied, the next empty slot is
    /// used. At most a quarter of the slots is occupied.
    slots: Vec<u16>,
    /// The number of functions that divide by zero.
    pub(super) undefined: usize,
}

impl<V: Value> Table<V> {
    fn new(shape: &'static Shape, values: Vec<Option<V>>) -> Self {
        let slots = vec![0; (4 * values.len()).next_power_of_two()];
        let undefined = values.iter().filter(|value| value.is_none()).count();
        let mut table = Self { shape, values, inverses: OnceLock::new(), slots, undefined };
        let mask = table.slots.len() - 1;
        for (number, value) in (1..).zip(&table.values) {
            let Some(value) = value else { continue };
            let mut slot = value.slot(table.slots.len());
            while table.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table.slots[slot] = number;
        }
        table
    }

    /// Returns the places of the functions with this value.
    #[inline]
    pub(super) fn find<'t>(&'t self, value: &'t V) -> impl Iterator<Item = usize> + 't {
        let mask = self.slots.len() - 1;
        let mut slot = value.slot(self.slots.len());
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

    /// Returns the value of each function; `None` for a division by zero.
    pub(super) fn values(&self) -> &[Option<V>] {
        &self.values
    }

    /// Returns the reciprocal of each value, if it has one.
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

/// Returns the value of a function, made from the values of its two parts.
fn value<V: Value>(made: Made, [heads, rests]: [&Table<V>; 2]) -> Option<V> {
    // With `opt-level = "s"`, `map` of an array is a call, here for every value of every table.
    let (head, rest) = (usize::from(made.head), usize::from(made.rest));
    let (x, y) = (heads.values[head].as_ref()?, rests.values[rest].as_ref()?);
    made.form.value(x, y, || heads.inverses()[head].clone(), || rests.inverses()[rest].clone())
}

/// The cards of a table, from the lowest up, padded with the largest number.
pub(super) type Key = [u64; MAX_LISTED_CARDS];

/// A function that returns the table of some cards: a kept table, or else a new table.
pub(super) type Tables<'t, V> = dyn Fn(Key, &mut dyn FnMut() -> Table<V>) -> Arc<Table<V>> + 't;

/// The tables of earlier hands, by their cards.
#[derive(Debug, Default)]
pub(super) struct Shared(RwLock<Kept>);

#[derive(Debug, Default)]
struct Kept {
    tables: HashMap<Key, Arc<Table<Residue>>>,
    functions: usize,
}

/// The maximum number of functions in kept tables, which then take less than a hundred megabytes.
/// For 13 different cards, all parts of up to four cards have some 1,600,000 functions.
const MAX_KEPT: usize = 2_500_000;

impl Shared {
    /// Returns the kept table of these cards. If there is none, calls `make`, and keeps the new
    /// table.
    pub(super) fn get(
        &self,
        cards: Key,
        make: &mut dyn FnMut() -> Table<Residue>,
    ) -> Arc<Table<Residue>> {
        // Only complete tables are inserted, so the map is valid even after a panic of another
        // thread.
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = kept.tables.get(&cards) {
            return Arc::clone(table);
        }
        drop(kept);
        let table = Arc::new(make());
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.functions + table.values().len() > MAX_KEPT {
            *kept = Kept::default();
        }
        kept.functions += table.values().len();
        // If two threads made this table at once, either of the two will do.
        kept.tables.insert(cards, Arc::clone(&table));
        table
    }
}
