//! How the hands of a deck fare, and single ones.

use bracket24::reports::{
    CompareOptions, Counter, GrammarComparison, GrammarEntry, GrammarSurvey, Inspection,
    SolveOptions, SolveReport, Survey,
};
use bracket24::{
    Deck, Distinct, EngineName, Grammar, Hand, Named, Rational, SetName, TemplateSet, for_each_hand,
};
use std::ops::{ControlFlow, RangeInclusive};

fn deck(values: RangeInclusive<u32>) -> Deck {
    Deck { values, cards: 4, ordered: false }
}

fn survey(deck: &Deck, target: i64, set: SetName, engine: EngineName, level: Distinct) -> Survey {
    let set = TemplateSet::named(set, deck.cards, &Grammar::Left);
    let (engine, target) = (engine.engine(&set), Rational::from(target));
    let counter = Counter::new(&*engine, &target, level);
    let mut survey = Survey::default();
    let flow = for_each_hand(
        deck.hands(),
        |hand| counter.count(hand),
        |hand, (solutions, effort)| {
            survey.add(hand, solutions, effort);
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    survey
}

fn canonical(deck: &Deck, target: i64) -> Survey {
    survey(deck, target, SetName::Canonical, EngineName::Compiled, Distinct::Function)
}

#[test]
fn a_deck_has_as_many_hands_as_it_says() {
    for values in [1..=13, 0..=9, 5..=5] {
        for cards in 1..=4 {
            for ordered in [false, true] {
                let deck = Deck { values: values.clone(), cards, ordered };
                assert_eq!(deck.len(), Some(deck.hands().count() as u64), "{deck}");
            }
        }
    }
    assert_eq!(deck(1..=13).len(), Some(1820));
    assert_eq!(Deck { ordered: true, ..deck(1..=13) }.len(), Some(28561));
    assert_eq!(Deck { values: 1..=13, cards: 6, ordered: false }.len(), Some(18564));
    assert_eq!(Deck { values: 0..=u32::MAX, cards: 6, ordered: true }.len(), None);
    #[allow(clippy::reversed_empty_ranges)]
    let empty = deck(9..=1);
    assert!(empty.is_empty());
    assert_eq!(empty.len(), Some(0));
}

#[test]
fn the_parts_of_a_deck_are_the_whole() {
    let deck = deck(1..=6);
    let whole: Vec<Hand> = deck.hands().collect();
    let parts: Vec<Hand> =
        deck.part(0..50).chain(deck.part(50..51)).chain(deck.part(51..u64::MAX)).collect();
    assert_eq!(parts, whole);
    for ordered in [false, true] {
        let deck = Deck { ordered, ..deck.clone() };
        for (number, hand) in (0..).zip(deck.hands()) {
            assert_eq!(deck.part(number..number + 1).collect::<Vec<_>>(), [hand]);
        }
    }
    // Nobody goes through what comes before.
    let wide = Deck { values: 0..=u32::MAX, cards: 2, ordered: false };
    let last: Vec<String> =
        wide.part(wide.len().unwrap() - 2..u64::MAX).map(|it| it.to_string()).collect();
    assert_eq!(last, ["4294967294 4294967295", "4294967295 4294967295"]);
}

#[test]
fn the_known_numbers_of_solvable_hands_come_out() {
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
    let counter = Counter::new(&*engine, &target, Distinct::Function);
    let unsolvable: Vec<String> = deck(0..=9)
        .hands()
        .filter(|hand| counter.count(hand).0 == 0)
        .map(|hand| hand.to_string().replace(' ', ""))
        .collect();
    assert_eq!(unsolvable, listed);
}

#[test]
fn both_template_engines_do_the_same() {
    for set in [SetName::Canonical, SetName::Scala, SetName::Five, SetName::Seven] {
        let deck = deck(0..=5);
        let strings = survey(&deck, 12, set, EngineName::Strings, Distinct::Text);
        let compiled = survey(&deck, 12, set, EngineName::Compiled, Distinct::Text);
        assert_eq!(strings.histogram, compiled.histogram, "{set}");
        assert_eq!(strings.most, compiled.most, "{set}");
        assert_eq!(strings.effort.evaluated, compiled.effort.evaluated, "{set}");
        assert_eq!(strings.effort.zero_divisions, compiled.effort.zero_divisions, "{set}");
        assert_eq!(strings.effort.parsed, strings.effort.filled);
        assert_eq!(compiled.effort.parsed, 0);
    }
}

#[test]
fn a_survey_counts_what_solving_hand_by_hand_gives_under_every_grammar() {
    for (&name, grammar) in
        SetName::ALL.iter().flat_map(|set| Grammar::ALL.iter().map(move |grammar| (set, grammar)))
    {
        let set = TemplateSet::named(name, 4, grammar);
        let (engine, target) = (EngineName::Compiled.engine(&set), Rational::from(24));
        for &distinct in Distinct::ALL {
            let counter = Counter::new(&*engine, &target, distinct);
            for hand in deck(3..=6).hands() {
                let options =
                    SolveOptions { target: target.clone(), distinct, first: false, why: false };
                let report = SolveReport::new(hand.clone(), &set, &*engine, options);
                let count = counter.count(&hand).0;
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
fn the_documents_sets_miss_nothing_and_the_tutorials_misses_six_hands() {
    let solvable =
        |set| survey(&deck(1..=13), 24, set, EngineName::Compiled, Distinct::Template).solvable;
    assert_eq!(solvable(SetName::Five), 1362);
    assert_eq!(solvable(SetName::Seven), 1362);
    assert_eq!(solvable(SetName::Scala), 1356);
}

#[test]
fn a_coarser_level_never_has_more_solutions() {
    let order = [
        Distinct::Text,
        Distinct::Standard,
        Distinct::Function,
        Distinct::Symbol,
        Distinct::FourNums,
    ];
    for set in [SetName::Canonical, SetName::Five] {
        let set = TemplateSet::named(set, 4, &Grammar::Left);
        for (values, target) in [(1..=7, 24), (0..=4, 6)] {
            let (engine, target) = (EngineName::Compiled.engine(&set), Rational::from(target));
            for hand in deck(values.clone()).hands() {
                let counts =
                    order.map(|level| Counter::new(&*engine, &target, level).count(&hand).0);
                assert!(
                    counts.is_sorted_by(|finer, coarser| finer >= coarser),
                    "{hand}: {counts:?}"
                );
            }
        }
    }
}

#[test]
fn a_template_is_marked_where_there_is_no_way_round_a_fraction() {
    let inspect = |hand: &str, set| {
        let hand: Hand = hand.parse().unwrap();
        let set = TemplateSet::named(set, hand.cards().len(), &Grammar::Left);
        Inspection::new(hand, &24.into(), &set, 3)
    };
    let inspection = inspect("5 5 5 1", SetName::Canonical);
    assert_eq!(inspection.solving.len(), 1);
    assert!(inspection.solving[0].needs_fraction && !inspection.solving[0].needs_negative);
    // (5-8)*(1-9) is the same function as (8-5)*(9-1), and the latter is shown.
    let inspection = inspect("1 5 8 9", SetName::Canonical);
    let product = inspection.solving.iter().find(|it| it.template == "(N-N)*(N-N)").unwrap();
    assert_eq!(&*product.expressions[0].text, "(9-1)*(8-5)");
    assert!(!product.needs_negative);
    // Here 2-6 cannot be turned round.
    let inspection = inspect("2 6 4 40", SetName::Canonical);
    let sum = inspection.solving.iter().find(|it| it.template == "(N-N)*N+N").unwrap();
    assert_eq!(&*sum.expressions[0].text, "(2-6)*4+40");
    assert!(sum.needs_negative && !sum.needs_fraction);
}

#[test]
fn the_nearest_misses_come_in_the_order_of_their_distance() {
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
fn every_engine_has_a_name() {
    for engine in EngineName::ALL {
        assert_eq!(engine.name().parse(), Ok(*engine));
    }
}

#[test]
fn a_survey_by_grammar_counts_what_comparing_hand_by_hand_gives() {
    let deck = Deck { values: 2..=6, cards: 4, ordered: false };
    for set in [SetName::Scala, SetName::Seven] {
        let sets = Grammar::ALL.iter().map(|grammar| TemplateSet::named(set, 4, grammar));
        let sets: Vec<TemplateSet> = sets.collect();
        let sets: Vec<&TemplateSet> = sets.iter().collect();
        let target = Rational::from(24);
        let survey =
            GrammarSurvey::new(&deck, sets[0], &sets, &target, || ControlFlow::Continue(()));
        assert_eq!((survey.hands, survey.partial), (70, false));
        let options = CompareOptions { target, distinct: Distinct::Text };
        let comparisons: Vec<GrammarComparison> =
            deck.hands().map(|hand| GrammarComparison::new(hand, &sets, options.clone())).collect();
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
