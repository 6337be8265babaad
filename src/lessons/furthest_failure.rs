//! The furthest failure of a trace, and what could have stood there.

use super::Recording;
use crate::grammars::{SyntaxError, SyntaxErrorKind};

/// Where the recording of a text that is not read came furthest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurthestFailure {
    /// The number of its event; see [`Recording::furthest_failure`].
    pub event: usize,
    /// The calls that are open there, outermost first.
    pub stack: Vec<usize>,
    /// The error.
    pub error: SyntaxError,
}

impl FurthestFailure {
    /// That of `recording`; `None` where the text is read, or a limit ended its
    /// trace.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{FurthestFailure, Recording, TraceDetail}};
    ///
    /// let recording = Recording::new("8-*4", &Grammar::Left, TraceDetail::Rules)?;
    /// let furthest = FurthestFailure::of(&recording).unwrap();
    /// assert_eq!((furthest.at(), furthest.expected().join(" ")), (2, "a number `(`".to_owned()));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn of(recording: &Recording<'_>) -> Option<Self> {
        let event = recording.furthest_failure()?;
        let error = recording.grammar().recognize(recording.text()).err()?;
        let is_open = |&call: &usize| recording.calls()[call].is_open_at(event);
        Some(Self { event, stack: recording.tree_at(event).filter(is_open).collect(), error })
    }

    /// The byte where it failed.
    pub const fn at(&self) -> usize {
        self.error.span.start
    }

    /// What could stand there instead, in characters to type.
    pub fn expected(&self) -> &[String] {
        match &self.error.kind {
            SyntaxErrorKind::Unexpected { expected, .. } => expected,
            _ => &[],
        }
    }
}
