//! A seed always deals the same hands, and only hands that are wanted.

use std::collections::BTreeSet;

use bracket24::difficulty::{Difficulty, Level};
use bracket24::games::{Age, Deal, DealError, DealOptions, Dealt, Need, Sheet, Wanted};
use bracket24::{Deck, Hand, Named, solve};

fn options(wanted: Wanted, seed: u64) -> DealOptions {
    let deck = Deck::new(1..=13, 4, false).unwrap();
    DealOptions { deck, target: 24.into(), wanted, seed }
}

fn dealt(wanted: Wanted, seed: u64, count: usize) -> Vec<Dealt> {
    Deal::new(options(wanted, seed)).unwrap().take(count).collect()
}

fn texts(dealt: &[Dealt]) -> Vec<String> {
    dealt.iter().map(|it| it.hand.to_string()).collect()
}

#[test]
fn a_seed_always_deals_the_same_hands() {
    let hands = texts(&dealt(Wanted::default(), 7, 4));
    assert_eq!(hands, ["2 3 3 9", "9 11 12 13", "2 7 8 11", "1 4 7 11"]);
    assert_ne!(texts(&dealt(Wanted::default(), 8, 4)), hands);
    // If these hands change, the name of the method must change, too.
    assert_eq!(DealOptions::NAME, "deal-1");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_dealt_hand_meets_the_request() {
    for &level in Level::ALL {
        for dealt in dealt(Wanted { level: Some(level), ..Wanted::default() }, 3, 20) {
            let rated = Difficulty::of(&dealt.hand, &24.into()).unwrap();
            assert_eq!((rated.level, Some(&rated)), (level, dealt.difficulty.as_ref()));
        }
    }
    let is_whole = |part| bracket24::evaluate(&part).is_ok_and(|value| value.is_integer());
    let needs_fraction = |hand: &Hand| {
        let solutions = solve(hand, &24.into()).unwrap();
        !solutions.iter().any(|it| it.expression().operations().all(is_whole))
    };
    for dealt in dealt(Wanted { no_fractions: true, ..Wanted::default() }, 3, 40) {
        assert!(!needs_fraction(&dealt.hand), "{}", dealt.hand);
    }
    let wanted = Wanted { needs: Some(Need::Fraction), ..Wanted::default() };
    for dealt in dealt(wanted, 3, 10) {
        assert!(needs_fraction(&dealt.hand), "{}", dealt.hand);
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn hands_for_children_have_enough_plain_solutions() {
    for (age, signs, ways) in
        [(Age::Seven, "+-", 1), (Age::Nine, "+-*", 2), (Age::Eleven, "+-*/", 3)]
    {
        let (values, cards, target) = age.table();
        let deck = Deck::new(values, cards, false).unwrap();
        let wanted = Wanted { age: Some(age), ..Wanted::default() };
        let deal = Deal::new(DealOptions { deck, target: target.clone(), wanted, seed: 4 });
        for dealt in deal.unwrap().take(20) {
            let is_plain = |part| {
                let value = bracket24::evaluate(&part);
                value.is_ok_and(|value| value.is_integer() && !value.is_negative())
            };
            let plain = solve(&dealt.hand, &target).unwrap().into_iter().filter(|it| {
                let is_known =
                    |it: char| it.is_ascii_digit() || "()".contains(it) || signs.contains(it);
                it.text().chars().all(is_known) && it.expression().operations().all(is_plain)
            });
            assert!(plain.count() >= ways, "{} at the age of {age}", dealt.hand);
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn unsolvable_hands_are_dealt_only_on_request() {
    assert!(dealt(Wanted::default(), 5, 200).iter().all(|it| it.difficulty.is_some()));
    let all = dealt(Wanted { unsolvable: true, ..Wanted::default() }, 5, 1820);
    assert_eq!(all.iter().filter(|it| it.difficulty.is_none()).count(), 458);
}

#[test]
fn unsolvable_hands_do_not_hide_that_no_other_hand_is_wanted() {
    let deal = |deck, level| {
        let deck = Deck::new(1..=deck, 4, false).unwrap();
        let wanted = Wanted { level, age: Some(Age::Nine), unsolvable: true, ..Wanted::default() };
        Deal::new(DealOptions { deck, target: 24.into(), wanted, seed: 1 })
    };
    let error = deal(6, Some(Level::Hard)).unwrap_err().to_string();
    assert!(error.contains("none of these suits the age of 9 and is hard"), "{error}");
    let hands = deal(6, Some(Level::Easy)).unwrap().take(100);
    assert!(hands.map(|it| it.difficulty.is_some()).collect::<BTreeSet<_>>().len() == 2);
    // No hand of ones makes 24, so all are unsolvable.
    assert!(deal(1, None).unwrap().take(3).all(|it| it.difficulty.is_none()));
}

#[test]
fn no_hand_is_dealt_twice_before_every_hand_is_dealt_once() {
    let deck = Deck::new(1..=4, 3, false).unwrap();
    let options = DealOptions { deck, target: 24.into(), wanted: Wanted::default(), seed: 1 };
    let hands = texts(&Deal::new(options).unwrap().take(8).collect::<Vec<_>>());
    let [first, second] = [&hands[..4], &hands[4..]].map(|it| it.iter().collect::<BTreeSet<_>>());
    assert_eq!(first.len(), 4);
    assert_eq!(first, second);
}

#[test]
fn a_hand_of_three_cards_suits_an_age_without_a_level() {
    for age in [Age::Nine, Age::Eleven] {
        let wanted = Wanted { age: Some(age), ..Wanted::default() };
        let deck = Deck::new(1..=6, 3, false).unwrap();
        let deal = |wanted| {
            Deal::new(DealOptions { deck: deck.clone(), target: 24.into(), wanted, seed: 1 })
        };
        let hands = deal(wanted).unwrap().take(16).map(|it| it.hand.to_string());
        assert_eq!(hands.collect::<BTreeSet<_>>().len(), 16, "{age}");
        let both = Wanted { needs: Some(Need::Fraction), ..wanted };
        let error = deal(both).unwrap_err().to_string();
        assert!(error.ends_with("needs a fraction"), "{error}");
    }
}

#[test]
fn deal_reports_what_exists_if_no_hand_matches() {
    let error = |deck: Deck, wanted| {
        let options = DealOptions { deck, target: 24.into(), wanted, seed: 1 };
        Deal::new(options).unwrap_err()
    };
    let deck = |high, cards| Deck::new(1..=high, cards, false).unwrap();
    let expert = Wanted { level: Some(Level::Expert), ..Wanted::default() };
    assert_eq!(
        error(deck(3, 4), expert).to_string(),
        "of the hands of 4 from 1..3, 6 make 24, and none of these is expert: there are 2 medium \
         and 4 hard"
    );
    assert_eq!(error(deck(2, 4), expert).to_string(), "none of the hands of 4 from 1..2 makes 24");
    let both = Wanted { no_fractions: true, needs: Some(Need::Fraction), ..expert };
    let said = error(deck(3, 4), both).to_string();
    assert!(
        said.contains("is expert, has a solution without a fraction and needs a fraction"),
        "{said}"
    );
    assert_eq!(error(deck(13, 7), expert), DealError::TooManyCards(7));
    assert_eq!(error(deck(100, 4), expert), DealError::TooManyHands(4_421_275));
    assert!(matches!(error(deck(0, 4), expert), DealError::None(_)));
}

#[test]
fn a_sheet_gives_the_options_that_deal_it_again() {
    let wanted = Wanted { level: Some(Level::Hard), no_fractions: true, ..Wanted::default() };
    let sheet = Sheet::new(&mut Deal::new(options(wanted, 9)).unwrap(), 3);
    assert_eq!(sheet.options.to_string(), "--level hard --no-fractions --seed 9 # deal-1, pcg32-1");
    assert_eq!(sheet.key().len(), 3);
    assert!(sheet.key().iter().all(|inspection| inspection.plainest().is_some()));
}

#[test]
fn solutions_for_children_use_only_operators_that_they_know() {
    let options = DealOptions {
        deck: Deck::new(1..=9, 3, false).unwrap(),
        target: 10.into(),
        ..options(Wanted { age: Some(Age::Seven), ..Wanted::default() }, 1)
    };
    let sheet = Sheet::new(&mut Deal::new(options.clone()).unwrap(), 30);
    for inspection in sheet.key() {
        let ways = options.ways(&inspection);
        assert!(!ways.is_empty(), "{}", inspection.hand);
        assert!(ways.iter().all(|it| !it.solution.text().contains(['*', '/'])));
    }
}
