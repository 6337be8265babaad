//! Typed text, made ready for parsing.

use std::borrow::Cow;

use bracket24::lessons::Diagnosis;
use bracket24::{
    Grammar, Hand, MAX_TEMPLATE_SLOTS, Rational, RationalError, SyntaxError, Template,
};

use super::failure::Failure;

/// The mark some programs put at the start of a text file.
pub(crate) const BOM: &[u8] = "\u{feff}".as_bytes();

/// `text` with the signs that word processors and keyboards put in place of
/// the ASCII ones: `×` `÷` `−` `（` `）`; and so for blanks and commas.
pub(crate) fn ascii_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let ascii = text.chars().map(|character| match character {
        '×' => '*',
        '÷' => '/',
        '−' => '-',
        '（' => '(',
        '）' => ')',
        '，' | '、' => ',',
        '\u{a0}' | '\u{3000}' => ' ',
        other => other,
    });
    Cow::Owned(ascii.collect())
}

/// The hand that the arguments or a line of a batch spell.
pub(crate) fn hand(text: &str) -> Result<Hand, Failure> {
    let text = ascii_signs(text);
    text.parse().map_err(|error| match Diagnosis::of_hand(&text) {
        Some(diagnosis) => Failure::diagnosis("hand", &text, diagnosis),
        None => Failure::syntax("hand", &text, &error),
    })
}

/// The target that an argument spells.
pub(crate) fn target(text: &str) -> Result<Rational, RationalError> {
    ascii_signs(text).parse()
}

/// A hand that is small enough to be solved.
pub(crate) fn solvable_hand(text: &str) -> Result<Hand, Failure> {
    let hand = hand(text)?;
    let cards = hand.cards().len();
    if cards > MAX_TEMPLATE_SLOTS {
        let message =
            format!("templates go up to {MAX_TEMPLATE_SLOTS} cards, and this hand has {cards}");
        let run = text.chars().all(char::is_alphanumeric);
        return Err(if run {
            Failure::with_help(message, "put blanks between numbers of several digits: `10 10 4 4`")
        } else {
            Failure::plain(message)
        });
    }
    Ok(hand)
}

/// The template that an argument spells.
pub(crate) fn template(text: &str, grammar: &Grammar) -> Result<Template, Failure> {
    let text = ascii_signs(text);
    Template::parse(&text, grammar).map_err(|error| match Diagnosis::of_template(&text, grammar) {
        Some(diagnosis) => Failure::diagnosis("template", &text, diagnosis),
        None => Failure::syntax("template", &text, &error),
    })
}

/// Why an expression cannot be read, as `error` says, and what would fix it.
pub(crate) fn unreadable(text: &str, grammar: &Grammar, error: &SyntaxError) -> Failure {
    match Diagnosis::of_expression(text, grammar) {
        Some(diagnosis) => Failure::diagnosis("expression", text, diagnosis),
        None => Failure::syntax("expression", text, error),
    }
}
