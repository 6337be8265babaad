//! Pair reduction: take two of the values, put one of their six results back, and repeat.

use itertools::Itertools;

use super::blocks::Blocks;
use super::search::{Number, Search, Six, join_six, operation_of_six};
use super::solution::Solution;
use super::{About, Arranged, Effort, Engine, EngineKind, Flow, Found, GO_ON};
use crate::cards::Hand;
use crate::syntax::{FieldOperator, OperatorSet};

/// Pair reduction, the search of the CardGaming and "point 24" articles. It takes every pair of
/// values, replaces the pair by each of its six results in turn, and continues with this result and
/// the remaining values. For four cards, this gives 36 * 18 * 6 = 3888 complete results, fewer
/// if some divide by zero.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Hand, Pairs};
///
/// let mut texts = Vec::new();
/// Pairs.solve(&Hand::from([3, 3, 8, 8]), &24.into(), &mut |solution| {
///     texts.push(solution.to_string());
///     ControlFlow::Continue(())
/// })?;
/// // Either 8 and either 3 may be taken first.
/// assert_eq!(texts, ["8/(3-8/3)"; 4]);
/// # Ok::<(), bracket24::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pairs;

pub(super) const ABOUT: About = About {
    kind: EngineKind::Search(|operators| Ok(Pairs::for_operators(operators))),
    summary: "takes two values, puts one of their six results back, and so on",
    note: "with + - * /, a solution once for every way that leads to it",
};

impl Pairs {
    /// Returns the search for `operators`. If there are operators other than `+ - * /`, it uses
    /// [blocks](super::blocks).
    pub(crate) fn for_operators(operators: OperatorSet) -> Box<dyn Engine> {
        if operators.is_of_field() { Box::new(Self) } else { Box::new(Blocks::new(operators)) }
    }
}

impl Search for Pairs {
    fn search<N: Number>(hand: &Hand, cards: &[N], target: &N, found: &mut Found<'_>) -> Effort {
        let mut reduction = Reduction { hand, found, effort: Effort::default(), steps: Vec::new() };
        // The work is counted even if the receiver stopped the search.
        let _ = reduction.go_on(cards, target);
        reduction.effort
    }
}

struct Reduction<'a, 'f> {
    hand: &'a Hand,
    found: &'a mut Found<'f>,
    effort: Effort,
    /// The steps so far: the indices of the two values, and their operation.
    steps: Vec<(usize, usize, Six)>,
}

impl Reduction<'_, '_> {
    fn go_on<N: Number>(&mut self, values: &[N], target: &N) -> Flow {
        if let [value] = values {
            self.effort.evaluated += 1;
            if value.reaches(target) {
                let solution = self.solution();
                return (self.found)(solution);
            }
            return GO_ON;
        }
        for [a, b] in (0..values.len()).array_combinations() {
            let mut rest = values.to_vec();
            rest.remove(b);
            for result in FieldOperator::SIX {
                let value = join_six(result, &values[a], &values[b], &mut self.effort);
                let Some(value) = value else { continue };
                if values.len() > 2 {
                    self.effort.nodes += 1;
                }
                rest[a] = value;
                self.steps.push((a, b, result));
                self.go_on(&rest, target)?;
                self.steps.pop();
            }
        }
        GO_ON
    }

    /// Rebuilds the formula from the steps so far.
    fn solution(&self) -> Solution {
        let mut parts: Vec<Arranged> = (0..self.hand.cards().len()).map(Arranged::leaf).collect();
        for &(a, b, result) in &self.steps {
            let other = parts.remove(b);
            parts[a] = operation_of_six(result, parts[a].clone(), other);
        }
        Solution::new(&parts[0], self.hand)
    }
}
