//! Sets of small numbers, stored as one bit for each number.

pub(crate) use fixedbitset::FixedBitSet as BitSet;

/// Makes the set of `members`, all below `size`. Sets are equal only if they have the same size.
pub(crate) fn of(size: usize, members: impl IntoIterator<Item = usize>) -> BitSet {
    let mut set = BitSet::with_capacity(size);
    set.extend(members);
    set
}

/// Whether all members of `set` that are in `mask` are also in `other`.
pub(crate) fn is_subset_within(set: &BitSet, other: &BitSet, mask: &BitSet) -> bool {
    let words = set.as_slice().iter().zip(other.as_slice()).zip(mask.as_slice());
    words.into_iter().all(|((word, other), mask)| word & !other & mask == 0)
}
