//! One target, or several.

use std::ops::RangeInclusive;

use bracket24::Rational;

use crate::cli::{input, range};

/// The target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Targets {
    One(Rational),
    /// Whole numbers.
    Range(RangeInclusive<i64>),
}

/// Reads `T` or `LO..HI`.
pub(super) fn read(text: &str) -> Result<Targets, String> {
    let expected = "expected the lowest and the highest of whole numbers, such as 1..100";
    let whole = |text: &str| text.parse::<i64>().ok();
    match range::read(text, whole, expected, "there are no targets") {
        Some(range) => range.map(Targets::Range),
        None => input::target(text).map(Targets::One).map_err(|error| error.to_string()),
    }
}
