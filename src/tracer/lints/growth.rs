//! How the work of reading a text grows with the depth to which it nests.

use super::nested::Nesting;
use super::subject::id;
use super::trial::tried;
use crate::tracer::PestGrammar;

/// The deepest text that is tried.
const DEEPEST: usize = 12;

/// With so many calls there is nothing more to learn.
const MOST_CALLS: u64 = 20_000;

/// What multiplies the work at every level by less is no doubling.
const LEAST_FACTOR: f64 = 1.4;

/// How many rules are called for texts of each depth.
#[derive(Debug, Clone)]
pub(super) struct Growth {
    /// By the depth, from 0.
    pub(super) calls: Vec<u64>,
}

impl Growth {
    /// `None` where such texts are not read.
    pub(super) fn of(grammar: &PestGrammar, nesting: &Nesting) -> Option<Self> {
        let mut calls = Vec::new();
        for depth in 0..=DEEPEST {
            let text = nesting.text(depth);
            let trial = tried(grammar, id(nesting.rule), &text);
            if !trial.is_whole {
                break;
            }
            if trial.matched != Some(text.len()) {
                return None;
            }
            calls.push(trial.calls);
            if trial.calls > MOST_CALLS {
                break;
            }
            // What costs a fixed amount at each level will go on so.
            if let [.., first, second, third, fourth] = *calls {
                let steps = [(first, second), (second, third), (third, fourth)];
                let mut steps = steps.map(|(less, more)| more.abs_diff(less)).into_iter();
                let step = steps.next();
                if steps.all(|it| Some(it) == step) {
                    break;
                }
            }
        }
        Some(Self { calls })
    }

    /// By how much each level multiplies the work; 1 where it only adds to it.
    pub(super) fn factor(&self) -> f64 {
        let steps = self.calls.windows(2).map(|pair| {
            let step = u32::try_from(pair[1].saturating_sub(pair[0]));
            f64::from(step.expect("a trial is given up long before"))
        });
        let differences: Vec<f64> = steps.collect();
        let factor = match *differences {
            [.., first, second, third] => (second / first).min(third / second),
            [first, second] => second / first,
            _ => return 1.0,
        };
        if factor.is_finite() && factor >= LEAST_FACTOR { factor } else { 1.0 }
    }

    pub(super) fn is_exponential(&self) -> bool {
        self.factor() > 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_is_the_lesser_of_the_last_two_and_1_where_the_work_is_only_added_to() {
        for (calls, factor) in [
            (&[1, 3, 9, 27][..], 3.0),
            (&[5, 7, 11, 23], 2.0),
            (&[5, 7, 13, 25], 2.0),
            (&[100, 0, 2, 8, 20], 2.0),
            (&[1, 3, 9], 3.0),
            (&[1, 9], 1.0),
            (&[1], 1.0),
            (&[2, 4, 6, 8], 1.0),
            (&[2, 2, 2], 1.0),
            (&[2, 2, 4], 1.0),
        ] {
            let growth = Growth { calls: calls.to_vec() };
            assert!((growth.factor() - factor).abs() < 1e-9, "{calls:?}: {}", growth.factor());
            assert_eq!(growth.is_exponential(), factor > 1.0, "{calls:?}");
        }
    }
}
