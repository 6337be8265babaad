//! The solutions of the engines, compared with a brute force.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bracket24::{Card, EngineName, Grammar, Hand, Named, Operator, Rational, SetName, TemplateSet};
use num_rational::BigRational;
use proptest::prelude::*;

use super::brute_force::BruteForce;
use crate::engines::target;
use crate::independent::{apply, convention};

/// Cards near the limit of 64-bit integers, or with products near it.
const EDGES: [u64; 4] = [3_037_000_500, 4_294_967_296, i64::MAX.unsigned_abs(), 1 << 63];

/// Hands of up to five small and large cards, some of them equal; and a target, which for half of
/// the hands is the result of some operations on the cards.
fn hands() -> impl Strategy<Value = (Vec<u64>, Rational)> {
    let edge = prop::sample::select(EDGES.to_vec());
    let large = 0..=1_000_000_000_000_u64;
    let card = prop_oneof![6 => 0..=3_u64, 16 => 0..=13_u64, 1 => large, 1 => edge];
    let operators = prop::collection::vec(prop::sample::select(Operator::FOUR.to_vec()), 4);
    (prop::collection::vec(card, 1..=5), target(), prop::option::of(operators)).prop_map(
        |(cards, target, operators)| {
            let made = operators.and_then(|operators| made_of(&cards, &operators));
            let target = made.unwrap_or(target);
            (cards, target)
        },
    )
}

/// The cards from the last to the first, joined by these operators.
fn made_of(cards: &[u64], operators: &[Operator]) -> Option<Rational> {
    let mut cards = cards.iter().rev().map(|card| BigRational::from_integer((*card).into()));
    let last = cards.next()?;
    let made =
        cards.zip(operators).try_fold(last, |made, (card, operator)| apply(*operator, card, made));
    made.map(Rational::from)
}

/// A trial is a hand and a target, for every engine that lists solutions.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn every_engine_finds_exactly_the_solutions_of_a_brute_force_search() {
    let (runs, solved) = (Cell::new(0_u64), Cell::new(0_u64));
    let sets: Vec<TemplateSet> = (0..=5)
        .map(|cards| TemplateSet::named(SetName::Canonical, cards, &Grammar::Left))
        .collect();
    let ordinary = convention("left").expect("it has the four operators");
    super::hold(150, &hands(), |(cards, target)| {
        let hand: Hand = cards.iter().map(|card| Card::new(*card).unwrap()).collect();
        let brute_force = BruteForce::new(&hand);
        let exact = BigRational::from(&target);
        let all = brute_force.reaching(&exact);
        for name in EngineName::ALL {
            let engine = name.engine(&sets[cards.len()]);
            if engine.refusal(cards.len()).is_some() {
                continue;
            }
            let (once, mut found) = (engine.finds_no_function_twice(), BTreeSet::new());
            let done = engine.solve(&hand, &target, &mut |solution| {
                assert_eq!(ordinary.value(solution.text()), Ok(Some(exact.clone())), "{name}");
                let is_new = found.insert(brute_force.function(&solution));
                assert!(is_new || !once, "{name}: {} is found again", solution.text());
                solved.set(solved.get() + 1);
                ControlFlow::Continue(())
            });
            prop_assert!(done.is_ok(), "{name}: {hand}");
            prop_assert!(
                found == all,
                "{name}: {hand} → {target}: {} of {}",
                found.len(),
                all.len()
            );
            runs.set(runs.get() + 1);
        }
        Ok(())
    });
    super::tell(&format!("{} runs of engines, {} solutions", runs.get(), solved.get()));
}
