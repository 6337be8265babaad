//! A survey of a deck: the number of solutions of each hand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::SolveError;
use super::solve::{finds_none_twice, solve_until_refused};
use crate::algebra::{Closure, Equivalence, EquivalenceClasses};
use crate::{Deck, Effort, Engine, Hand, Rational};

/// Counts the distinct solutions of hands.
///
/// # Examples
///
/// ```
/// use bracket24::reports::Counter;
/// use bracket24::{Equivalence, Hand, Split};
///
/// let target = 24.into();
/// let engine = Split::new();
/// let counter = Counter::new(&engine, &target, Equivalence::Function);
/// assert_eq!(counter.count(&Hand::from([3, 3, 8, 8]))?.0, 1);
/// assert_eq!(counter.count(&Hand::from([1, 1, 1, 1]))?.0, 0);
/// # Ok::<(), bracket24::reports::SolveError>(())
/// ```
#[derive(Debug)]
pub struct Counter<'a> {
    engine: &'a dyn Engine,
    target: &'a Rational,
    distinct: Equivalence,
}

impl<'a> Counter<'a> {
    /// Makes a counter for the solutions of `engine`.
    pub fn new(engine: &'a dyn Engine, target: &'a Rational, distinct: Equivalence) -> Self {
        Self { engine, target, distinct }
    }

    /// Returns how many distinct solutions `hand` has, and the work done.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine or the level of equivalence does not support this many
    /// cards, or the level does not support a solution.
    pub fn count(&self, hand: &Hand) -> Result<(u64, Effort), SolveError> {
        self.distinct.check(hand.cards().len())?;
        let Self { engine, target, distinct } = *self;
        if finds_none_twice(engine, distinct, hand) {
            return Ok(engine.count(hand, target)?);
        }
        let mut classes = EquivalenceClasses::new(distinct);
        if !distinct.compares_functions() {
            let effort = solve_until_refused(engine, hand, target, |it| classes.add(&it))?;
            return Ok((classes.count() as u64, effort));
        }
        let mut expressions = Vec::new();
        let effort = engine.expressions(hand, target, &mut |expression| {
            expressions.push(expression);
            ControlFlow::Continue(())
        })?;
        let is_listed = distinct == Equivalence::FourNums && engine.finds_each_function_once();
        let count = match expressions.len() {
            // A single solution has no duplicates.
            few @ 0..=1 => few,
            _ if is_listed => Closure::count_classes(&expressions),
            _ => {
                for expression in expressions {
                    classes.add_expression(expression)?;
                }
                classes.count()
            }
        };
        Ok((count as u64, effort))
    }
}

/// A hand and the number of its solutions.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandCount {
    /// The hand.
    pub hand: Hand,
    /// The number of its distinct solutions.
    pub solutions: u64,
}

/// The statistics of the hands of a deck, or of a part of it. Hands are added in the order of the
/// deck.
///
/// # Examples
///
/// ```
/// use bracket24::reports::{Counter, Survey};
/// use bracket24::{Deck, Equivalence, Hand, Rational, Split};
///
/// let target = Rational::from(24);
/// let engine = Split::new();
/// let counter = Counter::new(&engine, &target, Equivalence::Function);
/// let mut survey = Survey::default();
/// for hand in Deck::new(1..=6, 4, false)?.hands() {
///     let (solutions, effort) = counter.count(&hand)?;
///     survey.add(hand, solutions, effort);
/// }
/// assert_eq!((survey.hands, survey.solvable, survey.solutions), (126, 105, 354));
/// let most = survey.most.expect("a hand has a solution");
/// assert_eq!((most.hand, most.solutions), (Hand::from([1, 2, 6, 6]), 12));
/// assert_eq!(survey.histogram[&1], survey.single);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// The number of hands.
    pub hands: u64,
    /// The number of hands that have a solution.
    pub solvable: u64,
    /// The number of distinct solutions of all hands together.
    pub solutions: u64,
    /// The number of hands that have a single solution.
    pub single: u64,
    /// The first hand with the most solutions; `None` if no hand has a solution.
    pub most: Option<HandCount>,
    /// Whether the run was stopped early.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub partial: bool,
    /// The number of hands for each number of solutions, serialized as a list of pairs.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::pairs"))]
    pub histogram: BTreeMap<u64, u64>,
    /// The work done.
    pub effort: Effort,
}

impl Survey {
    /// Adds a hand with `solutions` solutions.
    pub fn add(&mut self, hand: Hand, solutions: u64, effort: Effort) {
        self.add_alike(hand, 1, solutions, effort);
    }

    /// Adds `hands` hands with the same cards as `hand`, each with the same result and work.
    pub fn add_alike(&mut self, hand: Hand, hands: u64, solutions: u64, effort: Effort) {
        let is_solvable = u64::from(solutions > 0);
        self.append(Self {
            hands,
            solvable: hands * is_solvable,
            solutions: hands * solutions,
            single: hands * u64::from(solutions == 1),
            most: (hands * is_solvable > 0).then_some(HandCount { hand, solutions }),
            partial: false,
            histogram: BTreeMap::from([(solutions, hands)]),
            effort: effort * hands,
        });
    }

    /// Makes the survey of consecutive hands of `deck`, starting with the hand numbered `first`.
    /// `counts` has the number of solutions of each hand, from a [`DeckJoin`](crate::DeckJoin).
    ///
    /// # Panics
    ///
    /// May panic if the deck has fewer hands than `first` and `counts` together.
    pub fn of_counts(deck: &Deck, first: u64, counts: &[u32], effort: Effort) -> Self {
        // Filling a map for millions of hands would take longer than counting their solutions.
        let most = counts.iter().max().map_or(0, |&most| most as usize + 1);
        // For each number of solutions, how many hands have it, and the first of them.
        let mut tally = vec![(0, 0); most];
        for (number, &solutions) in (first..).zip(counts) {
            let (hands, earliest) = &mut tally[solutions as usize];
            if *hands == 0 {
                *earliest = number;
            }
            *hands += 1;
        }
        let mut survey = Self { effort, ..Self::default() };
        for (solutions, (hands, number)) in (0..).zip(tally).filter(|(_, it)| it.0 > 0) {
            let hand = deck.range(number..number + 1).next().expect("it is in the deck");
            survey.add_alike(hand, hands, solutions, Effort::default());
        }
        survey
    }

    /// Adds the survey of the next hands in the deck.
    pub fn append(&mut self, next: Self) {
        self.hands += next.hands;
        self.solvable += next.solvable;
        self.solutions += next.solutions;
        self.single += next.single;
        let record = self.most.as_ref().map_or(0, |most| most.solutions);
        if next.most.as_ref().is_some_and(|most| most.solutions > record) {
            self.most = next.most;
        }
        self.partial |= next.partial;
        for (solutions, hands) in next.histogram {
            *self.histogram.entry(solutions).or_insert(0) += hands;
        }
        self.effort += next.effort;
    }
}
