//! Stack space for recursion over deep trees: the tree of a long text can have as many levels as
//! the text has characters.

/// The stack space, in bytes, that one level of a tree may use.
const LEVEL: usize = 128 << 10;

/// The stack space to add if there is not enough left for one level.
const MORE: usize = 2 << 20;

/// Runs `work`, one level of a recursion, with enough stack.
#[inline]
pub(crate) fn for_level<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, MORE, work)
}

/// The stack space for pest's own recursion over the rules of a grammar: enough for the longest
/// grammar.
const GRAMMAR: usize = 64 << 20;

/// Runs `work` on all rules of a grammar, with enough stack for pest's own recursion.
pub(crate) fn for_grammar<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(GRAMMAR, GRAMMAR, work)
}
