//! Hands that are easy for children of a given age: small cards, and several plain ways to the
//! target.

use std::ops::RangeInclusive;

use crate::difficulty::{Difficulty, Level};
use crate::name::named_enum;
use crate::number::Rational;
use crate::reports::{Inspection, Way};

named_enum! {
    /// The age of the players, which decides which hands are easy for them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Age: "age" {
        /// Sums and differences.
        Seven = "7": "three cards from 1 to 9 make 10 with + and -",
        /// Products as well.
        Nine = "9": "four cards from 1 to 6 make 24 with + - *, easy or medium, in 2 ways or more",
        /// All four operators.
        Eleven = "11": "four cards from 1 to 10 make 24, easy or medium, in 3 ways or more",
    }
}

impl Age {
    /// Returns the values of the cards, the number of cards in a hand, and the target.
    pub fn table(self) -> (RangeInclusive<u32>, usize, Rational) {
        match self {
            Self::Seven => (1..=9, 3, 10.into()),
            Self::Nine => (1..=6, 4, 24.into()),
            Self::Eleven => (1..=10, 4, 24.into()),
        }
    }

    /// Returns the signs of the operators known at this age.
    pub const fn signs(self) -> &'static str {
        match self {
            Self::Seven => "+ -",
            Self::Nine => "+ - *",
            Self::Eleven => "+ - * /",
        }
    }

    /// Whether a hand suits this age: enough of its solutions with the operators known at this age
    /// (`ways`) have no fraction or negative number on the way. From the age of nine, the hand must
    /// also be easy or medium.
    pub(super) fn suits(self, inspection: &Inspection, ways: &[Way<'_>]) -> bool {
        // One at the age of seven, two at nine and three at eleven.
        let least = 1 + self as usize;
        // The levels are defined for four cards. At the age of seven, a hand has three.
        let is_hard = |it: &Difficulty| it.level > Level::Medium;
        if self != Self::Seven && inspection.difficulty.as_ref().is_none_or(is_hard) {
            return false;
        }
        ways.iter().filter(|it| !it.detours.fraction && !it.detours.negative).count() >= least
    }
}
