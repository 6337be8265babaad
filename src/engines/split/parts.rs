//! The parts of a hand, equal cards not told apart.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use foldhash::HashMap;

use super::canonical::Form;
use super::shape::{Cards, Groups, MAX_LISTED_CARDS, Made, Shape};
use super::value::Value;
use crate::number::Residue;

/// The most cards of a hand: of more, both parts of a split can be too large
/// for a table.
pub(super) const MAX_CARDS: usize = 2 * MAX_LISTED_CARDS + 1;

/// The parts of all hands whose cards are equal in the same way.
#[derive(Debug)]
pub(super) struct Plan {
    /// By their bits; `None` where not the first ones of equal cards are taken.
    parts: Vec<Option<PlannedPart>>,
}

/// Some of the cards of a hand.
#[derive(Debug)]
pub(super) enum PlannedPart {
    /// With a table of all their functions.
    Listed(&'static Shape),
    /// Too many for one: the ways to part them in two, the first part with the
    /// lowest card.
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
        // The functions of the whole hand are not listed, but for a single card.
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
        // None of the cards is no part.
        let parts = std::iter::once(None).chain((1..=groups.all()).map(plan)).collect();
        Self { parts }
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
    /// Whether the first slot of the table is empty: then no function has this value.
    #[inline]
    pub(super) fn lacks(&self, value: &V) -> bool {
        matches!(self.functions, Functions::Listed(table) if table.slots[table.slot(value)] == 0)
    }
}

/// The functions of some of the cards of a hand.
#[derive(Debug)]
pub(super) enum Functions<'p, V> {
    Listed(&'p Table<V>),
    /// To be made of those of these splits.
    Split(&'p [[Cards; 2]]),
}

/// The parts of a hand, and the hand itself.
#[derive(Debug)]
pub(super) struct Parts<V> {
    plan: &'static Plan,
    /// By the bits of their cards; `None` where they have no table.
    tables: Vec<Option<Arc<Table<V>>>>,
}

impl<V: Value> Parts<V> {
    /// The parts of a hand of at least one card, given from the lowest up by
    /// numbers and values.
    pub(super) fn new(cards: &[u64], values: &[V], kept: &Tables<'_, V>) -> Self {
        let plan = Plan::of(Groups::new(cards));
        let mut tables: Vec<Option<Arc<Table<V>>>> = Vec::with_capacity(plan.parts.len());
        // Parts of a part have smaller bits.
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

    /// The part with all cards.
    pub(super) fn whole(&self) -> Part<'_, V> {
        self.get(self.tables.len() - 1)
    }

    /// The number of functions among these that divide by zero.
    pub(super) fn undefined(&self) -> usize {
        let undefined = |table: &Arc<Table<V>>| table.undefined;
        self.tables.iter().flatten().map(undefined).sum()
    }

    /// The number of functions that are listed.
    pub(super) fn listed(&self) -> usize {
        self.tables.iter().flatten().map(|table| table.values().len()).sum()
    }
}

/// The cards of a part that has a table.
fn key(cards: &[u64], part: Cards) -> Key {
    let mut key = [u64::MAX; MAX_LISTED_CARDS];
    let taken = (0..cards.len()).filter(|place| part >> place & 1 == 1);
    for (room, place) in key.iter_mut().zip(taken) {
        *room = cards[place];
    }
    key
}

/// The table of a part, of those of its parts.
fn make<V: Value>(
    shape: &'static Shape,
    part: Cards,
    values: &[V],
    tables: &[Option<Arc<Table<V>>>],
) -> Table<V> {
    if part.is_power_of_two() {
        return Table::of_card(shape, values[part.trailing_zeros() as usize].clone());
    }
    let split = |split: [Cards; 2]| {
        split.map(|some| Arc::clone(table(tables, super::shape::spread(some, part))))
    };
    Table::of_splits(shape, &shape.splits().map(split).collect::<Vec<_>>())
}

fn table<V>(tables: &[Option<Arc<Table<V>>>], part: Cards) -> &Arc<Table<V>> {
    tables[part].as_ref().expect("parts of a part with a table have one, and come before it")
}

/// The functions of some cards with their values.
#[derive(Debug)]
pub(super) struct Table<V> {
    pub(super) shape: &'static Shape,
    /// For each function; `None` where it divides by zero.
    values: Vec<Option<V>>,
    /// For each of them one over it. Most tables are only looked into, and do
    /// without.
    inverses: OnceLock<Vec<Option<V>>>,
    /// One more than the place of a function, where its value leads; or, if
    /// another is there, behind that. At most a quarter is taken.
    slots: Vec<u16>,
    /// How many of them divide by zero.
    pub(super) undefined: usize,
}

impl<V: Value> Table<V> {
    /// The table of a single card.
    pub(super) fn of_card(shape: &'static Shape, value: V) -> Self {
        Self::new(shape, vec![Some(value)])
    }

    /// The table of more cards, of the tables of the parts of each split.
    pub(super) fn of_splits(shape: &'static Shape, splits: &[[Arc<Self>; 2]]) -> Self {
        let functions = shape.functions.iter();
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

/// The cards of a table, from the lowest up, and as many more of the largest
/// number as there is room.
pub(super) type Key = [u64; MAX_LISTED_CARDS];

/// Where the table of some cards comes from: it is kept, or made.
pub(super) type Tables<'t, V> = dyn Fn(Key, &mut dyn FnMut() -> Table<V>) -> Arc<Table<V>> + 't;

/// The tables of the hands so far, by their cards.
#[derive(Debug, Default)]
pub(super) struct Shared(RwLock<Kept>);

#[derive(Debug, Default)]
struct Kept {
    tables: HashMap<Key, Arc<Table<Residue>>>,
    functions: usize,
}

/// How many functions are kept, in less than a hundred megabytes: those of all
/// parts of up to four of 13 different cards are some 1,600,000.
const MAX_KEPT: usize = 2_500_000;

impl Shared {
    /// The table of some cards, which `make` makes where it is not kept.
    pub(super) fn get(
        &self,
        cards: Key,
        make: &mut dyn FnMut() -> Table<Residue>,
    ) -> Arc<Table<Residue>> {
        // A table is kept whole, so a thread that panicked left nothing half done.
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
        // Where two threads made it at once, either will do.
        kept.tables.insert(cards, Arc::clone(&table));
        table
    }
}
