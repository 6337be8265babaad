//! The search that meets in the middle finds every function of the cards that reaches the target
//! exactly once, whatever the cards.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bracket24::algebra::NormalForm;
use bracket24::reports::Counter;
use bracket24::{
    Compiled, Deck, Engine, Equivalence, Grammar, Hand, Pairs, Rational, SetName, Solution, Split,
    TemplateSet, evaluate,
};
use proptest::prelude::*;

fn solutions(engine: &dyn Engine, hand: &Hand, target: &Rational) -> Vec<Solution> {
    let mut solutions = Vec::new();
    engine
        .solve(hand, target, &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })
        .unwrap();
    solutions
}

/// The solutions as functions of the cards, one text for each.
fn functions(solutions: &[Solution]) -> Vec<String> {
    let form = |it: &Solution| NormalForm::of(it.expression(), Clone::clone).unwrap();
    solutions.iter().map(|it| form(it).to_text(&ToString::to_string)).collect()
}

/// Checks that the search finds the same functions as the engine that combines pairs of values,
/// each once.
fn assert_agrees_with_pairs(hand: &Hand, target: &Rational) {
    let found = functions(&solutions(&Split::new(), hand, target));
    let once: BTreeSet<&String> = found.iter().collect();
    assert_eq!(once.len(), found.len(), "{hand} → {target}: {found:?}");
    let pairs = functions(&solutions(&Pairs, hand, target));
    assert_eq!(once, pairs.iter().collect(), "{hand} → {target}");
}

