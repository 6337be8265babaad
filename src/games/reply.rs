//! What a game has to say.

use super::{Command, Dealt};
use crate::difficulty::Difficulty;
use crate::lessons::Answer;
use crate::reports::{Hint, Inspection};

/// What there is to say after a line of the player.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The next hand.
    Deal(Dealt),
    /// The answer is right.
    Right(Box<Answer>),
    /// The answer is not right; it says why.
    Wrong(Box<Answer>),
    /// The hand has no solution indeed.
    Impossible,
    /// The hand has a solution.
    Possible,
    /// The next hint.
    Hint(Hint),
    /// All hints were given.
    NoMoreHints,
    /// The solutions.
    Solutions(Box<Inspection>),
    /// The last answer, whose steps tell why it is wrong.
    WhyWrong(Box<Answer>),
    /// How hard the hand is; `None` where that would tell that it has a solution.
    WhyHard(Option<Difficulty>),
    /// What can be typed.
    Help,
    /// A word that means nothing here, and the command that it may stand for.
    Unknown {
        /// The word.
        word: String,
        /// The command.
        meant: Option<Command>,
    },
    /// The end.
    Over(Score),
}

/// What a player has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Hands that were answered rightly, or rightly said to have no solution.
    pub solved: usize,
    /// Hands that were passed over.
    pub skipped: usize,
    /// Wrong answers; what could not be read does not count.
    pub wrong: usize,
    /// Hints.
    pub hints: usize,
}
