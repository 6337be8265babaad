//! The level `fournums`, compared with published counts and with its rules applied to the letter.

mod functions;
mod part;
mod reference;
mod rules;

use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, RangeInclusive};

use bracket24::algebra::EquivalenceClasses;
use bracket24::reports::{Counter, Reason, SolveError, SolveOptions, SolveReport};
use bracket24::{
    Deck, Engine, EngineName, Equivalence, Grammar, Hand, Rational, SetName, Solution, Split,
    TemplateSet,
};
use itertools::Itertools;

use part::tree;
use reference::Reference;

fn found(hand: &str, target: &str) -> Vec<Solution> {
    let mut solutions = Vec::new();
    Split::new()
        .solve(&hand.parse().unwrap(), &target.parse().unwrap(), &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })
        .unwrap();
    solutions
}

fn deck(values: RangeInclusive<u32>, cards: usize) -> Deck {
    Deck::new(values, cards, false).unwrap()
}

fn classes<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> EquivalenceClasses {
    let mut classes = EquivalenceClasses::new(Equivalence::FourNums);
    for solution in solutions {
        classes.add(solution).unwrap();
    }
    classes
}

fn written(text: &str) -> Solution {
    Solution::parse(text, &Grammar::Left).unwrap()
}

fn same(a: &str, b: &str) -> bool {
    let key = |text| Equivalence::FourNums.key(&written(text)).unwrap();
    key(a) == key(b)
}

#[test]
fn every_hand_of_four_cards_has_the_published_number_of_solutions() {
    let lines = include_str!("../../cases/fournums_counts.csv").lines().skip(1);
    let expected: HashMap<&str, u64> = lines
        .map(|line| line.strip_prefix("24,").unwrap().split_once(',').unwrap())
        .map(|(hand, solutions)| (hand, solutions.parse().unwrap()))
        .collect();
    let target = Rational::from(24);
    let engine = Split::new();
    let counter = Counter::new(&engine, &target, Equivalence::FourNums);
    let mut solutions = 0;
    for hand in deck(0..=13, 4).hands() {
        let (count, _) = counter.count(&hand).unwrap();
        let listed = expected.get(&*hand.to_string()).copied();
        assert_eq!((count > 0).then_some(count), listed, "{hand}");
        solutions += count;
    }
    assert_eq!((expected.len(), solutions), (1525, 3205));
}

fn solutions(deck: &Deck, target: i64) -> u64 {
    let target = Rational::from(target);
    let engine = Split::new();
    let counter = Counter::new(&engine, &target, Equivalence::FourNums);
    deck.hands().map(|hand| counter.count(&hand).unwrap().0).sum()
}

#[test]
fn the_cards_from_1_to_13_have_3017_solutions() {
    assert_eq!(solutions(&deck(1..=13, 4), 24), 3017);
}

#[test]
fn the_cards_from_0_to_13_have_the_2543_published_solutions_for_36() {
    assert_eq!(solutions(&deck(0..=13, 4), 36), 2543);
}

#[test]
fn the_numbers_of_solutions_match_known_counts() {
    for (hand, count) in [("1 1 5 5", 2), ("1 1 11 13", 1), ("1 2 3 4", 3), ("5 6 7 8", 3)] {
        assert_eq!(classes(&found(hand, "24")).count(), count, "{hand}");
    }
}

