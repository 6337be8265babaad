//! Errors in the text of a grammar: the kind, the place and the message.

use std::ops::Range;

use itertools::Itertools;

use crate::words::beginning;

/// A mistake or a warning in the text of a grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at byte {}{}{advice}", .span.start, if .advice.is_empty() { "" } else { ": " })]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrammarError {
    /// The kind of mistake.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub kind: GrammarErrorKind,
    /// The error message.
    pub message: String,
    /// The bytes that the error is about.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub span: Range<usize>,
    /// Advice on how to fix the mistake, or the expected text; may be empty.
    pub advice: String,
    /// A related place, with a label for it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub related: Option<(Range<usize>, String)>,
    /// Edits that together fix the mistake, in the order of their places; empty if none are known.
    /// bracket24 has checked that they work, except those for a misspelt name.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mend: Vec<(Range<usize>, String)>,
}

/// The kinds of mistakes in the text of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarErrorKind {
    /// The text does not parse as a grammar.
    Form,
    /// A limit on size or nesting is exceeded.
    TooMuch,
    /// pest cannot use a number or an escape.
    Value,
    /// A rule has the name of a built-in rule, or of another rule.
    TakenName,
    /// A rule is used but not defined.
    Undefined,
    /// A repeated expression can match without consuming text, so the repetition never ends.
    Endless,
    /// An alternative always matches, so the later ones are never tried.
    AlwaysMatches,
    /// A rule calls itself before it consumes text.
    LeftRecursion,
    /// A check takes too long.
    GivenUp,
    /// A rule lacks a role (a meaning in arithmetic), or has a role that it cannot have.
    Role,
    /// A test expression does not parse, or has no value.
    Trial,
    /// A finding of the lint with this name. [`Findings::of`](super::Findings::of) lists such
    /// findings.
    Lint(&'static str),
}

impl GrammarErrorKind {
    /// The name of the kind; for a lint's finding, the name of the lint.
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
    /// Makes an error at a place. It quotes at most 500 characters of a part of the grammar, which
    /// may be as long as the grammar.
    pub(crate) fn new(
        kind: GrammarErrorKind,
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        let short = |it: String| it.split('`').map(|part| beginning(part, 500)).join("`");
        let (message, advice) = (short(message.into()), short(advice.into()));
        Self { kind, message, span, advice, related: None, mend: Vec::new() }
    }

    /// Removes the advice, because learners solve exercises without it. Keeps advice on a mere slip
    /// in the notation.
    #[must_use]
    pub fn without_solution(mut self) -> Self {
        use GrammarErrorKind::{Form, TakenName, TooMuch, Undefined, Value};
        if !matches!(self.kind, Form | TakenName | TooMuch | Undefined | Value) {
            self.advice.clear();
            self.mend.clear();
        }
        self
    }

    /// Adds a related place.
    pub(crate) fn with_related(mut self, span: Range<usize>, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }

    /// Adds the edits that fix the mistake.
    pub(crate) fn with_mend(mut self, mend: Vec<(Range<usize>, String)>) -> Self {
        self.mend = mend;
        self.mend.sort_by_key(|(span, _)| span.start);
        self
    }
}

/// The mistakes found in a grammar, in the order of their places. There is at least one.
///
/// Dereferences to a slice, and displays one line for each mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().format("\n"))]
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
