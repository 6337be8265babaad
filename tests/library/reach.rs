//! Whole decks, compared with a search through every hand.

use bracket24::reports::{SolvableCount, SolvableDeck};
use bracket24::{Deck, Engine, Hand, Rational, Reach, ReachError, Split};
use std::cmp::Reverse;
use std::ops::{ControlFlow, RangeInclusive};

fn deck(values: RangeInclusive<u32>, cards: usize) -> Deck {
    Deck::new(values, cards, false).unwrap()
}

fn reach(values: RangeInclusive<u32>, cards: usize) -> Reach {
    Reach::new(&deck(values, cards)).unwrap()
}

fn has_solution(hand: &Hand, target: &Rational) -> bool {
    let mut found = false;
    Split::new()
        .solve(hand, target, &mut |_| {
            found = true;
            ControlFlow::Break(())
        })
        .unwrap();
    found
}

/// Compares all hands, or every `step`th of them, with [`Split`].
fn compare(deck: &Deck, reach: &Reach, target: &Rational, step: usize) {
    let solvable = reach.solvable(target);
    assert_eq!(solvable.len() as u64, deck.len(), "{deck}");
    for (hand, is_solvable) in deck.hands().zip(solvable).step_by(step) {
        assert_eq!(is_solvable, has_solution(&hand, target), "{hand} for {target}");
    }
}

fn compare_all(values: RangeInclusive<u32>, cards: usize, targets: &[&str]) {
    let deck = deck(values, cards);
    let reach = Reach::new(&deck).unwrap();
    for target in targets {
        compare(&deck, &reach, &target.parse().unwrap(), 1);
    }
}

/// Zero, whole numbers and fractions, with both signs; values that are cards and values that are
/// not; and one that is never reached.
const TARGETS: [&str; 17] = [
    "0", "1", "-1", "2", "-2", "4", "-4", "7", "-7", "10", "-24", "1/2", "-1/2", "5/3", "-5/3",
    "24", "100003/7",
];

#[test]
fn the_survey_finds_the_known_numbers_of_solvable_hands() {
    for (values, cards, target, solvable) in [
        (1..=13, 4, 24, 1362),
        (1..=13, 4, 0, 1625),
        (1..=13, 4, 2, 1758),
        (1..=13, 4, 3, 1651),
        (1..=13, 4, 4, 1612),
        (1..=10, 4, 24, 566),
        (0..=9, 4, 10, 552),
        (1..=13, 5, 24, 6104),
        (1..=13, 6, 24, 18554),
    ] {
        let (reach, target) = (reach(values, cards), Rational::from(target));
        assert_eq!(reach.count(&target), solvable);
        let hands = reach.solvable(&target).into_iter();
        assert_eq!(hands.filter(|&is_solvable| is_solvable).count() as u64, solvable);
    }
}

#[test]
fn the_count_of_solvable_hands_covers_the_whole_deck() {
    let count = SolvableCount::of(&deck(1..=13, 4), 24.into()).unwrap();
    assert_eq!((count.hands, count.solvable), (1820, 1362));
    assert_eq!(SolvableCount::of(&deck(1..=1000, 4), 24.into()), None);
}

