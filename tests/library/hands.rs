//! Hands are read in every spelling, and their cards put in every order.

use bracket24::{Card, EngineName, Grammar, Hand, Rational, Refusal, Template, solve};
use itertools::Itertools;
use proptest::prelude::*;

fn values(text: &str) -> String {
    let hand: Hand = text.parse().unwrap();
    hand.cards().iter().map(Card::value).join(" ")
}

#[test]
fn a_hand_can_be_written_in_many_ways() {
    let cases = [
        ("3 3 8 8", "3 3 8 8"),
        ("3,3,8,8", "3 3 8 8"),
        ("3, 3;8\t8 ", "3 3 8 8"),
        ("3388", "3 3 8 8"),
        ("1337", "1 3 3 7"),
        ("A J Q K", "1 11 12 13"),
        ("ajqk", "1 11 12 13"),
        ("AJQK", "1 11 12 13"),
        ("T 10 t", "10 10 10"),
        ("10 J", "10 11"),
        ("10J", "1 0 11"),
        ("0 00 007", "0 0 7"),
        ("7", "7"),
        ("24", "2 4"),
        (" 24 ", "2 4"),
        ("24,", "24"),
        (",10", "10"),
        ("12345678901234567890 1", "12345678901234567890 1"),
    ];
    for (text, read) in cases {
        assert_eq!(values(text), read, "{text:?}");
    }
}

#[test]
fn parsing_an_invalid_hand_fails_with_a_position() {
    let cases = [
        ("", 0),
        (" ", 1),
        ("3 3 x 8", 4),
        ("-3 3", 0),
        ("3.5 1", 1),
        ("3 1/2", 3),
        ("1 2\u{0}3", 3),
        ("3A 4", 1),
    ];
    for (text, at) in cases {
        let error = text.parse::<Hand>().unwrap_err();
        assert_eq!(error.span.start, at, "{text:?}: {error}");
    }
    for text in ["", " ", ",", "é", "1 2", "+"] {
        let error = text.parse::<Card>().unwrap_err();
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {:?}", error.span);
    }
    assert_eq!("3 -3".parse::<Hand>().unwrap_err().span, 2..3, "the sign alone");
    assert!("1".repeat(1001).parse::<Hand>().is_ok(), "a thousand and one cards");
    assert!(format!("{} 1", "1".repeat(1001)).parse::<Hand>().is_err(), "too long a number");
    assert_eq!(Card::new(-1), None);
    assert_eq!(Card::new(Rational::new(1, 2)), None);
}

#[test]
fn orders_of_a_hand_are_distinct_and_sorted_by_first_appearance() {
    let spelt = |text: &str| {
        let hand: Hand = text.parse().unwrap();
        let spell =
            |order: Vec<usize>| order.iter().map(|&card| hand.cards()[card].to_string()).join("");
        hand.orders().into_iter().map(spell).collect_vec()
    };
    assert_eq!(spelt("5 5 5 1"), ["5551", "5515", "5155", "1555"]);
    assert_eq!(spelt("5 1 5 5"), ["5551", "5515", "5155", "1555"]);
    assert_eq!(spelt("3 8 8"), ["388", "838", "883"]);
    assert_eq!(spelt("1 1 1 1"), ["1111"]);
    assert_eq!(spelt("A 1"), ["A1"]);
    assert_eq!(spelt("5 6 7 8").len(), 24);
    assert_eq!(spelt("1 2 3 4 5 6").len(), 720);
}

#[test]
fn a_template_is_filled_slot_by_slot() {
    let template = Template::parse("(N - N/N)*N", &Grammar::Left).unwrap();
    assert_eq!(template.slots(), 4);
    assert_eq!(template.fill(&Hand::from([5, 1, 5, 5])).unwrap(), "(5 - 1/5)*5");
    assert_eq!(template.fill(&"A J Q K".parse().unwrap()).unwrap(), "(1 - 11/12)*13");
    for cards in [2, 9] {
        let hand: Hand = (0..cards).collect();
        let error = template.fill(&hand).unwrap_err();
        assert_eq!((error.slots, error.cards), (4, hand.cards().len()));
    }
}

