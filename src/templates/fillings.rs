//! In how many ways templates are filled with a hand, counted before it is done.

use super::{MAX_TEMPLATE_SLOTS, TemplateSet};
use crate::cards::Hand;

impl TemplateSet {
    /// In how many ways each template with a slot for every card of `hand` is filled with
    /// its cards, with the template's place in the set. It may be some more than are: equal
    /// cards and what is symmetric in a template are not looked at together.
    pub fn fillings(&self, hand: &Hand) -> impl Iterator<Item = (usize, u64)> {
        let cards = hand.cards().len();
        // There are no templates for more.
        let orders = (cards <= MAX_TEMPLATE_SLOTS).then(|| orders(hand));
        orders.into_iter().flat_map(move |(all, different)| {
            let of_template = move |(index, _)| {
                let alike = self.symmetries(index).map_or(1, |it| it.count() as u64);
                (index, different.min(all / alike))
            };
            self.iter().enumerate().filter(move |(_, it)| it.slots() == cards).map(of_template)
        })
    }

    /// In how many ways they are filled together, counted as [`fillings`](Self::fillings).
    pub fn count_of_fillings(&self, hand: &Hand) -> u64 {
        self.fillings(hand).map(|(_, fillings)| fillings).sum()
    }
}

/// How many orders of the cards there are, and how many of them are different.
fn orders(hand: &Hand) -> (u64, u64) {
    let ranks = hand.ranks();
    let with_one_more = |(all, different): (u64, u64), card: usize| {
        let number = card as u64 + 1;
        let equal = ranks[..=card].iter().filter(|it| **it == ranks[card]).count() as u64;
        (all * number, different * number / equal)
    };
    (0..ranks.len()).fold((1, 1), with_one_more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::SetName;

    #[test]
    fn as_many_are_counted_as_are_filled_or_some_more() {
        let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        let fillings = |hand: [u32; 4]| set.count_of_fillings(&Hand::from(hand));
        assert_eq!(fillings([1, 2, 3, 4]), 1170);
        // 371 are.
        assert!((371..600).contains(&fillings([3, 3, 8, 8])));
        assert_eq!(fillings([1, 1, 1, 1]), 93);
        assert_eq!(set.fillings(&Hand::from([1, 2, 3])).count(), 0);
        assert_eq!(set.fillings(&Hand::from([1; 30])).count(), 0);
    }
}
