//! When two solutions are the same.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use bracket24::algebra::{EquivalenceClasses, NormalForm};
use bracket24::reports::{Counter, SolveOptions, SolveReport};
use bracket24::{
    Deck, Engine, Equivalence, Grammar, Hand, Named, Rational, SetName, Solution, Split, Strings,
    TemplateSet, evaluate, solve,
};
use itertools::Itertools;

use crate::canonical::modulo;
use crate::engines::corpus;
use crate::tree::Tree;

fn all(hand: &str, set: SetName, grammar: &Grammar) -> Vec<Solution> {
    let hand: Hand = hand.parse().unwrap();
    let set = TemplateSet::named(set, hand.cards().len(), grammar);
    let mut solutions = Vec::new();
    Strings::new(&set)
        .solve(&hand, &24.into(), &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })
        .unwrap();
    solutions
}

fn distinct(hand: &str, set: SetName, level: Equivalence) -> Vec<String> {
    let mut classes = EquivalenceClasses::new(level);
    let solutions = all(hand, set, &Grammar::Left);
    for solution in &solutions {
        classes.add(solution).unwrap();
    }
    let kept: Vec<String> = (0..)
        .zip(&classes.firsts)
        .zip(solutions)
        .filter(|((index, first), _)| index == *first)
        .map(|(_, solution)| solution.text().to_owned())
        .collect();
    assert_eq!(kept.len(), classes.count());
    kept
}

fn written(text: &str) -> Solution {
    Solution::parse(text, &Grammar::Left).unwrap()
}

/// Returns the functions at the level `function`, written so that a person can compare.
fn functions<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> BTreeSet<String> {
    solutions
        .into_iter()
        .map(|solution| NormalForm::of(solution.expression(), Clone::clone).unwrap())
        .map(|form| form.to_text(&ToString::to_string))
        .collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_canonical_templates_find_the_solutions_of_the_corpus() {
    for case in corpus() {
        let hand: Hand = case.hand.parse().unwrap();
        let target = case.target.as_deref().unwrap_or("24").parse().unwrap();
        let found = functions(&solve(&hand, &target).unwrap());
        assert_eq!(found.len(), case.count, "{}: {found:?}", case.hand);
        if let Some(solutions) = case.solutions {
            let expected: Vec<Solution> = solutions.iter().map(|text| written(text)).collect();
            assert_eq!(found, functions(&expected), "{}", case.hand);
        }
        if hand.cards().len() > 4 {
            continue;
        }
        // Every tree over the cards, with every grouping.
        let cards: Vec<u64> = (0..hand.cards().len() as u64).collect();
        let all: Vec<Solution> = Tree::all(&cards)
            .iter()
            .map(|tree| tree.bracketed_with(&|card| hand.cards()[card].value().to_string()))
            .map(|text| written(&text))
            .filter(|solution| evaluate(solution.expression()).is_ok_and(|value| value == target))
            .collect();
        assert_eq!(found, functions(&all), "{}", case.hand);
    }
}

#[test]
fn the_numbers_of_solutions_match_known_counts() {
    let count = |hand| distinct(hand, SetName::Canonical, Equivalence::Function).len();
    assert_eq!(count("1 1 11 13"), 22);
    assert_eq!(count("1 2 3 4"), 4);
    assert_eq!(count("5 6 7 8"), 3);
}

#[test]
fn each_level_of_distinct_gives_the_known_number_of_solutions() {
    let counts = |hand| {
        [Equivalence::Function, Equivalence::Symbol, Equivalence::FourNums]
            .map(|level| distinct(hand, SetName::Canonical, level).len())
    };
    assert_eq!(counts("1 1 11 13"), [22, 19, 1]);
    assert_eq!(counts("1 2 3 4"), [4, 4, 3]);
    assert_eq!(counts("5 6 7 8"), [3, 3, 3]);
}

/// The value of a tree modulo a prime where the card of value `v` is some number
/// that depends on nothing but `v`: apart from tiny chances, the same for the
/// same function of the values and for nothing else.
fn residue(tree: &Tree, hand: &Hand) -> Option<u64> {
    let place = |leaf: u64| {
        let value = hand.cards()[usize::try_from(leaf).unwrap()].value().to_string();
        value.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
        }) % MODULUS
    };
    modulo(tree, &place, MODULUS)
}

