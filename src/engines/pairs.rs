//! Search by pairs: take two of the values, put one of their six results back.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::small::{SIX, Value, Work, join_six};
use super::solution::Solution;
use super::{Effort, Engine, Refusal};
use crate::cards::Hand;
use crate::number::Rational;
use crate::syntax::{Expression, Operator};

/// The search of the CardGaming and "point 24" articles. Of `n` values two are
/// taken in every way, and each of their results goes on with the rest; with
/// four different cards there are 36 * 18 * 6 = 3888 ends.
#[derive(Debug, Clone, Copy)]
pub struct Pairs;

/// With one card more there are 126 times as many ends.
const MAX_CARDS: usize = 7;

impl Engine for Pairs {
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        (cards > MAX_CARDS).then_some(Refusal::AtMost(MAX_CARDS))
    }

    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort {
        if self.refusal(hand.cards().len()).is_some() {
            return Effort::default();
        }
        Search { hand, found, effort: Effort::default(), steps: Vec::new() }.on(hand, target)
    }
}

struct Search<'a> {
    hand: &'a Hand,
    found: &'a mut dyn FnMut(Solution) -> ControlFlow<()>,
    effort: Effort,
    /// What was done so far: the places of the two values, and their result.
    steps: Vec<(usize, usize, (Operator, bool))>,
}

impl Work for Search<'_> {
    fn with<V: Value>(mut self, cards: Vec<V>, goal: &V::Goal) -> Effort {
        let _ = self.go_on(&cards, goal);
        self.effort
    }
}

impl Search<'_> {
    fn go_on<V: Value>(&mut self, values: &[V], goal: &V::Goal) -> ControlFlow<()> {
        if let [value] = values {
            self.effort.evaluated += 1;
            if value.reaches(goal) {
                let solution = self.solution();
                return (self.found)(solution);
            }
            return ControlFlow::Continue(());
        }
        for [a, b] in (0..values.len()).array_combinations() {
            let mut rest = values.to_vec();
            rest.remove(b);
            for result in SIX {
                let Some(value) = join_six(result, &values[a], &values[b]) else {
                    self.effort.zero_divisions += 1;
                    continue;
                };
                if values.len() > 2 {
                    self.effort.nodes += 1;
                }
                rest[a] = value;
                self.steps.push((a, b, result));
                self.go_on(&rest, goal)?;
                self.steps.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// The formula, rebuilt from the steps that led here.
    fn solution(&self) -> Solution {
        let mut parts: Vec<Expression<usize>> =
            (0..self.hand.cards().len()).map(Expression::of_leaf).collect();
        for &(a, b, (operator, swapped)) in &self.steps {
            let right = parts.remove(b);
            let left = parts[a].clone();
            let (left, right) = if swapped { (right, left) } else { (left, right) };
            parts[a] = Expression::joined(operator, left, right);
        }
        Solution::written(&parts[0], self.hand)
    }
}
