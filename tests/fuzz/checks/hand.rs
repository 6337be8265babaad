//! Checks hands: a hand has the cards that its characters say, and its printed form is read back as
//! the same.

use bracket24::lessons::Diagnosis;
use bracket24::num_bigint::BigInt;
use bracket24::num_rational::BigRational;
use bracket24::{Card, Hand, MAX_DIGITS};

use super::independent::number;
use super::places::{assert_explains, assert_stands_in, is_too_large};

/// Takes a hand as it is typed.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Hand>() {
        Ok(hand) => {
            let values: Vec<BigInt> = hand.iter().map(value).collect();
            assert_eq!(Some(values), cards(text), "{text:?}");
            is_whole(&hand);
            is_read_again(&hand);
            assert_eq!(Diagnosis::of_hand(text), None, "{text:?}");
        }
        Err(error) => {
            assert_stands_in(text, &error);
            assert!(is_too_large(&error) || cards(text).is_none(), "{text:?}: {error}");
            let diagnosis = Diagnosis::of_hand(text).expect("it is no hand");
            assert_explains(text, &diagnosis, &error);
            if let Some(fix) = diagnosis.fix {
                assert!(fix.text.parse::<Hand>().is_ok(), "{text:?}: {fix:?}");
            }
        }
    }
}

/// Returns the values of the cards: separated ones, or one for each character.
fn cards(text: &str) -> Option<Vec<BigInt>> {
    let is_separator = |it: char| matches!(it, ' ' | '\t' | ',' | ';');
    let trimmed = text.trim_matches([' ', '\t']);
    let cards: Vec<BigInt> = if trimmed.contains(is_separator) {
        let words = text.split(is_separator).filter(|word| !word.is_empty());
        words.map(|word| number(word).ok()).collect::<Option<_>>()?
    } else {
        trimmed.chars().map(|it| number(it.encode_utf8(&mut [0; 4])).ok()).collect::<Option<_>>()?
    };
    (!cards.is_empty()).then_some(cards)
}

fn value(card: &Card) -> BigInt {
    let value = BigRational::from(card.value());
    assert!(value.is_integer() && value.numer() >= &BigInt::from(0), "{card}");
    assert!(value.numer().to_string().len() <= MAX_DIGITS, "{card}");
    value.to_integer()
}

/// Makes sure that the hand gives all its orders, and none twice.
fn is_whole(hand: &Hand) {
    let ranks = hand.ranks();
    assert_eq!(ranks.len(), hand.cards().len());
    for (one, card) in hand.iter().enumerate() {
        for (other, rank) in ranks.iter().enumerate() {
            let same = hand.cards()[other].value() == card.value();
            assert_eq!(ranks[one] == *rank, same, "{hand}");
        }
    }
    if ranks.len() > 5 {
        return;
    }
    let mut orders: Vec<Vec<usize>> = hand.orders();
    let factorial = |n: usize| (1..=n).product::<usize>();
    let equal = |rank: usize| ranks.iter().filter(|it| **it == rank).count();
    let repeats: usize = (0..ranks.len()).map(|rank| factorial(equal(rank))).product();
    assert_eq!(orders.len(), factorial(ranks.len()) / repeats, "{hand}");
    for order in &mut orders {
        *order = order.iter().map(|&card| ranks[card]).collect();
    }
    orders.sort_unstable();
    orders.dedup();
    assert_eq!(orders.len(), factorial(ranks.len()) / repeats, "{hand}");
}

/// Makes sure that the printed hand is read back as the same, letters too; the comma makes a number
/// of several digits one card.
fn is_read_again(hand: &Hand) {
    assert_eq!(format!("{hand},").parse().as_ref(), Ok(hand));
    for card in hand {
        assert_eq!(card.to_string().parse().as_ref(), Ok(card));
    }
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(hand).expect("a hand is a list of numbers");
        let read: Hand = serde_json::from_str(&json).expect("it is a hand");
        assert!(read.iter().map(Card::value).eq(hand.iter().map(Card::value)), "{json}");
    }
}
