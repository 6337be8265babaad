//! Cards, hands and decks.

mod deck;
mod hand;

pub use deck::{Deck, DeckError, Hands, for_each_hand};
pub(crate) use deck::{Portions, map};
pub use hand::{Card, Hand};
