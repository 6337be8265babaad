//! Hands to play with: dealing them by their difficulty, and the game itself.
//!
//! Nothing here does input or output: a [`Game`] takes one line after another and returns the
//! replies.

mod age;
mod deal;
mod game;

pub use age::Age;
pub use deal::{Deal, DealError, DealOptions, Dealt, Need, NoneWanted, Sheet, Wanted};
pub use game::{Command, Game, Reply, Score};
