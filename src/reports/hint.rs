//! Hints on a hand, one after the other, and none of them its solution.

use super::Inspection;
use crate::number::Rational;
use crate::syntax::evaluate;

/// Something about the solutions of a hand that helps to find one.
///
/// # Examples
///
/// ```
/// use bracket24::reports::{Hint, Inspection};
/// use bracket24::{Grammar, Hand, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let inspection = Inspection::new(Hand::from([3, 3, 8, 8]), &24.into(), &set, 0);
/// let hints = Hint::of(&inspection);
/// assert_eq!(hints[..2], [Hint::Possible(true), Hint::Fraction(true)]);
/// assert_eq!(hints[2], Hint::Template("N/(N-N/N)".to_owned()));
/// assert!(matches!(&hints[3], Hint::Step { operation, .. } if operation == "8/3"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Whether there is a solution.
    Possible(bool),
    /// Whether every solution has a fraction on the way.
    Fraction(bool),
    /// The template of the plainest solution.
    Template(String),
    /// The operation that comes first there.
    Step {
        /// It, with the cards as the hand has them written.
        operation: String,
        /// Its value.
        value: Rational,
    },
}

impl Hint {
    /// The hints on a hand, each telling more than the one before: the first alone
    /// where it has no solution, and no step where that would be all of it.
    pub fn of(inspection: &Inspection) -> Vec<Self> {
        let Some(plainest) = inspection.plainest() else { return vec![Self::Possible(false)] };
        let mut operations = plainest.solution.expression().operations();
        // The only operation is the solution.
        let first = operations.next().filter(|_| operations.next().is_some());
        let step = first.map(|first| Self::Step {
            operation: inspection.hand.written(&first.to_string()),
            value: evaluate(&first).expect("a part of a solution has a value"),
        });
        let needs_fraction = plainest.detours.fraction;
        let template = plainest.solution.template().to_owned();
        [Self::Possible(true), Self::Fraction(needs_fraction), Self::Template(template)]
            .into_iter()
            .chain(step)
            .collect()
    }
}
