//! The join of a deck counts the same solutions as a search of each hand.

use std::ops::{ControlFlow, Range, RangeInclusive};

use bracket24::reports::{Counter, Survey};
use bracket24::{Deck, DeckJoin, Effort, Equivalence, Rational, Reach, Split};
use proptest::prelude::*;

use crate::fuzz::checks::deck::is_joined;

fn deck(values: RangeInclusive<u32>, cards: usize) -> Deck {
    Deck::new(values, cards, false).unwrap()
}

fn counts(join: &DeckJoin, target: &Rational, numbers: Range<u64>) -> (Vec<u32>, Effort) {
    join.counts(target, numbers, &mut || ControlFlow::Continue(())).unwrap()
}

fn index(number: u64) -> usize {
    number.try_into().unwrap()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_deck_join_counts_as_many_functions_per_hand_as_a_search_of_that_hand() {
    let sizes =
        [(1..=13, 1), (0..=9, 2), (0..=13, 3), (0..=7, 4), (1..=13, 4), (0..=4, 5), (0..=3, 6)];
    for (values, cards) in sizes {
        let deck = deck(values, cards);
        for target in [24.into(), 0.into(), (-3).into(), Rational::new(1, 2), 1.into()] {
            is_joined(&deck, &target);
        }
    }
}

#[test]
fn the_deck_join_and_reach_find_the_same_solvable_hands_of_a_large_deck() {
    let deck = deck(1..=40, 4);
    let (join, reach) = (DeckJoin::new(&deck).unwrap(), Reach::new(&deck).unwrap());
    for target in [24.into(), Rational::new(-7, 3)] {
        let (counts, _) = counts(&join, &target, 0..deck.len());
        assert!(counts.iter().map(|&count| count > 0).eq(reach.solvable(&target)), "{target}");
    }
}

#[test]
fn no_hand_reaches_a_target_that_is_too_large_or_too_small() {
    let join = DeckJoin::new(&deck(1..=5, 4)).unwrap();
    for target in ["626", "1/1297", "123456789012345678901234567890"] {
        let (counts, effort) = counts(&join, &target.parse().unwrap(), 0..70);
        assert_eq!((counts, effort), (vec![0; 70], Effort::default()), "{target}");
    }
    assert_eq!(counts(&join, &625.into(), 69..70).0, [1], "5*5*5*5");
}

#[test]
fn the_deck_join_refuses_a_deck_that_is_too_large_or_ordered() {
    for deck in [
        Deck::new(1..=13, 4, true).unwrap(),
        deck(1..=13, 0),
        deck(1..=2, 7),
        deck(0..=255, 1),
        deck(1..=120, 4),
        deck(1..=64, 5),
        deck(4_000_000_000..=4_000_000_001, 2),
    ] {
        assert!(DeckJoin::new(&deck).is_none(), "{deck}");
    }
    assert!(DeckJoin::new(&deck(1..=255, 1)).is_some());
}

#[test]
fn a_stopped_deck_join_returns_no_counts() {
    let join = DeckJoin::new(&deck(0..=13, 4)).unwrap();
    assert_eq!(join.counts(&0.into(), 0..2380, &mut || ControlFlow::Break(())), None);
}

#[test]
fn a_survey_made_from_counts_equals_a_survey_of_the_hands() {
    let (deck, target, engine) = (deck(1..=6, 4), Rational::from(24), Split::new());
    let (counts, effort) = counts(&DeckJoin::new(&deck).unwrap(), &target, 20..100);
    let counter = Counter::new(&engine, &target, Equivalence::Function);
    let mut by_hand = Survey::default();
    for hand in deck.range(20..100) {
        let (solutions, _) = counter.count(&hand).unwrap();
        by_hand.add(hand, solutions, Effort::default());
    }
    by_hand.effort = effort;
    assert_eq!(Survey::of_counts(&deck, 20, &counts, effort), by_hand);
    let none = Survey::of_counts(&deck, 0, &[], Effort::default());
    assert_eq!(none, Survey::default());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_deck_join_counts_random_decks_like_their_hands_one_by_one(
        low in 0_u32..40, width in 0_u32..4, cards in 1_usize..=5, numer in -60_i64..60, denom in 1_i64..4,
    ) {
        is_joined(&deck(low..=low + width, cards), &Rational::new(numer, denom));
    }

    #[test]
    fn the_parts_of_a_deck_add_up_to_the_whole(
        values in 1_u32..9, cards in 1_usize..=5, of in 1_u64..9, target in -9_i64..40,
    ) {
        let (deck, target) = (deck(0..=values, cards), Rational::from(target));
        let join = DeckJoin::new(&deck).unwrap();
        let (mut all, mut work) = (Vec::new(), Effort::default());
        for part in 1..=of {
            let (some, effort) = counts(&join, &target, deck.part(part, of));
            all.extend(some);
            work += effort;
        }
        prop_assert_eq!((all, work), counts(&join, &target, 0..deck.len()));
    }

    #[test]
    fn the_parts_of_a_deck_are_consecutive_and_about_equal_in_orders(
        values in 0_u32..9, cards in 1_usize..=5, of in 1_u64..9, is_ordered: bool,
    ) {
        let deck = Deck::new(0..=values, cards, is_ordered).unwrap();
        let parts: Vec<Range<u64>> = (1..=of).map(|part| deck.part(part, of)).collect();
        prop_assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, deck.len()));
        prop_assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
        if is_ordered {
            return Ok(());
        }
        let ordered = Deck::new(0..=values, cards, true).unwrap();
        let mut orders = vec![0_u64; index(deck.len())];
        for hand in ordered.hands() {
            orders[index(deck.number_of(&hand).unwrap())] += 1;
        }
        // All orders of a hand are in the same part.
        let most = orders.iter().max().unwrap();
        for part in parts {
            let range = index(part.start)..index(part.end);
            prop_assert!(orders[range].iter().sum::<u64>() <= ordered.len().div_ceil(of) + most);
        }
    }
}
