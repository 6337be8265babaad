//! The functions of a hand that reach a target, found by trying all.

use std::collections::{BTreeSet, HashMap};

use bracket24::{Hand, Operands, Operator, Random, Solution};
use itertools::Itertools;
use num_rational::BigRational;

use crate::canonical::modulo;
use crate::independent::apply;
use crate::tree::Tree;

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// A function of cards, identified by its values modulo [`PRIME`] at random-looking points: one
/// point for every way to exchange equal cards. The chance that any two of a million functions
/// agree is below one in 10^5.
type Function = Vec<Option<u64>>;

/// The trials of a hand.
pub(super) struct BruteForce {
    values: Vec<BigRational>,
    /// The points, with a coordinate for each card.
    points: Vec<Vec<u64>>,
}

impl BruteForce {
    pub(super) fn new(hand: &Hand) -> Self {
        let values: Vec<_> = hand.iter().map(|card| BigRational::from(card.value())).collect();
        let mut random = Random::seeded(61);
        let mut half = || random.below(1 << 30) as u64;
        let coordinates: Vec<u64> = values.iter().map(|_| half() << 30 | half()).collect();
        let orders = (0..values.len()).permutations(values.len());
        let exchanges = orders.filter(|order| {
            order.iter().enumerate().all(|(card, &other)| values[card] == values[other])
        });
        let point = |order: Vec<usize>| order.into_iter().map(|card| coordinates[card]).collect();
        let points = exchanges.map(point).collect();
        Self { values, points }
    }

    /// A key of a function, the same for functions with equal cards exchanged.
    fn key(mut function: Function) -> Function {
        function.sort_unstable();
        function
    }

    /// The function that a solution computes.
    pub(super) fn function(&self, solution: &Solution) -> Function {
        let mut positions = solution.order().iter();
        let tree = solution.expression().fold(
            |_| Tree::Leaf(*positions.next().expect("every leaf is a card") as u64),
            |operator, operands| match operands {
                Operands::Two(left, right) => Tree::Node(operator, left.into(), right.into()),
                Operands::One(_) => unreachable!("the four operators have two operands"),
            },
        );
        let card = |leaf: u64| usize::try_from(leaf).expect("it is the place of a card");
        let at = |point: &Vec<u64>| modulo(&tree, &|leaf| point[card(leaf)], PRIME);
        Self::key(self.points.iter().map(at).collect())
    }

    /// All functions that have the value `target` in at least one form.
    pub(super) fn reaching(&self, target: &BigRational) -> BTreeSet<Function> {
        let all = (1 << self.values.len()) - 1;
        // For each set of cards its functions and their values.
        let mut parts: Vec<HashMap<Function, BigRational>> = vec![HashMap::new(); all + 1];
        for cards in 1..all {
            parts[cards] = self.functions(cards, &parts, None).into_iter().collect();
        }
        let functions = self.functions(all, &parts, Some(target));
        functions.into_iter().map(|(function, _)| Self::key(function)).collect()
    }

    /// The functions of these cards, made from the functions of fewer cards; only those that reach
    /// `target`, if there is one.
    fn functions(
        &self,
        cards: usize,
        parts: &[HashMap<Function, BigRational>],
        target: Option<&BigRational>,
    ) -> Vec<(Function, BigRational)> {
        let mut found = Vec::new();
        let mut keep = |value: Option<BigRational>, function: &dyn Fn() -> Function| {
            if let Some(value) = value.filter(|it| target.is_none_or(|target| it == target)) {
                found.push((function(), value));
            }
        };
        if cards.is_power_of_two() {
            let card = cards.trailing_zeros() as usize;
            let at_points = || self.points.iter().map(|point| Some(point[card])).collect();
            keep(Some(self.values[card].clone()), &at_points);
        }
        for left in (1..cards).filter(|left| left & cards == *left) {
            let right = cards ^ left;
            for ((one, a), (other, b)) in parts[left].iter().cartesian_product(&parts[right]) {
                for operator in Operator::FOUR {
                    let value = apply(operator, a.clone(), b.clone());
                    keep(value, &|| joined(operator, one, other));
                }
            }
        }
        found
    }
}

/// The function that an operator makes from two others.
fn joined(operator: Operator, one: &Function, other: &Function) -> Function {
    let tree = Tree::Node(operator, Tree::Leaf(0).into(), Tree::Leaf(1).into());
    let at = |(a, b): (&Option<u64>, &Option<u64>)| {
        let (a, b) = ((*a)?, (*b)?);
        modulo(&tree, &|leaf| if leaf == 0 { a } else { b }, PRIME)
    };
    one.iter().zip(other).map(at).collect()
}
