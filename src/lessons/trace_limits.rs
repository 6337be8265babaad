//! Limits on the size of a trace.
//!
//! An ambiguous prefix that is tried twice doubles the work with every pair of
//! brackets, so that a text of one line can take hours. Counting is what can
//! always be asked for instead: [`TraceStats`](super::TraceStats) keeps nothing
//! and has no limit but the first.

pub use crate::tracer::MAX_STEPS;

/// How many calls of rules a [`Recording`](super::Recording) may have: 220 MB,
/// and some minutes of a terminal to print them.
pub const MAX_CALLS: usize = 5_000_000;

/// How many events a [`Recording`](super::Recording) keeps: some 40 MB with
/// their calls, so that the state at any of them is found within milliseconds.
pub const MAX_EVENTS: usize = 1_000_000;

/// How many events a page may have in all: some 5 MB, and a slider that still
/// moves at once.
pub const MAX_PAGE_EVENTS: usize = 200_000;

/// How many states of a trace or an evaluation are printed where there is no
/// terminal: some megabytes.
pub const MAX_PRINTED_STATES: usize = 10_000;
