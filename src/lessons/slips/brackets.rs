//! Other brackets, and those that are left open or close nothing.

use super::operand::{before_operand, is_digit};
use super::{Mend, Place};

pub(super) fn bracket(place: Place<'_>) -> Option<Mend> {
    let round = |it: char| match it {
        '[' | '{' | '［' | '｛' | '⟨' => Some('('),
        ']' | '}' | '］' | '｝' | '⟩' => Some(')'),
        _ => None,
    };
    place.found().and_then(round)?;
    let text = place.text.chars().map(|it| round(it).unwrap_or(it)).collect();
    let (span, advice) = (place.at..place.end(), "write `(` and `)`");
    Some(Mend::named(span, "there are only round brackets", advice, Some(text)))
}

/// The brackets that are still open where a text ends too early.
pub(super) fn bracket_left_open(place: Place<'_>) -> Option<Mend> {
    before_operand(place.text)?;
    let open = open_brackets(place.text);
    (place.found().is_none() && !open.is_empty())
        .then(|| Mend::unnamed(place.text.to_owned() + &")".repeat(open.len())))
}

/// The brackets that `text` leaves open, the innermost last.
pub(in crate::lessons) fn open_brackets(text: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// A bracket that closes none, and what stands around an expression without a
/// meaning, such as quotes or a semicolon.
pub(super) fn stray(place: Place<'_>) -> Option<Mend> {
    let found = place.found()?;
    let follows_operand = before_operand(place.before()).is_some();
    let is_outside = place.before().trim().is_empty() || place.after().trim().is_empty();
    let is_needless = match found {
        ')' => follows_operand && open_brackets(place.before()).is_empty(),
        '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | ';' | '?' => {
            is_outside
        }
        // It is not seen, so it is not meant.
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => {
            !(place.before().ends_with(is_digit) && place.after().starts_with(is_digit))
        }
        _ => false,
    };
    is_needless.then(|| Mend::unnamed(place.with(place.at..place.end(), "")))
}
