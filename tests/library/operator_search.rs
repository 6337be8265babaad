//! Searches with operators beyond the four: against published and independent
//! counts, and against each other.

use std::ops::ControlFlow;

use bracket24::algebra::{EquivalenceClasses, Key};
use bracket24::reports::{OperatorNeeds, SolveOptions, SolveReport};
use bracket24::{
    Deck, Effort, Engine, EngineName, Equivalence, Grammar, Hand, OperatorSet, Rational, Refusal,
    SetName, Solution, TemplateSet, Undefined, evaluate,
};
use itertools::Itertools;

fn operators(set: &str, depth: usize) -> OperatorSet {
    set.parse::<OperatorSet>().unwrap().with_depth(depth)
}

/// The search, which needs no templates.
fn search(set: OperatorSet) -> Box<dyn Engine> {
    let none = Box::leak(Box::new(TemplateSet::named(SetName::Canonical, 0, &Grammar::Left)));
    EngineName::Pairs.engine_for(none, set).unwrap()
}

/// How many hands of the deck the search solves.
fn solvable(deck: std::ops::RangeInclusive<u32>, target: i64, set: &str, depth: usize) -> usize {
    let engine = search(operators(set, depth));
    let deck = Deck::new(deck, 4, false).unwrap();
    deck.hands().filter(|hand| solves(&*engine, hand, target)).count()
}

fn solves(engine: &dyn Engine, hand: &Hand, target: i64) -> bool {
    let target = Rational::from(target);
    let Some(solution) = engine.any_solution(hand, &target).unwrap() else { return false };
    // The solution is read again and evaluated in another way.
    if solution.joined().is_empty() {
        let read = Grammar::Extended.parse(solution.text()).unwrap();
        assert_eq!(evaluate(&read), Ok(target.clone()), "{solution}");
    }
    assert_eq!(evaluate(solution.expression()), Ok(target), "{solution}");
    let mut used: Vec<_> = solution.order().to_vec();
    used.sort_unstable();
    assert!(used.into_iter().eq(0..hand.cards().len()), "{solution}");
    true
}

#[test]
fn the_first_solution_of_filled_strings_joins_digits_as_the_search_does() {
    let set = operators("join", 1);
    let templates = TemplateSet::of_operators(set, 3, &Grammar::Extended).unwrap().unwrap();
    let strings = EngineName::Strings.engine(&templates);
    let (mut joined, target) = (0, Rational::from(24));
    for hand in Deck::new(0..=12, 3, false).unwrap().hands() {
        let found = strings.any_solution(&hand, &target).unwrap();
        let searched = search(set).any_solution(&hand, &target).unwrap();
        assert_eq!(found.is_some(), searched.is_some(), "{hand}: {found:?} {searched:?}");
        if let Some(found) = found {
            assert_eq!(evaluate(found.expression()), Ok(target.clone()), "{found}");
            let cards: Vec<_> = found.expression().leaves().cloned().sorted().collect();
            let dealt = hand.cards().iter().map(|it| it.value().clone()).sorted();
            assert!(dealt.eq(cards), "{found}: {hand}");
            joined += usize::from(!found.joined().is_empty());
        }
    }
    assert!(joined > 10, "{joined}");
}

