//! What people write that is right elsewhere and not here: its name, what to
//! write, and the text with it mended.
//!
//! Each kind of slip is a function in [`SLIPS`], in the file that says what it is
//! about. A mended text has the value that
//! ordinary school arithmetic gives the text as it was typed; where that is not
//! known, nothing is mended.

mod brackets;
mod hand;
mod numbers;
mod operand;
mod operators;

use std::ops::Range;

pub(super) use brackets::open_brackets;
use brackets::{bracket, bracket_left_open, stray};
pub(super) use hand::in_hand;
use hand::joker;
use numbers::{beside, decimal, letter_for_digit, percent, unknown, vulgar_fraction};
pub(super) use operand::with_slots;
use operand::{BLANKS, in_brackets};
use operators::{equals, factorial, function, look_alike, power, product, sign};

/// A thing that is written elsewhere and has no place here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What there is not: `there is no factorial`.
    pub message: String,
    /// What to write in its place.
    pub advice: String,
}

/// A slip, with its name if it has one, and the text without it.
pub(super) struct Mend {
    pub(super) slip: Option<Slip>,
    pub(super) text: Option<String>,
}

impl Mend {
    fn named(
        span: Range<usize>,
        message: &str,
        advice: impl Into<String>,
        text: Option<String>,
    ) -> Self {
        Self { slip: Some(Slip { span, message: message.to_owned(), advice: advice.into() }), text }
    }

    fn unnamed(text: String) -> Self {
        Self { slip: None, text: Some(text) }
    }
}

/// A text that cannot be read, and where that is.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Whether a minus takes no more than it would in ordinary arithmetic: if not,
    /// what it is put before needs brackets of its own.
    pub(super) is_ordinary: bool,
}

/// The slips that are known, the most particular first.
const SLIPS: [Recogniser; 13] = [
    joker,
    decimal,
    bracket,
    equals,
    sign,
    vulgar_fraction,
    letter_for_digit,
    look_alike,
    unknown,
    product,
    beside,
    bracket_left_open,
    stray,
];

/// Those that are none where there are operators beyond the four.
const BEYOND_THE_FOUR: [Recogniser; 4] = [function, factorial, power, percent];

type Recogniser = fn(Place<'_>) -> Option<Mend>;

/// The slip at a place, if it is one that is known.
pub(super) fn at(place: Place<'_>) -> Option<Mend> {
    joker(place).or_else(|| BEYOND_THE_FOUR.iter().chain(&SLIPS).find_map(|slip| slip(place)))
}

/// As [`at`], under a grammar with all operators.
pub(super) fn at_of_all(place: Place<'_>) -> Option<Mend> {
    SLIPS.iter().find_map(|slip| slip(place))
}

impl<'t> Place<'t> {
    fn found(self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn end(self) -> usize {
        self.at + self.found().map_or(0, char::len_utf8)
    }

    fn before(self) -> &'t str {
        &self.text[..self.at]
    }

    fn after(self) -> &'t str {
        &self.text[self.end()..]
    }

    /// `text` as it is written at `span`: in brackets, unless it is a number alone
    /// or all there is.
    fn written(self, span: &Range<usize>, text: &str) -> String {
        let is_all = self.text.trim_matches(BLANKS) == self.text[span.clone()].trim_matches(BLANKS);
        if is_all { text.to_owned() } else { in_brackets(text) }
    }

    /// The text with something else at `span`.
    fn with(self, span: Range<usize>, replacement: &str) -> String {
        [&self.text[..span.start], replacement, &self.text[span.end..]].concat()
    }

    /// The letters that stand together here.
    fn word(self) -> Range<usize> {
        let before = self.before();
        let start = before.trim_end_matches(char::is_alphabetic).len();
        let rest = &self.text[self.at..];
        start..self.at + (rest.len() - rest.trim_start_matches(char::is_alphabetic).len())
    }
}
