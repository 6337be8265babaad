//! The solutions of a hand.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::why::{self, Step};
use crate::engines::{Effort, Engine};
use crate::evaluate::evaluate;
use crate::grammars::Grammar;
use crate::hand::Hand;
use crate::rational::Rational;
use crate::sameness::{Classes, Distinct};
use crate::solution::Solution;
use crate::templates::TemplateSet;

/// How to solve a hand.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// What the cards are to make.
    pub target: Rational,
    /// When two solutions are the same; only the first is kept.
    pub distinct: Distinct,
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
    /// What read the filled templates.
    pub grammar: Grammar,
    /// How it was solved.
    pub options: SolveOptions,
    /// The solutions that are not the same, in the order they were found.
    pub solutions: Vec<Found>,
    /// The solutions that are the same as one of those, in the order they were
    /// found.
    pub left_out: Vec<LeftOut>,
    /// How many templates there were to fill.
    pub templates: usize,
    /// What was done.
    pub effort: Effort,
}

/// A solution, and what it is worth in truth.
#[derive(Debug, Clone)]
pub struct Found {
    /// The solution as the grammar read it.
    pub solution: Solution,
    /// Its value in ordinary arithmetic; `None` where it divides by zero.
    pub ordinary: Option<Rational>,
}

/// A solution that is the same as one that was kept.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The solution.
    pub solution: Solution,
    /// The place of the other one among those that were kept.
    pub same_as: usize,
    /// How it becomes that one; empty where nobody asked.
    pub why: Vec<Step>,
}

impl From<Solution> for Found {
    fn from(solution: Solution) -> Self {
        Self { ordinary: ordinary_value(&solution.text), solution }
    }
}

impl SolveReport {
    /// Solves `hand` with `engine`, which has the templates of `set`.
    pub fn new(hand: Hand, set: &TemplateSet, engine: &dyn Engine, options: SolveOptions) -> Self {
        let mut classes = Classes::new(options.distinct);
        let mut all = Vec::new();
        let effort = engine.solve(&hand, &options.target, &mut |solution| {
            classes.add(&solution);
            all.push(solution);
            if options.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let (mut solutions, mut left_out) = (Vec::new(), Vec::new());
        // Where the first of each class stands among the solutions.
        let mut places = HashMap::new();
        for (index, solution) in all.iter().enumerate() {
            let first = classes.first(index);
            if let Some(&same_as) = places.get(&first) {
                let why = if options.why {
                    let in_class = |other: &usize| classes.first(*other) == first;
                    let class: Vec<&Solution> =
                        (0..all.len()).filter(in_class).map(|other| &all[other]).collect();
                    why::steps(options.distinct, solution, &all[first], &class)
                } else {
                    Vec::new()
                };
                left_out.push(LeftOut { solution: solution.clone(), same_as, why });
            } else {
                places.insert(first, solutions.len());
                solutions.push(Found::from(solution.clone()));
            }
        }
        let size = hand.cards().len();
        let templates = set.templates().iter().filter(|template| template.slots() == size).count();
        Self { hand, grammar: set.grammar(), options, solutions, left_out, templates, effort }
    }
}

/// What ordinary arithmetic makes of `text`; `None` where it divides by zero.
fn ordinary_value(text: &str) -> Option<Rational> {
    evaluate(&Grammar::Left.parse(text).ok()?).ok()
}
