//! Sets of the cards of a hand, where equal cards are not told apart.

/// Some of the cards of a hand, as bits of their places from the lowest up. Of
/// equal cards the first ones are taken, so that equal sets have equal bits; and
/// of two sets the one with more of the highest card has the larger bits, among
/// the cards of a hand as among those of a part.
pub(super) type Cards = usize;

/// How many cards there are, and which of them are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Groups {
    size: usize,
    /// The bits of those that are equal to the one before.
    repeated: Cards,
}

impl Groups {
    /// Of cards from the lowest up.
    pub(super) fn new(cards: &[u64]) -> Self {
        let is_repeated = |place: &usize| *place > 0 && cards[*place] == cards[place - 1];
        let repeated = (0..cards.len()).filter(is_repeated).map(|place| 1 << place).sum();
        Self { size: cards.len(), repeated }
    }

    /// Of some of the cards.
    pub(super) fn part(self, part: Cards) -> Self {
        let (mut repeated, mut taken) = (0, 0);
        for place in (0..self.size).filter(|place| part >> place & 1 == 1) {
            // Of equal cards the first ones are taken, so the one before is the
            // last one taken.
            repeated |= (self.repeated >> place & 1) << taken;
            taken += 1;
        }
        Self { size: taken, repeated }
    }

    /// All cards.
    pub(super) const fn all(self) -> Cards {
        (1 << self.size) - 1
    }

    /// A number below `2^size`, another one for all that differ.
    pub(super) const fn number(self) -> usize {
        // The first card is not repeated.
        (1 << self.size | self.repeated) >> 1
    }

    /// Whether of equal cards the first ones are taken.
    pub(super) const fn has_first_ones(self, part: Cards) -> bool {
        // No repeated card without the one before.
        part & self.repeated & !(part << 1) == 0
    }

    /// As many of all equal cards, the first ones taken.
    fn first_ones(self, part: Cards) -> Cards {
        let mut part = part;
        // Gaps sink to the end of their group.
        loop {
            let sinking = part & self.repeated & !(part << 1);
            if sinking == 0 {
                return part;
            }
            part = part & !sinking | sinking >> 1;
        }
    }

    /// The ways to part some cards in two, the first part with the lowest card.
    pub(super) fn splits(self, part: Cards) -> impl Iterator<Item = [Cards; 2]> {
        let lowest = part & part.wrapping_neg();
        let others = part & !lowest;
        // The subsets of the others, all but the last.
        let subsets = std::iter::successors(Some(0), move |chosen: &Cards| {
            Some(chosen.wrapping_sub(others) & others)
        });
        let heads = subsets.take_while(move |&chosen| chosen != others).map(move |it| it | lowest);
        heads
            .filter(move |&heads| self.has_first_ones(heads))
            .map(move |heads| [heads, self.first_ones(part & !heads)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_cards_are_parted_in_every_way() {
        let groups = Groups::new(&[2, 3, 5, 7]);
        let splits: Vec<_> = groups.splits(0b1111).collect();
        assert_eq!(splits.len(), 7);
        assert!(splits.iter().all(|[heads, rests]| heads | rests == 0b1111 && heads & 1 == 1));
    }

    #[test]
    fn equal_cards_are_parted_by_their_number_alone() {
        let groups = Groups::new(&[3, 3, 8, 8]);
        let splits: Vec<_> = groups.splits(0b1111).collect();
        // 3 | 3 8 8, 3 3 | 8 8, 3 8 | 3 8, 3 3 8 | 8 and 3 8 8 | 3.
        let expected = [
            [0b0001, 0b1101],
            [0b0011, 0b1100],
            [0b0101, 0b0101],
            [0b0111, 0b0100],
            [0b1101, 0b0001],
        ];
        assert_eq!(splits, expected);
    }

    #[test]
    fn what_is_equal_in_a_part_is_known() {
        let groups = Groups::new(&[3, 3, 3, 8, 8]);
        assert_eq!(groups.part(0b01011), Groups::new(&[3, 3, 8]));
        assert_eq!(groups.part(0b11001), Groups::new(&[3, 8, 8]));
        assert_eq!(groups.all(), 0b11111);
    }

    #[test]
    fn gaps_among_equal_cards_are_closed() {
        let groups = Groups::new(&[3, 3, 3, 8, 8]);
        assert_eq!(groups.first_ones(0b10100), 0b01001);
        assert_eq!(groups.first_ones(0b10110), 0b01011);
        assert!(groups.has_first_ones(0b01011));
        assert!(!groups.has_first_ones(0b10011));
    }
}