const MODULUS: u64 = (1 << 61) - 1;

#[test]
#[ignore = "`.ci/long` runs it"]
fn symbol_separates_functions_that_differ_with_one_variable_per_value() {
    for (hand, target) in [
        ("1 1 11 13", 24),
        ("5 5 1 1", 24),
        ("2 2 2 3", 24),
        ("6 6 6 6", 24),
        ("1 1 1 8", 24),
        ("0 0 2 12", 24),
        ("0 1 1 1", 1),
        ("2 2 4 4", 8),
        ("3 3 3", 3),
    ] {
        let parsed: Hand = hand.parse().unwrap();
        let cards: Vec<u64> = (0..parsed.cards().len() as u64).collect();
        let functions: BTreeSet<u64> = Tree::all(&cards)
            .iter()
            .filter(|tree| {
                let text = tree.bracketed_with(&|card| parsed.cards()[card].value().to_string());
                let value = evaluate(&Grammar::Left.parse(&text).unwrap());
                value.is_ok_and(|value| value == target.into())
            })
            .filter_map(|tree| residue(tree, &parsed))
            .collect();
        let set = TemplateSet::named(SetName::Canonical, parsed.cards().len(), &Grammar::Left);
        let mut classes = EquivalenceClasses::new(Equivalence::Symbol);
        Strings::new(&set)
            .solve(&parsed, &target.into(), &mut |solution| {
                classes.add(&solution).unwrap();
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(classes.count(), functions.len(), "{hand} for {target}");
    }
}

#[test]
fn a_level_contains_another_if_it_joins_everything_the_other_joins() {
    let mut solutions = Vec::new();
    for hand in ["1 1 5 5", "1 1 11 13", "2 4 8 10", "0 2 2 12", "1 5 6 6"] {
        solutions.extend(all(hand, SetName::Scala, &Grammar::Left));
        solutions.extend(all(hand, SetName::Canonical, &Grammar::Left));
    }
    let classes = |level: &Equivalence| {
        let mut classes = EquivalenceClasses::new(*level);
        for solution in &solutions {
            classes.add(solution).unwrap();
        }
        (0..solutions.len()).map(|index| classes.firsts[index]).collect::<Vec<_>>()
    };
    let by_level: Vec<_> = Equivalence::ALL.iter().map(|level| (level, classes(level))).collect();
    for ((coarse, joined), (fine, finely)) in by_level.iter().cartesian_product(&by_level) {
        // Solutions that share a class at the finer level also share one at the coarser level.
        let contains = (0..solutions.len()).all(|index| joined[index] == joined[finely[index]]);
        assert_eq!(
            coarse.contains(**fine),
            contains,
            "does {coarse} contain {fine}? `contains` says the first, the solutions the second"
        );
    }
}

#[test]
fn the_first_solution_of_each_class_is_kept() {
    assert_eq!(
        distinct("0 2 6 12", SetName::Canonical, Equivalence::FourNums),
        ["0*6+2*12", "2*6+0+12"]
    );
}

#[test]
fn equivalence_levels_reject_hands_that_are_too_large_for_them() {
    let eight = written("1+2+3+4+5+6+7+8");
    for (level, most) in [(Equivalence::Symbol, 7), (Equivalence::FourNums, 6)] {
        assert_eq!(level.check(most), Ok(()));
        let error = level.check(most + 1).unwrap_err();
        let said = format!("the level `{level}` is for hands of at most {most} cards");
        assert!(error.to_string().starts_with(&said), "{error}");
        let large_enough = |it: &Equivalence| it.check(most + 1).is_ok();
        let alternatives = Equivalence::ALL.iter().copied().filter(large_enough).collect_vec();
        assert_eq!(error.alternatives().collect_vec(), alternatives, "{error}");
        assert!(!alternatives.is_empty() && !alternatives.contains(&level));
        assert!(level.key(&eight).is_err());
    }
    for level in Equivalence::ALL.iter().filter(|level| level.check(8).is_ok()) {
        assert!(level.key(&eight).is_ok(), "{level}");
    }
}

#[test]
fn solutions_of_any_template_set_can_be_reduced_by_function() {
    assert_eq!(all("5 6 7 8", SetName::Scala, &Grammar::Left).len(), 8);
    assert_eq!(
        distinct("5 6 7 8", SetName::Scala, Equivalence::Function),
        ["(5-(8-7))*6", "6*8/(7-5)", "(5+7)*(8-6)"]
    );
    assert_eq!(
        distinct("5 6 7 8", SetName::Scala, Equivalence::Template),
        ["(5-(8-7))*6", "6*8/(7-5)", "(5+7)*(8-6)", "(5+7-8)*6"]
    );
    assert_eq!(distinct("5 6 7 8", SetName::Scala, Equivalence::Text).len(), 8);
}

#[test]
fn equal_cards_are_interchangeable_and_different_cards_are_not() {
    let same = |a: &str, b: &str| {
        let key = |text: &str| Equivalence::Function.key(&written(text)).unwrap();
        key(a) == key(b)
    };
    assert!(same("(5-1)*(5+1)", "(1+5)*(5-1)"));
    assert!(same("8-3-3+8", "8-(3-8)-3"));
    assert!(same("2*(5-5)+7", "7-2*(5-5)"), "the fives change places");
    assert!(!same("2*(5-4)+7", "7-2*(5-4)"));
    assert!(same("(2-5)*(3-7)", "(5-2)*(7-3)"), "signs move through products");
    assert!(!same("4*1", "4/1"), "worth the same, but not the same function");
    assert!(!same("5-5+3", "5/5+2"));
}

#[test]
fn filling_the_canonical_set_only_in_essential_orders_loses_no_solution() {
    for hand in ["1 1 11 13", "1 2 3 4", "2 2 6 6", "0 0 3 8", "4 4 4 4", "0 1 2 12"] {
        let texts = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        let lines: String =
            texts.templates().iter().flat_map(|template| [template.text(), "\n"]).collect();
        let every_order = TemplateSet::from_lines(&lines, &Grammar::Left).unwrap();
        assert!(every_order.symmetries(0).is_none());
        let keys = |set: &TemplateSet| {
            let mut keys = Vec::new();
            let effort =
                Strings::new(set).solve(&hand.parse().unwrap(), &24.into(), &mut |found| {
                    keys.push(Equivalence::Function.key(&found).unwrap());
                    ControlFlow::Continue(())
                });
            (keys, effort.unwrap())
        };
        let (essential, effort) = keys(&texts);
        let (every, more_effort) = keys(&every_order);
        let distinct: HashSet<_> = essential.iter().cloned().collect();
        assert_eq!(distinct.len(), essential.len(), "{hand}: each solution comes once");
        assert_eq!(distinct, every.into_iter().collect(), "{hand}");
        assert!(effort.filled <= more_effort.filled);
    }
}

#[test]
fn effort_counts_the_work_of_the_engine() {
    let effort = |hand: &str, set| {
        let hand: Hand = hand.parse().unwrap();
        let set = TemplateSet::named(set, 4, &Grammar::Left);
        Strings::new(&set).solve(&hand, &24.into(), &mut |_| ControlFlow::Continue(())).unwrap()
    };
    let four_different = effort("5 6 7 8", SetName::Canonical);
    assert_eq!((four_different.filled, four_different.parsed), (1170, 1170));
    assert_eq!(effort("5 6 7 8", SetName::Scala).filled, 73 * 24);
    assert_eq!(effort("5 5 5 1", SetName::Scala).filled, 73 * 4);
    assert_eq!(effort("1 1 1 1", SetName::Canonical).filled, 93);
    assert!(effort("5 5 5 1", SetName::Scala).zero_divisions > 0);
}

#[test]
fn equivalence_levels_are_parsed_from_their_names() {
    for level in Equivalence::ALL {
        assert_eq!(level.name().parse(), Ok(*level));
    }
    let error = "functoin".parse::<Equivalence>().unwrap_err();
    let said = "there is no level of equivalence `functoin`; there are text, template, ";
    assert!(error.to_string().starts_with(said), "{error}");
}

/// The number of classes among an engine's solutions, each class with its text.
fn held_against_each_other(hand: &Hand, target: &Rational, level: Equivalence) -> u64 {
    let mut classes = EquivalenceClasses::new(level);
    Split::new()
        .solve(hand, target, &mut |solution| {
            classes.add(&solution).unwrap();
            ControlFlow::Continue(())
        })
        .unwrap();
    classes.count() as u64
}

#[test]
fn the_counter_agrees_with_pairwise_comparison_of_solutions() {
    let engine = Split::new();
    for (target, level) in [0, 1, 2, 24].into_iter().cartesian_product(Equivalence::ALL) {
        let target = Rational::from(target);
        let counter = Counter::new(&engine, &target, *level);
        for hand in Deck::new(0..=4, 4, false).unwrap().hands().step_by(3) {
            let held = held_against_each_other(&hand, &target, *level);
            assert_eq!(counter.count(&hand).unwrap().0, held, "{hand} for {target} at {level}");
        }
    }
}

#[test]
fn different_cards_have_as_many_functions_by_value_as_by_symbol() {
    let engine = Split::new();
    for hand in Deck::new(1..=8, 4, false).unwrap().hands() {
        let hand_differs = hand.cards().iter().all_unique();
        let [function, symbol] = [Equivalence::Function, Equivalence::Symbol]
            .map(|level| held_against_each_other(&hand, &24.into(), level));
        assert!(symbol <= function, "{hand}");
        assert!(!hand_differs || symbol == function, "{hand}");
        let options = SolveOptions { distinct: Equivalence::Symbol, ..SolveOptions::new(24) };
        let report = SolveReport::new(hand.clone(), &engine, options);
        assert_eq!(report.unwrap().solutions.len() as u64, symbol, "{hand}");
    }
}

#[test]
fn the_symbol_level_joins_equal_functions_even_if_they_divide_by_zero() {
    let classes = |texts: &[&str]| {
        let mut classes = EquivalenceClasses::new(Equivalence::Symbol);
        for text in texts {
            classes.add(&written(text)).unwrap();
        }
        classes.firsts.clone()
    };
    // The denominator is zero, but not a variable minus itself.
    assert_eq!(classes(&["5*0/0", "5+0-0", "0*5/0", "5*0-0"]), [0, 0, 0, 3]);
    // The zero is a variable minus itself.
    assert_eq!(classes(&["1/(5-5)", "1*(5-5)", "(5-5)/1", "1/(5-5)"]), [0, 1, 1, 0]);
    assert_eq!(classes(&["1*(5-5)", "1/(5-5)", "(5-5)*1"]), [0, 1, 0]);
}

#[test]
fn a_level_that_cannot_compare_names_levels_that_can() {
    for (text, level) in [
        ("2^3", Equivalence::Function),
        ("2^3", Equivalence::Standard),
        ("√2*√2", Equivalence::Value),
    ] {
        let solution = Solution::parse(text, &Grammar::Extended).unwrap();
        let error = level.key(&solution).unwrap_err();
        let named = error.alternatives().collect_vec();
        assert!(!named.is_empty(), "{error}");
        for level in named {
            // An expression without a value is not a solution either, and only its text
            // distinguishes it from others.
            assert!(level.key(&solution).is_ok() || text.contains('√'), "{text}: {level}");
        }
        assert!(error.alternatives().all(|it| it != level), "{error}");
    }
}

#[test]
fn a_standard_expression_has_prefix_operators_and_grouping_brackets() {
    let text = |text: &str| {
        let expression = Grammar::Left.parse(text).unwrap();
        bracket24::algebra::Standard::of(&expression).unwrap().to_text()
    };
    assert_eq!(text("6*(5-(8-7))"), "*6*(+5-(-7+8))");
    assert_eq!(text("2*3+4/(5*6)"), "+*2*3+*4/(*5*6)");
}