#[test]
fn two_is_the_easiest_target_up_to_a_hundred() {
    let deck = SolvableDeck::new(deck(1..=13, 4)).unwrap();
    let mut counts: Vec<_> = (0..=100).map(|target| deck.count(target.into())).collect();
    counts.sort_by_key(|count| Reverse(count.solvable));
    let easiest = counts.iter().map(|count| (count.target.to_string(), count.solvable)).take(4);
    let expected = [("2", 1758), ("3", 1651), ("0", 1625), ("4", 1612)];
    assert!(easiest.eq(expected.map(|(target, solvable)| (target.to_owned(), solvable))));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_ordered_deck_contains_every_order_of_a_hand() {
    for (values, cards) in [(0..=4, 1), (0..=4, 2), (1..=5, 3), (0..=3, 4), (1..=3, 5), (1..=2, 6)]
    {
        let deck = SolvableDeck::new(Deck::new(values, cards, true).unwrap()).unwrap();
        for target in ["0", "2", "-3", "24", "-1/2", "5/3"] {
            let target: Rational = target.parse().unwrap();
            let mut solvable = 0;
            for (hand, is_solvable) in deck.hands(&target, 0..deck.deck.len()) {
                assert_eq!(is_solvable, has_solution(&hand, &target), "{hand} for {target}");
                solvable += u64::from(is_solvable);
            }
            let count = deck.count(target.clone());
            assert_eq!((count.hands, count.solvable), (deck.deck.len(), solvable));
        }
    }
}

#[test]
fn the_solvable_hands_of_two_halves_are_those_of_the_whole_deck() {
    for ordered in [false, true] {
        let deck = Deck::new(1..=6, 3, ordered).unwrap();
        let (half, len) = (deck.len() / 2, deck.len());
        let deck = SolvableDeck::new(deck).unwrap();
        let target = Rational::from(7);
        let parts = deck.hands(&target, 0..half).chain(deck.hands(&target, half..len));
        assert!(parts.eq(deck.hands(&target, 0..len)), "ordered: {ordered}");
    }
}

#[test]
fn reach_is_correct_for_every_hand_of_four_cards() {
    compare_all(1..=13, 4, &["24"]);
    compare_all(0..=9, 4, &["10", "0"]);
    compare_all(1..=10, 4, &["24"]);
}

#[test]
fn reach_is_correct_for_up_to_four_cards_and_any_target() {
    for cards in 1..=3 {
        compare_all(0..=7, cards, &TARGETS);
        compare_all(9..=12, cards, &TARGETS);
    }
    compare_all(0..=5, 4, &TARGETS);
    compare_all(2..=6, 4, &TARGETS);
}

#[test]
fn reach_is_correct_for_five_and_six_cards_and_any_target() {
    compare_all(0..=2, 5, &TARGETS);
    compare_all(3..=5, 5, &TARGETS);
    compare_all(0..=1, 6, &TARGETS);
    compare_all(6..=7, 6, &TARGETS);
}

/// The only solutions are `(2/5+3/7)/(4+6)`, `(2/7+3/4)/(5+6)` and `(3/4+5/7)/(2+6)`.
#[test]
#[ignore = "`.ci/long` runs it"]
fn reach_finds_a_hand_whose_only_solution_joins_three_pairs() {
    let deck = deck(2..=7, 6);
    let reach = Reach::new(&deck).unwrap();
    let number = deck.number_of(&"2 3 4 5 6 7".parse().unwrap()).unwrap();
    for target in ["29/350", "29/308", "41/224"] {
        let target = target.parse().unwrap();
        assert!(reach.solvable(&target)[usize::try_from(number).unwrap()], "{target}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn reach_is_correct_for_decks_of_five_and_six_cards() {
    let targets = ["24", "100", "-24", "7/2", "-5/3"];
    compare_all(1..=6, 5, &targets);
    compare_all(6..=8, 5, &targets);
    compare_all(1..=4, 6, &targets);
}

#[test]
fn reach_is_correct_for_the_largest_supported_cards() {
    let largest = 252_i64;
    let target = (largest * largest - 1).to_string();
    compare_all(251..=252, 4, &[&target, "1/63504", "-1", "63251/252", "1007"]);
    compare_all(62..=63, 6, &["62523502209", "-124", "1/63", "3843/62", "-7564", "15876"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn reach_is_correct_for_a_sample_of_hands_and_every_target_up_to_100() {
    let deck = deck(1..=13, 4);
    let reach = Reach::new(&deck).unwrap();
    for target in 1..=100 {
        compare(&deck, &reach, &Rational::from(target), 97);
    }
}

/// Through every expression of five and six cards: seconds to minutes.
#[test]
#[ignore = "goes through the expressions of thousands of hands of five and six"]
fn reach_is_correct_for_large_decks() {
    compare_all(1..=13, 5, &["24"]);
    for cards in [5, 6] {
        let deck = deck(0..=9, cards);
        let reach = Reach::new(&deck).unwrap();
        for target in ["0", "-3", "-77", "-1/2", "10", "97/5", "331", "-1009", "2003/4"] {
            compare(&deck, &reach, &target.parse().unwrap(), 29);
        }
    }
    let deck = deck(1..=13, 6);
    let reach = Reach::new(&deck).unwrap();
    for target in [24, -24, 997, 99991] {
        compare(&deck, &reach, &Rational::from(target), 397);
    }
}

#[test]
#[ignore = "goes through the expressions of 1820 hands a hundred times"]
fn reach_is_correct_for_every_hand_of_four_cards_and_target_up_to_100() {
    let deck = deck(1..=13, 4);
    let reach = Reach::new(&deck).unwrap();
    for target in 1..=100 {
        compare(&deck, &reach, &Rational::from(target), 1);
    }
}

#[test]
fn a_deck_without_cards_has_no_solution() {
    assert_eq!(reach(1..=13, 0).solvable(&Rational::from(0)), [false]);
    #[allow(clippy::reversed_empty_ranges)]
    let none = reach(9..=1, 4);
    assert_eq!(none.count(&Rational::from(24)), 0);
    assert!(none.solvable(&Rational::from(24)).is_empty());
}

#[test]
fn reach_accepts_a_target_of_any_size() {
    let reach = reach(1..=13, 4);
    for target in ["99999999999999999999999999", "-9223372036854775808", "1/9223372036854775807"] {
        assert_eq!(reach.count(&target.parse().unwrap()), 0);
    }
    assert_eq!(reach.count(&Rational::from(13 * 13 * 13 * 13)), 1);
}

#[test]
fn reach_rejects_unsupported_decks() {
    let refusal = |deck: Deck| Reach::new(&deck).unwrap_err();
    assert_eq!(refusal(Deck::new(1..=13, 4, true).unwrap()), ReachError::Ordered);
    assert_eq!(refusal(deck(1..=2, 7)), ReachError::TooManyCards);
    assert_eq!(refusal(deck(1..=1000, 4)), ReachError::TooManyHands(1 << 23));
    assert_eq!(refusal(deck(1..=40, 5)), ReachError::TooManyHands(1 << 20));
    assert_eq!(refusal(deck(0..=u32::MAX, 1)), ReachError::TooManyHands(1 << 20));
    assert_eq!(refusal(deck(u32::MAX..=u32::MAX, 4)), ReachError::TooLarge);
    assert_eq!(refusal(deck(99..=100, 6)), ReachError::TooLarge);
}
