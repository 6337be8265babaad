//! The parts of a hand, equal cards not told apart.

use std::sync::{Arc, OnceLock};

use super::groups::{Cards, Groups};
use super::shape::{MAX_LISTED_CARDS, Shape};
use super::table::Table;
use super::tables::{Key, Tables};
use super::value::Value;

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
    pub(super) fn new(cards: &[u64], values: &[V], kept: &dyn Tables<V>) -> Self {
        let plan = Plan::of(Groups::new(cards));
        let mut tables: Vec<Option<Arc<Table<V>>>> = Vec::with_capacity(plan.parts.len());
        // Parts of a part have smaller bits.
        for (part, planned) in plan.parts.iter().enumerate() {
            let table = match planned {
                Some(PlannedPart::Listed(shape)) => {
                    Some(kept.get(key(cards, part), &mut || make(shape, part, values, &tables)))
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
        let undefined = |table: &Arc<Table<V>>| table.undefined();
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
