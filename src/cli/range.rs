//! `LO..HI`, as every option reads it.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::input::ascii_signs;

/// Reads `1..13`, or `1-13`, with `number` for each end; nothing where the text is
/// no range. `expected` says what is, and `empty` what it means that the first
/// end is more than the second.
pub(crate) fn read<T: PartialOrd + Display>(
    text: &str,
    number: impl Fn(&str) -> Option<T>,
    expected: &str,
    empty: &str,
) -> Option<Result<RangeInclusive<T>, String>> {
    let text = ascii_signs(text);
    let text = text.replace(['–', '—'], "-").replace('…', "..");
    let text = text.trim();
    // A dash at the beginning is a sign.
    let dash = || text.char_indices().skip(1).find(|(_, it)| *it == '-').map(|(at, _)| (at, 1));
    let (at, length) = text.find("..").map(|at| (at, 2)).or_else(dash)?;
    let (low, high) = (&text[..at], &text[at + length..]);
    let high = high.strip_prefix('=').unwrap_or(high);
    let (Some(low), Some(high)) = (number(low.trim()), number(high.trim())) else {
        return Some(Err(expected.to_owned()));
    };
    if low > high {
        return Some(Err(format!("{empty}: {low} is more than {high}")));
    }
    Some(Ok(low..=high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Option<Result<RangeInclusive<i64>, String>> {
        read(text, |it| it.parse().ok(), "expected", "empty")
    }

    #[test]
    fn a_range_is_read_however_its_ends_are_parted() {
        for text in ["1..13", "1-13", "1..=13", " 1 .. 13 ", "1–13", "1…13", "1 - 13", "1−13"]
        {
            assert_eq!(whole(text), Some(Ok(1..=13)), "{text}");
        }
        assert_eq!(whole("-5..-1"), Some(Ok(-5..=-1)));
        assert_eq!(whole("-5--1"), Some(Ok(-5..=-1)));
        assert_eq!(whole("-5-5"), Some(Ok(-5..=5)));
    }

    #[test]
    fn what_is_no_range_says_so() {
        for text in ["13", "-5", "", "x"] {
            assert_eq!(whole(text), None, "{text}");
        }
        for text in ["..", "1..", "..5", "1..x", "1-2-3", "1...3", "-"] {
            assert!(whole(text).is_none_or(|it| it == Err("expected".to_owned())), "{text}");
        }
        assert_eq!(whole("3..1"), Some(Err("empty: 3 is more than 1".to_owned())));
    }
}
