//! The engines compared with each other.

use std::ops::ControlFlow;
use std::time::Duration;

use bracket24::bench::Competitor;
use bracket24::grammars::Ordinary;
use bracket24::reports::{CompareOptions, Comparison, Entry, GrammarComparison};
use bracket24::{
    Deck, EngineName, Equivalence, Grammar, Hand, Named, OperatorSet, SetName, TemplateSet,
};

fn options(distinct: Equivalence) -> CompareOptions {
    CompareOptions { target: 24.into(), distinct }
}

fn set(name: SetName, cards: usize) -> TemplateSet {
    TemplateSet::named(name, cards, &Grammar::Left)
}

fn of_hand(
    hand: &str,
    sets: &[SetName],
    engines: &[EngineName],
    distinct: Equivalence,
) -> Comparison {
    let hand: Hand = hand.parse().unwrap();
    let opened: Vec<TemplateSet> = sets.iter().map(|name| set(*name, hand.cards().len())).collect();
    let named: Vec<(String, &TemplateSet)> =
        sets.iter().map(ToString::to_string).zip(&opened).collect();
    let competitors = Competitor::all(engines, &named);
    Comparison::of_hand(&hand, &competitors, options(distinct), |_, _| ()).unwrap()
}

fn of_deck(deck: &Deck, name: SetName, engines: &[EngineName], hands: u64) -> Comparison {
    let set = set(name, deck.cards());
    let named = [(name.to_string(), &set)];
    let mut left = hands;
    Comparison::of_deck(
        deck,
        &Competitor::all(engines, &named),
        options(Equivalence::Function),
        || {
            // All hands of a portion are reported, even those after the break.
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    )
    .unwrap()
}

#[test]
fn a_text_with_joined_digits_and_with_a_card_is_two_solutions() {
    let operators: OperatorSet = "join".parse().unwrap();
    let engines = [EngineName::Compiled, EngineName::Pairs];
    for (hand, target, solutions) in [("1 1 2 12", 24, 13), ("1 2 12", 0, 2), ("1 2 12", 1, 2)] {
        let hand: Hand = hand.parse().unwrap();
        let set = TemplateSet::of_operators(operators, hand.cards().len(), &Grammar::Extended)
            .unwrap()
            .unwrap();
        let named = [("all".to_owned(), &set)];
        let all = Competitor::with_operators(&engines, &named, operators).unwrap();
        let options = CompareOptions { target: target.into(), distinct: Equivalence::Value };
        let compared = Comparison::of_hand(&hand, &all, options, |_, _| ()).unwrap();
        assert!(compared.difference.is_none(), "{hand}");
        assert!(compared.entries.iter().all(|it| it.distinct == solutions), "{hand}");
    }
}

#[test]
fn only_a_comparison_with_the_four_operators_counts_the_hands_in_reach() {
    let deck = Deck::new(2..=4, 2, false).unwrap();
    for (operators, is_counted) in [("+-*/", true), ("^", false)] {
        let engines = [EngineName::Pairs];
        let all = Competitor::with_operators(&engines, &[], operators.parse().unwrap()).unwrap();
        let options = CompareOptions { target: 8.into(), distinct: Equivalence::Text };
        let compared = Comparison::of_deck(&deck, &all, options, || ControlFlow::Continue(()));
        assert_eq!(compared.unwrap().reach.is_some(), is_counted, "{operators}");
    }
}

fn names(comparison: &Comparison) -> Vec<(EngineName, Option<&str>)> {
    let name = |entry: &'_ Entry| entry.engine;
    comparison.entries.iter().map(|it| (name(it), it.templates.as_deref())).collect()
}

#[test]
fn compare_gives_every_engine_a_row_and_a_template_engine_one_per_set() {
    use EngineName::{Compiled, Pairs, Shapes, Split, Strings};

    let sets = [SetName::Canonical, SetName::Scala];
    let comparison = of_hand("5 6 7 8", &sets, EngineName::ALL, Equivalence::Function);
    let expected = [
        (Strings, Some("canonical")),
        (Strings, Some("scala")),
        (Compiled, Some("canonical")),
        (Compiled, Some("scala")),
        (Pairs, None),
        (Shapes, None),
        (Split, None),
    ];
    assert_eq!(names(&comparison)[..7], expected);
    assert!(comparison.agree() && comparison.difference.is_none());
    assert_eq!(comparison.solutions, 3);
    for entry in &comparison.entries {
        assert_eq!((entry.distinct, entry.lacking), (3, 0), "{}", entry.engine);
        assert!(entry.found >= 3 && entry.time > Duration::ZERO, "{}", entry.engine);
    }
    assert!(comparison.entries.iter().any(|entry| Some(entry.time) == comparison.fastest()));
}

#[test]
fn compare_leaves_out_engines_that_do_not_support_the_hand_size() {
    let sets = [SetName::Canonical, SetName::Scala];
    let comparison = of_hand("3 8", &sets, EngineName::ALL, Equivalence::Function);
    let left_out: Vec<String> = comparison
        .left_out
        .iter()
        .map(|it| format!("{} {:?}: {}", it.engine, it.templates, it.refusal))
        .collect();
    assert!(
        left_out.contains(&"strings Some(\"scala\"): the set has no template of that size".into())
    );
    assert!(left_out.contains(&"shapes None: it takes only hands of 4 cards".into()));
    assert!(comparison.agree());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn compare_reports_a_missed_solution_with_its_template() {
    let engines = [EngineName::Compiled, EngineName::Split];
    let comparison = of_hand("3 3 8 8", &[SetName::Scala], &engines, Equivalence::Function);
    assert!(comparison.agree(), "the tutorial solves this one");
    // The first hand that the tutorial's templates do not solve at all.
    let deck = Deck::new(1..=13, 4, false).unwrap();
    let comparison = of_deck(&deck, SetName::Scala, &engines, u64::MAX);
    assert!(!comparison.agree());
    assert_eq!(comparison.entries[0].missed_hands, 6);
    assert_eq!(comparison.entries[1].lacking, 0);
    assert_eq!(
        comparison.entries[0].lacking,
        comparison.solutions - comparison.entries[0].distinct
    );
    assert_eq!((comparison.hands, comparison.solutions), (1820, 4078));
    let difference = comparison.difference.unwrap();
    let canonical = bracket24::canonical_texts(4);
    for lacking in difference.lacking {
        assert_eq!(lacking.without, [0]);
        assert!(canonical.contains(&lacking.template), "{}", lacking.template);
    }
}

#[test]
fn engines_that_agree_on_functions_can_differ_at_a_finer_level() {
    let engines = [EngineName::Compiled, EngineName::Pairs];
    let compare = |level| of_hand("5 6 7 8", &[SetName::Canonical], &engines, level);
    assert!(compare(Equivalence::Function).agree());
    assert!(!compare(Equivalence::Text).agree());
}

#[test]
fn an_interrupted_comparison_is_partial_and_every_engine_solved_the_same_hands() {
    let deck = Deck::new(1..=13, 4, false).unwrap();
    let comparison = of_deck(&deck, SetName::Canonical, EngineName::ALL, 20);
    assert!(comparison.partial);
    assert!(comparison.hands >= 20 && comparison.hands < 1820);
    let distinct: Vec<u64> = comparison.entries.iter().map(|entry| entry.distinct).collect();
    assert!(distinct.iter().all(|count| *count == distinct[0]), "{distinct:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_comparison_of_an_ordered_deck_counts_every_ordered_hand() {
    let deck = Deck::new(1..=3, 4, true).unwrap();
    let engines = [EngineName::Strings, EngineName::Compiled, EngineName::Pairs];
    let comparison = of_deck(&deck, SetName::Seven, &engines, u64::MAX);
    assert!(comparison.agree());
    assert_eq!(comparison.hands, 81);
    let [strings, compiled, pairs] = &comparison.entries[..] else { panic!() };
    assert_eq!(strings.effort.filled, strings.effort.evaluated);
    assert_eq!(strings.effort.evaluated, compiled.effort.evaluated);
    assert_eq!((strings.found, strings.distinct), (compiled.found, compiled.distinct));
    assert_eq!(pairs.effort.filled, 0);
}

#[test]
fn an_estimate_has_the_same_order_of_magnitude_as_the_measured_time() {
    let set = set(SetName::Canonical, 5);
    let named = [("canonical".to_owned(), &set)];
    let hand: Hand = "1 2 3 4 5".parse().unwrap();
    for competitor in Competitor::all(EngineName::ALL, &named) {
        if competitor.refusal(5).is_some() {
            assert_eq!(competitor.estimate(&hand, &24.into()), Duration::ZERO);
            continue;
        }
        let estimate = competitor.estimate(&hand, &24.into());
        assert!(estimate > Duration::ZERO && estimate < Duration::from_secs(60));
    }
    // Seven cards give so many values that nobody would wait for the result.
    let competitors = Competitor::all(&[EngineName::Pairs], &named);
    let seven: Hand = "1 2 3 4 5 6 7".parse().unwrap();
    assert!(competitors[0].estimate(&seven, &24.into()) > Duration::from_secs(1));
}

#[test]
fn symmetries_and_equal_cards_reduce_how_often_a_template_is_filled() {
    let hand = Hand::from([1, 2, 3, 4, 5, 6]);
    let canonical = set(SetName::Canonical, 6);
    let sum = canonical.iter().position(|it| it.text() == "N+N+N+N+N+N").unwrap();
    assert_eq!(canonical.fillings(&hand).nth(sum), Some((sum, 1)));
    let every_order = TemplateSet::from_lines("N+N+N+N+N+N", &Grammar::Left).unwrap();
    assert_eq!(every_order.fillings(&hand).collect::<Vec<_>>(), [(0, 720)]);
    assert_eq!(every_order.fillings(&Hand::from([1, 1, 1, 2, 2, 3])).next(), Some((0, 60)));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_long_run_is_estimated_from_a_part_of_it() {
    // Trying thirty templates in all orders would take minutes.
    let digits = ["1", "2", "3", "4", "5", "6"].map(|it| it.repeat(1000)).join(" ");
    let canonical = set(SetName::Canonical, 6);
    let again = "(((((((N)))))))+N+N+N+N+N";
    let again = TemplateSet::from_lines(again, &Grammar::RightSlow).unwrap();
    for (set, hand) in [(canonical, &*digits), (again, "1 2 3 4 5 6")] {
        let named = [("set".to_owned(), &set)];
        let competitors = Competitor::all(&[EngineName::Strings], &named);
        let hand: Hand = hand.parse().unwrap();
        assert!(competitors[0].estimate(&hand, &24.into()) > Duration::ZERO);
    }
}

#[test]
fn a_grammar_that_misreads_gains_false_solutions_and_loses_true_ones() {
    let compare = |hand: &str, name, distinct| {
        let hand: Hand = hand.parse().unwrap();
        let sets: Vec<TemplateSet> = Grammar::BASIC
            .iter()
            .map(|grammar| TemplateSet::named(name, hand.cards().len(), grammar))
            .collect();
        GrammarComparison::new(hand, &sets.iter().collect::<Vec<_>>(), options(distinct)).unwrap()
    };
    let comparison = compare("5 6 7 8", SetName::Scala, Equivalence::Text);
    let entry = |grammar| comparison.entries.iter().find(|entry| entry.grammar == grammar).unwrap();
    let left = entry(Grammar::Left);
    assert_eq!((left.solutions, left.false_ones.len(), left.lost.len()), (8, 0, 0));
    let scala = entry(Grammar::Scala);
    assert_eq!((scala.solutions, scala.false_ones.len(), scala.lost.len()), (10, 2, 0));
    let values: Vec<String> = scala
        .false_ones
        .iter()
        .map(|it| match &it.ordinary {
            Ordinary::Value(value) => value.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(values, ["-60", "-36"]);
    assert!(!comparison.agree());

    // The tutorial takes (9-3-2)*6 as 48, and it has no other way to write 9-(3-2).
    let comparison = compare("2 3 6 9", SetName::Canonical, Equivalence::Function);
    let scala = comparison.entries.iter().find(|it| it.grammar == Grammar::Scala).unwrap();
    let left = &comparison.entries[0];
    let true_ones = scala.solutions - scala.false_ones.len() as u64;
    assert_eq!(left.solutions, true_ones + scala.lost.len() as u64);

    // Under `scala` the template (N-N-N)*N gives (4-1-9)*2, in ordinary arithmetic (9-1-2)*4.
    let comparison = compare("1 2 4 9", SetName::Canonical, Equivalence::Template);
    let scala = comparison.entries.iter().find(|it| it.grammar == Grammar::Scala).unwrap();
    assert_eq!((scala.solutions, scala.false_ones.len(), scala.lost.len()), (3, 1, 1));
    assert_eq!(scala.false_ones[0].solution.text(), "(4-1-9)*2");
    assert_eq!(scala.lost[0].text(), "(9-1-2)*4");
}

#[test]
fn grammars_are_compared_with_ordinary_arithmetic_of_every_operator() {
    let sets = Grammar::EXTENDED
        .iter()
        .map(|grammar| TemplateSet::from_lines("N^N^N\n(N+N)^N\n", grammar).unwrap());
    let sets: Vec<TemplateSet> = sets.collect();
    let sets: Vec<&TemplateSet> = sets.iter().collect();
    let compared = |target: u32| {
        let options = CompareOptions { target: target.into(), distinct: Equivalence::Value };
        GrammarComparison::new("2 3 2".parse().unwrap(), &sets, options).unwrap()
    };
    let found = compared(512);
    // 2^3^2 is 512, but (2^3)^2 is 64.
    assert_eq!(found.entries.iter().map(|it| it.lost.len()).collect::<Vec<_>>(), [0, 1]);
    assert!(!found.agree() && compared(25).agree());
    // Both 2^3^2 and 2^2^3 are 64 if they group from the left.
    assert_eq!(compared(64).entries[1].false_ones.len(), 2);
}
