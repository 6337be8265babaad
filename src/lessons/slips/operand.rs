//! What operands are, for those who write beside them.

use itertools::Itertools;

use super::operators::superscript;
use crate::syntax::letter_value;

pub(super) const BLANKS: [char; 2] = [' ', '\t'];

pub(super) const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// What is left of `text` before the number, letter or brackets at its end,
/// blanks after it apart.
pub(super) fn before_operand(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(BLANKS);
    let last = text.chars().next_back()?;
    if is_digit(last) {
        return Some(text.trim_end_matches(is_digit));
    }
    let rest = &text[..text.len() - last.len_utf8()];
    if letter_value(last).is_some() || last == 'N' {
        return (!rest.ends_with(char::is_alphabetic)).then_some(rest);
    }
    if last != ')' {
        return None;
    }
    let mut open = 0;
    text.char_indices().rev().find_map(|(at, character)| {
        match character {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        (open == 0).then(|| &text[..at])
    })
}

/// How long the operand at the start of `text` is, with blanks and signs before
/// it.
pub(super) fn operand_length(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start_matches([' ', '\t', '+', '-']).len();
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let length = if is_digit(first) {
        let whole = rest.len() - rest.trim_start_matches(is_digit).len();
        let decimals = rest[whole..].strip_prefix(['.', ',']);
        let decimals = decimals.map(|it| it.len() - it.trim_start_matches(is_digit).len());
        decimals.filter(|&length| length > 0).map_or(whole, |length| whole + 1 + length)
    } else if letter_value(first).is_some() || first == 'N' {
        1
    } else if first == '(' {
        let mut open = 0;
        let close = rest.char_indices().find(|(_, character)| {
            match character {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            open == 0
        });
        close?.0 + 1
    } else {
        return None;
    };
    (!rest[length..].starts_with(char::is_alphabetic)).then_some(start + length)
}

pub(super) fn starts_operand(text: &str) -> bool {
    let text = text.trim_start_matches(BLANKS);
    text.starts_with(|it: char| is_digit(it) || letter_value(it).is_some() || it == '(')
}

/// `text` in brackets unless it is a number alone.
pub(super) fn in_brackets(text: &str) -> String {
    if text.chars().all(is_digit) { text.to_owned() } else { format!("({text})") }
}

/// Whether what follows would change an operand that ends here: a power, a
/// factorial, a percentage.
pub(super) fn is_changed_by(rest: &str) -> bool {
    let rest = rest.trim_start_matches(BLANKS);
    rest.starts_with("**") || rest.starts_with(|it| "^!%".contains(it) || superscript(it).is_some())
}

/// The text with a slot in place of each number.
pub(in crate::lessons) fn with_slots(text: &str) -> String {
    let is_number = |it: char| is_digit(it) || letter_value(it).is_some();
    let parts = text.chars().chunk_by(|&it| is_number(it));
    let parts = parts.into_iter();
    parts.map(|(is_number, part)| if is_number { "N".to_owned() } else { part.collect() }).collect()
}
