//! The hands of a deck that each template of a set solves.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, RangeInclusive};

use bracket24::evaluate;
use bracket24::grammars::Ordinary;
use bracket24::reports::{Coverage, CoverageCount, SolveOptions, SolveReport, SolvedHand};
use bracket24::{
    Compiled, Deck, Equivalence, Grammar, Hand, Rational, SetName, Strings, TemplateSet,
};
use itertools::Itertools;

fn deck(values: RangeInclusive<u32>, cards: usize) -> Deck {
    Deck::new(values, cards, false).unwrap()
}

fn coverage(set: &TemplateSet, deck: Deck, target: i64) -> Coverage {
    let going_on = || ControlFlow::Continue(());
    CoverageCount::new(deck, set, Rational::from(target), going_on).report(|| false)
}

fn named(name: SetName, cards: usize) -> TemplateSet {
    TemplateSet::named(name, cards, &Grammar::Left)
}

/// The places of the templates that solve `hand`, found by filling and parsing.
fn solving(set: &TemplateSet, hand: &Hand, target: i64) -> Vec<usize> {
    let options = SolveOptions {
        target: Rational::from(target),
        distinct: Equivalence::Template,
        first: false,
        why: false,
    };
    let report = SolveReport::new(hand.clone(), &Strings::new(set), options).unwrap();
    let place = |text: &str| set.templates().iter().position(|it| it.text() == text).unwrap();
    report.solutions.iter().map(|it| place(it.solution.template())).collect()
}

/// Checks that the cover solves every solvable hand, and that the hand named for each of its
/// members needs that member.
fn assert_a_cover_without_needless_members(set: &TemplateSet, report: &Coverage) {
    let cover: BTreeSet<&str> = report.cover.iter().map(|member| &*member.template).collect();
    let engine = Compiled::new(set);
    let solving_of_cover = |hand: &Hand| {
        let all = engine.solving_templates(hand, &report.target);
        let texts = all.iter().map(|&index| set.templates()[index].text()).collect_vec();
        let covering = texts.iter().copied().filter(|text| cover.contains(text)).collect_vec();
        assert_eq!(texts.is_empty(), covering.is_empty(), "{hand}");
        covering
    };
    let mut alone: BTreeMap<&str, Vec<Hand>> = BTreeMap::new();
    for hand in report.deck.hands() {
        if let [only] = solving_of_cover(&hand)[..] {
            alone.entry(only).or_default().push(hand);
        }
    }
    for member in &report.cover {
        let hands = &alone[&*member.template];
        assert_eq!((&hands[0], hands.len() as u64), (&member.needed_for.hand, member.alone));
        let solved_by = &member.needed_for.solution;
        assert_eq!(solved_by.solution.template(), &*member.template);
        let truth = Grammar::Left.parse(solved_by.solution.text()).unwrap();
        assert_eq!(evaluate(&truth).as_ref(), Ok(&report.target));
        assert_eq!(solved_by.ordinary, Ordinary::Same);
    }
}

#[test]
fn the_coverage_totals_equal_those_of_solving_each_hand_alone() {
    for (name, cards, values) in
        [(SetName::Canonical, 4, 4..=7), (SetName::Scala, 4, 1..=3), (SetName::Canonical, 3, 0..=9)]
    {
        let set = named(name, cards);
        let report = coverage(&set, deck(values.clone(), cards), 24);
        let (mut hands, mut only) =
            (vec![0; set.templates().len()], vec![0; set.templates().len()]);
        let mut solvable = 0;
        for hand in deck(values, cards).hands() {
            let solving = solving(&set, &hand, 24);
            solvable += u64::from(!solving.is_empty());
            for &index in &solving {
                hands[index] += 1;
            }
            if let [index] = *solving {
                only[index] += 1;
            }
        }
        let live: BTreeMap<&str, (u64, u64)> =
            report.templates.iter().map(|it| (&*it.template, (it.hands, it.only))).collect();
        for ((template, hands), only) in set.templates().iter().zip(hands).zip(only) {
            let text = template.text();
            assert_eq!(live.get(text).copied().unwrap_or_default(), (hands, only), "{text}");
            assert_eq!(report.dead.iter().any(|dead| **dead == *text), hands == 0, "{text}");
        }
        assert_eq!(report.solvable, solvable);
    }
}

