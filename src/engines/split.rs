//! Search by splitting the hand in two, the values of every part kept.
//!
//! Every rational function of some cards is met exactly once. Seen as a sum, it
//! has one term with the lowest card, and what is left is a function of the
//! other cards; seen as a product, one factor with the lowest card. So it
//! suffices to join, for every split, what is no sum (no product) on the side
//! of the lowest card with whatever there is on the other. Two freedoms are
//! taken away: a sign that can be moved into a part is not written before it,
//! and nothing is divided by a quotient, so that every function comes in the
//! way that is defined wherever any is.

use std::collections::HashSet;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::small::{Value, large_values, small_values};
use super::{Effort, Engine, Refusal};
use crate::expression::{Expression, Operator, Slot};
use crate::function::{RationalFunction, Renaming};
use crate::hand::Hand;
use crate::rational::Rational;
use crate::solution::Solution;

/// Dynamic programming over the sub-hands: the values of every part of the hand
/// are worked out once, and solutions rebuilt from them.
#[derive(Debug, Clone, Copy)]
pub struct Split;

/// For one card more, the parts alone would take a gigabyte.
const MAX_CARDS: usize = 7;

impl Engine for Split {
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        (cards > MAX_CARDS).then_some(Refusal::AtMost(MAX_CARDS))
    }

    /// Every solution comes once at the level of
    /// [`Distinct::Function`](crate::Distinct::Function).
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort {
        if self.refusal(hand.cards().len()).is_some() {
            return Effort::default();
        }
        match small_values(hand) {
            Some(values) => Tables::run(hand, values, target, found),
            None => Tables::run(hand, large_values(hand), target, found),
        }
    }
}

/// A set of cards, as bits of their positions.
type Cards = usize;

/// A function of some cards.
struct Node<V> {
    value: V,
    made: Made,
    /// Whether its negative is a function of these cards too.
    negatable: bool,
    /// Of a function and its negative exactly one is.
    principal: bool,
    /// Whether it is a quotient, or a product of one.
    quotient: bool,
}

/// How a function is made.
#[derive(Clone, Copy)]
enum Made {
    Card(usize),
    Joined(Operator, Place, Place),
}

/// Where a function stands: its cards, and its place among theirs.
type Place = (Cards, usize);

/// The functions of a set of cards: first those that are no sum.
struct Table<V> {
    nodes: Vec<Node<V>>,
    /// Where the sums begin. A single card is neither sum nor product.
    sums: usize,
}

impl<V> Table<V> {
    fn no_sums(&self) -> std::ops::Range<usize> {
        0..self.sums.max(1)
    }

    fn no_products(&self) -> std::ops::Range<usize> {
        if self.nodes.len() == 1 { 0..1 } else { self.sums..self.nodes.len() }
    }
}

struct Tables<'a, V> {
    hand: &'a Hand,
    by_cards: Vec<Table<V>>,
    effort: Effort,
}