#[test]
fn solve_refuses_a_hand_that_is_too_large_or_empty() {
    let hand: Hand = "1 2 3 4 5 6 7 8 9 10 11 12".parse().unwrap();
    assert_eq!(solve(&hand, &24.into()), Err(Refusal::AtMost(6)));
    assert_eq!(solve(&Hand::default(), &24.into()), Err(Refusal::NoTemplates));
}

#[test]
fn a_hand_can_be_built_from_anything_that_yields_cards() {
    let hand: Hand = "1 2 3".parse().unwrap();
    assert_eq!(Hand::from([1, 2, 3]), hand);
    assert_eq!((1..=3).collect::<Hand>(), hand);
    assert_eq!(Hand::from([3, 1, 3, 2]).ranks(), [0, 1, 0, 2]);
    assert_eq!(hand.iter().cloned().collect::<Hand>(), hand);
    assert_eq!(hand.iter().count(), 3);
    assert_eq!((&hand).into_iter().count(), 3);
    for (card, value) in (&hand).into_iter().zip(1..) {
        assert_eq!(card.value(), &Rational::from(value));
    }
}

#[test]
fn a_card_prints_as_it_was_written() {
    for text in ["0", "7", "10", "A", "T", "K", "12345678901234567890"] {
        let card: Card = text.parse().unwrap();
        assert_eq!(card.to_string(), text);
    }
    assert_eq!("k".parse::<Card>().unwrap().to_string(), "K");
    for text in ["", ",", "1 2", "1,2", "AJ", "10J", "-1", "x", "1/2"] {
        assert!(text.parse::<Card>().is_err(), "{text:?}");
    }
    let error = "5 6".parse::<Card>().unwrap_err();
    assert_eq!(error.message_and_advice(), "unexpected ` `, expected one card");
}

proptest! {
    #[test]
    fn no_text_makes_parsing_a_hand_panic(text in any::<String>()) {
        let _ = text.parse::<Hand>();
    }

    #[test]
    fn the_number_of_orders_is_the_multinomial_coefficient(
        cards in prop::collection::vec(0..3_u32, 1..6)
    ) {
        let hand: Hand = format!("{},", cards.iter().join(" ")).parse().unwrap();
        let factorial = |n: usize| (1..=n).product::<usize>();
        let expected = cards
            .iter()
            .counts()
            .values()
            .fold(factorial(cards.len()), |orders, &equal| orders / factorial(equal));
        prop_assert_eq!(hand.orders().len(), expected);
        prop_assert!(hand.orders().iter().map(|order| order.iter().map(|&card| hand.ranks()[card]).collect_vec()).tuple_windows().all(|(a, b)| a < b));
    }
}

#[test]
fn every_hand_prints_in_a_form_that_parses_back() {
    for text in ["", "0", "9", "10,", "24,", "A", "K", "1 0", "2 4", "A 10 Q"] {
        let hand = if text.is_empty() { Hand::default() } else { text.parse().unwrap() };
        assert_eq!(hand.to_string(), text);
        assert_eq!(format!("{hand:>6}"), format!("{text:>6}"));
    }
}

#[test]
fn many_equal_cards_have_few_orders() {
    let hand: Hand = std::iter::repeat_n(5_u32, 20).chain([1]).collect();
    let orders = hand.orders();
    assert_eq!(orders.len(), 21);
    assert_eq!(orders[1][..], [&(0..19).collect::<Vec<_>>()[..], &[20, 19]].concat());
}

#[test]
fn names_and_hands_are_padded_to_a_width() {
    let hand: Hand = "A 5 Q".parse().unwrap();
    assert_eq!(
        format!("{hand:>7}|{:<6}|{:^7}|", Grammar::Left, EngineName::Split),
        "  A 5 Q|left  | split |"
    );
}
