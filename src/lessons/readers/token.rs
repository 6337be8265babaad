//! The tokens of an expression, as a reader without a grammar finds them.

use std::ops::Range;

use super::stop::{Stop, StopReason};
use crate::number::Rational;
use crate::syntax::{Leaf, LeafError, Operator, is_blank, letter_value};

/// A token of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Operand(Rational),
    Operator(Operator),
    Open,
    Close,
}

/// The next token from `at` on, and where it stands; `None` at the end.
pub(super) fn next(text: &str, at: usize) -> Result<Option<(Token, Range<usize>)>, Stop> {
    let rest = &text[at..];
    let blanks = rest.bytes().take_while(|&byte| is_blank(byte)).count();
    let (start, rest) = (at + blanks, &rest[blanks..]);
    let Some(character) = rest.chars().next() else { return Ok(None) };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let span = start..start + digits.max(character.len_utf8());
    let operator = Operator::of_sign(character);
    let token = match (character, operator) {
        ('(', _) => Token::Open,
        (')', _) => Token::Close,
        (_, Some(operator)) => Token::Operator(operator),
        _ => match leaf(&text[span.clone()]) {
            Some(Ok(leaf)) => Token::Operand(leaf),
            Some(Err(error)) => return Err(Stop { span, reason: StopReason::Number(error) }),
            None => return Err(Stop { span, reason: StopReason::NoToken(character) }),
        },
    };
    Ok(Some((token, span)))
}

/// The value of an operand: a number, or a card by its letter; `None` where it is
/// neither, nor a slot.
pub(super) fn leaf(operand: &str) -> Option<Result<Rational, LeafError>> {
    let first = operand.chars().next()?;
    if first.is_ascii_digit() {
        Some(Rational::number(operand))
    } else if first == 'N' {
        Some(Rational::slot(0))
    } else {
        letter_value(first).map(Rational::card)
    }
}
