//! Hands to play with: dealing them by their difficulty, and the game itself.
//!
//! Nothing here reads or prints: a [`Game`] is fed one line after another and
//! returns what there is to say.

mod command;
mod deal;
mod deal_error;
mod deal_options;
mod game;
mod reply;
mod sheet;

pub use command::Command;
pub use deal::{Deal, Dealt};
pub use deal_error::{DealError, NoneWanted};
pub use deal_options::{DealOptions, Need, Wanted};
pub use game::Game;
pub use reply::{Reply, Score};
pub use sheet::Sheet;
