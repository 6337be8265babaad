//! Errors in the text of a grammar.

use std::fmt;
use std::ops::Range;

/// A mistake in the text of a grammar, or something that it warns of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// The error.
    pub message: String,
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What to do about it, or what was expected; may be empty.
    pub advice: String,
}

impl GrammarError {
    /// A mistake at a place.
    pub(crate) fn new(
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), span, advice: advice.into() }
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.span.start)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, ": {}", self.advice) }
    }
}

impl std::error::Error for GrammarError {}
