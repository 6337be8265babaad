//! Sets of small numbers, stored as one bit for each number.

/// A set of numbers below a given size. Sets can be compared only if they have the same size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct BitSet(Box<[u64]>);

impl BitSet {
    /// Makes the empty set, with room for the numbers below `size`.
    pub(crate) fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)].into())
    }

    /// Makes the set of `members`, all below `size`.
    pub(crate) fn of(size: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(size);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    pub(crate) fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub(crate) fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    pub(crate) fn remove_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    pub(crate) fn insert_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Counts the members that are also in `other`.
    pub(crate) fn len_within(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }

    /// Whether any member is also in `other`.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    /// Whether all members that are in `mask` are also in `other`.
    pub(crate) fn is_subset(&self, other: &Self, mask: &Self) -> bool {
        let words = self.0.iter().zip(&other.0).zip(&mask.0);
        words.into_iter().all(|((word, other), mask)| word & !other & mask == 0)
    }

    /// Returns the smallest member.
    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Iterates over the members in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        Self::members(self.0.iter().copied())
    }

    /// Iterates over the members that are also in `other`, in order.
    pub(crate) fn iter_within<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        Self::members(self.0.iter().zip(&other.0).map(|(word, other)| word & other))
    }

    fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
        words.enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * index + bit)
            })
        })
    }
}
