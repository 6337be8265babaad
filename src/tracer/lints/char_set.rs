//! Sets of characters.

use std::ops::RangeInclusive;

/// How many ranges a set may have. No class of characters that people write
/// down needs more, and it bounds what a set costs.
const MAX_RANGES: usize = 32;

/// A set of characters, as ranges that neither overlap nor touch, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tracer) struct CharSet(Vec<RangeInclusive<u32>>);

impl CharSet {
    /// All from the first to the last.
    pub(in crate::tracer) fn range(first: char, last: char) -> Self {
        Self(if first <= last { vec![first.into()..=last.into()] } else { Vec::new() })
    }

    /// The ASCII characters that `holds` says yes to.
    pub(in crate::tracer) fn ascii(holds: impl Fn(char) -> bool) -> Self {
        let members = (0..128_u8).map(char::from).filter(|&it| holds(it));
        members.fold(Self::default(), |set, it| set.union(&Self::range(it, it)))
    }

    /// What is in one or the other.
    pub(in crate::tracer) fn union(&self, other: &Self) -> Self {
        let mut all: Vec<_> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort_unstable_by_key(|range| *range.start());
        let mut joined: Vec<RangeInclusive<u32>> = Vec::new();
        for range in all {
            match joined.last_mut() {
                Some(last) if *range.start() <= last.end() + 1 => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => joined.push(range),
            }
        }
        Self(joined)
    }

    /// The set, if it is not too large to be kept.
    pub(in crate::tracer) fn kept(self) -> Option<Self> {
        (self.0.len() <= MAX_RANGES).then_some(self)
    }

    /// Whether nothing is in it.
    pub(in crate::tracer) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether nothing of `other` is in it.
    pub(in crate::tracer) fn is_disjoint(&self, other: &Self) -> bool {
        let touches = |one: &RangeInclusive<u32>| {
            other.0.iter().any(|it| it.start() <= one.end() && one.start() <= it.end())
        };
        !self.0.iter().any(touches)
    }

    /// Whether all of `other` is in it.
    pub(in crate::tracer) fn holds_all(&self, other: &Self) -> bool {
        other.0.iter().all(|inner| {
            self.0.iter().any(|it| it.start() <= inner.start() && inner.end() <= it.end())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_characters_are_joined_where_they_touch_and_compared_by_their_members() {
        let set = |first, last| CharSet::range(first, last);
        let letters = set('a', 'c').union(&set('d', 'f'));
        assert_eq!(letters, set('a', 'f'), "they touch");
        assert_eq!(set('a', 'f').union(&set('b', 'c')), set('a', 'f'), "one is in the other");
        let apart = set('a', 'b').union(&set('d', 'e'));
        assert_ne!(apart, set('a', 'e'));
        assert_eq!(apart.union(&set('c', 'c')), set('a', 'e'), "the gap is filled");
        assert!(CharSet::default().is_empty() && !apart.is_empty());
        for (other, is_disjoint, is_held) in [
            (set('c', 'c'), true, false),
            (set('f', 'z'), true, false),
            (set('A', 'Z'), true, false),
            (set('b', 'c'), false, false),
            (set('c', 'd'), false, false),
            (set('e', 'f'), false, false),
            (set('a', 'e'), false, false),
            (set('d', 'e'), false, true),
            (set('a', 'a').union(&set('e', 'e')), false, true),
        ] {
            assert_eq!(apart.is_disjoint(&other), is_disjoint, "{other:?}");
            assert_eq!(other.is_disjoint(&apart), is_disjoint, "{other:?}");
            assert_eq!(apart.holds_all(&other), is_held, "{other:?}");
        }
    }
}
