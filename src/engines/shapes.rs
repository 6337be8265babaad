//! Fixed shapes, the method of the Ten Puzzle article: two shapes of expression trees, all
//! arrangements of the cards in them, and six operators.

use itertools::Itertools;

use super::search::{Number, Search, Six, join_six, operation_of_six};
use super::solution::Solution;
use super::{About, Effort, EngineKind, Found, Refusal, of_the_four};
use crate::cards::Hand;
use crate::syntax::{Expression, FieldOperator};

/// The method of the Ten Puzzle article, for four cards. The shape `((a b) c) d` has 12
/// arrangements of the cards, and `(a b) (c d)` has 3. Each arrangement has 6 * 6 * 6 = 216 choices
/// of operators. There are six operators, because `-` and `/` are also tried with swapped operands.
/// That gives 3240 complete results, fewer if some divide by zero.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Hand, Refusal, Shapes};
///
/// let (hand, target) = (Hand::from([1, 2, 3, 4]), 10.into());
/// let mut first = None;
/// Shapes.solve(&hand, &target, &mut |solution| {
///     first = Some(solution.to_string());
///     ControlFlow::Break(())
/// })?;
/// assert_eq!(first.as_deref(), Some("1+2+3+4"));
/// // Both shapes have four cards.
/// assert!(Shapes.refusal(4).is_none());
/// let refused = Shapes.solve(&Hand::from([1, 2, 3]), &target, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(refused, Err(Shapes.refusal(3).unwrap()));
/// # Ok::<(), bracket24::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shapes;

pub(super) const ABOUT: About = About {
    kind: EngineKind::Search(|operators| of_the_four(operators, Shapes)),
    summary: "two shapes, their arrangements, and six operators (four cards)",
    note: "a solution once for every arrangement that gives it",
};

const CARDS: usize = 4;

/// The positions of the four cards, and whether the last two cards are joined with each other.
type Arrangement = ([usize; CARDS], bool);

/// Returns the arrangements of both shapes. Of arrangements that differ only in the order of two
/// operands, one is enough, because the six operators cover both orders.
fn arrangements() -> impl Iterator<Item = Arrangement> {
    let chains = (0..CARDS).permutations(CARDS).filter(|it| it[0] < it[1]);
    let pairs = chains.clone().filter(|it| it[2] < it[3] && it[0] < it[2]);
    let all = chains.map(|it| (it, false)).chain(pairs.map(|it| (it, true)));
    all.map(|(it, is_pairs)| ([it[0], it[1], it[2], it[3]], is_pairs))
}

impl Search for Shapes {
    fn refusal(cards: usize) -> Option<Refusal> {
        (cards != CARDS).then_some(Refusal::Only(CARDS))
    }

    fn search<N: Number>(hand: &Hand, cards: &[N], target: &N, found: &mut Found<'_>) -> Effort {
        let mut effort = Effort::default();
        for ([a, b, c, d], is_pairs) in arrangements() {
            for (first, second) in
                FieldOperator::SIX.into_iter().cartesian_product(FieldOperator::SIX)
            {
                // Six choices of operators have the same first two, so compute these once.
                let mut join = |six, a, b| join_six(six, a, b, &mut effort);
                let Some(left) = join(first, &cards[a], &cards[b]) else { continue };
                let pair = if is_pairs {
                    join(second, &cards[c], &cards[d]).map(|right| (left, right))
                } else {
                    join(second, &left, &cards[c]).map(|left| (left, cards[d].clone()))
                };
                let Some((left, right)) = pair else { continue };
                effort.nodes += 2;
                for third in FieldOperator::SIX {
                    let value = join_six(third, &left, &right, &mut effort);
                    let Some(value) = value else { continue };
                    effort.evaluated += 1;
                    if value.reaches(target) {
                        let operators = [first, second, third];
                        if found(solution(hand, ([a, b, c, d], is_pairs), operators)).is_break() {
                            return effort;
                        }
                    }
                }
            }
        }
        effort
    }
}

fn solution(
    hand: &Hand,
    ([a, b, c, d], is_pairs): Arrangement,
    [first, second, third]: [Six; 3],
) -> Solution {
    let [a, b, c, d] = [a, b, c, d].map(Expression::leaf);
    let left = operation_of_six(first, a, b);
    let whole = if is_pairs {
        operation_of_six(third, left, operation_of_six(second, c, d))
    } else {
        operation_of_six(third, operation_of_six(second, left, c), d)
    };
    Solution::new(&whole, hand)
}
