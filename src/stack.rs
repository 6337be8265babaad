//! Stack space for recursion over trees that are as deep as a text is long.

/// The stack that one level of a tree may use.
const LEVEL: usize = 128 << 10;

/// The stack that is added if less than a level is left.
const MORE: usize = 2 << 20;

/// Does `work`, one level of a recursion, with enough stack.
#[inline]
pub(crate) fn for_level<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, MORE, work)
}

/// The stack for pest's own work on the rules of a grammar: enough for the longest.
const GRAMMAR: usize = 64 << 20;

/// Does `work` on all rules of a grammar, with enough stack for pest's own recursion.
pub(crate) fn for_grammar<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(GRAMMAR, GRAMMAR, work)
}
