//! Errors in the text of a grammar.

use std::fmt;
use std::ops::Range;

/// A mistake in the text of a grammar, or something that it warns of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrammarError {
    /// The error.
    pub message: String,
    /// The bytes it is about.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Range<usize>,
    /// What to do about it, or what was expected; may be empty.
    pub advice: String,
    /// Another place that has to do with it, and what is there.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub related: Option<(Range<usize>, String)>,
}

impl GrammarError {
    /// A mistake at a place.
    pub(crate) fn new(
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), span, advice: advice.into(), related: None }
    }

    /// With another place that has to do with it.
    pub(crate) fn with_related(mut self, span: Range<usize>, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.span.start)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, ": {}", self.advice) }
    }
}

impl std::error::Error for GrammarError {}
