//! What stands on the cards of a sheet.

use itertools::Itertools;

use crate::games::Sheet;
use crate::name::named_enum;
use crate::{Card, Hand};

named_enum! {
    /// What stands on the cards of a sheet.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Faces: "kind of faces" {
        /// Playing cards: A, J, Q and K, and a suit.
        Suits = "suits": "playing cards, with A, J, Q and K",
        /// Numbers.
        Plain = "plain": "numbers alone",
    }
}

/// A suit of playing cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suit {
    Spades,
    Hearts,
    Clubs,
    Diamonds,
}

impl Suit {
    const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Clubs, Self::Diamonds];

    pub(super) const fn sign(self) -> char {
        match self {
            Self::Spades => '♠',
            Self::Hearts => '♥',
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
        }
    }
}

/// The letters of playing cards.
const LETTERS: [(&str, &str); 4] = [("1", "A"), ("11", "J"), ("12", "Q"), ("13", "K")];

impl Faces {
    /// What stands on a card.
    pub(super) fn text(self, card: &Card) -> String {
        let text = card.value().to_string();
        let letter = LETTERS.iter().find(|(value, _)| *value == text);
        match (self, letter) {
            (Self::Suits, Some((_, letter))) => (*letter).to_owned(),
            _ => text,
        }
    }

    /// The suit of the card at `index` of the hand with this number: up to four cards
    /// have different ones, as those of a real deck do that have the same value.
    pub(super) fn suit(self, number: usize, index: usize) -> Option<Suit> {
        (self == Self::Suits).then(|| Suit::ALL[(number + index) % Suit::ALL.len()])
    }

    /// The cards of a hand in a line.
    pub(super) fn of_hand(self, hand: &Hand, number: usize) -> String {
        let card = |(index, card): (usize, &Card)| {
            let suit = self.suit(number, index).map(Suit::sign);
            self.text(card) + &suit.map_or_else(String::new, String::from)
        };
        hand.iter().enumerate().map(card).join("  ")
    }

    /// What the letters mean that stand on the cards of `sheet`.
    pub(super) fn note(self, sheet: &Sheet) -> Option<String> {
        let cards = || sheet.hands.iter().flat_map(|dealt| dealt.hand.iter());
        let letters =
            LETTERS.iter().filter(|(_, letter)| cards().any(|it| self.text(it) == *letter));
        let meanings = letters.map(|(value, letter)| format!("{letter} is {value}")).join(", ");
        (!meanings.is_empty()).then_some(meanings)
    }
}