#[test]
fn every_equivalence_rule_holds_in_both_directions() {
    for (a, b) in [
        // A-0 is A+0, A/1 is A*1, 0/A is 0*A, 0*0' is 0+0'; by value.
        ("24-0", "24+0"),
        ("24-(3-3)*5", "24+(3-3)*5"),
        ("24-(5-2-3)", "24+(5-2-3)"),
        ("24/1", "24*1"),
        ("24/(3-2)", "24*(3-2)"),
        ("24+0/7", "24+0*7"),
        ("24+(5-5)/7", "24+(5-5)*7"),
        ("24+0*(3-3)", "24+0+(3-3)"),
        ("24-0*(3-3)", "24+0-(3-3)"),
        // An added zero may be at any place.
        ("(6+0)*4", "0+6*4"),
        ("6*(4+0)", "0+6*4"),
        ("(48+0)/2", "0+48/2"),
        ("48/(2+0)", "0+48/2"),
        ("(6+(5-5))*4", "(5-5)+6*4"),
        ("8/(3-8/(3+0))", "0+8/(3-8/3)"),
        ("(0+6)*(0+4)", "0+(0+6*4)"),
        // A factor of one may be at any place.
        ("6*1+18", "1*(6+18)"),
        ("30-6*1", "1*(30-6)"),
        ("6*(3-2)+18", "(3-2)*(6+18)"),
        ("11*1+13*1", "1*(1*(11+13))"),
        ("8/(3-8/(3*1))", "1*(8/(3-8/3))"),
        // If an expression is multiplied by zero, only its cards matter.
        ("24+0*(2+3)", "24+0*(2*3)"),
        ("24+0*(2+3)", "24+0/(2/3)"),
        ("24+(0*2)*3", "24+0*(2-3)"),
        ("24+(7-7)*(2+3)", "24+(7-7)*2*3"),
        ("24+0*5+(3-3)", "24+0*(3+3+5)"),
        ("24*1+0*5", "24+0*(1+5)"),
        ("24*(3-2)+0*5", "24+0*(2+3+5)"),
        // Multiplying two ones is the same as adding one and subtracting one.
        ("24*1*1", "24+1-1"),
        ("24*(3-2)*1", "24+(3-2)-1"),
        // Multiplying and dividing by the same value is the same as adding and subtracting it.
        ("24*5/5", "24+5-5"),
        ("24*(5/5)", "24+5-5"),
        ("24*(2+3)/5", "24+(2+3)-5"),
        ("24*2*3/6", "24+2*3-6"),
        ("6*(4*5)/5", "6*4+5-5"),
        ("48*5/(2*5)", "48/2+5-5"),
        ("(48/5)*(5/2)", "48/2+5-5"),
        ("(6+5-5)*4", "6*4+5-5"),
        ("48/(2+5-5)", "48/2+5-5"),
        // Signs are moved according to values.
        ("30+(2-8)", "30-(8-2)"),
        ("30-(2-8)*1", "30+(8-2)*1"),
        ("(2-8)*(3-7)", "(8-2)*(7-3)"),
        ("24+(2-8)*0", "24+(8-2)*0"),
    ] {
        assert!(same(a, b), "{a} is {b}");
        assert!(same(b, a), "{b} is {a}");
    }
}

#[test]
fn expressions_that_no_rule_connects_stay_in_separate_classes() {
    for (a, b) in [
        ("(1+5)*(5-1)", "5*5-1*1"),
        ("(5-5)+6*4", "(5-5)*(6*4)+0"),
        ("(5-6/6)*6", "6*(5-5/5)"),
        ("0*6+2*12", "0*2+6*4"),
        ("(0+2)*12+6-6", "0*6+2*12"),
        ("4*6", "3*8"),
        ("24+0*1", "24+0+1"),
    ] {
        assert!(!same(a, b), "{a} is not {b}");
    }
}

#[test]
fn the_sign_of_a_zero_term_does_not_matter() {
    assert!(same("0*6+2*12", "2*12-0*6"));
    assert!(same("2*12+0/6", "2*12-0*6"));
    assert!(same("(0*3+6-2)*6", "(6-2-0/3)*6"));
    assert!(same("(2-6-0*3)*(1-7)", "(6-2+0*3)*(7-1)"));
    assert!(same("(12-0)*2/1", "1*(0+2)*12"));
}

#[test]
fn an_expression_without_a_value_equals_no_other_expression() {
    assert!(same("1/0", "1/0"));
    assert!(!same("1/0", "1+0"));
    assert!(!same("1/0+2*1", "1/0+2/1"));
}

#[test]
fn the_fournums_level_rejects_hands_of_more_than_six_cards() {
    let error = Equivalence::FourNums.key(&written("1+2+3+4+5+6+7")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the level `fournums` is for hands of at most 6 cards, and this one has 7"
    );
    assert!(EquivalenceClasses::new(Equivalence::FourNums).add(&written("1+2+3+4+5+6+7")).is_err());
    let hand: Hand = "1 2 3 4 5 6 7".parse().unwrap();
    let (target, error) = (Rational::from(24), SolveError::from(error));
    assert_eq!(
        Counter::new(&Split::new(), &target, Equivalence::FourNums).count(&hand),
        Err(error.clone())
    );
    let options = SolveOptions { target, distinct: Equivalence::FourNums, first: false, why: true };
    assert_eq!(SolveReport::new(hand, &Split::new(), options).unwrap_err(), error);
}

fn check(cases: &[(&str, &[&str])]) {
    for (hand, targets) in cases {
        for target in *targets {
            Reference::new(hand, target).check(&format!("{hand} for {target}"));
        }
    }
}

