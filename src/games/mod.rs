//! Hands to play with: dealing them by their difficulty, and the game itself.
//!
//! Nothing here reads or prints: a [`Game`] is fed one line after another and
//! returns what there is to say.

mod age;
mod deal;
mod game;

pub use age::Age;
pub use deal::{Deal, DealError, DealOptions, Dealt, Need, NoneWanted, Sheet, Wanted};
pub use game::{Command, Game, Reply, Score};
