//! How hard the questions of a quiz are.

use std::ops::RangeInclusive;

use crate::grammars::Grammar;
use crate::name::named_enum;

named_enum! {
    /// How large the expressions of a quiz are, and how near its wrong choices.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum QuizLevel: "level" {
        /// Two operators.
        One = "1": "2 operators",
        /// Three operators.
        #[default]
        Two = "2": "3 operators",
        /// Three operators with brackets.
        Three = "3": "3 operators and brackets",
        /// Four operators with brackets.
        Four = "4": "4 operators and brackets",
        /// Five operators, brackets and fractions.
        Five = "5": "5 operators, brackets, fractions on the way",
        /// Four operators, among them two powers, and perhaps a minus with one operand.
        Six = "6": "4 operators, two of them powers, perhaps a minus with one operand",
    }
}

/// The grammars that questions of the four operators are about.
const QUIZ_GRAMMARS: &[Grammar] =
    &[Grammar::Left, Grammar::Right, Grammar::Scala, Grammar::Flat, Grammar::Pemdas];

impl QuizLevel {
    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// How many operators an expression has.
    pub const fn operators(self) -> usize {
        match self {
            Self::One => 2,
            Self::Two | Self::Three => 3,
            Self::Four | Self::Six => 4,
            Self::Five => 5,
        }
    }

    /// The grammars that questions are about, ordinary arithmetic first. A slower one
    /// that reads as another is none of them.
    pub const fn grammars(self) -> &'static [Grammar] {
        match self {
            Self::One | Self::Two | Self::Three | Self::Four | Self::Five => QUIZ_GRAMMARS,
            Self::Six => Grammar::EXTENDED,
        }
    }

    /// How many pairs of brackets an expression has, where the question is not about
    /// these.
    pub(super) const fn pairs(self) -> RangeInclusive<usize> {
        match self {
            Self::One | Self::Two => 0..=0,
            Self::Three => 1..=1,
            Self::Four | Self::Five => 1..=2,
            Self::Six => 0..=1,
        }
    }

    /// The fewest choices there are to choose from.
    pub(super) const fn choices(self) -> usize {
        match self {
            // A pair of brackets leaves two operators whose order is open.
            // And there are only two grammars with powers.
            Self::One | Self::Three | Self::Six => 2,
            Self::Two | Self::Four | Self::Five => 3,
        }
    }
}
