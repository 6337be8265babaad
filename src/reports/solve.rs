//! The solutions of a hand.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use super::why::{self, WhyStep};
use crate::algebra::{Equivalence, EquivalenceClasses, EquivalenceError};
use crate::grammars::{Grammar, Ordinary};
use crate::{Effort, Engine, Hand, Outline, Rational, Refusal, Solution, Template};

/// The options for solving a hand.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// The target.
    pub target: Rational,
    /// The level at which solutions count as the same. Only the first of several equal solutions is
    /// kept.
    pub distinct: Equivalence,
    /// Whether to keep only the first solution. The search then stops, unless later solutions may
    /// have fewer operators beyond the four.
    pub first: bool,
    /// Whether to explain why each solution that is left out equals a kept one.
    pub why: bool,
}

impl SolveOptions {
    /// Selects all solutions for `target` that are distinct functions of the cards, without
    /// explanations.
    pub fn new(target: impl Into<Rational>) -> Self {
        Self { target: target.into(), distinct: Equivalence::default(), first: false, why: false }
    }
}

/// The reason why a hand cannot be solved, or its solutions cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The engine refuses hands of this size.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The level of equivalence does not support this many cards, or one of the solutions.
    #[error(transparent)]
    Equivalence(#[from] EquivalenceError),
}

/// The distinct solutions of a hand, and the work done to find them.
///
/// # Examples
///
/// The distinct solutions and, for each one left out, the law that makes it equal to a kept one:
///
/// ```
/// use bracket24::reports::{SolveOptions, SolveReport};
/// use bracket24::{Equivalence, Grammar, Hand, SetName, Strings, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Scala, 4, &Grammar::Left);
/// let options = SolveOptions { why: true, ..SolveOptions::new(24) };
/// let report = SolveReport::new(Hand::from([5, 6, 7, 8]), &Strings::new(&set), options)?;
/// let texts: Vec<&str> = report.solutions.iter().map(|it| it.solution.text()).collect();
/// assert_eq!(texts, ["(5-(8-7))*6", "6*8/(7-5)", "(5+7)*(8-6)"]);
///
/// let left_out = &report.left_out[0];
/// assert_eq!(left_out.solution.text(), "(7-(8-5))*6");
/// assert_eq!(report.solutions[left_out.same_as].solution.text(), "(5-(8-7))*6");
/// assert_eq!(left_out.why[0].text, "(5-(8-7))*6");
/// # Ok::<(), bracket24::reports::SolveError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolveReport {
    /// The hand.
    pub hand: Hand,
    /// The grammar that parsed the filled templates.
    pub grammar: Grammar,
    /// The options with which it was solved.
    pub options: SolveOptions,
    /// The distinct solutions, in the order in which the first one of each class was found, but
    /// those with the fewest operators beyond the four first. A true one represents its class rather
    /// than a false one.
    pub solutions: Vec<Found>,
    /// The solutions that equal one in `solutions`, in the same order.
    pub left_out: Vec<LeftOut>,
    /// The number of templates to fill.
    pub templates: usize,
    /// The work done.
    pub effort: Effort,
}

/// Whether `engine` guarantees that all solutions of `hand` are distinct at `level`.
pub(super) fn finds_none_twice(engine: &dyn Engine, level: Equivalence, hand: &Hand) -> bool {
    let differ = match level {
        Equivalence::Function => true,
        // If no cards are equal, every card is a variable of its own.
        Equivalence::Symbol => hand.ranks().iter().copied().eq(0..hand.cards().len()),
        _ => false,
    };
    differ && engine.finds_no_function_twice()
}