#[test]
fn the_tree_of_a_solution_is_the_tree_of_its_text() {
    for (hand, target, set) in [
        ("2 2 2 2", 65536, "^"),
        ("2 2 3 3", 64, "^"),
        ("2 3 5 7", 24, "%"),
        ("2 4 8 16", 24, "log"),
        ("3 3 4", 24, "√,!"),
    ] {
        let (hand, mut seen): (Hand, usize) = (hand.parse().unwrap(), 0);
        let done = search(operators(set, 1)).solve(&hand, &target.into(), &mut |solution| {
            let read = Grammar::Extended.parse(solution.text()).unwrap();
            assert!(read.is_grouped_as(solution.expression()), "{solution}");
            seen += 1;
            ControlFlow::Continue(())
        });
        assert!(done.is_ok() && seen > 0, "{hand}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn as_many_hands_of_1_to_10_make_24_as_an_independent_count_says() {
    for (set, hands) in [("+-*/", 566), ("^", 588), ("log", 567), ("%", 605), ("√", 659)] {
        assert_eq!(solvable(1..=10, 24, set, 1), hands, "{set}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn hands_that_make_24_with_several_operators_match_an_independent_count() {
    for (set, hands) in [
        ("^,log", 588),
        ("^,%", 620),
        ("log,%", 605),
        ("^,log,%", 620),
        ("^,√", 672),
        ("log,√", 659),
        ("^,log,√", 673),
        ("%,√", 666),
        ("^,%,√", 675),
        ("^,log,%,√", 676),
    ] {
        assert_eq!(solvable(1..=10, 24, set, 1), hands, "{set}");
    }
    for (set, hands) in [("√", 659), ("^,√", 673), ("^,log,√", 674), ("^,log,%,√", 677)] {
        assert_eq!(solvable(1..=10, 24, set, 2), hands, "{set} to a depth of 2");
    }
}

/// Counts the unsolvable hands of the Ten Puzzle that these operators solve.
fn ten_puzzle(set: &str) -> usize {
    let engine = search(operators(set, 1));
    let hands = include_str!("../cases/ten_puzzle_unsolvable.txt").lines();
    let hands = hands.filter(|line| !line.starts_with('#'));
    let solved = |line: &&str| solves(&*engine, &line.parse().unwrap(), 10);
    hands.filter(solved).count()
}

/// The table of the guide.
fn ten_puzzle_table() -> Vec<(String, usize)> {
    let guide = std::fs::read_to_string("src/guide/operators.md").unwrap();
    let rows = guide.lines().skip_while(|line| !line.starts_with("| `--operators`")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            (cells[1].trim_matches('`').to_owned(), cells[2].parse().unwrap())
        })
        .collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_ten_puzzle_counts_in_the_guide_are_correct_for_one_extra_operator() {
    let table = ten_puzzle_table();
    assert_eq!(table.len(), 9, "{table:?}");
    for (set, hands) in table.iter().filter(|(set, _)| !set.contains("all") && set != "!") {
        assert_eq!(ten_puzzle(set), *hands, "{set}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn the_ten_puzzle_counts_in_the_guide_are_correct_for_all_operators() {
    for (set, hands) in ten_puzzle_table() {
        assert_eq!(ten_puzzle(&set), hands, "{set}");
    }
    for (set, hands) in [("^,√", 96), ("^,log", 70), ("^,√,log", 98), ("^,√,!", 145)] {
        assert_eq!(ten_puzzle(set), hands, "{set}");
    }
}

#[test]
fn four_fours_make_every_number_up_to_32_and_with_nested_roots_up_to_38() {
    let hand = Hand::from([4, 4, 4, 4]);
    for (depth, gaps) in [(1, &[33, 39, 51][..]), (2, &[39, 51])] {
        let engine = search(operators("^,√,!,join", depth));
        let missing = (0..=52).filter(|number| !solves(&*engine, &hand, *number));
        assert_eq!(missing.collect::<Vec<_>>(), gaps, "{depth}");
    }
}

/// The classes of solutions at the level `value`.
fn classes(engine: &dyn Engine, hand: &Hand, target: i64) -> Vec<Key> {
    let options = SolveOptions { distinct: Equivalence::Value, ..SolveOptions::new(target) };
    let report = SolveReport::new(hand.clone(), engine, options).unwrap();
    report.solutions.iter().map(|it| Equivalence::Value.key(&it.solution).unwrap()).collect()
}

fn check_agreement(set: &str, depth: usize, deck: &Deck, targets: &[i64]) {
    let set = operators(set, depth);
    let templates =
        TemplateSet::of_operators(set, deck.cards(), &Grammar::Extended).unwrap().unwrap();
    let engines = [EngineName::Pairs, EngineName::Compiled, EngineName::Strings]
        .map(|name| name.engine_for(&templates, set).unwrap());
    for hand in deck.hands() {
        for &target in targets {
            let [pairs, compiled, strings] =
                [0, 1, 2].map(|engine| classes(&*engines[engine], &hand, target));
            let missing =
                |from: &[Key], all: &[Key]| all.iter().filter(|it| !from.contains(it)).count();
            assert_eq!(
                missing(&pairs, &compiled),
                0,
                "{set}, {hand} for {target}: pairs lacks some"
            );
            assert_eq!(missing(&compiled, &pairs), 0, "{set}, {hand} for {target}: pairs has more");
            assert_eq!(compiled, strings, "{set}, {hand} for {target}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn all_engines_find_the_same_solutions_at_the_value_level() {
    let pairs = Deck::new(0..=4, 2, false).unwrap();
    for set in ["^", "√", "!", "%", "log", "join", "negate", "^,√", "^,negate,join"] {
        check_agreement(set, 1, &pairs, &[0, 1, 2, 24]);
    }
    check_agreement("√,!", 2, &Deck::new(3..=4, 2, false).unwrap(), &[6, 720]);
    check_agreement("^", 1, &Deck::new(0..=3, 3, false).unwrap(), &[1, 8]);
}

#[test]
#[ignore = "takes minutes"]
fn all_engines_find_the_same_solutions_with_more_cards_and_operators() {
    check_agreement("all", 1, &Deck::new(0..=4, 2, false).unwrap(), &[0, 1, 2, 24]);
    for set in ["^", "√,join", "%", "negate", "^,negate"] {
        check_agreement(set, 1, &Deck::new(0..=4, 3, false).unwrap(), &[0, 1, 8, -2]);
    }
    check_agreement("^", 1, &Deck::new(0..=4, 4, false).unwrap(), &[0, 1, 24]);
    check_agreement("^,√", 1, &Deck::new(7..=9, 4, false).unwrap(), &[24]);
    check_agreement("^,negate", 1, &Deck::new(1..=3, 4, false).unwrap(), &[0, 8, -8]);
}

#[test]
fn an_empty_hand_has_no_solution_with_any_operator() {
    for set in ["^", "join", "all"] {
        assert_eq!(search(operators(set, 1)).count(&Hand::default(), &24.into()).unwrap().0, 0);
    }
}

#[test]
fn the_level_value_treats_a_part_with_extra_operators_as_one_number() {
    let same = |one: &str, other: &str| {
        let key = |text: &str| {
            Equivalence::Value.key(&Solution::parse(text, &Grammar::Extended).unwrap()).unwrap()
        };
        key(one) == key(other)
    };
    for (one, other) in [
        ("2^3+1", "1+2^3"),
        ("2^4+1", "1+4^2"),
        ("5*2^3", "5/(1/2)^3"),
        ("(9-1)*√9", "√9*(9-1)"),
        ("5-√4", "5-√4"),
        ("-(3-5)", "5-3"),
        ("1*√1", "√1*1"),
        // A factor below 1 becomes a divisor, and a factor of 1 made of two or more cards is its
        // own inverse.
        ("8*2^(0-1)", "8/2^(1-0)"),
        ("8*1^2", "8/1^2"),
    ] {
        let is_exact = one != "5*2^3";
        assert_eq!(same(one, other), is_exact, "{one}, {other}");
    }
    for (one, other) in [
        ("2^3+1", "2^1+7"),
        ("√4+3", "2+3"),
        ("5-√4", "√4-5"),
        ("3^1+2", "3*1+2"),
        ("8*√1", "8/√1"),
        ("8*2^3", "8/2^3"),
    ] {
        assert!(!same(one, other), "{one}, {other}");
    }
    // With the four operators alone, the level is as fine as `function`.
    let mut levels = [Equivalence::Function, Equivalence::Value].map(EquivalenceClasses::new);
    for text in ["(5+7-8)*6", "6*(5-(8-7))", "6*8/(7-5)", "(8-6)*(5+7)", "(7+5)*(8-6)", "8*6/(7-5)"]
    {
        let solution: Solution = text.parse().unwrap();
        for classes in &mut levels {
            classes.add(&solution).unwrap();
        }
    }
    assert_eq!(levels[0].firsts, levels[1].firsts);
}

#[test]
fn the_search_prefers_a_solution_without_extra_operators() {
    let engine = search(operators("^,√,!", 1));
    let options =
        SolveOptions { distinct: Equivalence::Value, first: true, ..SolveOptions::new(24) };
    for hand in [[5, 6, 7, 8], [3, 3, 8, 8], [1, 2, 7, 7]] {
        let report = SolveReport::new(Hand::from(hand), &*engine, options.clone()).unwrap();
        let [only] = &report.solutions[..] else { panic!("{report:?}") };
        assert_eq!(only.solution.beyond_the_four().count(), 0, "{}", only.solution);
    }
}

#[test]
fn the_first_solution_of_any_templates_has_the_fewest_extra_operators() {
    for templates in ["N!*(N-N)*N\nN*N*N*N", "N*N*N*N\nN!*(N-N)*N"] {
        let set = TemplateSet::from_lines(templates, &Grammar::Extended).unwrap();
        let options = SolveOptions { first: true, ..SolveOptions::new(24) };
        for engine in [EngineName::Strings, EngineName::Compiled] {
            let engine = engine.engine(&set);
            let report = SolveReport::new(Hand::from([1, 2, 3, 4]), &*engine, options.clone());
            assert_eq!(report.unwrap().solutions[0].solution.text(), "1*2*3*4", "{engine:?}");
        }
    }
}

#[test]
fn the_search_reports_the_fewest_extra_operators_that_a_hand_needs() {
    let needs = OperatorNeeds::new("^,√,!".parse().unwrap());
    let of = |cards: [u32; 4]| {
        needs.of(&Hand::from(cards), &24.into()).unwrap().map(|found| found.names())
    };
    assert_eq!(of([3, 3, 8, 8]), Some(vec![]));
    assert_eq!(of([1, 1, 1, 5]), Some(vec!["power"]));
    assert_eq!(of([1, 1, 1, 4]), Some(vec!["factorial"]));
}

#[test]
fn joined_digits_are_reported_and_never_begin_with_0() {
    let engine = search("join".parse().unwrap());
    let options =
        |target| SolveOptions { distinct: Equivalence::Value, ..SolveOptions::new(target) };
    let report = SolveReport::new(Hand::from([0, 1, 2]), &*engine, options(12)).unwrap();
    let found = |it: &bracket24::reports::Found| {
        let joined: Vec<String> = it.solution.joined().into_iter().map(str::to_owned).collect();
        (it.solution.to_string(), joined)
    };
    let all: Vec<_> = report.solutions.iter().map(found).collect();
    assert!(all.contains(&("0+12".to_owned(), vec!["12".to_owned()])), "{all:?}");
    assert!(all.iter().all(|(text, _)| !text.contains("01") && !text.contains("02")), "{all:?}");
    // Filling a template allows the same joined numbers.
    let set =
        TemplateSet::of_operators("join".parse().unwrap(), 2, &Grammar::Extended).unwrap().unwrap();
    for engine in [EngineName::Strings, EngineName::Compiled] {
        let engine = engine.engine(&set);
        assert!(solves(&*engine, &Hand::from([0, 1]), 10));
        assert!(!solves(&*engine, &Hand::from([0, 1]), 2));
    }
    let big = SolveReport::new(Hand::from([10, 2]), &*engine, options(102)).unwrap();
    assert!(big.solutions.is_empty());
}

/// The texts of all solutions, and the effort of the search.
fn all_solutions(hand: &[u32], target: i64, set: &str) -> (Vec<String>, Effort) {
    let mut texts = Vec::new();
    let hand: Hand = hand.iter().copied().collect();
    let effort = search(set.parse().unwrap()).solve(&hand, &target.into(), &mut |solution| {
        texts.push(solution.to_string());
        ControlFlow::Continue(())
    });
    texts.sort();
    (texts, effort.unwrap())
}

#[test]
fn template_engines_count_only_divisions_by_zero_as_zero_divisions() {
    for (operators_of_set, hand, has_zero) in
        [("√", "2 3", false), ("√", "2 3 3", true), ("^", "0 0 2", true), ("!", "1 1 2", true)]
    {
        let hand: Hand = hand.parse().unwrap();
        let made = operators(operators_of_set, 1);
        let made = TemplateSet::of_operators(made, hand.cards().len(), &Grammar::Extended)
            .unwrap()
            .unwrap();
        // They are filled in every order.
        let set = TemplateSet::from_lines(&made.iter().join("\n"), &Grammar::Extended).unwrap();
        let texts = set.iter().cartesian_product(hand.orders()).map(|(template, order)| {
            let cards = order.iter().map(|&it| hand.cards()[it].clone());
            template.fill(&Hand::new(cards.collect())).unwrap()
        });
        let errors =
            texts.filter_map(|text| evaluate(&Grammar::Extended.parse(&text).unwrap()).err());
        let (zero, other): (Vec<_>, Vec<_>) =
            errors.partition(|it| it.reason == Undefined::DivisionByZero);
        assert_eq!((zero.is_empty(), other.is_empty()), (!has_zero, false), "{operators_of_set}");
        for engine in [EngineName::Strings, EngineName::Compiled] {
            let solver = engine.engine(&set);
            let effort = solver.solve(&hand, &24.into(), &mut |_| ControlFlow::Continue(()));
            let counted = effort.unwrap().zero_divisions;
            assert_eq!(counted, zero.len() as u64, "{engine}, {operators_of_set}");
        }
    }
}

#[test]
fn a_search_has_its_operators_and_accepts_at_most_its_stated_number_of_cards() {
    let set: OperatorSet = "^,√".parse().unwrap();
    let engine = search(set);
    assert_eq!(engine.operators(), set);
    let most = (1..9).find(|cards| engine.refusal(cards + 1).is_some()).unwrap();
    assert_eq!(engine.refusal(most), None);
    assert_eq!(engine.refusal(most + 1), Some(Refusal::AtMost(most)));
    assert_eq!(engine.refusal(most + 2), Some(Refusal::AtMost(most)));
}

#[test]
fn the_operator_search_finds_every_solution_once_and_counts_its_work() {
    assert_eq!(all_solutions(&[9], 3, "√").0, ["√9"]);
    assert_eq!(all_solutions(&[2, 3], 8, "^").0, ["2^3"]);
    assert_eq!(all_solutions(&[1, 2, 3], 123, "join").0, ["123"]);
    assert_eq!(all_solutions(&[1, 2], -12, "join,negate").0, ["-12"]);
    // The base of a logarithm may be determined, or it may be any number except 1.
    let (logarithms, _) = all_solutions(&[1, 2, 9], 2, "log");
    assert!(logarithms.contains(&"log(1+2,9)".to_owned()), "{logarithms:?}");
    let (logarithms, _) = all_solutions(&[1, 2, 3], 0, "log");
    assert!(logarithms.iter().any(|it| it.ends_with(",1)")), "{logarithms:?}");
    let work = |hand: &[u32]| {
        let (texts, effort) = all_solutions(hand, 6, "^");
        assert!(texts.iter().all_unique(), "{texts:?}");
        (effort.nodes, effort.evaluated)
    };
    // Two values of one card each. From one card the search computes the value that the other must
    // have, and finds 2*3.
    assert_eq!(
        [work(&[2, 3]), work(&[1, 2, 3]), work(&[1, 2, 3, 4])],
        [(2, 1), (12, 70), (125, 1_923)]
    );
}

#[test]
fn the_search_finds_the_negative_of_joined_cards() {
    let engine = search("join,negate".parse().unwrap());
    let any = engine.any_solution(&Hand::from([1, 2]), &(-12).into()).unwrap();
    assert_eq!(any.map(|it| it.to_string()), Some("-12".to_owned()));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_part_of_a_solution_uses_the_fewest_extra_operators_for_its_value() {
    let mut beyond = 0;
    for hand in Deck::new(1..=4, 4, false).unwrap().hands() {
        search("^,√,negate,join".parse().unwrap())
            .solve(&hand, &6.into(), &mut |solution| {
                beyond += solution.beyond_the_four().count();
                ControlFlow::Continue(())
            })
            .unwrap();
    }
    assert_eq!(beyond, 16_055);
}

#[test]
fn joined_digits_are_reported_as_written() {
    let engine = search("join".parse().unwrap());
    for (target, text, joined) in [
        (127, "4+123", vec!["123"]),
        (46, "12+34", vec!["12", "34"]),
        (-119, "4-123", vec!["123"]),
        (1234, "1234", vec!["1234"]),
        (10, "1+2+3+4", vec![]),
    ] {
        let mut all = Vec::new();
        let _ = engine.solve(&Hand::from([1, 2, 3, 4]), &target.into(), &mut |solution| {
            let joined = solution.joined().into_iter().map(str::to_owned).collect_vec();
            all.push((solution.to_string(), joined));
            ControlFlow::Continue(())
        });
        let found = all.iter().find(|(it, _)| it == text);
        assert!(found.is_some_and(|(_, it)| *it == joined), "{text}: {all:?}");
    }
}
