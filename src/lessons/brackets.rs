//! Finds out which brackets an expression needs, for its value or for its tree.

use super::Parse;
use crate::grammars::{Ordinary, SyntaxError};
#[cfg(feature = "present")]
use crate::serial::ParseFields;

/// The maximum number of pairs of brackets to judge; the text is parsed once for each.
pub const MAX_PAIRS: usize = 1000;

/// An expression with the purpose of each pair of brackets.
///
/// Every pair is judged alone, with all other pairs in place: of the two pairs in 8-((4-2)), either
/// can go, but not both.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct Brackets<'p> {
    /// The expression.
    #[cfg_attr(feature = "present", serde(flatten))]
    pub parse: &'p Parse,
    /// The pairs, in the order of their opening brackets.
    #[cfg_attr(feature = "present", serde(rename = "brackets"))]
    pub pairs: Vec<BracketPair>,
}

/// A pair of brackets, and the effect of removing it.
#[derive(Debug, Clone)]
pub struct BracketPair {
    /// The place of the opening bracket in the text, in bytes.
    pub open: usize,
    /// The place of the closing bracket.
    pub close: usize,
    /// Whether the pair is needed.
    pub necessity: Necessity,
    /// The text without the pair.
    pub without: String,
    /// The parse of the text without the pair; places refer to `without`.
    pub parse: Result<Parse, SyntaxError>,
}

#[cfg(feature = "present")]
crate::serial::serialize_object! { BracketPair, self:
    "open" => self.open,
    "close" => self.close,
    "needed" => self.necessity,
    "without" => self.without,
    ..self.parse.as_ref().map_or_else(ParseFields::refused, ParseFields::from)
}

/// The purposes that a pair of brackets can have, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "present", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Necessity {
    /// Without the pair the text does not parse, as for the pair of `log(2,8)`.
    Reading,
    /// Without the pair the value changes, or a division by zero appears or disappears.
    Value,
    /// Without the pair the tree changes, but not the value.
    Tree,
    /// Without the pair nothing changes.
    Nothing,
}

/// Why the brackets of a text are not judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BracketsError {
    /// Ordinary arithmetic rejects the text; only brackets of ordinary arithmetic are judged.
    #[error("{0}")]
    NotOrdinary(SyntaxError),
    /// There are more than [`MAX_PAIRS`] pairs; holds their number.
    #[error("{0} pairs of brackets are too many: at most {most} are judged", most = MAX_PAIRS)]
    TooManyPairs(usize),
}

impl<'p> Brackets<'p> {
    /// Judges each pair of brackets of `parse`: parses the text again without it.
    ///
    /// # Errors
    ///
    /// [`BracketsError`] if ordinary arithmetic rejects the text, or if there are more than
    /// [`MAX_PAIRS`] pairs.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Brackets, Necessity, Parse}};
    ///
    /// let parse = Parse::new("(8-(4-2))*3", &Grammar::Left)?;
    /// let brackets = Brackets::of(&parse)?;
    /// let needed = brackets.pairs.iter().map(|pair| pair.necessity);
    /// assert_eq!(needed.collect::<Vec<_>>(), [Necessity::Value, Necessity::Value]);
    /// assert_eq!(brackets.pairs[1].without, "(8-4-2)*3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(parse: &'p Parse) -> Result<Self, BracketsError> {
        if let Ordinary::NotRead(error) = parse.ordinary() {
            return Err(BracketsError::NotOrdinary(error.clone()));
        }
        let pairs = pairs(parse.text());
        if pairs.len() > MAX_PAIRS {
            return Err(BracketsError::TooManyPairs(pairs.len()));
        }
        let pairs = pairs.into_iter().map(|(open, close)| BracketPair::judge(parse, open, close));
        Ok(Self { pairs: pairs.collect(), parse })
    }
}

impl BracketPair {
    fn judge(whole: &Parse, open: usize, close: usize) -> Self {
        let text = &whole.text();
        let without = [&text[..open], &text[open + 1..close], &text[close + 1..]].concat();
        let parse = Parse::new(&without, whole.grammar());
        let necessity = match &parse {
            Err(_) => Necessity::Reading,
            Ok(parse) if !parse.is_worth(whole) => Necessity::Value,
            Ok(parse) if !parse.expression().is_grouped_as(whole.expression()) => Necessity::Tree,
            Ok(_) => Necessity::Nothing,
        };
        Self { open, close, necessity, without, parse }
    }
}

/// The places of matching brackets, in the order of the opening ones.
fn pairs(text: &str) -> Vec<(usize, usize)> {
    let mut open: Vec<usize> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => pairs.extend(open.pop().map(|open| (open, at))),
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}
