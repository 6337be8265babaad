//! In how many ways templates are filled with a hand, counted before it is done.

use super::TemplateSet;
use crate::cards::Hand;

impl TemplateSet {
    /// In how many ways each template with a slot for every card of `hand` is filled with
    /// its cards, with the template's place in the set. It may be some more than are: equal
    /// cards and what is symmetric in a template are not looked at together.
    pub fn fillings(&self, hand: &Hand) -> impl Iterator<Item = (usize, u64)> {
        let cards = hand.cards().len();
        let ranks = hand.ranks();
        // How many cards up to this one are equal to it.
        let equal =
            |card: usize| ranks[..=card].iter().filter(|it| **it == ranks[card]).count() as u64;
        let orders = product(1..=cards as u64);
        let different = orders / product((0..cards).map(equal));
        let of_template = move |(index, _)| {
            let alike = self.symmetries(index).map_or(1, |it| it.count() as u64);
            (index, different.min(orders / alike))
        };
        self.iter().enumerate().filter(move |(_, it)| it.slots() == cards).map(of_template)
    }
}

/// The product of `factors`, or the largest number where it is larger.
fn product(factors: impl Iterator<Item = u64>) -> u64 {
    factors.fold(1, u64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammars::Grammar;
    use crate::templates::SetName;

    #[test]
    fn as_many_are_counted_as_are_filled_or_some_more() {
        let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        let fillings = |hand: [u32; 4]| -> u64 {
            set.fillings(&Hand::from(hand)).map(|(_, fillings)| fillings).sum()
        };
        assert_eq!(fillings([1, 2, 3, 4]), 1170);
        // 371 are.
        assert!((371..600).contains(&fillings([3, 3, 8, 8])));
        assert_eq!(fillings([1, 1, 1, 1]), 93);
        assert_eq!(set.fillings(&Hand::from([1, 2, 3])).count(), 0);
    }
}
