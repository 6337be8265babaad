//! The hands that templates share.

use std::cmp::Reverse;

use itertools::Itertools;

use crate::bit_set::BitSet;

/// Of how many templates it is said how many hands any two share.
const COMMONEST: usize = 12;

/// The templates that solve most hands, and how many hands any two of them both solve;
/// `solved` has the numbers of the hands, below `hands`, that each template solves.
pub(super) fn shared(solved: &[Vec<usize>], hands: u64) -> (Vec<usize>, Vec<Vec<usize>>) {
    let size = usize::try_from(hands).expect("the hands were counted one by one");
    let live = (0..solved.len()).filter(|&template| !solved[template].is_empty());
    let by_hands = live.sorted_by_key(|&template| Reverse(solved[template].len()));
    let commonest = by_hands.take(COMMONEST).collect_vec();
    let sets = commonest.iter().map(|&it| BitSet::of(size, solved[it].iter().copied()));
    let sets = sets.collect_vec();
    let row = |one: &BitSet| sets.iter().map(|other| one.len_within(other)).collect();
    (commonest, sets.iter().map(row).collect())
}
