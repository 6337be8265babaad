//! Tables that are made once for all hands that share them.

use std::sync::{Arc, PoisonError, RwLock};

use foldhash::{HashMap, HashMapExt};

use super::shape::MAX_LISTED_CARDS;
use super::table::Table;
use super::value::Value;

/// The cards of a table, from the lowest up, and as many more of the largest
/// number as there is room.
pub(super) type Key = [u64; MAX_LISTED_CARDS];

/// Where the tables of parts come from.
pub(super) trait Tables<V> {
    /// The table of some cards, which `make` makes where it is not kept.
    fn get(&self, cards: Key, make: &mut dyn FnMut() -> Table<V>) -> Arc<Table<V>>;
}

/// Nothing is kept: each hand has its own tables.
pub(super) struct Own;

impl<V> Tables<V> for Own {
    fn get(&self, _: Key, make: &mut dyn FnMut() -> Table<V>) -> Arc<Table<V>> {
        Arc::new(make())
    }
}

/// The tables of the hands so far, by their cards.
#[derive(Debug)]
pub(super) struct Shared<V> {
    kept: RwLock<Kept<V>>,
}

#[derive(Debug)]
struct Kept<V> {
    tables: HashMap<Key, Arc<Table<V>>>,
    functions: usize,
}

/// How many functions are kept, in less than a hundred megabytes: those of all
/// parts of up to four of 13 different cards are some 1,600,000.
const MAX_KEPT: usize = 2_500_000;

impl<V> Default for Kept<V> {
    fn default() -> Self {
        Self { tables: HashMap::new(), functions: 0 }
    }
}

impl<V> Default for Shared<V> {
    fn default() -> Self {
        Self { kept: RwLock::default() }
    }
}

impl<V: Value> Tables<V> for Shared<V> {
    // A table is kept whole, so a thread that panicked left nothing half done.
    fn get(&self, cards: Key, make: &mut dyn FnMut() -> Table<V>) -> Arc<Table<V>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = kept.tables.get(&cards) {
            return Arc::clone(table);
        }
        drop(kept);
        let table = Arc::new(make());
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.functions + table.values().len() > MAX_KEPT {
            *kept = Kept::default();
        }
        kept.functions += table.values().len();
        // Where two threads made it at once, either will do.
        kept.tables.insert(cards, Arc::clone(&table));
        table
    }
}
