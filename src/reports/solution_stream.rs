//! The solutions of a hand, one by one: for hands that have too many to be held.

use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;

use super::solve::finds_none_twice;
use super::{Found, SolveError};
use crate::algebra::Equivalence;
use crate::cards::Hand;
use crate::engines::{Effort, Engine};
use crate::grammars::Grammar;
use crate::number::Rational;

/// The different solutions of a hand, none of which is held: a hand of eight has
/// hundreds of thousands.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::reports::SolutionStream;
/// use bracket24::{Equivalence, Hand, Split};
///
/// let engine = Split::new();
/// let hand: Hand = (1..=8).collect();
/// let stream = SolutionStream::new(hand, 24.into(), &engine, Equivalence::Function).unwrap();
/// let mut texts = Vec::new();
/// stream.each(&mut |found| {
///     texts.push(found.solution.text().to_owned());
///     if texts.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(texts.len(), 2);
/// # Ok::<(), bracket24::reports::SolveError>(())
/// ```
pub struct SolutionStream<'e> {
    /// The hand.
    pub hand: Hand,
    /// The target.
    pub target: Rational,
    engine: &'e dyn Engine,
    found: Cell<u64>,
}

impl fmt::Debug for SolutionStream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hand, target, .. } = self;
        f.debug_struct("SolutionStream")
            .field("hand", hand)
            .field("target", target)
            .finish_non_exhaustive()
    }
}

impl<'e> SolutionStream<'e> {
    /// The most cards of hands whose solutions may be held; see
    /// [`SolveReport`](super::SolveReport). A hand of seven has some ten thousand,
    /// or with a zero and the target zero a million.
    pub const MAX_HELD: usize = 7;

    /// The solutions that are different at the level `distinct`; `None` where
    /// they have to be held against each other for that.
    pub fn new(
        hand: Hand,
        target: Rational,
        engine: &'e dyn Engine,
        distinct: Equivalence,
    ) -> Option<Self> {
        let is_search = engine.templates().is_none();
        let found = Cell::new(0);
        let can_do = distinct.check(hand.cards().len()).is_ok();
        let all_differ = is_search && can_do && finds_none_twice(engine, distinct, &hand);
        all_differ.then_some(Self { hand, target, engine, found })
    }

    /// Hands every solution to `each` until it breaks off, and says what had to be
    /// done for it.
    ///
    /// # Errors
    ///
    /// Where the engine does not do so many cards.
    pub fn each(
        &self,
        each: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> Result<Effort, SolveError> {
        let Self { hand, target, engine, found: count } = self;
        // A search goes through expressions of ordinary arithmetic.
        let found = |solution| Found::new(solution, &Grammar::Left, target);
        Ok(engine.solve(hand, target, &mut |solution| {
            count.set(count.get() + 1);
            each(found(solution))
        })?)
    }

    /// How many solutions were found so far.
    pub const fn found(&self) -> u64 {
        self.found.get()
    }
}
