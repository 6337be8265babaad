//! One target, or several.

use std::ops::RangeInclusive;

use bracket24::Rational;

use crate::cli::input;

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
    let Some((low, high)) = text.split_once("..") else {
        return input::target(text).map(Targets::One).map_err(|error| error.to_string());
    };
    let whole = |text: &str| {
        let text = input::ascii_signs(text);
        text.trim().parse::<i64>().map_err(|_| {
            "expected the lowest and the highest of whole numbers, such as 1..100".to_owned()
        })
    };
    let (low, high) = (whole(low)?, whole(high.strip_prefix('=').unwrap_or(high))?);
    if low > high {
        return Err(format!("there are no targets: {low} is more than {high}"));
    }
    if low.abs_diff(high) >= MAX_TARGETS {
        return Err(format!("there are more than {MAX_TARGETS} targets"));
    }
    Ok(Targets::Range(low..=high))
}
