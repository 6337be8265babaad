//! What the brackets of an expression are for.

use std::fmt;

use super::reduction::not_ordinary;
use crate::grammars::Reading;
use crate::grammars::{Grammar, Ordinary, SyntaxError};

/// How many pairs of brackets are judged. The text is read once for each, and
/// there can be far more only where brackets stand around brackets.
pub const MAX_PAIRS: usize = 1000;

/// An expression and what each of its pairs of brackets is for.
///
/// Every pair is judged alone, all others left where they are: of the two
/// pairs in 8-((4-2)) either can go, and not both.
#[derive(Debug, Clone)]
pub struct Brackets {
    /// The text.
    pub text: String,
    /// The grammar it was read with.
    pub grammar: Grammar,
    /// What was read.
    pub reading: Reading,
    /// The pairs, in the order of their opening brackets.
    pub pairs: Vec<BracketPair>,
}

/// A pair of brackets and what happens without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketPair {
    /// Where the opening bracket stands in the text, in bytes.
    pub open: usize,
    /// Where the closing one does.
    pub close: usize,
    /// The text without the pair.
    pub without: String,
    /// What the grammar makes of that; the places are those in `without`.
    pub reading: Result<Reading, SyntaxError>,
    /// Whether the pair is needed.
    pub necessity: Necessity,
}

/// What a pair of brackets is good for, from most to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Necessity {
    /// Without it the text cannot be read; under none of the named grammars.
    Reading,
    /// Without it the value is another, or a division by zero comes or goes.
    Value,
    /// Without it the text is grouped otherwise and worth the same.
    Tree,
    /// Without it nothing changes.
    Nothing,
}

/// Why the brackets of a text are not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BracketsError {
    /// The text cannot be read.
    Syntax(SyntaxError),
    /// There are more than [`MAX_PAIRS`]; how many there are.
    TooManyPairs(usize),
}

impl fmt::Display for BracketsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::TooManyPairs(pairs) => {
                write!(f, "{pairs} pairs of brackets are too many: at most {MAX_PAIRS} are judged")
            }
        }
    }
}

impl std::error::Error for BracketsError {}

impl Brackets {
    /// Reads `text` with `grammar`, and again without each of its pairs.
    ///
    /// # Errors
    ///
    /// [`BracketsError`] where `text` cannot be read as
    /// [`Grammar::parse`] does, or has more than [`MAX_PAIRS`] pairs.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Brackets, Necessity}};
    ///
    /// let brackets = Brackets::new("(8-(4-2))*3", &Grammar::Left)?;
    /// let needed = brackets.pairs.iter().map(|pair| pair.necessity);
    /// assert_eq!(needed.collect::<Vec<_>>(), [Necessity::Value, Necessity::Value]);
    /// assert_eq!(brackets.pairs[1].without, "(8-4-2)*3");
    /// # Ok::<(), bracket24::lessons::BracketsError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, BracketsError> {
        let reading = Reading::new(text, grammar).map_err(BracketsError::Syntax)?;
        // Other brackets than those it has are not judged.
        if let Ordinary::NotRead(error) = Ordinary::of(text, grammar, &reading.value) {
            return Err(BracketsError::Syntax(not_ordinary(error)));
        }
        let pairs = pairs(text);
        if pairs.len() > MAX_PAIRS {
            return Err(BracketsError::TooManyPairs(pairs.len()));
        }
        let pairs = pairs
            .into_iter()
            .map(|(open, close)| BracketPair::judge(text, open, close, &reading, grammar));
        Ok(Self {
            pairs: pairs.collect(),
            text: text.to_owned(),
            grammar: grammar.clone(),
            reading,
        })
    }
}

impl BracketPair {
    fn judge(text: &str, open: usize, close: usize, whole: &Reading, grammar: &Grammar) -> Self {
        let without = [&text[..open], &text[open + 1..close], &text[close + 1..]].concat();
        let reading = Reading::new(&without, grammar);
        let necessity = match &reading {
            Err(_) => Necessity::Reading,
            Ok(reading) if !reading.is_worth(whole) => Necessity::Value,
            Ok(reading) if !reading.is_grouped_as(whole) => Necessity::Tree,
            Ok(_) => Necessity::Nothing,
        };
        Self { open, close, without, reading, necessity }
    }
}

/// The places of the brackets that belong together, in the order of the
/// opening ones.
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
