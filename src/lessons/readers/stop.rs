//! Why a reader does not read a text, and where it stops.

use std::fmt;
use std::ops::Range;

use crate::grammars::SyntaxError;
use crate::syntax::LeafError;

/// Why a reader does not read a text, and where it stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The bytes it is about; empty at the end of the text.
    pub span: Range<usize>,
    /// The reason.
    pub reason: StopReason,
}

/// Why a reader stops.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// Its grammar does not read the text.
    Grammar(SyntaxError),
    /// The number cannot be used.
    Number(LeafError),
    /// What it would do follows from a trace, which came to a limit.
    NoTrace,
    /// A character begins no token.
    NoToken(char),
    /// An operand should be here.
    NoOperand,
    /// An operator should be here.
    NoOperator,
    /// The closing bracket was not opened.
    NotOpened,
    /// The opening bracket is not closed.
    NotClosed,
}

impl From<SyntaxError> for Stop {
    fn from(error: SyntaxError) -> Self {
        Self { span: error.span.clone(), reason: StopReason::Grammar(error) }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grammar(error) => write!(f, "{}: {}", error.message(), error.advice()),
            Self::Number(error) => error.fmt(f),
            Self::NoTrace => {
                f.write_str("what a memo would save is not known, since the trace is not whole")
            }
            Self::NoToken(found) => write!(f, "`{}` begins no token", found.escape_debug()),
            Self::NoOperand => f.write_str("an operand is missing"),
            Self::NoOperator => f.write_str("an operator is missing"),
            Self::NotOpened => f.write_str("`)` finds no `(` on the stack"),
            Self::NotClosed => f.write_str("`(` is on the stack at the end: nothing closes it"),
        }
    }
}
