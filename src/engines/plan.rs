//! The orders of the cards that fill the templates of a set. Hands with the same pattern of equal
//! cards, such as 3 3 8 9 and 5 5 1 7, share these orders, which are computed only once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use itertools::Itertools;

use crate::algebra::Symmetries;
use crate::bit_set::{self, BitSet};
use crate::cards::Hand;
use crate::templates::{Digit, Template, TemplateSet};

/// The number of orders that are evaluated at once. A larger number would waste work on hands with
/// few orders, and a smaller number would be slower.
pub(super) const LANES: usize = 8;

/// The plans of the hands so far.
#[derive(Debug)]
pub(super) struct Plans<'a> {
    pub(super) set: &'a TemplateSet,
    kept: Mutex<HashMap<Key, Arc<Plan>>>,
}

/// The properties of a hand that decide its plan: the ranks of its cards and, if templates join
/// digits, the cards that are digits.
type Key = (Vec<usize>, Vec<Option<Digit>>);

impl<'a> Plans<'a> {
    /// Makes plans for the templates of `set`.
    pub(super) fn new(set: &'a TemplateSet) -> Self {
        Self { set, kept: Mutex::default() }
    }

    /// Returns the plan for `hand`. The engine must not refuse the hand, because such a hand may
    /// have too many orders.
    pub(super) fn of(&self, hand: &Hand) -> Arc<Plan> {
        let digits = || hand.iter().map(|card| Digit::of(card.value())).collect();
        let key = (hand.ranks().to_vec(), if self.set.has_joins { digits() } else { Vec::new() });
        // Only complete plans are inserted, so the map is valid even after a panic of another
        // thread.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kept.entry(key).or_insert_with(|| Arc::new(Plan::new(self.set, hand))))
    }
}

/// The work that hands with the same plan share.
#[derive(Debug)]
pub(super) struct Plan {
    /// The orders of the cards.
    pub(super) orders: Vec<Vec<usize>>,
    /// The same orders in blocks of [`LANES`] orders. A block has, for each slot, the card that
    /// each order puts there. The last order is repeated to fill the last block.
    pub(super) blocks: Vec<Vec<[usize; LANES]>>,
    /// Sets of orders; the first is empty.
    sets: Vec<BitSet>,
    /// For each template, the index in `sets` of the orders that fill it.
    chosen: Vec<usize>,
    /// The number of fillings, which are pairs of a template and an order that fills it.
    pub(super) fillings: u64,
}

impl Plan {
    fn new(set: &TemplateSet, hand: &Hand) -> Self {
        let (orders, cards) = (hand.orders(), hand.cards().len());
        let in_slot = |block: &[Vec<usize>], slot: usize| {
            std::array::from_fn(|lane| block[lane.min(block.len() - 1)][slot])
        };
        let in_slots = |block| (0..cards).map(|slot| in_slot(block, slot)).collect();
        let blocks = orders.chunks(LANES).map(in_slots).collect();
        let in_ranks = |order: &Vec<usize>| order.iter().map(|&it| hand.ranks()[it]).collect_vec();
        let ranks = orders.iter().map(in_ranks).collect_vec();
        let mut sets = vec![BitSet::with_capacity(orders.len())];
        // Most templates have the same symmetries as an earlier template, and so the same orders.
        let mut known: Vec<(Option<&Symmetries>, usize)> = Vec::new();
        let choose = |(index, template): (usize, &Template)| {
            if template.slots() != cards {
                return 0;
            }
            let (symmetries, place) = (set.symmetries(index), sets.len());
            if !template.has_joins() {
                if let Some(&(_, place)) = known.iter().find(|(it, _)| *it == symmetries) {
                    return place;
                }
                known.push((symmetries, place));
            }
            let is_first = |order: &usize| symmetries.is_none_or(|it| it.is_first(&ranks[*order]));
            let is_filled = |order: &usize| template.can_join(&orders[*order], hand);
            let chosen = (0..orders.len()).filter(is_first).filter(is_filled);
            sets.push(bit_set::of(orders.len(), chosen));
            place
        };
        let chosen = set.iter().enumerate().map(choose).collect_vec();
        let mut plan = Self { orders, blocks, sets, chosen, fillings: 0 };
        plan.fillings = plan.fillings_before(plan.chosen.len());
        plan
    }

    /// Whether the order with index `order` fills the template with index `template`.
    pub(super) fn has(&self, template: usize, order: usize) -> bool {
        order < self.orders.len() && self.sets[self.chosen[template]].contains(order)
    }

    /// Returns the indices of the orders that fill the template with index `template`.
    pub(super) fn chosen(&self, template: usize) -> impl Iterator<Item = usize> + '_ {
        self.sets[self.chosen[template]].ones()
    }

    /// Returns the number of fillings, counted template by template, up to and including the
    /// filling of `template` with `order`.
    pub(super) fn fillings_until(&self, template: usize, order: usize) -> u64 {
        let of_it = self.chosen(template).take_while(|&it| it <= order).count();
        self.fillings_before(template) + of_it as u64
    }

    /// Returns the number of fillings of all templates before the index `template`.
    fn fillings_before(&self, template: usize) -> u64 {
        let sizes = self.sets.iter().map(|it| it.count_ones(..) as u64).collect_vec();
        self.chosen[..template].iter().map(|&set| sizes[set]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::SetName;

    #[test]
    fn all_hands_with_the_same_pattern_of_equal_cards_share_one_plan() {
        let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        let plans = Plans::new(&set);
        let [one, other, pairs] =
            [[3, 3, 8, 9], [5, 5, 1, 7], [3, 3, 8, 8]].map(|hand| plans.of(&Hand::from(hand)));
        assert!(Arc::ptr_eq(&one, &other) && !Arc::ptr_eq(&one, &pairs));
        assert_eq!(plans.kept.lock().expect("nothing panicked").len(), 2);
        assert_eq!((pairs.fillings, pairs.fillings_until(0, 0)), (371, 1));
    }
}
