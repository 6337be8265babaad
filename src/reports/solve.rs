//! The solutions of a hand.

use std::ops::ControlFlow;

use crate::engines::{Effort, Engine, Strings};
use crate::evaluate::evaluate;
use crate::grammars::Grammar;
use crate::hand::Hand;
use crate::rational::Rational;
use crate::solution::{Distinct, Solution};
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

impl SolveReport {
    /// Solves `hand` with the templates of `set`, every string parsed.
    pub fn new(hand: Hand, set: &TemplateSet, options: SolveOptions) -> Self {
        let mut sieve = options.distinct.sieve();
        let mut solutions = Vec::new();
        let engine = Strings::new(set);
        let effort = engine.solve(&hand, &options.target, &mut |solution| {
            if sieve.is_new(&solution) {
                solutions.push(Found { ordinary: ordinary_value(&solution.text), solution });
                if options.first {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        let size = hand.cards().len();
        let templates = set.templates().iter().filter(|template| template.slots() == size).count();
        Self { hand, grammar: set.grammar(), options, solutions, templates, effort }
    }
}

/// What ordinary arithmetic makes of `text`; `None` where it divides by zero.
fn ordinary_value(text: &str) -> Option<Rational> {
    evaluate(&Grammar::Left.parse(text).ok()?).ok()
}