impl<'a, V: Value> Tables<'a, V> {
    fn run(
        hand: &'a Hand,
        values: Vec<V>,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort {
        let all: Cards = (1 << values.len()) - 1;
        let by_cards = (0..=all).map(|_| Table { nodes: Vec::new(), sums: 0 }).collect();
        let mut tables = Self { hand, by_cards, effort: Effort::default() };
        for (position, value) in values.into_iter().enumerate() {
            let made = Made::Card(position);
            let node = Node { value, made, negatable: false, principal: true, quotient: false };
            tables.by_cards[1 << position].nodes.push(node);
        }
        if all.count_ones() == 1 {
            tables.effort.evaluated = 1;
            if tables.by_cards[all].nodes[0].value.equals(target) {
                let _ = found(Solution::written(&tables.expression((all, 0)), hand));
            }
            return tables.effort;
        }
        // Parts of a set of cards are smaller numbers than the set.
        for cards in (1..all).filter(|cards| cards.count_ones() > 1) {
            tables.fill(cards);
        }
        tables.finish(all, target, found);
        tables.effort
    }

    /// Works out the functions of `cards` from those of its parts.
    fn fill(&mut self, cards: Cards) {
        let (mut products, mut sums) = (Vec::new(), Vec::new());
        let mut zero_divisions = 0;
        let _ = self.join_parts(cards, |joined| {
            let Some(value) = joined.value() else {
                zero_divisions += 1;
                return ControlFlow::Continue(());
            };
            let list = if joined.is_sum() { &mut sums } else { &mut products };
            list.push(joined.node(value));
            ControlFlow::Continue(())
        });
        let first_sum = products.len();
        products.append(&mut sums);
        self.effort.nodes += products.len() as u64;
        self.effort.zero_divisions += zero_divisions;
        self.by_cards[cards] = Table { nodes: products, sums: first_sum };
    }

    /// Compares the functions of all cards with the target.
    fn finish(
        &mut self,
        all: Cards,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) {
        let mut effort = self.effort;
        let swaps = swaps_of_equal_cards(self.hand);
        let mut seen = HashSet::new();
        let _ = self.join_parts(all, |joined| {
            effort.evaluated += 1;
            match joined.value() {
                Some(value) if value.equals(target) => {
                    let expression = joined.expression(self);
                    if swaps.len() > 1 && !seen.insert(first_of_swapped(&expression, &swaps)) {
                        return ControlFlow::Continue(());
                    }
                    found(Solution::written(&expression, self.hand))
                }
                Some(_) => ControlFlow::Continue(()),
                None => {
                    effort.zero_divisions += 1;
                    ControlFlow::Continue(())
                }
            }
        });
        self.effort = effort;
    }

    /// Hands every function of `cards` to `each`, once.
    fn join_parts(
        &self,
        cards: Cards,
        mut each: impl FnMut(&Joined<'_, V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lowest = cards & cards.wrapping_neg();
        let mut seen = Vec::new();
        // All parts of the cards that have the lowest, without the whole.
        let mut others = 0;
        while others != cards & !lowest {
            let (with_lowest, rest) = (others | lowest, cards & !(others | lowest));
            others = (others | !(cards & !lowest)).wrapping_add(1) & cards & !lowest;
            // Where equal cards change places, the same functions come.
            let values = self.values_of(with_lowest);
            if seen.contains(&values) {
                continue;
            }
            seen.push(values);
            let (a, b) = (&self.by_cards[with_lowest], &self.by_cards[rest]);
            for i in a.no_sums() {
                for j in 0..b.nodes.len() {
                    Joined::sums((with_lowest, i), (rest, j), &a.nodes[i], &b.nodes[j], &mut each)?;
                }
            }
            for i in a.no_products() {
                for j in 0..b.nodes.len() {
                    Joined::products(
                        (with_lowest, i),
                        (rest, j),
                        &a.nodes[i],
                        &b.nodes[j],
                        &mut each,
                    )?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many cards of each value are among `cards`, packed into a number.
    fn values_of(&self, cards: Cards) -> u64 {
        let ranks = self.hand.ranks().iter().enumerate();
        ranks
            .filter(|(position, _)| cards >> position & 1 == 1)
            .map(|(_, rank)| 1 << (4 * rank))
            .sum()
    }

    fn expression(&self, (cards, index): Place) -> Expression<usize> {
        match self.by_cards[cards].nodes[index].made {
            Made::Card(position) => Expression::of_leaf(position),
            Made::Joined(operator, left, right) => {
                Expression::joined(operator, self.expression(left), self.expression(right))
            }
        }
    }
}

/// Two functions about to be joined.
struct Joined<'a, V> {
    operator: Operator,
    left: (Place, &'a Node<V>),
    right: (Place, &'a Node<V>),
    negatable: bool,
    principal: bool,
}

impl<'a, V: Value> Joined<'a, V> {
    /// The sums of a term with the lowest card and the rest. A sign before a
    /// function whose negative there is too is not written.
    #[inline]
    fn sums(
        place_a: Place,
        place_b: Place,
        a: &'a Node<V>,
        b: &'a Node<V>,
        each: &mut impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (left, right) = ((place_a, a), (place_b, b));
        each(&Self {
            operator: Operator::Add,
            left,
            right,
            negatable: a.negatable || b.negatable,
            principal: !(a.negatable && b.negatable) || a.principal,
        })?;
        if !b.negatable {
            let (negatable, principal) = (true, !a.negatable);
            each(&Self { operator: Operator::Subtract, left, right, negatable, principal })?;
        }
        if !a.negatable {
            let (left, right) = (right, left);
            let (negatable, principal) = (true, false);
            each(&Self { operator: Operator::Subtract, left, right, negatable, principal })?;
        }
        ControlFlow::Continue(())
    }

    /// The products of a factor with the lowest card and the rest. Where both
    /// have a negative, one of them comes with only one sign.
    #[inline]
    fn products(
        place_a: Place,
        place_b: Place,
        a: &'a Node<V>,
        b: &'a Node<V>,
        each: &mut impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if a.negatable && b.negatable && !b.principal {
            return ControlFlow::Continue(());
        }
        let (left, right) = ((place_a, a), (place_b, b));
        let negatable = a.negatable || b.negatable;
        let principal = if a.negatable { a.principal } else { b.principal };
        each(&Self { operator: Operator::Multiply, left, right, negatable, principal })?;
        if !b.quotient {
            each(&Self { operator: Operator::Divide, left, right, negatable, principal })?;
        }
        let (left, right) = (right, left);
        each(&Self { operator: Operator::Divide, left, right, negatable, principal })
    }

    #[inline]
    fn value(&self) -> Option<V> {
        V::join(self.operator, &self.left.1.value, &self.right.1.value)
    }

    const fn is_sum(&self) -> bool {
        matches!(self.operator, Operator::Add | Operator::Subtract)
    }

    fn node(&self, value: V) -> Node<V> {
        Node {
            value,
            made: Made::Joined(self.operator, self.left.0, self.right.0),
            negatable: self.negatable,
            principal: self.principal,
            quotient: match self.operator {
                Operator::Add | Operator::Subtract => false,
                Operator::Multiply => self.left.1.quotient || self.right.1.quotient,
                Operator::Divide => true,
            },
        }
    }

    fn expression(&self, tables: &Tables<'_, V>) -> Expression<usize> {
        let [left, right] = [self.left.0, self.right.0].map(|place| tables.expression(place));
        Expression::joined(self.operator, left, right)
    }
}

/// All ways in which equal cards of the hand can change places.
fn swaps_of_equal_cards(hand: &Hand) -> Vec<Renaming> {
    let ranks = hand.ranks();
    if ranks.iter().all_unique() {
        return vec![Renaming::new(&(0..ranks.len()).collect_vec())];
    }
    let keeps_ranks =
        |order: &Vec<usize>| order.iter().zip(ranks).all(|(&to, rank)| ranks[to] == *rank);
    (0..ranks.len())
        .permutations(ranks.len())
        .filter(keeps_ranks)
        .map(|order| Renaming::new(&order))
        .collect()
}

/// The same for all functions that become one another where equal cards change
/// places.
fn first_of_swapped(
    expression: &Expression<usize>,
    swaps: &[Renaming],
) -> Option<RationalFunction> {
    let function = RationalFunction::of(&expression.map(|&position| Slot(position)))?;
    swaps.iter().map(|swap| function.renamed(swap)).min()
}
