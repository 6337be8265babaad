//! The solutions of a hand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::why::{self, WhyStep};
use crate::algebra::{Equivalence, EquivalenceClasses, EquivalenceError};
use crate::cards::Hand;
use crate::engines::Solution;
use crate::engines::{Effort, Engine};
use crate::grammars::{Grammar, Ordinary};
use crate::number::Rational;
use crate::templates::TemplateSet;

/// The options for solving a hand.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// The target.
    pub target: Rational,
    /// When two solutions are the same; only the first is kept.
    pub distinct: Equivalence,
    /// Whether to stop at the first solution.
    pub first: bool,
    /// Whether to say of every solution that is left out why.
    pub why: bool,
}

/// The different solutions of a hand, and what was done to find them.
#[derive(Debug, Clone)]
pub struct SolveReport {
    /// The hand.
    pub hand: Hand,
    /// The grammar that parsed the filled templates.
    pub grammar: Grammar,
    /// The options with which it was solved.
    pub options: SolveOptions,
    /// The solutions that are not the same, in the order they were found.
    pub solutions: Vec<Found>,
    /// The solutions that are the same as one of those, in the order they were
    /// found.
    pub left_out: Vec<LeftOut>,
    /// The number of templates that there were to fill.
    pub templates: usize,
    /// The work that was done.
    pub effort: Effort,
}

/// A solution, and what ordinary arithmetic makes of it.
#[derive(Debug, Clone)]
pub struct Found {
    /// The solution as the grammar read it.
    pub solution: Solution,
    /// Its value in ordinary arithmetic, beside the target.
    pub ordinary: Ordinary,
}

/// A solution that is the same as one that was kept.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The solution.
    pub solution: Solution,
    /// The place of the other one among those that were kept.
    pub same_as: usize,
    /// How it becomes that one; empty where nobody asked.
    pub why: Vec<WhyStep>,
}

impl Found {
    /// A solution for `target` under `grammar`.
    pub(super) fn new(solution: Solution, grammar: &Grammar, target: &Rational) -> Self {
        Self { ordinary: Ordinary::of(solution.text(), grammar, &Ok(target.clone())), solution }
    }

    /// Whether it is the target under its grammar, and not in ordinary
    /// arithmetic.
    pub fn is_false(&self) -> bool {
        self.ordinary != Ordinary::Same
    }
}

impl SolveReport {
    /// Solves `hand` with `engine`, which has the templates of `set`.
    ///
    /// # Errors
    ///
    /// Where the level of equivalence cannot do so many cards, or a solution.
    pub fn new(
        hand: Hand,
        set: &TemplateSet,
        engine: &dyn Engine,
        options: SolveOptions,
    ) -> Result<Self, EquivalenceError> {
        options.distinct.check(hand.cards().len())?;
        let mut classes = EquivalenceClasses::new(options.distinct);
        let mut all = Vec::new();
        let mut refused = None;
        let effort = engine.solve(&hand, &options.target, &mut |solution| {
            if let Err(error) = classes.add(&solution) {
                refused = Some(error);
                return ControlFlow::Break(());
            }
            all.push(solution);
            if options.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = refused {
            return Err(error);
        }
        // By the first of each class, its solutions.
        let by_class = (0..all.len()).into_group_map_by(|&index| classes.first(index));
        let mut solutions = Vec::new();
        let mut left_out = BTreeMap::new();
        for (same_as, first) in by_class.keys().copied().sorted().enumerate() {
            let class = by_class[&first].iter().map(|&index| &all[index]).collect_vec();
            solutions.push(Found::new(class[0].clone(), set.grammar(), &options.target));
            let why_same = options.why.then(|| why::WhySame::new(options.distinct, class[0]));
            for (&index, solution) in by_class[&first].iter().zip(&class).skip(1) {
                let why = why_same.as_ref().map_or_else(Vec::new, |why| why.steps(solution));
                left_out.insert(index, LeftOut { solution: all[index].clone(), same_as, why });
            }
        }
        let left_out = left_out.into_values().collect();
        let size = hand.cards().len();
        let templates = set.templates().iter().filter(|template| template.slots() == size).count();
        Ok(Self {
            hand,
            grammar: set.grammar().clone(),
            options,
            solutions,
            left_out,
            templates,
            effort,
        })
    }
}