#[test]
fn templates_also_solve_hands_of_large_cards() {
    let set = named(SetName::Canonical, 4);
    let engine = Compiled::new(&set);
    for (hand, target) in [
        ("4000000000 3999999999 4000000000 24", 24),
        ("99999999999999999999 99999999999999999999 12 2", 24),
        ("99999999999999999999 99999999999999999998 12 2", 24),
    ] {
        let hand: Hand = hand.parse().unwrap();
        let found = engine.solving_templates(&hand, &Rational::from(target));
        let expected = solving(&set, &hand, target);
        assert!(!expected.is_empty());
        assert_eq!(found, expected, "{hand}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_smallest_covers_of_known_decks_match_the_recorded_sizes() {
    for (name, values, target, hands, solvable, live, cover) in [
        (SetName::Canonical, 1..=13, 24, 1820, 1362, 58, 37),
        (SetName::Canonical, 1..=10, 24, 715, 566, 45, 33),
        (SetName::Canonical, 0..=9, 10, 715, 552, 61, 33),
        (SetName::Scala, 1..=13, 24, 1820, 1356, 73, 35),
    ] {
        let set = named(name, 4);
        let report = coverage(&set, deck(values, 4), target);
        assert_eq!((report.hands, report.solvable), (hands, solvable));
        let reachable = if name == SetName::Scala { 1362 } else { solvable };
        assert_eq!(report.reachable, Some(reachable));
        assert_eq!((report.templates.len(), report.cover.len()), (live, cover));
        assert_eq!(report.templates.len() + report.dead.len(), set.templates().len());
        assert!(report.cover_is_proven() && !report.partial);
        assert_a_cover_without_needless_members(&set, &report);
    }
}

#[test]
fn coverage_sorts_templates_by_solved_hands_then_by_set_order() {
    let set = named(SetName::Scala, 4);
    let report = coverage(&set, deck(1..=10, 4), 24);
    let place = |text: &str| set.templates().iter().position(|it| it.text() == text);
    let keys = report.templates.iter().map(|it| (u64::MAX - it.hands, place(&it.template)));
    assert!(keys.is_sorted());
    // If only one template solves a hand, every cover contains that template.
    assert!(report.templates.iter().all(|it| it.only == 0 || it.in_cover));
    let in_cover = report.templates.iter().filter(|it| it.in_cover).map(|it| &it.template);
    assert!(in_cover.eq(report.cover.iter().map(|member| &member.template)));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn coverage_gives_every_template_an_example_that_few_others_solve() {
    let set = named(SetName::Five, 4);
    let report = coverage(&set, deck(1..=7, 4), 24);
    for row in &report.templates {
        let SolvedHand { hand, solution } = &row.example;
        assert_eq!(solution.solution.template(), &*row.template);
        assert_eq!(solution.ordinary, Ordinary::Same, "{}", solution.solution.text());
        let others = Compiled::new(&set).solving_templates(hand, &report.target);
        assert_eq!(others.len() == 1, row.only > 0, "{}", row.template);
    }
}

#[test]
fn an_ordered_deck_counts_every_order_as_a_separate_hand() {
    let set = named(SetName::Canonical, 3);
    let sorted = coverage(&set, deck(1..=8, 3), 24);
    let ordered = coverage(&set, Deck::new(1..=8, 3, true).unwrap(), 24);
    assert_eq!((sorted.hands, ordered.hands), (120, 512));
    assert!(ordered.solvable > sorted.solvable);
    let few = TemplateSet::from_lines("N+N+N\n(N-N)*N", &Grammar::Left).unwrap();
    let by_few = coverage(&few, Deck::new(1..=8, 3, true).unwrap(), 24);
    assert!(by_few.solvable < ordered.solvable);
    assert_eq!(by_few.reachable, Some(ordered.solvable));
    assert_eq!(ordered.cover.len(), sorted.cover.len());
}

#[test]
fn templates_for_other_hands_say_nothing_about_the_hands_with_a_solution() {
    let report = coverage(&named(SetName::Canonical, 4), deck(1..=8, 3), 24);
    let own = coverage(&named(SetName::Canonical, 3), deck(1..=8, 3), 24);
    assert_eq!((report.solvable, report.reachable), (0, Some(own.solvable)));
    // A set without templates says nothing either.
    let none = coverage(&named(SetName::Canonical, 7), deck(1..=8, 3), 24);
    assert_eq!((none.solvable, none.reachable), (0, Some(own.solvable)));
}

#[test]
fn an_interrupted_coverage_run_reports_on_the_hands_so_far() {
    let set = named(SetName::Canonical, 4);
    let mut left = 100;
    let count = CoverageCount::new(deck(1..=13, 4), &set, Rational::from(24), || {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let report = count.report(|| false);
    assert_eq!((report.hands, report.partial), (100, true));
    let first = deck(1..=13, 4).hands().take(100);
    let solvable = first.filter(|hand| !solving(&set, hand, 24).is_empty()).count();
    assert_eq!(report.solvable, solvable as u64);
}

#[test]
fn the_cover_is_empty_if_no_hand_is_solvable() {
    let set = named(SetName::Canonical, 1);
    let report = coverage(&set, deck(1..=13, 1), 24);
    assert_eq!((report.hands, report.solvable, report.cover.len()), (13, 0, 0));
    assert_eq!(report.dead.iter().map(|it| &**it).collect_vec(), ["N"]);
    assert!(report.cover_is_proven());
}
