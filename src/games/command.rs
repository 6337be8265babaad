//! What a player can type that is no answer.

use crate::name::named_enum;

named_enum! {
    /// What a player asks for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Command: "command" {
        /// To be right in that the hand has no solution.
        None = "none": "the hand has no solution",
        /// Help that is no solution.
        Hint = "hint": "a hint, and each time the next",
        /// What is wrong with the last answer, or what makes the hand hard.
        Why = "why": "why the last answer is wrong, or how hard the hand is",
        /// The solutions, and the next hand.
        Skip = "skip": "show the solutions and go on",
        /// What can be typed.
        Help = "help": "what can be typed",
        /// The end.
        Quit = "quit": "show the score and end",
    }
}

impl Command {
    /// The command that `line` is, in whatever case it is written.
    pub(super) fn of(line: &str) -> Option<Self> {
        use crate::name::Named;

        match &*line.to_lowercase() {
            "?" => Some(Self::Help),
            "exit" | "end" | "bye" => Some(Self::Quit),
            "no" | "impossible" => Some(Self::None),
            "next" | "pass" => Some(Self::Skip),
            word => Self::by_name(word).ok(),
        }
    }
}
