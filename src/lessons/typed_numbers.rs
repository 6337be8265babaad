//! Numbers as people type them: `24`, `Q`, `-1`, `24.0`, `0,2`, `8/3`, `2 2/3`, `2⅔`.

use super::slips::vulgar;
use crate::Rational;
use crate::syntax::letter_value;

/// A number at the start of a text.
#[derive(Clone)]
pub(super) struct TypedNumber {
    pub(super) value: Rational,
    /// Its length in bytes.
    pub(super) len: usize,
    pub(super) form: Form,
}

/// How a number is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As a card: digits, or a letter.
    Card,
    /// As a quotient of two whole numbers, which may also be a division.
    Quotient,
    /// As one character, for a quotient of two cards.
    Vulgar(&'static str),
    /// In a way that no grammar of this crate accepts.
    Other,
}

/// Returns every number with which `text` begins, the longest first: 2/3 and 2 for `2/3*9`.
pub(super) fn typed_numbers(text: &str) -> Vec<TypedNumber> {
    if let Some(rest) = text.strip_prefix('-') {
        let unsigned = rest.trim_start_matches(' ');
        let sign = text.len() - unsigned.len();
        let form = |it| if it == Form::Quotient { it } else { Form::Other };
        let negative = |it: TypedNumber| TypedNumber {
            value: -it.value,
            len: sign + it.len,
            form: form(it.form),
        };
        let is_second_sign = unsigned.starts_with('-');
        return if is_second_sign { Vec::new() } else { typed_numbers(unsigned) }
            .into_iter()
            .map(negative)
            .collect();
    }
    let digits = |text: &str| text.len() - text.trim_start_matches(is_digit).len();
    let (whole, rest) = text.split_at(digits(text));
    let mut numbers = Vec::new();
    let mut add = |value: Option<Rational>, len, form| {
        numbers.extend(value.map(|value| TypedNumber { value, len, form }));
    };
    // A fraction after a whole number, in one of the notations for both together.
    let value = || Rational::from_digits(&format!("0{whole}"));
    let unspaced = rest.trim_start_matches(' ');
    let fraction = &unspaced[..digits(unspaced)];
    if let Some(below) = unspaced[fraction.len()..].strip_prefix('/')
        && (whole.is_empty() || unspaced.len() < rest.len())
    {
        let quotient = &unspaced[..fraction.len() + 1 + digits(below)];
        let is_below_one = |it: &Rational| *it < 1.into();
        let value = quotient.parse().ok().filter(is_below_one).zip(value()).map(|(a, b)| a + b);
        add(value, text.len() - unspaced.len() + quotient.len(), Form::Other);
    }
    let after = rest.chars().next();
    if let Some(fraction) = after.and_then(vulgar) {
        let len = whole.len() + after.map_or(0, char::len_utf8);
        let part: Rational = fraction.parse().expect("it is a fraction");
        let form = if whole.is_empty() { Form::Vulgar(fraction) } else { Form::Other };
        add(value().map(|it| it + part), len, form);
    }
    if let Some(decimals) = rest.strip_prefix(['.', ',']).map(|it| &it[..digits(it)])
        && !decimals.is_empty()
    {
        let quotient = format!("{whole}{decimals}/1{}", "0".repeat(decimals.len()));
        add(quotient.parse().ok(), whole.len() + 1 + decimals.len(), Form::Other);
    }
    if let Some(below) = rest.strip_prefix('/') {
        let quotient = &text[..whole.len() + 1 + digits(below)];
        add(quotient.parse().ok(), quotient.len(), Form::Quotient);
    }
    add(Rational::from_digits(whole), whole.len(), Form::Card);
    let mut letters = text.chars();
    if let Some(value) = letters.next().and_then(letter_value)
        && !letters.next().is_some_and(char::is_alphanumeric)
    {
        add(Some(value.into()), 1, Form::Card);
    }
    numbers
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// The value of a `text` that is just a number, perhaps in brackets.
pub(crate) fn typed_number(text: &str) -> Option<Rational> {
    let text = in_brackets(text);
    typed_numbers(text).into_iter().find(|it| it.len == text.len()).map(|it| it.value)
}

/// `text` without the blanks at its ends and without one pair of brackets around it.
pub(crate) fn in_brackets(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text).trim()
}
