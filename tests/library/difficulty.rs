//! The difficulty of hands for people.

use bracket24::difficulty::fitting::{POINTS, START, ways};
use bracket24::difficulty::{Difficulty, Level};
use bracket24::{Deck, Hand, Named, Pairs, Rational};
use bracket24::{Effort, Engine};

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

fn hand(text: &str) -> Hand {
    text.parse().expect("it is a hand")
}

fn rate(text: &str) -> Difficulty {
    Difficulty::of(&hand(text), &24.into()).expect("it can be solved")
}

#[test]
fn a_rating_is_the_sum_of_the_rates_of_all_ways_to_solve_the_hand() {
    let deck = Deck::new(1..=13, 4, false).expect("it can be walked");
    for hand in deck.hands().step_by(37) {
        let ways = ways(&hand, &24.into());
        let rate = |way: &[i32; POINTS.len()]| {
            let points: i32 = way.iter().zip(POINTS).map(|(count, points)| count * points).sum();
            (-f64::from(points) / 100.0).exp2()
        };
        let together: f64 = ways.iter().map(rate).sum();
        match Difficulty::of(&hand, &24.into()) {
            None => assert!(ways.is_empty(), "{hand}"),
            Some(difficulty) => {
                let expected = f64::from(START) - 100.0 * together.log2();
                let points = f64::from(difficulty.points);
                assert!((points - expected).abs() <= 1.0, "{hand}: {points} {expected}");
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_hand_has_a_difficulty_exactly_if_a_search_solves_it() {
    for (cards, target) in [(3, 24), (4, 24), (4, -7), (4, 0), (3, 1)] {
        let target = Rational::from(target);
        for hand in Deck::new(0..=9, cards, false).expect("it can be walked").hands() {
            let mut solved = false;
            let _: Effort = Pairs
                .solve(&hand, &target, &mut |_| {
                    solved = true;
                    ControlFlow::Break(())
                })
                .expect("the hand is small");
            assert_eq!(Difficulty::of(&hand, &target).is_some(), solved, "{hand} {target}");
        }
    }
}

#[test]
fn the_reasons_add_up_to_the_rating() {
    for text in ["1 1 3 8", "3 3 8 8", "5 6 7 8", "2 3 5 12", "7 8 9", "3 3 5 7 9"] {
        let difficulty = rate(text);
        let points: i32 = difficulty.reasons.iter().filter_map(|it| it.points).sum();
        assert_eq!(Difficulty::START + points, difficulty.points, "{text}");
    }
}

#[test]
fn the_rating_says_what_makes_every_solution_hard() {
    let says = |text: &str| {
        let reasons = rate(text).reasons.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        reasons.join("\n")
    };
    assert!(says("3 3 8 8").contains("every way has a fraction"));
    assert!(says("3 3 8 8").contains("every way has a division"));
    assert!(says("1 6 11 13").contains("every way has a number above 100"));
    assert!(!says("1 1 3 8").contains("every way"));
    assert!(says("1 1 3 8").contains("ways end in a product of two digits, from 3 to 9"));
    assert!(!says("3 3 8 8").contains("product"));
    assert!(says("2 3 5 12").contains("a single way reaches the target"));
}

/// The solvable hands of the standard deck, each with its difficulty.
fn rated() -> &'static [(Hand, Difficulty)] {
    static RATED: LazyLock<Vec<(Hand, Difficulty)>> = LazyLock::new(|| {
        let deck = Deck::new(1..=13, 4, false).expect("it can be walked");
        let rated = |hand: Hand| Difficulty::of(&hand, &24.into()).map(|it| (hand, it));
        deck.hands().filter_map(rated).collect()
    });
    &RATED
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn each_difficulty_level_has_about_a_quarter_of_the_standard_deck() {
    let mut levels: BTreeMap<Level, u32> = BTreeMap::new();
    for (_, difficulty) in rated() {
        *levels.entry(difficulty.level).or_default() += 1;
    }
    assert_eq!(levels.values().sum::<u32>(), 1362);
    assert_eq!(levels.len(), Level::ALL.len());
    assert!(levels.values().all(|count| (270..410).contains(count)), "{levels:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn hands_that_players_call_hard_are_rated_hardest() {
    let points = |(hand, difficulty): &(Hand, Difficulty)| (difficulty.points, hand.to_string());
    let mut rated: Vec<(i32, String)> = rated().iter().map(points).collect();
    rated.sort();
    let hardest: Vec<&str> = rated.iter().rev().take(50).map(|(_, hand)| hand.as_str()).collect();
    for famous in ["3 3 8 8", "1 3 4 6", "3 3 7 7", "2 5 5 10", "5 5 7 11"] {
        assert!(hardest.contains(&famous), "{famous}: {hardest:?}");
    }
}

#[test]
fn ratings_without_timing_data_are_marked_as_extrapolated() {
    assert!(!rate("3 3 8 8").extrapolated);
    assert!(rate("2 3 4").extrapolated);
    assert_eq!((rate("2 3 4").known_level(), rate("2 3 4").has_few_cards), (None, true));
    assert_eq!(rate("1 1 10 14").known_level(), Some(rate("1 1 10 14").level));
    assert!(rate("0 1 3 8").extrapolated);
    assert!(rate("1 1 10 14").extrapolated);
    assert!(Difficulty::of(&hand("1 2 3 4"), &10.into()).expect("1+2+3+4").extrapolated);
}

#[test]
fn the_order_of_the_cards_does_not_matter() {
    assert_eq!(rate("8 3 8 3"), rate("3 3 8 8"));
    assert_eq!(rate("K Q A A"), rate("1 1 12 13"));
}

#[test]
fn hands_of_any_cards_are_quickly_rated_or_rejected() {
    let rate = |text: &str, target: i64| Difficulty::of(&hand(text), &target.into());
    assert!(rate("24,", 24).is_some());
    assert!(rate("23,", 24).is_none());
    assert!(rate("0 0", 0).is_some());
    assert!(rate("1 2 3 4 5 6 7", 24).is_none(), "too many cards");
    let huge = "9".repeat(1000);
    let huge = format!("{huge} {huge} 8 3");
    assert!(rate(&huge, 24).is_some(), "x-x+8*3");
    assert!(Difficulty::of(&Hand::new(Vec::new()), &24.into()).is_none());
}

#[test]
fn the_target_itself_does_not_add_to_the_difficulty() {
    let reasons = |text: &str, target: Rational| {
        let difficulty = Difficulty::of(&hand(text), &target).expect("it can be solved");
        difficulty.reasons.iter().map(|it| it.text.clone()).collect::<Vec<_>>().join("; ")
    };
    assert!(!reasons("1 2", Rational::new(1, 2)).contains("fraction"));
    assert!(!reasons("10 20", 200.into()).contains("a number above 100"));
    assert!(reasons("3 3 8 8", 24.into()).contains("fraction"));
}
