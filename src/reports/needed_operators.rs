//! Which operators beyond the four a hand needs.

use std::fmt;

use crate::cards::Hand;
use crate::engines::{Engine, Pairs, Refusal, Solution};
use crate::number::Rational;
use crate::syntax::{Operator, OperatorSet};

/// Finds the fewest operators beyond the four with which hands have a solution.
///
/// ```
/// use bracket24::Hand;
/// use bracket24::reports::OperatorNeeds;
///
/// let needs = OperatorNeeds::new("^,√".parse()?);
/// let found = needs.of(&Hand::from([1, 1, 1, 5]), &24.into())?.expect("it has a solution");
/// assert_eq!(found.operators.to_string(), "+-*/^");
/// assert_eq!(found.solution.text(), "5^(1+1)-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OperatorNeeds {
    /// The search for each set, those of the fewest operators first.
    searches: Vec<(OperatorSet, Box<dyn Engine>)>,
}

/// What a hand needs.
#[derive(Debug, Clone)]
pub struct NeededOperators {
    /// The fewest operators with which it has a solution.
    pub operators: OperatorSet,
    /// One with these.
    pub solution: Solution,
}

impl fmt::Debug for OperatorNeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.searches.iter().map(|(set, _)| set)).finish()
    }
}

impl OperatorNeeds {
    /// Of `operators`.
    pub fn new(operators: OperatorSet) -> Self {
        let search = |set| (set, Pairs::for_operators(set));
        Self { searches: operators.subsets().into_iter().map(search).collect() }
    }

    /// What `hand` needs; `None` where it has no solution with all of them.
    ///
    /// # Errors
    ///
    /// Where the search does not do hands of this size.
    pub fn of(&self, hand: &Hand, target: &Rational) -> Result<Option<NeededOperators>, Refusal> {
        for (operators, search) in &self.searches {
            if let Some(solution) = search.any_solution(hand, target)? {
                return Ok(Some(NeededOperators { operators: *operators, solution }));
            }
        }
        Ok(None)
    }
}

impl NeededOperators {
    /// The names of the operators beyond the four.
    pub fn names(&self) -> Vec<&'static str> {
        self.operators.beyond().map(Operator::name).collect()
    }
}
