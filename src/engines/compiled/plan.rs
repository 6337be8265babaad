//! The orders that the templates of a set are evaluated for.

use itertools::Itertools;

use super::lanes::LANES;
use crate::bit_set::BitSet;
use crate::cards::Hand;
use crate::templates::{Digit, Template, TemplateSet};

/// What hands have in common that have the same plan: their ranks, and where digits
/// are joined which of the cards are digits.
pub(super) type PlanKey = (Vec<usize>, Vec<Option<Digit>>);

/// What tells hands apart that have the same plan.
pub(super) fn key(set: &TemplateSet, hand: &Hand) -> PlanKey {
    let digits = || hand.cards().iter().map(|card| Digit::of(card.value())).collect();
    (hand.ranks().to_vec(), if set.has_joins() { digits() } else { Vec::new() })
}

/// The work that hands with the same [`key`] share.
#[derive(Debug)]
pub(super) struct Plan {
    /// The orders of the cards.
    pub(super) orders: Vec<Vec<usize>>,
    /// The same, as many at once as there are lanes: for each slot the cards in
    /// it. The last order is repeated to fill the last block.
    pub(super) blocks: Vec<Vec<[usize; LANES]>>,
    /// For each template of the set, which orders it is evaluated for.
    chosen: Vec<BitSet>,
    /// How many evaluations these are.
    pub(super) evaluations: u64,
}

impl Plan {
    /// The plan for `hand`.
    pub(super) fn new(set: &TemplateSet, hand: &Hand) -> Self {
        let orders = hand.orders();
        let in_slot = |block: &[Vec<usize>], slot: usize| {
            std::array::from_fn(|lane| block[lane.min(block.len() - 1)][slot])
        };
        let blocks = orders
            .chunks(LANES)
            .map(|block| (0..hand.cards().len()).map(|slot| in_slot(block, slot)).collect())
            .collect();
        let ranks = orders
            .iter()
            .map(|order| order.iter().map(|&card| hand.ranks()[card]).collect_vec())
            .collect_vec();
        let choose = |(index, template): (usize, &Template)| {
            if template.slots() != hand.cards().len() {
                return BitSet::new(0);
            }
            let symmetries = set.symmetries(index);
            let is_first = |order: &usize| symmetries.is_none_or(|it| it.is_first(&ranks[*order]));
            let is_filled = |order: &usize| template.can_join(&orders[*order], hand);
            BitSet::of(orders.len(), (0..orders.len()).filter(is_first).filter(is_filled))
        };
        let chosen = set.iter().enumerate().map(choose).collect_vec();
        Self { evaluations: count(&chosen), chosen, blocks, orders }
    }

    /// Whether the template at this place of the set is evaluated for this order.
    pub(super) fn has(&self, template: usize, order: usize) -> bool {
        order < self.orders.len() && self.chosen[template].contains(order)
    }

    /// The orders that the template at this place of the set is evaluated for.
    pub(super) fn chosen(&self, template: usize) -> impl Iterator<Item = usize> + '_ {
        self.chosen[template].iter()
    }

    /// How many evaluations there are up to the one of this template for this
    /// order.
    pub(super) fn evaluations_until(&self, template: usize, order: usize) -> u64 {
        let of_it = self.chosen(template).take_while(|&it| it <= order).count();
        count(&self.chosen[..template]) + of_it as u64
    }
}

/// How many orders there are in all.
fn count(chosen: &[BitSet]) -> u64 {
    chosen.iter().map(|orders| orders.len() as u64).sum()
}
