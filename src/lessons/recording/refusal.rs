//! Why there is no recording.

use std::fmt;

use crate::grammars::SyntaxError;
use crate::lessons::trace_limits::MAX_CALLS;
use crate::tracer::TraceError;

/// Why a trace is not told.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum TraceRefusal {
    /// The text is too deep or too long.
    Syntax(SyntaxError),
    /// The tracer came to one of its limits.
    Trace(TraceError),
    /// There are more than [`MAX_CALLS`] calls.
    TooManyCalls,
}

impl fmt::Display for TraceRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Trace(error) => error.fmt(f),
            Self::TooManyCalls => write!(f, "there are more than {MAX_CALLS} rule calls"),
        }
    }
}

impl std::error::Error for TraceRefusal {}
