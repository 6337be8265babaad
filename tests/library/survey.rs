//! The results for the hands of a deck, and for single hands.

use bracket24::reports::{
    CompareOptions, Counter, Detours, GrammarComparison, GrammarEntry, GrammarSurvey, Inspection,
    SolveOptions, SolveReport, Survey,
};
use bracket24::{
    Card, Deck, EngineName, Equivalence, Grammar, Hand, Named, Rational, SetName, TemplateSet,
    for_each_hand,
};
use proptest::prelude::*;
use std::ops::{ControlFlow, RangeInclusive};

fn deck(values: RangeInclusive<u32>) -> Deck {
    Deck::new(values, 4, false).unwrap()
}

fn survey(
    deck: &Deck,
    target: i64,
    set: SetName,
    engine: EngineName,
    level: Equivalence,
) -> Survey {
    let set = TemplateSet::named(set, deck.cards(), &Grammar::Left);
    let (engine, target) = (engine.engine(&set), Rational::from(target));
    let counter = Counter::new(&*engine, &target, level);
    let mut survey = Survey::default();
    let flow = for_each_hand(
        deck.hands(),
        |hand| counter.count(hand).unwrap(),
        |hand, (solutions, effort)| {
            survey.add(hand, solutions, effort);
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    survey
}

fn canonical(deck: &Deck, target: i64) -> Survey {
    survey(deck, target, SetName::Canonical, EngineName::Compiled, Equivalence::Function)
}

#[test]
fn a_deck_yields_as_many_hands_as_its_length() {
    for values in [1..=13, 0..=9, 5..=5] {
        for cards in 1..=4 {
            for ordered in [false, true] {
                let deck = Deck::new(values.clone(), cards, ordered).unwrap();
                assert_eq!(deck.len(), deck.hands().count() as u64, "{deck}");
                let mut left = deck.hands().count();
                let mut hands = deck.hands();
                while left > 0 {
                    assert_eq!(hands.size_hint(), (left, Some(left)), "{deck}");
                    hands.next();
                    left -= 1;
                }
                assert_eq!(hands.size_hint(), (0, Some(0)), "{deck}");
            }
        }
    }
    assert_eq!(deck(1..=13).len(), 1820);
    assert_eq!(Deck::new(1..=13, 4, true).unwrap().len(), 28561);
    assert_eq!(Deck::new(1..=13, 6, false).unwrap().len(), 18564);
    #[allow(clippy::reversed_empty_ranges)]
    let empty = deck(9..=1);
    assert!(empty.is_empty());
    assert_eq!((empty.len(), empty.hands().count()), (0, 0));
    // A deck of hands without cards has one hand.
    let no_cards = Deck::new(1..=13, 0, false).unwrap();
    assert!(!no_cards.is_empty());
    assert_eq!((no_cards.len(), no_cards.hands().count()), (1, 1));
}

#[test]
fn the_ranges_of_a_deck_add_up_to_all_its_hands() {
    let deck = deck(1..=6);
    let whole: Vec<Hand> = deck.hands().collect();
    let ranges: Vec<Hand> =
        deck.range(0..50).chain(deck.range(50..51)).chain(deck.range(51..u64::MAX)).collect();
    assert_eq!(ranges, whole);
    // The hands before the range are not visited.
    let wide = Deck::new(0..=u32::MAX, 2, false).unwrap();
    let last: Vec<String> = wide.range(wide.len() - 2..u64::MAX).map(|it| it.to_string()).collect();
    assert_eq!(last, ["4294967294 4294967295", "4294967295 4294967295"]);
}

#[test]
fn the_parts_of_every_deck_are_consecutive_ranges_of_its_hands() {
    let mut used_up = 3..=3;
    used_up.next();
    #[allow(clippy::reversed_empty_ranges)]
    let empty = 5..=3;
    for (values, cards) in [
        (empty, 4),
        (used_up.clone(), 4),
        (1..=13, 0),
        (1..=4, 62),
        (1..=3, 70),
        (1..=2, 88),
        (1..=2, 100),
        (1..=1, 100),
        (0..=u32::MAX, 2),
    ] {
        let deck = Deck::new(values, cards, false).unwrap();
        for of in [1, 2, 3, 5, u64::MAX] {
            let mut end = 0;
            for part in (1..=of).take(5) {
                let range = deck.part(part, of);
                assert_eq!(range.start, end, "{deck}: part {part} of {of}");
                end = range.end;
            }
            assert!(end <= deck.len(), "{deck} in {of} parts");
            assert_eq!(deck.part(of, of).end, deck.len(), "{deck} in {of} parts");
        }
    }
    let deck = deck(used_up);
    assert_eq!((deck.len(), deck.number_of(&Hand::from([3, 3, 3, 3]))), (0, None));
}

#[test]
fn hands_outside_a_deck_have_no_number() {
    let deck = deck(2..=6);
    for hand in ["2 3 4", "2 3 4 5 6", "1 2 3 4", "3 4 5 7", "2 3 4 99999999999999999999"] {
        assert_eq!(deck.number_of(&hand.parse().unwrap()), None, "{hand}");
    }
}

#[test]
fn a_deck_with_too_many_hands_to_count_cannot_be_made() {
    let all = 0..=u32::MAX;
    for (cards, ordered, is_made) in
        [(2, false, true), (3, false, false), (5, false, false), (1, true, true), (2, true, false)]
    {
        let deck = Deck::new(all.clone(), cards, ordered);
        assert_eq!(deck.is_ok(), is_made, "{cards} cards, ordered {ordered}");
    }
    let error = Deck::new(all, 5, false).unwrap_err().to_string();
    assert_eq!(error, "there are too many hands of 5 from 0..4294967295 to count");
    assert!(Deck::new(1..=1, usize::MAX, false).is_err());
    assert!(Deck::new(1..=1, 100, true).is_ok());
    // 64 bits can count all hands of 64 binary cards except the last.
    assert_eq!(Deck::new(0..=1, 63, true).unwrap().len(), 1 << 63);
    assert!(Deck::new(0..=1, 64, true).is_err());
}

proptest! {
    #[test]
    fn a_deck_gives_the_same_hand_by_index_as_by_iteration(
        low in 0_u32..5, more in 0_u32..6, cards in 0_usize..6, ordered: bool, at in 0.0..1.0,
    ) {
        let deck = Deck::new(low..=low + more, cards, ordered).unwrap();
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let number = (deck.len() as f64 * at) as usize;
        let met: Vec<Hand> = deck.hands().skip(number).take(3).collect();
        let found: Vec<Hand> = deck.range(number as u64..number as u64 + 3).collect();
        prop_assert_eq!(&found, &met);
        for (hand, number) in met.iter().zip(number as u64..) {
            prop_assert_eq!(deck.number_of(hand), Some(number));
            let mut cards = hand.cards().to_vec();
            cards.reverse();
            let reversed = deck.number_of(&Hand::new(cards.clone())).unwrap();
            prop_assert!(!ordered && reversed == number || ordered && deck.range(reversed..reversed + 1).eq([Hand::new(cards.clone())]));
            cards.push(Card::from(low));
            prop_assert_eq!(deck.number_of(&Hand::new(cards)), None);
        }
    }

    #[test]
    fn a_deck_of_any_size_begins_with_the_lowest_hand_and_ends_with_the_highest(
        low: u32, high: u32, cards in 0_usize..9, ordered: bool,
    ) {
        prop_assume!(low <= high);
        let Ok(deck) = Deck::new(low..=high, cards, ordered) else {
            let width = f64::from(high - low) + 1.0;
            let factorial: f64 = (1..=u32::try_from(cards).unwrap()).map(f64::from).product();
            let least = width.powi(i32::try_from(cards).unwrap());
            // Some 2^64, divided by the greatest possible number of orders of a hand.
            let hands = if ordered { least } else { least / factorial };
            prop_assert!(hands > 1e15);
            return Ok(());
        };
        let all = |value: u32| Hand::new(vec![Card::from(value); cards]);
        prop_assert_eq!(deck.hands().next(), Some(all(low)));
        prop_assert_eq!(deck.range(deck.len() - 1..u64::MAX).collect::<Vec<_>>(), [all(high)]);
        prop_assert_eq!(deck.number_of(&all(high)), Some(deck.len() - 1));
        let values = |hand: &Hand| {
            hand.cards().iter().map(|card| card.value().clone()).collect::<Vec<Rational>>()
        };
        let middle = deck.len() / 2;
        let hands: Vec<Vec<Rational>> =
            deck.range(middle..middle.saturating_add(50)).map(|it| values(&it)).collect();
        prop_assert!(hands.is_sorted_by(|a, b| a < b));
        prop_assert!(ordered || hands.iter().all(|hand| hand.is_sorted()));
    }
}

#[test]
fn the_survey_finds_the_known_numbers_of_solvable_hands() {
    for (values, target, hands, solvable) in
        [(1..=13, 24, 1820, 1362), (1..=10, 24, 715, 566), (0..=9, 10, 715, 552)]
    {
        let survey = canonical(&deck(values), target);
        assert_eq!((survey.hands, survey.solvable), (hands, solvable));
        assert_eq!(survey.histogram.values().sum::<u64>(), hands);
        let solutions: u64 =
            survey.histogram.iter().map(|(solutions, hands)| solutions * hands).sum();
        assert_eq!(solutions, survey.solutions);
    }
}

#[test]
fn the_ten_puzzle_has_the_163_hands_that_cannot_make_10() {
    let listed: Vec<&str> = include_str!("../cases/ten_puzzle_unsolvable.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(listed.len(), 163);
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    let (engine, target) = (EngineName::Compiled.engine(&set), Rational::from(10));
    let counter = Counter::new(&*engine, &target, Equivalence::Function);
    let unsolvable: Vec<String> = deck(0..=9)
        .hands()
        .filter(|hand| counter.count(hand).unwrap().0 == 0)
        .map(|hand| hand.to_string().replace(' ', ""))
        .collect();
    assert_eq!(unsolvable, listed);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn both_template_engines_give_the_same_survey() {
    for set in [SetName::Canonical, SetName::Scala, SetName::Five, SetName::Seven] {
        let deck = deck(0..=5);
        let strings = survey(&deck, 12, set, EngineName::Strings, Equivalence::Text);
        let compiled = survey(&deck, 12, set, EngineName::Compiled, Equivalence::Text);
        assert_eq!(strings.histogram, compiled.histogram, "{set}");
        assert_eq!(strings.most, compiled.most, "{set}");
        assert_eq!(strings.effort.evaluated, compiled.effort.evaluated, "{set}");
        assert_eq!(strings.effort.zero_divisions, compiled.effort.zero_divisions, "{set}");
        assert_eq!(strings.effort.parsed, strings.effort.filled);
        assert_eq!(compiled.effort.parsed, 0);
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_survey_agrees_with_solving_every_hand_under_every_grammar() {
    for (&name, grammar) in
        SetName::ALL.iter().flat_map(|set| Grammar::BASIC.iter().map(move |grammar| (set, grammar)))
    {
        let set = TemplateSet::named(name, 4, grammar);
        let (engine, target) = (EngineName::Compiled.engine(&set), Rational::from(24));
        for &distinct in Equivalence::ALL {
            let counter = Counter::new(&*engine, &target, distinct);
            for hand in deck(3..=5).hands() {
                let options =
                    SolveOptions { target: target.clone(), distinct, first: false, why: false };
                let report = SolveReport::new(hand.clone(), &*engine, options).unwrap();
                let count = counter.count(&hand).unwrap().0;
                assert_eq!(
                    count,
                    report.solutions.len() as u64,
                    "{hand} {name} {grammar} {distinct}"
                );
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_sets_five_and_seven_miss_no_hand_and_scala_misses_six() {
    let solvable =
        |set| survey(&deck(1..=13), 24, set, EngineName::Compiled, Equivalence::Template).solvable;
    assert_eq!(solvable(SetName::Five), 1362);
    assert_eq!(solvable(SetName::Seven), 1362);
    assert_eq!(solvable(SetName::Scala), 1356);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_coarser_level_never_has_more_solutions() {
    for set in [SetName::Canonical, SetName::Five] {
        let set = TemplateSet::named(set, 4, &Grammar::Left);
        for (values, target) in [(1..=7, 24), (0..=4, 6)] {
            let (engine, target) = (EngineName::Compiled.engine(&set), Rational::from(target));
            for hand in deck(values.clone()).hands() {
                let counts: Vec<(Equivalence, u64)> = Equivalence::ALL
                    .iter()
                    .map(|&level| (level, Counter::new(&*engine, &target, level)))
                    .map(|(level, counter)| (level, counter.count(&hand).unwrap().0))
                    .collect();
                for (coarse, few) in &counts {
                    for (fine, many) in counts.iter().filter(|(fine, _)| coarse.contains(*fine)) {
                        assert!(many >= few, "{hand}: {coarse} {few}, {fine} {many}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_inspection_marks_a_template_that_cannot_avoid_a_fraction() {
    let inspect = |hand: &str, set| {
        let hand: Hand = hand.parse().unwrap();
        let set = TemplateSet::named(set, hand.cards().len(), &Grammar::Left);
        Inspection::new(hand, &24.into(), &set, 3)
    };
    let inspection = inspect("5 5 5 1", SetName::Canonical);
    assert_eq!(inspection.solving.len(), 1);
    assert_eq!(inspection.solving[0].by_way_of, Detours { fraction: true, negative: false });
    // (5-8)*(1-9) is the same function as (8-5)*(9-1), and the latter is shown.
    let inspection = inspect("1 5 8 9", SetName::Canonical);
    let product = inspection.solving.iter().find(|it| it.template == "(N-N)*(N-N)").unwrap();
    assert_eq!(product.expressions[0].solution.text(), "(9-1)*(8-5)");
    assert!(!product.by_way_of.negative);
    // Here 2-6 cannot be turned round.
    let inspection = inspect("2 6 4 40", SetName::Canonical);
    let sum = inspection.solving.iter().find(|it| it.template == "(N-N)*N+N").unwrap();
    assert_eq!(sum.expressions[0].solution.text(), "(2-6)*4+40");
    assert_eq!(sum.by_way_of, Detours { negative: true, fraction: false });
}

#[test]
fn the_nearest_misses_are_sorted_by_distance() {
    let hand: Hand = "1 1 1 1".parse().unwrap();
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    let inspection = Inspection::new(hand, &24.into(), &set, 1000);
    assert!(inspection.solving.is_empty());
    // Some templates have no value for this hand at all.
    assert!(inspection.nearest.len() < 93);
    assert!(inspection.nearest.is_sorted_by_key(|miss| miss.distance.clone()));
    assert_eq!(inspection.nearest[0].distance, Rational::from(20));
}

#[test]
fn every_engine_name_parses_back_to_its_engine() {
    for engine in EngineName::ALL {
        assert_eq!(engine.name().parse(), Ok(*engine));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_survey_by_grammar_agrees_with_comparing_every_hand() {
    let deck = Deck::new(2..=6, 4, false).unwrap();
    for set in [SetName::Scala, SetName::Seven] {
        let sets = Grammar::BASIC.iter().map(|grammar| TemplateSet::named(set, 4, grammar));
        let sets: Vec<TemplateSet> = sets.collect();
        let sets: Vec<&TemplateSet> = sets.iter().collect();
        let target = Rational::from(24);
        let survey =
            GrammarSurvey::new(&deck, sets[0], &sets, &target, || ControlFlow::Continue(()))
                .unwrap();
        assert_eq!((survey.hands(), survey.partial()), (70, false));
        let options = CompareOptions { target, distinct: Equivalence::Text };
        let comparisons: Vec<GrammarComparison> = deck
            .hands()
            .map(|hand| GrammarComparison::new(hand, &sets, options.clone()).unwrap())
            .collect();
        for (index, tally) in survey.tallies.iter().enumerate() {
            let sum = |count: &dyn Fn(&GrammarEntry) -> u64| -> u64 {
                comparisons.iter().map(|comparison| count(&comparison.entries[index])).sum()
            };
            assert_eq!(tally.solutions, sum(&|entry| entry.solutions));
            assert_eq!(tally.false_ones, sum(&|entry| entry.false_ones.len() as u64));
            assert_eq!(tally.lost, sum(&|entry| entry.lost.len() as u64));
        }
    }
}
