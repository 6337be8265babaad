//! Cards, hands and decks.

mod deck;
mod for_each_hand;
mod hand;
mod hand_parser;
mod portions;

pub use deck::{Deck, DeckError, Hands};
pub use for_each_hand::for_each_hand;
pub(crate) use for_each_hand::map;
pub use hand::{Card, Hand};
pub(crate) use portions::Portions;
