//! The stack for what goes into trees that are as deep as a text is long.

/// What a level of a tree may take.
const LEVEL: usize = 128 << 10;

/// What is added where less than that is left.
const MORE: usize = 2 << 20;

/// Does `work`, one level of something that calls itself, with enough stack.
#[inline]
pub(crate) fn for_level<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, MORE, work)
}

/// What pest's own work on the rules of a grammar may take: enough for the longest.
const GRAMMAR: usize = 64 << 20;

/// Does `work` on all rules of a grammar, with enough stack for what calls itself
/// in pest.
pub(crate) fn for_grammar<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(GRAMMAR, GRAMMAR, work)
}