#[test]
fn the_fournums_classes_match_a_literal_use_of_the_rules() {
    check(&[
        ("1 1 11 13", &["24"]),
        ("1 1 5 5", &["24", "5", "1"]),
        ("0 0 2 12", &["24", "2", "0"]),
        ("1 2 3 4", &["24", "10", "3", "0", "-1", "1/2"]),
        ("2 4 8 10", &["24", "8", "-4"]),
        ("0 1 2 3", &["0", "1", "2", "3", "-3", "1/2"]),
        ("3 3 3 3", &["3", "24", "1", "0"]),
        ("2 3 5 6", &["5", "6", "1", "-5"]),
        ("3 7 10 10", &["10", "24"]),
        ("1 2 9 2", &["10", "9"]),
        ("0 0 0 5", &["0", "5", "-5"]),
        ("0 0 1", &["0", "1", "-1"]),
        ("1 1", &["0", "1", "2"]),
        ("7", &["7", "8"]),
    ]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_fournums_classes_match_a_literal_use_of_the_rules_for_five_cards() {
    check(&[("1 1 1 11 13", &["24"]), ("2 3 5 7 11", &["24"]), ("0 1 2 3 8", &["24"])]);
}

#[test]
#[ignore = "takes minutes"]
fn the_fournums_classes_match_a_literal_use_of_the_rules_in_decks() {
    for target in ["24", "10", "7", "3", "1", "0", "1/2"] {
        for hand in deck(0..=6, 4).hands() {
            check(&[(&hand.to_string(), &[target])]);
        }
    }
    for target in ["24", "5", "2", "1", "0"] {
        for hand in deck(0..=5, 5).hands().step_by(7) {
            check(&[(&hand.to_string(), &[target])]);
        }
    }
}

#[test]
fn the_classes_do_not_depend_on_other_solutions_or_their_order() {
    for (hand, target) in [("1 1 2 12", "24"), ("3 7 10 10", "10"), ("0 1 2 3", "3")] {
        let all = found(hand, target);
        let whole = classes(&all);
        for step in [2, 3, 5, 7] {
            let some = (0..all.len()).rev().step_by(step).collect_vec();
            let part = classes(some.iter().map(|&index| &all[index]));
            for [(a, &i), (b, &j)] in some.iter().enumerate().array_combinations() {
                let joined = whole.firsts[i] == whole.firsts[j];
                assert_eq!(part.firsts[a] == part.firsts[b], joined, "{hand} for {target}");
            }
        }
    }
}

#[test]
fn a_smaller_template_set_adds_no_solution_classes() {
    for hand in ["1 1 11 13", "1 2 6 12", "2 3 4 6"] {
        let mut solutions = found(hand, "24");
        let set = TemplateSet::named(SetName::Scala, 4, &Grammar::Left);
        let engine = EngineName::Compiled.engine(&set);
        let complete = classes(&solutions).count();
        engine
            .solve(&hand.parse().unwrap(), &24.into(), &mut |solution| {
                solutions.push(solution);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(classes(&solutions).count(), complete, "{hand}");
    }
}

#[test]
fn every_step_of_a_derivation_follows_its_rule() {
    let mut told = BTreeMap::new();
    for (hand, target) in [
        ("1 1 11 13", "24"),
        ("1 2 3 4", "24"),
        ("2 3 3 4", "24"),
        ("0 0 2 12", "24"),
        ("0 2 3 8", "24"),
        ("3 3 6 24", "24"),
        ("0 0 1 3", "0"),
    ] {
        let reference = Reference::new(hand, target);
        let options = SolveOptions {
            target: target.parse().unwrap(),
            distinct: Equivalence::FourNums,
            first: false,
            why: true,
        };
        let report = SolveReport::new(hand.parse().unwrap(), &Split::new(), options).unwrap();
        for left_out in &report.left_out {
            let mut id = reference.functions.id(&tree(left_out.solution.text()));
            for step in &left_out.why {
                let next = reference.functions.id(&tree(&step.text));
                let Reason::FourNums(rule) = step.reason else {
                    panic!("{hand}: different functions are joined by rules");
                };
                let sets = &reference.by_rule[&rule];
                assert_eq!(
                    sets.root(id),
                    sets.root(next),
                    "{}: {step:?}",
                    left_out.solution.text()
                );
                *told.entry(rule.to_string()).or_insert(0) += 1;
                id = next;
            }
            let first = report.solutions[left_out.same_as].solution.text();
            assert_eq!(left_out.why.last().map(|step| &*step.text), Some(first));
        }
    }
    assert_eq!(told.len(), 5, "every rule is needed: {told:?}");
}