/// Like [`Engine::solve`], but stops when `found` refuses a solution.
pub(super) fn solve_until_refused(
    engine: &dyn Engine,
    hand: &Hand,
    target: &Rational,
    mut found: impl FnMut(Solution) -> Result<(), EquivalenceError>,
) -> Result<Effort, SolveError> {
    let mut refused = Ok(());
    let effort = engine.solve(hand, target, &mut |solution| {
        refused = found(solution);
        if refused.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    refused?;
    Ok(effort)
}

/// A solution, and its value in ordinary arithmetic.
#[derive(Debug, Clone)]
pub struct Found {
    /// The solution as the grammar parsed it.
    pub solution: Solution,
    /// Its value in ordinary arithmetic, compared with the target.
    pub ordinary: Ordinary,
}

/// A solution equal to one that was kept.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The solution.
    pub solution: Solution,
    /// The index in [`SolveReport::solutions`] of the kept solution that it equals.
    pub same_as: usize,
    /// The steps that lead to the kept solution; empty unless requested.
    pub why: Vec<WhyStep>,
}

/// The grammar of the solutions of `engine`. A search makes expressions of ordinary arithmetic.
pub(super) fn grammar_of(engine: &dyn Engine) -> Grammar {
    match engine.templates() {
        Some(set) => set.grammar().clone(),
        None if engine.operators().is_of_field() => Grammar::Left,
        None => Grammar::Extended,
    }
}

impl Found {
    /// Makes a solution for `target` under `grammar`.
    pub(super) fn new(solution: Solution, grammar: &Grammar, target: &Rational) -> Self {
        Self { ordinary: Ordinary::of(solution.text(), grammar, &Ok(target.clone())), solution }
    }

    /// Whether its value is the target under its grammar, but not in ordinary arithmetic.
    pub fn is_false(&self) -> bool {
        self.ordinary != Ordinary::Same
    }
}

impl SolveReport {
    /// Solves `hand` with `engine`.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine or the level of equivalence does not support this many
    /// cards, or the level does not support a solution.
    pub fn new(hand: Hand, engine: &dyn Engine, options: SolveOptions) -> Result<Self, SolveError> {
        options.distinct.check(hand.cards().len())?;
        let mut all = Vec::new();
        // A solution with fewer operators beyond the four is preferred, and may come later.
        let stops_at_first = options.first
            && match engine.templates() {
                Some(set) => set.iter().map(Template::beyond_the_four).is_sorted(),
                None => engine.operators().is_of_field(),
            };
        let effort = engine.solve(&hand, &options.target, &mut |solution| {
            all.push(solution);
            if stops_at_first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        all.sort_by_cached_key(|solution| solution.beyond_the_four().count());
        if options.first {
            all.truncate(1);
        }
        let mut classes = EquivalenceClasses::new(options.distinct);
        let all_differ = finds_none_twice(engine, options.distinct, &hand);
        if !all_differ {
            all.iter().try_for_each(|solution| classes.add(solution))?;
        }
        let (set, grammar) = (engine.templates(), grammar_of(engine));
        let (mut solutions, mut left_out) = (Vec::new(), Vec::new());
        // The index in `solutions` of the first solution of each class, by its index in `all`.
        let mut places = HashMap::new();
        for (index, solution) in all.into_iter().enumerate() {
            let first = if all_differ { index } else { classes.first(index) };
            let mut found = Found::new(solution, &grammar, &options.target);
            if first == index {
                places.insert(index, solutions.len());
                solutions.push(found);
            } else {
                let same_as = places[&first];
                // A true solution is kept rather than a false one, whichever comes first.
                if solutions[same_as].is_false() && !found.is_false() {
                    std::mem::swap(&mut solutions[same_as], &mut found);
                }
                left_out.push(LeftOut { solution: found.solution, same_as, why: Vec::new() });
            }
        }
        if options.why {
            let mut by_class = HashMap::new();
            for LeftOut { solution, same_as, why } in &mut left_out {
                let first = &solutions[*same_as].solution;
                let same = || why::WhySame::new(options.distinct, first, &grammar);
                *why = by_class.entry(*same_as).or_insert_with(same).steps(solution);
            }
        }
        let size = hand.cards().len();
        let fits = |template: &&Template| template.slots() == size;
        let templates = set.map_or(0, |set| set.templates().iter().filter(fits).count());
        Ok(Self { hand, grammar, options, solutions, left_out, templates, effort })
    }
}

/// The distinct solutions of a hand, passed on without storing them: a hand of eight cards has
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
/// let (hand, target): (Hand, _) = ((1..=8).collect(), 24.into());
/// let stream = SolutionStream::new(&hand, &target, &engine, Equivalence::Function).unwrap();
/// let mut texts = Vec::new();
/// stream.each(&mut |outline| {
///     texts.push(outline.template.to_owned());
///     if texts.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(texts.len(), 2);
/// # Ok::<(), bracket24::reports::SolveError>(())
/// ```
#[derive(Debug)]
pub struct SolutionStream<'e> {
    /// The hand.
    pub hand: &'e Hand,
    /// The target.
    pub target: &'e Rational,
    engine: &'e dyn Engine,
    found: Cell<u64>,
}

impl<'e> SolutionStream<'e> {
    /// The maximum number of cards in a hand whose solutions may be stored; see
    /// [`SolveReport`](super::SolveReport). A hand of seven has about ten thousand solutions, or a
    /// million if it contains a zero and the target is zero.
    pub const MAX_HELD: usize = 7;

    /// Makes a stream of the solutions that are distinct at the level `distinct`. Returns `None` if
    /// each solution must be compared with all earlier ones.
    pub fn new(
        hand: &'e Hand,
        target: &'e Rational,
        engine: &'e dyn Engine,
        distinct: Equivalence,
    ) -> Option<Self> {
        let is_search = engine.templates().is_none();
        let found = Cell::new(0);
        let can_do = distinct.check(hand.cards().len()).is_ok();
        let all_differ = is_search && can_do && finds_none_twice(engine, distinct, hand);
        all_differ.then_some(Self { hand, target, engine, found })
    }

    /// Passes every solution to `each` until `each` returns `Break`, and returns the work done.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine refuses this many cards.
    pub fn each(
        &self,
        each: &mut dyn FnMut(Outline<'_>) -> ControlFlow<()>,
    ) -> Result<Effort, SolveError> {
        let Self { hand, target, engine, found: count } = self;
        Ok(engine.outlines(hand, target, &mut |outline| {
            count.set(count.get() + 1);
            each(outline)
        })?)
    }

    /// Returns how many solutions have been found so far.
    pub const fn found(&self) -> u64 {
        self.found.get()
    }
}
