//! What is found for one hand of an atlas.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use crate::algebra::{Equivalence, EquivalenceClasses, Symmetries};
use crate::cards::Hand;
use crate::difficulty::Difficulty;
use crate::engines::{Effort, Engine, Solution};
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::reports::inspect::{Detours, plainest};
use crate::reports::{Found, SolveError};
use crate::templates::Template;

/// The most cards of a hand that is rated: of six there are too many hands to wait for.
const MAX_RATED_CARDS: usize = 5;

/// Finds what an [`Atlas`](super::Atlas) has of a hand.
pub struct AtlasFinder<'a> {
    engine: &'a dyn Engine,
    target: &'a Rational,
    distinct: Equivalence,
    grammar: Grammar,
    /// Whether what the engine finds need not be held against each other.
    all_distinct: bool,
    /// The templates met so far, by their texts.
    known: Mutex<HashMap<Arc<str>, Arc<Known>>>,
}

/// A template and which orders of the cards are the same in it.
struct Known {
    template: Template,
    symmetries: Symmetries,
}

impl fmt::Debug for AtlasFinder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, distinct, grammar, .. } = self;
        f.debug_struct("AtlasFinder")
            .field("target", target)
            .field("distinct", distinct)
            .field("grammar", grammar)
            .finish_non_exhaustive()
    }
}

/// The solutions of a hand.
#[derive(Debug, Clone)]
pub struct HandFind {
    /// The different ones, in the order they were found.
    pub(super) ways: Vec<Way>,
    /// The templates of all solutions, of those that are the same too.
    pub(super) templates: BTreeSet<Arc<str>>,
    /// What all of them have on their way.
    pub(super) needs: Detours,
    /// How hard it is for people, in ordinary arithmetic.
    pub(super) difficulty: Option<Difficulty>,
    /// The work that was done.
    pub(super) effort: Effort,
}

impl HandFind {
    /// The number of different solutions.
    pub fn count(&self) -> u64 {
        self.ways.len() as u64
    }
}

/// A solution.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub(super) template: Arc<str>,
    pub(super) order: Vec<usize>,
    pub(super) by_way_of: Detours,
    pub(super) is_false: bool,
}

/// A solution of a template of the engine's.
const READ: &str = "the grammar has read the template of a solution";

impl<'a> AtlasFinder<'a> {
    /// One of what `engine` finds.
    pub fn new(engine: &'a dyn Engine, target: &'a Rational, distinct: Equivalence) -> Self {
        // A search goes through expressions of ordinary arithmetic.
        let grammar = engine.templates().map_or(Grammar::Left, |set| set.grammar().clone());
        let all_distinct = distinct == Equivalence::Function && engine.finds_no_function_twice();
        Self { engine, target, distinct, grammar, all_distinct, known: Mutex::default() }
    }

    /// The solutions of `hand`.
    ///
    /// Where the level of equivalence tells functions apart and no more, each is
    /// written in the way that is easiest to follow: `(9-1)*(8-5)` rather than
    /// `(1-9)*(5-8)`.
    ///
    /// # Errors
    ///
    /// Where the engine does not do so many cards, or the level of equivalence
    /// cannot do as many, or a solution.
    pub fn find(&self, hand: &Hand) -> Result<HandFind, SolveError> {
        self.distinct.check(hand.cards().len())?;
        let mut classes = EquivalenceClasses::new(self.distinct);
        let mut all = Vec::new();
        let mut refused = None;
        let effort = self.engine.solve(hand, self.target, &mut |solution| {
            if !self.all_distinct
                && let Err(error) = classes.add(&solution)
            {
                refused = Some(error);
                return ControlFlow::Break(());
            }
            all.push(solution);
            ControlFlow::Continue(())
        })?;
        if let Some(error) = refused {
            return Err(error.into());
        }
        let is_rewritten = self.distinct.contains(Equivalence::Function);
        let (mut ways, mut templates) = (Vec::new(), BTreeSet::new());
        let mut needs = Detours::ALL;
        for (index, found) in all.into_iter().enumerate() {
            let known = self.known(&found);
            let (easiest, easiest_detours) =
                plainest(&known.template, &known.symmetries, found.order(), hand);
            needs = needs & easiest_detours;
            templates.insert(known.template.text().into());
            if !self.all_distinct && classes.first(index) != index {
                continue;
            }
            let (solution, by_way_of) = if is_rewritten {
                (easiest, easiest_detours)
            } else {
                let detours = Detours::of(found.expression(), Rational::clone);
                let detours = detours.expect("a solution has a value");
                (found, detours)
            };
            let order = solution.order().to_vec();
            let is_false = Found::new(solution, &self.grammar, self.target).is_false();
            let template = known.template.text().into();
            ways.push(Way { template, order, by_way_of, is_false });
        }
        let needs = if ways.is_empty() { Detours::NONE } else { needs };
        let is_rated = hand.cards().len() <= MAX_RATED_CARDS;
        let difficulty = is_rated.then(|| Difficulty::of(hand, self.target)).flatten();
        Ok(HandFind { ways, templates, needs, difficulty, effort })
    }

    /// The template of a solution.
    fn known(&self, solution: &Solution) -> Arc<Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(solution.template()) {
            return Arc::clone(known);
        }
        let template = Template::parse(solution.template(), &self.grammar).expect(READ);
        let symmetries = Symmetries::of(&template.expression());
        let text = template.text().into();
        Arc::clone(known.entry(text).or_insert(Arc::new(Known { template, symmetries })))
    }
}
