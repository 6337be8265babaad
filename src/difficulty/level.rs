//! The levels of difficulty.

use crate::name::named_enum;

named_enum! {
    /// How hard a hand is, in a word; about a quarter of the solvable hands of 1
    /// to 13 are at each level.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Level: "level" {
        /// Nearly all see it within seconds.
        Easy = "easy": "seen within seconds",
        /// It takes a short search.
        Medium = "medium": "found after a short search",
        /// It takes longer, and some give up.
        Hard = "hard": "takes longer, and some give up",
        /// It takes far longer, and many give up.
        Expert = "expert": "takes far longer, and many give up",
    }
}

impl Level {
    /// The level of so many points.
    pub(super) fn of(points: i32) -> Self {
        match points {
            ..300 => Self::Easy,
            300..450 => Self::Medium,
            450..600 => Self::Hard,
            600.. => Self::Expert,
        }
    }
}
