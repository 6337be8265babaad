//! Slips: notations that are right elsewhere but not here. A slip has a message and advice on the
//! text to write instead, and often the program can fix the text.
//!
//! Each kind of slip has a function, in the file for its topic. A fixed text has the value that
//! school arithmetic gives to the text as typed. If people could disagree on that value, the
//! function does not fix the text.

mod numbers;
mod operators;

use std::ops::Range;

use itertools::Itertools;

use crate::syntax::letter_value;
use numbers::{beside, decimal, letter_for_digit, percent, unknown, vulgar_fraction, word};
use operators::{
    bracket, bracket_left_open, equals, factorial, function, look_alike, power, product, sign,
    stray, superscript,
};

pub(super) use numbers::{in_hand, vulgar, with_signs};
pub(super) use operators::open_brackets;

/// A notation that is used elsewhere but not here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct Slip {
    /// The message, such as `factorials are not allowed`.
    pub message: String,
    /// Advice on the text to write instead.
    pub advice: String,
    /// The bytes that the slip is about.
    #[cfg_attr(feature = "present", serde(flatten, serialize_with = "crate::serial::span"))]
    pub span: Range<usize>,
}

/// The slip, if it has a message; and the fixed text, if the program can fix the slip.
pub(super) struct Mend {
    pub(super) slip: Option<Slip>,
    pub(super) text: Option<String>,
}

impl Mend {
    /// A slip with a message, in a text that is not fixed.
    fn named(span: Range<usize>, message: &str, advice: impl Into<String>) -> Self {
        let slip = Slip { span, message: message.to_owned(), advice: advice.into() };
        Self { slip: Some(slip), text: None }
    }

    /// Adds the fixed text.
    fn giving(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    fn unnamed(text: String) -> Self {
        Self { slip: None, text: Some(text) }
    }
}

/// A text that the grammar rejects, and the place of the error.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Whether the grammar groups operators as ordinary arithmetic does. Under any other grammar, a
    /// replacement needs brackets around it.
    pub(super) is_ordinary: bool,
    /// Whether the grammar accepts the `A` of an ace, as it then does the other letters of cards.
    pub(super) has_ace: bool,
}

type Recogniser = fn(Place<'_>) -> Option<Mend>;

/// The slips that may be valid notation in a grammar, each with texts of this notation. If the
/// grammar accepts one of them, the text has another mistake.
const BEYOND_THE_FOUR: [(Recogniser, &[&str]); 6] = [
    (function, &["√4", "sqrt(4)"]),
    (factorial, &["3!"]),
    (power, &["2^2", "2**2"]),
    (percent, &["7%4", "50%"]),
    (word, &["√4", "sqrt(4)", "7 mod 4"]),
    (sign, &["-2"]),
];

/// The other slips, the most specific first.
const SLIPS: [Recogniser; 11] = [
    decimal, bracket, equals, vulgar_fraction, letter_for_digit, look_alike, unknown, product,
    beside, bracket_left_open, stray,
];

/// The slip at a place, if it is known; `accepts` says whether the grammar accepts a text.
pub(super) fn at(place: Place<'_>, accepts: impl Fn(&str) -> bool) -> Option<Mend> {
    let is_mistake = |texts: &[&str]| !texts.iter().any(|it| accepts(it));
    let beyond = BEYOND_THE_FOUR.into_iter().filter(|(_, texts)| is_mistake(texts));
    beyond.map(|(slip, _)| slip).chain(SLIPS).find_map(|slip| slip(place))
}

impl<'t> Place<'t> {
    fn found(self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn end(self) -> usize {
        self.at + self.found().map_or(0, char::len_utf8)
    }

    /// The bytes of the text.
    fn all(self) -> Range<usize> {
        0..self.text.len()
    }

    /// The bytes of the unexpected character.
    fn here(self) -> Range<usize> {
        self.at..self.end()
    }

    fn before(self) -> &'t str {
        &self.text[..self.at]
    }

    fn after(self) -> &'t str {
        &self.text[self.end()..]
    }

    /// `text` as a replacement for `span`: in brackets, unless `text` is only a number, or `span`
    /// is the whole expression.
    fn written(self, span: &Range<usize>, text: &str) -> String {
        let is_all = self.text.trim_matches(BLANKS) == self.text[span.clone()].trim_matches(BLANKS);
        if is_all { text.to_owned() } else { in_brackets(text) }
    }

    /// A slip at `span`, fixed by replacing the bytes `all` with `text`.
    fn rewritten(self, span: Range<usize>, message: &str, all: Range<usize>, text: &str) -> Mend {
        Mend::named(span, message, format!("write `{text}`")).giving(self.with(all, text))
    }

    /// The text with `replacement` at `span`.
    fn with(self, span: Range<usize>, replacement: &str) -> String {
        [&self.text[..span.start], replacement, &self.text[span.end..]].concat()
    }

    /// The bytes of the word around the error; empty if no letter is next to it.
    fn word(self) -> Range<usize> {
        let start = self.before().trim_end_matches(char::is_alphabetic).len();
        let rest = &self.text[self.at..];
        start..self.at + (rest.len() - rest.trim_start_matches(char::is_alphabetic).len())
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// The part of `text` before its last operand, which is a number, a letter or a pair of brackets.
/// For `8*(4-2)`, this part is `8*`. Blanks at the end do not count.
fn before_operand(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(BLANKS);
    let last = text.chars().next_back()?;
    if is_digit(last) {
        return Some(text.trim_end_matches(is_digit));
    }
    let rest = &text[..text.len() - last.len_utf8()];
    if letter_value(last).is_some() || last == 'N' {
        return (!rest.ends_with(char::is_alphabetic)).then_some(rest);
    }
    let start = if last == ')' { balanced(text.char_indices().rev()) } else { None };
    start.map(|start| &text[..start])
}

/// The place of the bracket that matches the first one. `characters` begins with a bracket, and may
/// be in reverse order.
fn balanced(mut characters: impl Iterator<Item = (usize, char)>) -> Option<usize> {
    let mut open = 0;
    let end = characters.find(|(_, it)| {
        open += i32::from(*it == '(') - i32::from(*it == ')');
        open == 0
    });
    end.map(|(at, _)| at)
}

/// The length of the operand at the start of `text`, including blanks and signs before it.
fn operand_length(text: &str) -> Option<usize> {
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
        balanced(rest.char_indices())? + 1
    } else {
        return None;
    };
    (!rest[length..].starts_with(char::is_alphabetic)).then_some(start + length)
}

fn starts_operand(text: &str) -> bool {
    let text = text.trim_start_matches(BLANKS);
    text.starts_with(|it: char| is_digit(it) || letter_value(it).is_some() || "([{√".contains(it))
}

/// `text` in brackets, unless it is only a number.
fn in_brackets(text: &str) -> String {
    if text.chars().all(is_digit) { text.to_owned() } else { format!("({text})") }
}

/// Whether `rest` begins with an operator that changes the operand before it: a power, a factorial
/// or a percent sign.
fn is_changed_by(rest: &str) -> bool {
    let rest = rest.trim_start_matches(BLANKS);
    rest.starts_with("**") || rest.starts_with(|it| "^!%".contains(it) || superscript(it).is_some())
}

/// `text` with the slot `N` in place of each number.
pub(super) fn with_slots(text: &str) -> String {
    let is_number = |it: char| is_digit(it) || letter_value(it).is_some();
    let parts = text.chars().chunk_by(|&it| is_number(it));
    let parts = parts.into_iter();
    parts.map(|(is_number, part)| if is_number { "N".to_owned() } else { part.collect() }).collect()
}
