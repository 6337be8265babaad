//! Checks decks: the join of a deck counts the same solutions as a search of each hand.

use std::ops::ControlFlow;

use bracket24::{Deck, DeckJoin, Engine, Rational, Split};

/// The most hands of a deck.
const HANDS: u64 = 200;

/// Takes a deck's lowest and highest value, the number of cards, and a target as input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut words = text.split_ascii_whitespace();
    let mut number = || words.next()?.parse::<u32>().ok();
    let (Some(low), Some(high), Some(cards)) = (number(), number(), number()) else { return };
    let target = words.next().and_then(|it| it.parse::<Rational>().ok());
    let (Some(target), None, 0..=6) = (target, words.next(), cards) else { return };
    let Ok(deck) = Deck::new(low..=high, cards as usize, false) else { return };
    if deck.len() <= HANDS >> cards.saturating_sub(4) && DeckJoin::new(&deck).is_some() {
        is_joined(&deck, &target);
    }
}

/// Compares the join of a deck, which must accept it, with the search of every hand.
///
/// # Panics
///
/// If they differ.
pub fn is_joined(deck: &Deck, target: &Rational) {
    let join = DeckJoin::new(deck).expect("it is not too large");
    let counted = join.counts(target, 0..deck.len(), &mut || ControlFlow::Continue(()));
    let (counts, effort) = counted.expect("nobody stops it");
    let engine = Split::new();
    for (hand, &count) in deck.hands().zip(&counts) {
        let (alone, _) = engine.count(&hand, target).expect("it has few cards");
        assert_eq!(u64::from(count), alone, "{hand} for {target}");
    }
    assert_eq!(counts.len() as u64, deck.len());
    assert_eq!(counts.iter().map(|&it| u64::from(it)).sum::<u64>(), effort.evaluated);
}
