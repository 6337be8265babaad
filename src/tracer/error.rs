//! Errors in the text of a grammar: the kind, the place, and the words for both.

use std::fmt;
use std::ops::Range;

/// A mistake in the text of a grammar, or something that it warns of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrammarError {
    /// What kind of mistake it is.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub kind: GrammarErrorKind,
    /// The error.
    pub message: String,
    /// The bytes it is about.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Range<usize>,
    /// What to do about it, or what was expected; may be empty.
    pub advice: String,
    /// Another place that has to do with it, and a label for it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub related: Option<(Range<usize>, String)>,
    /// What mends it, if that is known: what is to be written in which places, in their
    /// order. It was tried.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mend: Vec<(Range<usize>, String)>,
}

/// The kinds of mistakes in the text of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarErrorKind {
    /// It is no grammar by its form.
    Form,
    /// It is larger or nested deeper than a limit.
    TooMuch,
    /// A number or an escape that pest cannot use.
    Value,
    /// A rule has the name of one that pest has of its own, or of another rule.
    TakenName,
    /// A rule is named and not defined.
    Undefined,
    /// What is repeated reads nothing, so that it is repeated for ever.
    Endless,
    /// An alternative always matches, so that those after it are never tried.
    AlwaysMatches,
    /// A rule comes back to itself before anything is read.
    LeftRecursion,
    /// Looking at it takes too long.
    GivenUp,
    /// A rule has no role that it needs, or one that it cannot have.
    Role,
    /// A test expression is not read, or has no value.
    Trial,
    /// What a lint finds, by the name of that lint; [`Findings::of`](super::Findings::of)
    /// lists them.
    Lint(&'static str),
}

impl GrammarErrorKind {
    /// Its name: of what a lint finds, the name of that lint.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::TooMuch => "too-much",
            Self::Value => "value",
            Self::TakenName => "taken-name",
            Self::Undefined => "undefined",
            Self::Endless => "endless",
            Self::AlwaysMatches => "always-matches",
            Self::LeftRecursion => "left-recursion",
            Self::GivenUp => "given-up",
            Self::Role => "role",
            Self::Trial => "trial",
            Self::Lint(name) => name,
        }
    }
}

impl GrammarError {
    /// A mistake at a place.
    pub(crate) fn new(
        kind: GrammarErrorKind,
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        let (message, advice) = (message.into(), advice.into());
        Self { kind, message, span, advice, related: None, mend: Vec::new() }
    }

    /// The same without a word on what to do about it, unless it is a slip in writing: whoever
    /// solves an exercise is to find that.
    #[must_use]
    pub fn without_solution(mut self) -> Self {
        use GrammarErrorKind::{Form, TakenName, TooMuch, Undefined, Value};
        if !matches!(self.kind, Form | TakenName | TooMuch | Undefined | Value) {
            self.advice.clear();
            self.mend.clear();
        }
        self
    }

    /// With another place that has to do with it.
    pub(crate) fn with_related(mut self, span: Range<usize>, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }

    /// With what mends it.
    pub(crate) fn with_mend(mut self, mend: Vec<(Range<usize>, String)>) -> Self {
        self.mend = mend;
        self.mend.sort_by_key(|(span, _)| span.start);
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

/// All mistakes of a grammar, in the order of their places. There is at least one.
///
/// They are read as a slice, and displayed with a line for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarErrors(Vec<GrammarError>);

impl From<Vec<GrammarError>> for GrammarErrors {
    fn from(errors: Vec<GrammarError>) -> Self {
        Self(errors)
    }
}

impl From<GrammarErrors> for Vec<GrammarError> {
    fn from(errors: GrammarErrors) -> Self {
        errors.0
    }
}

impl std::ops::Deref for GrammarErrors {
    type Target = [GrammarError];

    fn deref(&self) -> &[GrammarError] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a GrammarErrors {
    type Item = &'a GrammarError;
    type IntoIter = std::slice::Iter<'a, GrammarError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for GrammarErrors {
    type Item = GrammarError;
    type IntoIter = std::vec::IntoIter<GrammarError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for GrammarErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.iter().enumerate() {
            write!(f, "{}{error}", if index > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for GrammarErrors {}
