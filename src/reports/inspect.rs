//! Which templates solve a hand, and which come nearest.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use itertools::Itertools;

use crate::algebra::Symmetries;
use crate::algebra::{Classes, Distinct};
use crate::cards::Hand;
use crate::engines::Compiled;
use crate::engines::Solution;
use crate::number::Rational;
use crate::syntax::Expression;
use crate::syntax::evaluate;
use crate::templates::Template;
use crate::templates::TemplateSet;

/// The templates that solve a hand and those that nearly do.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// The hand.
    pub hand: Hand,
    /// What its cards are to make.
    pub target: Rational,
    /// The templates that solve it, in the order of the set.
    pub solving: Vec<Solving>,
    /// The others whose nearest value comes nearest, the nearest first.
    pub nearest: Vec<Miss>,
    /// How many templates there are for so many cards.
    pub templates: usize,
}

/// A template that solves a hand.
#[derive(Debug, Clone)]
pub struct Solving {
    /// Its text.
    pub template: String,
    /// Its different solutions; see [`Distinct::Function`].
    pub expressions: Vec<Solution>,
    /// Whether each of them has a fraction on the way.
    pub needs_fraction: bool,
    /// Whether each of them has a negative number on the way.
    pub needs_negative: bool,
}

/// A template that does not solve a hand, at its best.
#[derive(Debug, Clone)]
pub struct Miss {
    /// What comes nearest; not a solution, but made like one.
    pub expression: Solution,
    /// What it is worth.
    pub value: Rational,
    /// How far that is from the target.
    pub distance: Rational,
}

impl Inspection {
    /// Inspects `hand`; at most `nearest` misses are kept.
    pub fn new(hand: Hand, target: &Rational, set: &TemplateSet, nearest: usize) -> Self {
        let mut by_template: BTreeMap<usize, Values> = BTreeMap::new();
        Compiled::new(set).values(&hand, |index, order, value| {
            let values = by_template.entry(index).or_default();
            if let Some(value) = value {
                values.add(order, value, target);
            }
            ControlFlow::Continue(())
        });
        let templates = by_template.len();
        let (mut solving, mut misses) = (Vec::new(), Vec::new());
        for (index, values) in by_template {
            let template = &set.templates()[index];
            if !values.hits.is_empty() {
                solving.push(Solving::new(template, &values.hits, &hand));
            } else if let Some((distance, value, order)) = values.nearest {
                misses.push(Miss {
                    expression: Solution::of(template, &order, &hand),
                    value,
                    distance,
                });
            }
        }
        misses.sort_by(|a, b| a.distance.cmp(&b.distance));
        misses.truncate(nearest);
        Self { hand, target: target.clone(), solving, nearest: misses, templates }
    }
}

/// What a template makes of a hand.
#[derive(Default)]
struct Values {
    /// The orders that reach the target.
    hits: Vec<Vec<usize>>,
    /// The first of the values that come nearest without reaching it.
    nearest: Option<(Rational, Rational, Vec<usize>)>,
}

impl Values {
    fn add(&mut self, order: &[usize], value: Rational, target: &Rational) {
        let distance = value.distance(target);
        if distance.is_zero() {
            self.hits.push(order.to_vec());
        } else if self.nearest.as_ref().is_none_or(|(nearest, ..)| distance < *nearest) {
            self.nearest = Some((distance, value, order.to_vec()));
        }
    }
}

impl Solving {
    fn new(template: &Template, hits: &[Vec<usize>], hand: &Hand) -> Self {
        let symmetries = Symmetries::of(template.expression());
        let mut classes = Classes::new(Distinct::Function);
        let mut expressions = Vec::new();
        let (mut needs_fraction, mut needs_negative) = (true, true);
        for order in hits {
            // Of the orders that are the same function, the one that is easiest
            // to follow: (8-5)*(9-1) rather than (5-8)*(1-9).
            let plainest = symmetries
                .images(order)
                .map(|order| Solution::of(template, &order, hand))
                .map(|solution| (detours(&solution.expression), solution))
                .min_by_key(|((fraction, negative), _)| (*negative, *fraction));
            let Some(((fraction, negative), solution)) = plainest else { continue };
            needs_fraction &= fraction;
            needs_negative &= negative;
            classes.add(&solution).expect("functions are told apart at any size");
            expressions.push(solution);
        }
        let first = |index: &usize| classes.first(*index) == *index;
        let kept = (0..expressions.len()).filter(first).collect_vec();
        let expressions = kept.into_iter().map(|index| expressions[index].clone()).collect();
        Self { template: template.text().to_string(), expressions, needs_fraction, needs_negative }
    }
}

/// Whether there is a fraction, and whether there is a negative number, among
/// the values of the operations.
fn detours(expression: &Expression<Rational>) -> (bool, bool) {
    let parts = expression.operations();
    let values = parts.iter().filter_map(|part| evaluate(part).ok()).collect_vec();
    (values.iter().any(|value| !value.is_integer()), values.iter().any(Rational::is_negative))
}