/// How many functions of the cards the templates find.
fn by_templates(engine: &Compiled<'_>, hand: &Hand, target: &Rational) -> u64 {
    Counter::new(engine, target, Equivalence::Function).count(hand).unwrap().0
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn split_finds_every_function_once_for_four_equal_cards_and_zeros() {
    for target in [0, 1, 24] {
        for hand in Deck::new(0..=3, 4, false).unwrap().hands() {
            assert_agrees_with_pairs(&hand, &Rational::from(target));
        }
    }
}

#[test]
fn split_counts_as_many_functions_as_templates_for_five_equal_cards_and_zeros() {
    let set = TemplateSet::named(SetName::Canonical, 5, &Grammar::Left);
    let (templates, split) = (Compiled::new(&set), Split::new());
    for hand in ["0 0 0 0 0", "0 0 0 1 1", "0 0 1 1 2", "1 1 1 2 2", "2 2 2 2 2", "1 1 2 2 3"] {
        let hand: Hand = hand.parse().unwrap();
        for target in [0, 1, 2].map(Rational::from) {
            let expected = by_templates(&templates, &hand, &target);
            assert_eq!(split.count(&hand, &target).unwrap().0, expected, "{hand} → {target}");
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn split_counts_as_many_functions_as_templates_for_six_equal_cards_and_zeros() {
    let set = TemplateSet::named(SetName::Canonical, 6, &Grammar::Left);
    let (templates, split) = (Compiled::new(&set), Split::new());
    for hand in Deck::new(0..=2, 6, false).unwrap().hands() {
        let target = Rational::from(2);
        let expected = by_templates(&templates, &hand, &target);
        assert_eq!(split.count(&hand, &target).unwrap().0, expected, "{hand}");
    }
}

#[test]
fn cards_that_equal_the_prime_or_exceed_a_machine_word_are_not_treated_as_zero() {
    for (hand, target) in [
        ("2305843009213693951 2305843009213693951 2 12", "24"),
        ("2305843009213693951 2305843009213693951 24 1", "24"),
        ("2305843009213693951 4611686018427387902 12 1", "24"),
        ("2305843009213693951 1 1 24", "2305843009213693951"),
        ("2305843009213693950 2305843009213693950 1 1", "1"),
        ("36893488147419103232 18446744073709551616 12 1", "24"),
        ("99999999999999999999 99999999999999999999 0 24", "24"),
        ("9223372036854775807 9223372036854775807 7 7 1", "1"),
    ] {
        assert_agrees_with_pairs(&hand.parse().unwrap(), &target.parse().unwrap());
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_solution_with_seven_cards_equals_the_target_and_none_is_repeated() {
    let (hand, target) = ((1..=7).collect::<Hand>(), Rational::from(24));
    let solutions = solutions(&Split::new(), &hand, &target);
    assert_eq!(solutions.iter().map(Solution::text).collect::<BTreeSet<_>>().len(), 33_589);
    for solution in &solutions {
        let read = Grammar::Left.parse(solution.text()).unwrap();
        assert_eq!(evaluate(&read), Ok(target.clone()), "{solution}");
        let mut order = solution.order().to_vec();
        order.sort_unstable();
        assert!(order.into_iter().eq(0..7), "{solution}");
    }
}

#[test]
fn the_split_engine_counts_as_many_solutions_as_it_finds() {
    let engine = Split::new();
    for hand in ["1 1 1 8 8", "2 3 5 7 9 11", "0 0 0 0 0", "5", "24", "0 24"] {
        let (hand, target): (Hand, _) = (hand.parse().unwrap(), Rational::from(24));
        let found = solutions(&engine, &hand, &target).len() as u64;
        assert_eq!(engine.count(&hand, &target).unwrap().0, found, "{hand}");
    }
}

#[test]
fn split_counts_every_function_that_divides_by_zero() {
    let effort = |hand: &str, target: i64| {
        let (found, effort) = Split::new().count(&hand.parse().unwrap(), &target.into()).unwrap();
        (found, effort.evaluated, effort.zero_divisions)
    };
    // 1/0 and 5/0 are the divisions by zero of two cards.
    assert_eq!(effort("0 1 5", 6), (2, 2, 2));
}

#[test]
fn with_a_zero_card_every_value_of_the_others_gives_zero() {
    let found = solutions(&Split::new(), &"0 2 2 2 2 2".parse().unwrap(), &0.into());
    for text in ["0*(2+2+2+2+2)", "0/(2+2+2+2+2)"] {
        assert!(found.iter().any(|it| it.text() == text), "{text}");
    }
    assert!(found.iter().all(|it| evaluate(it.expression()) == Ok(0.into())));
}

#[test]
fn hands_that_share_tables_have_the_same_results_as_alone() {
    let shared = Split::new();
    let target = Rational::from(24);
    for hand in Deck::new(0..=9, 4, false).unwrap().hands() {
        let alone = Split::new().count(&hand, &target).unwrap();
        assert_eq!(shared.count(&hand, &target).unwrap(), alone, "{hand}");
    }
}

#[test]
fn split_solves_nine_cards_in_any_given_order() {
    let target = Rational::from(24);
    let first_five = |cards: [u32; 9]| {
        let engine = Split::new();
        let mut first = Vec::new();
        engine
            .solve(&Hand::from(cards), &target, &mut |solution| {
                first.push(solution.text().to_owned());
                if first.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
        first
    };
    let first = first_five([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(first.len(), 5);
    assert_eq!(first, first_five([9, 7, 5, 3, 1, 2, 4, 6, 8]));
}

#[test]
fn counting_by_function_uses_only_the_engines_own_count() {
    let (engine, target) = (Split::new(), Rational::from(24));
    let hand = Hand::from([1, 3, 5, 7, 9]);
    let by_function = Counter::new(&engine, &target, Equivalence::Function).count(&hand).unwrap();
    assert_eq!(by_function, engine.count(&hand, &target).unwrap());
}

proptest! {
    #[test]
    fn the_split_and_pairs_engines_agree_for_any_cards_and_target(
        cards in prop::collection::vec(0_u32..=13, 1..=4),
        numer in -30_i64..=60,
        denom in 1_i64..=4,
    ) {
        let hand: Hand = cards.into_iter().collect();
        assert_agrees_with_pairs(&hand, &Rational::new(numer, denom));
    }
}

#[test]
fn the_split_engine_lists_the_expressions_of_all_its_solutions() {
    for hand in ["3 3 8 8", "1 1 1 8", "0 2 2 12", "1 2 3 4 5"] {
        let (hand, target) = (hand.parse().unwrap(), Rational::from(24));
        let solutions = solutions(&Split::new(), &hand, &target);
        let mut expressions = Vec::new();
        Split::new()
            .expressions(&hand, &target, &mut |expression| {
                expressions.push(expression);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(solutions.len(), expressions.len(), "{hand}");
        for (solution, expression) in solutions.iter().zip(&expressions) {
            assert_eq!(evaluate(expression).unwrap(), target, "{solution}");
            let form = |it| NormalForm::of(it, Clone::clone).unwrap();
            assert_eq!(form(solution.expression()), form(expression), "{solution}");
        }
    }
}
