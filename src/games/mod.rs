//! Hands to play with: dealing them by their difficulty, and the game itself.
//!
//! Nothing here does input or output: a [`Game`] takes one line after another and returns the
//! replies.

mod deal;
mod game;

pub use deal::{Age, Deal, DealError, DealOptions, Dealt, Need, NoneWanted, Sheet, Wanted};
pub use game::{Command, Game, Reply, Score};
