//! Syntax errors: the reason, and the place.

use std::fmt;
use std::ops::Range;

use super::lacks::Lacks;
use crate::number::MAX_DIGITS;
use crate::syntax::LeafError;
use crate::words::list_or;

/// A text that a grammar does not accept: what is wrong with it, and where.
///
/// Its `Display` says both in one line; `span` is for callers that can show the
/// text with a caret under the place.
///
/// ```
/// use bracket24::Grammar;
///
/// let error = Grammar::Left.parse("8/(3-)").unwrap_err();
/// assert_eq!((error.span.clone(), error.message()), (5..6, "unexpected `)`".to_owned()));
/// assert_eq!(error.advice(), "expected a number or `(`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The error.
    pub kind: SyntaxErrorKind,
    /// The bytes it is about; empty at the end of the text.
    pub span: Range<usize>,
}

/// The kinds of syntax errors.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Something else should stand here.
    Unexpected {
        /// The character that stands here; `None` at the end of the text.
        found: Option<char>,
        /// The tokens that could stand here instead, in characters to type.
        expected: Vec<String>,
    },
    /// The leaf is of the wrong kind or too long.
    Leaf(LeafError),
    /// A sign, point or stroke in a card: cards are whole numbers from 0 up.
    NoWholeNumber(char),
    /// More brackets are open at once than the limit given.
    TooDeep(usize),
    /// More operators than the limit given.
    TooManyOperators(usize),
    /// More bytes than the limit given.
    TooLong(usize),
    /// More rules are open at once than the limit given.
    TooManyOpenRules(usize),
    /// The grammar does not come to an end with it; why.
    GivenUp(String),
    /// The grammar reads it, but what its rules mark is no expression; why.
    NoTree(String),
    /// A template that the grammar groups otherwise once it is filled, as in this text.
    FilledOtherwise(String),
    /// The grammar is plain and makes no expressions; what it lacks.
    NoExpressions(Lacks),
}

impl SyntaxError {
    pub(crate) fn unexpected(text: &str, at: usize, expected: Vec<String>) -> Self {
        let found = text[at..].chars().next();
        let end = at + found.map_or(0, char::len_utf8);
        Self { kind: SyntaxErrorKind::Unexpected { found, expected }, span: at..end }
    }

    /// Whether a limit of the tracer ended it: what else there is to say of the text
    /// is not known.
    pub const fn is_given_up(&self) -> bool {
        matches!(self.kind, SyntaxErrorKind::GivenUp(_) | SyntaxErrorKind::TooManyOpenRules(_))
    }

    /// The tokens that could stand here instead, in words for a label under the place.
    pub fn advice(&self) -> String {
        match &self.kind {
            SyntaxErrorKind::Unexpected { expected, .. } if expected.is_empty() => {
                "the grammar lets nothing stand here".to_owned()
            }
            SyntaxErrorKind::Unexpected { expected, .. } => {
                format!("expected {}", list_or(expected))
            }
            SyntaxErrorKind::Leaf(LeafError::SlotAmongNumbers) => {
                "expected a number; a slot has a value only once it is filled".to_owned()
            }
            SyntaxErrorKind::Leaf(LeafError::NumberAmongSlots) => {
                "expected `N`; a template has slots where the numbers go".to_owned()
            }
            SyntaxErrorKind::Leaf(LeafError::TooManyDigits(_)) => {
                format!("expected at most {MAX_DIGITS} digits")
            }
            SyntaxErrorKind::NoWholeNumber(_) => "cards are whole numbers from 0 up".to_owned(),
            SyntaxErrorKind::TooDeep(limit) => {
                format!("expected at most {limit} brackets open at once")
            }
            SyntaxErrorKind::TooManyOpenRules(limit) => {
                format!("given up with {limit} rules open at once")
            }
            SyntaxErrorKind::TooManyOperators(limit) => {
                format!("expected at most {limit} operators")
            }
            SyntaxErrorKind::TooLong(limit) => format!("expected at most {limit} bytes"),
            SyntaxErrorKind::NoExpressions(lacks) => lacks.to_string(),
            SyntaxErrorKind::FilledOtherwise(filled) => {
                format!("as in `{filled}`: let no rule tell a slot from a number")
            }
            SyntaxErrorKind::NoTree(why) | SyntaxErrorKind::GivenUp(why) => why.clone(),
        }
    }

    /// The error, without its place.
    pub fn message(&self) -> String {
        match &self.kind {
            SyntaxErrorKind::Unexpected { found: None, .. } if self.span.start == 0 => {
                "the text is empty".to_owned()
            }
            kind => kind.to_string(),
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    /// The error, without what could stand there instead.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found: None, .. } => f.write_str("the text ends too early"),
            Self::Unexpected { found: Some(found), .. } if is_invisible(*found) => {
                write!(f, "unexpected character U+{:04X}", u32::from(*found))
            }
            Self::Unexpected { found: Some(found), .. } => write!(f, "unexpected `{found}`"),
            Self::Leaf(error) => error.fmt(f),
            Self::NoWholeNumber(found) => write!(f, "`{found}` in a card"),
            Self::TooDeep(_) => f.write_str("brackets too deep"),
            Self::TooManyOpenRules(_) => f.write_str("the text is nested too deeply"),
            Self::TooManyOperators(_) => f.write_str("too many operators"),
            Self::TooLong(_) => f.write_str("the text is too long"),
            Self::NoExpressions(_) => f.write_str("a plain grammar makes no expressions"),
            Self::GivenUp(_) => f.write_str("parsing takes too long"),
            Self::FilledOtherwise(_) => {
                f.write_str("with cards in its slots the template is grouped otherwise")
            }
            Self::NoTree(_) => f.write_str("the parse yields no expression tree"),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.message(), self.span.start, self.advice())
    }
}

impl std::error::Error for SyntaxError {}

/// Whether a character cannot be told from others, or from nothing, by looking.
fn is_invisible(character: char) -> bool {
    let formatting = ['\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2060}'..='\u{206f}'];
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || character == '\u{feff}'
        || formatting.iter().any(|range| range.contains(&character))
}
