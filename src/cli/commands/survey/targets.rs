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

/// The most targets of one run: more lines than anyone reads, and hours of work
/// where a deck is large.
const MAX_TARGETS: u64 = 100_000;

/// Reads `T` or `LO..HI`.
pub(super) fn read(text: &str) -> Result<Targets, String> {
    let expected = "expected the lowest and the highest of whole numbers, such as 1..100";
    let whole = |text: &str| text.parse::<i64>().ok();
    let Some(range) = range::read(text, whole, expected, "there are no targets") else {
        return input::target(text).map(Targets::One).map_err(|error| error.to_string());
    };
    let range = range?;
    if range.start().abs_diff(*range.end()) >= MAX_TARGETS {
        return Err(format!("there are more than {MAX_TARGETS} targets"));
    }
    Ok(Targets::Range(range))
}
