//! How many cards a hand has: a number, or a range.

use std::ops::RangeInclusive;

use bracket24::MAX_TEMPLATE_SLOTS;

use crate::cli::range;

/// How many cards: a number, or a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sizes {
    One(usize),
    Range(RangeInclusive<usize>),
}

impl Sizes {
    /// No search does more cards; templates there are for up to [`MAX_TEMPLATE_SLOTS`].
    const MOST: usize = MAX_TEMPLATE_SLOTS + 1;

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let expected = || {
            let most = Self::MOST;
            format!("expected a number from 1 to {most}, or a range such as 2..6")
        };
        let size = |number: &str| {
            let number = number.trim().parse::<usize>().ok();
            number.filter(|number| (1..=Self::MOST).contains(number))
        };
        match range::read(text, size, &expected(), "the range is empty") {
            Some(range) => range.map(Self::Range),
            None => size(text).map(Self::One).ok_or_else(expected),
        }
    }
}
