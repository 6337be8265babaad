//! The parser of `grammar/right_slow.pest`, and what it is spared.

use pest_derive::Parser;

use super::{SyntaxError, SyntaxErrorKind};

#[derive(Parser)]
#[grammar = "grammar/right_slow.pest"]
#[grammar = "grammar/lexical.pest"]
pub(super) struct RightSlow;

super::roles!(term additive multiplicative);

/// How many brackets may be open at once: what stands in them is then read
/// 4^8 = 65536 times, which can be waited for. One pair more takes four times
/// as long.
const MAX_DEPTH: usize = 8;

/// How often tokens are read together, at most: 16 of them in eight pairs of
/// brackets, or what comes to as much further out. That takes about a second.
/// The depth alone is no bound: any number of operators can stand in the
/// innermost brackets.
const MAX_READINGS: u64 = 1 << 20;

/// So many digits or blanks in a row take as long as one token more.
const RUN: u64 = 16;

/// Makes sure that every line of `text` is read, or refused, in a time that a
/// person can wait.
///
/// A token in `n` brackets is read at most 4^n times: each of the two levels
/// reads an operand once more where no sign comes after it, and with it all
/// that stands in its brackets.
pub(super) fn check_readings(text: &str) -> Result<(), SyntaxError> {
    let (mut depth, mut readings, mut run) = (0_usize, 0_u64, 0_u64);
    for (at, character) in text.char_indices() {
        let refuse = |kind| Err(SyntaxError { kind, span: at..at + character.len_utf8() });
        run = if matches!(character, '0'..='9' | ' ' | '\t') { run + 1 } else { 0 };
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\n' => (depth, readings) = (0, 0),
            _ if depth == 0 || (run > 1 && run % RUN != 0) => continue,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return refuse(SyntaxErrorKind::TooDeep(MAX_DEPTH));
        }
        readings += 1 << (2 * depth);
        if readings > MAX_READINGS {
            return refuse(SyntaxErrorKind::TooSlow);
        }
    }
    Ok(())
}
