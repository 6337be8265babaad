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

/// Returns every number with which `text` begins, the longest first: 2/3 and 2 for `2/3*9`. There
/// is no blank before it.
pub(super) fn typed_numbers(text: &str) -> Vec<TypedNumber> {
    let unsigned = text.strip_prefix('-').map_or(text, |it| it.trim_start_matches(' '));
    let sign = text.len() - unsigned.len();
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let (whole, rest) = unsigned.split_at(digits(unsigned));
    let mut numbers = Vec::new();
    let mut add = |value: Option<Rational>, len, form| {
        let Some(value) = value else { return };
        let form = if sign > 0 && form != Form::Quotient { Form::Other } else { form };
        let value = if sign > 0 { -value } else { value };
        numbers.push(TypedNumber { value, len: sign + len, form });
    };
    // A fraction after a whole number, in one of the notations for both together.
    let value = || Rational::from_digits(&format!("0{whole}"));
    let unspaced = rest.trim_start_matches(' ');
    let above = digits(unspaced);
    if let Some(below) = unspaced[above..].strip_prefix('/').filter(|_| rest.starts_with(' ')) {
        let quotient = &unspaced[..above + 1 + digits(below)];
        let part: Option<Rational> = quotient.parse().ok().filter(|it| *it < 1.into());
        let len = unsigned.len() - unspaced.len() + quotient.len();
        add(part.zip(value()).map(|(part, whole)| part + whole), len, Form::Other);
    }
    let after = rest.chars().next();
    if let Some((cards, after)) = after.and_then(|it| Some((vulgar(it)?, it))) {
        let part: Rational = cards.parse().expect("it is a fraction");
        let form = if whole.is_empty() { Form::Vulgar(cards) } else { Form::Other };
        add(value().map(|it| it + part), whole.len() + after.len_utf8(), form);
    }
    if let Some(decimals) = rest.strip_prefix(['.', ',']).map(|it| &it[..digits(it)])
        && !decimals.is_empty()
    {
        let quotient = format!("{whole}{decimals}/1{}", "0".repeat(decimals.len()));
        add(quotient.parse().ok(), whole.len() + 1 + decimals.len(), Form::Other);
    }
    if let Some(below) = rest.strip_prefix('/') {
        let quotient = &unsigned[..whole.len() + 1 + digits(below)];
        add(quotient.parse().ok(), quotient.len(), Form::Quotient);
    }
    add(Rational::from_digits(whole), whole.len(), Form::Card);
    let mut letters = unsigned.chars();
    let letter = letters.next().and_then(letter_value).map(Rational::from);
    add(letter.filter(|_| !letters.next().is_some_and(char::is_alphanumeric)), 1, Form::Card);
    numbers
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
