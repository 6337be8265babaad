//! The orders of the cards in a template that are essentially different.

use std::sync::OnceLock;

use itertools::Itertools;

use crate::algebra::{MAX_OPERANDS, RationalFunction, Renaming};
use crate::syntax::{Expression, Slot};

/// The permutations of an expression's slots that leave its rational function
/// the same: those of `N+N` are 01 and 10, those of `N-N` only 01.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetries(Vec<Vec<usize>>);

impl Symmetries {
    /// The symmetries of `expression`. Of one that is no
    /// [`RationalFunction`], as that of more than [`MAX_OPERANDS`] slots, only
    /// the one that changes nothing is known.
    pub fn of(expression: &Expression<Slot>) -> Self {
        let size = expression.leaves().count();
        let Ok(function) = RationalFunction::of(expression) else {
            return Self(vec![(0..size).collect()]);
        };
        let permutations = permutations(size).iter();
        Self(
            permutations
                .filter(|(_, renaming)| function.renamed(renaming) == function)
                .map(|(permutation, _)| permutation.clone())
                .collect(),
        )
    }

    /// The number of them: the number of orders of different cards that give the
    /// same function.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All orders of the cards that give the same function as `order`, itself
    /// among them.
    pub(crate) fn images(&self, order: &[usize]) -> impl Iterator<Item = Vec<usize>> {
        self.0.iter().map(|symmetry| symmetry.iter().map(|&slot| order[slot]).collect())
    }

    /// Whether `order`, the ranks of the cards from slot to slot, is the first
    /// of those that give the same function when equal ranks are equal cards.
    pub(crate) fn is_first(&self, order: &[usize]) -> bool {
        self.0.iter().all(|symmetry| order.iter().le(symmetry.iter().map(|&slot| &order[slot])))
    }
}

pub(crate) type Permutations = Vec<(Vec<usize>, Renaming)>;

/// All permutations of `size` slots, at most [`MAX_OPERANDS`], with the
/// renaming of each.
fn permutations(size: usize) -> &'static Permutations {
    static BY_SIZE: [OnceLock<Permutations>; MAX_OPERANDS + 1] =
        [const { OnceLock::new() }; MAX_OPERANDS + 1];
    BY_SIZE[size].get_or_init(|| {
        (0..size)
            .permutations(size)
            .map(|order| {
                let renaming = Renaming::new(&order).expect("a permutation of few slots");
                (order, renaming)
            })
            .collect()
    })
}
