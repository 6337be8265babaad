//! The join of a deck, compared with a search of each of its hands.

use std::cell::Cell;

use bracket24::{Deck, Rational};

use crate::fuzz::checks::deck::is_joined;

/// A trial is a deck of a few values and a target.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn the_deck_join_counts_what_searching_each_hand_finds() {
    let (decks, hands) = (Cell::new(0_u64), Cell::new(0_u64));
    let decks_and_targets = (0_u32..40, 0_u32..4, 1_usize..=5, -60_i64..60, 1_i64..4);
    super::hold(100, &decks_and_targets, |(low, width, cards, numer, denom)| {
        let deck = Deck::new(low..=low + width, cards, false).unwrap();
        is_joined(&deck, &Rational::new(numer, denom));
        decks.set(decks.get() + 1);
        hands.set(hands.get() + deck.len());
        Ok(())
    });
    super::tell(&format!("{} decks of {} hands", decks.get(), hands.get()));
}
