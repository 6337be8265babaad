//! Texts on which a grammar does not come to an end: what they would tell is not known.

use std::ops::ControlFlow;

use super::reading::{Attempt, MOST_EVENTS};
use super::{GrammarDifference, GrammarDifferenceKind};
use crate::grammars::{Grammar, SyntaxError, SyntaxErrorKind, syntax_error};
use crate::number::Rational;
use crate::tracer::TraceError;

/// The most texts that are given up: each takes as long as a thousand others, and
/// where there are that many the next are no better.
const MOST_GIVEN_UP: u64 = 20;

/// The texts that a comparison gave up, as one of the grammars reads the same again
/// and again on them, or never ends.
#[derive(Debug, Clone)]
pub struct GivenUp {
    /// How many there are.
    pub texts: u64,
    /// The first, with what each makes of it.
    pub first: GrammarDifference,
}

impl GivenUp {
    /// Whether there were so many that no further text was tried.
    pub const fn ended_it(&self) -> bool {
        self.texts >= MOST_GIVEN_UP
    }

    /// Counts one more.
    pub(super) fn note(known: &mut Option<Self>, grammars: [&Grammar; 2], text: &str) {
        match known {
            Some(known) => known.texts += 1,
            None => *known = Some(Self { texts: 1, first: given_up(grammars, text) }),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GivenUp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::serial::object!(serializer, { "texts" => self.texts, "first" => self.first.text })
    }
}

/// That a text is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

/// Makes sure that both come to an end with a text. The grammars of this crate always do,
/// with any text of a comparison: those are short, and also the one that reads again and
/// again is soon done with them.
pub(super) fn check_length(grammars: [&Grammar; 2], text: &str) -> Result<(), TooLong> {
    let is_too_long = |grammar: &Grammar| {
        let Grammar::User(_) = grammar else { return false };
        let mut left = MOST_EVENTS;
        let traced = grammar.rules().trace(grammar.start(), text, |_| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        !matches!(traced, Ok(_) | Err(TraceError::Syntax(_)))
    };
    if grammars.into_iter().any(is_too_long) { Err(TooLong) } else { Ok(()) }
}

/// A text with which one of them does not come to an end.
pub(super) fn given_up(grammars: [&Grammar; 2], text: &str) -> GrammarDifference {
    let parse = |grammar: &Grammar| match Attempt::new(grammar, text) {
        None => {
            let why = "given up: it reads the same again and again, or never ends";
            let kind = SyntaxErrorKind::GivenUp(why.to_owned());
            Err(SyntaxError { kind, span: 0..text.len() })
        }
        Some(Attempt { reading: Some(reading), .. }) => Ok(reading.shown()),
        Some(_) => Err(syntax_error::<Rational>(grammar, text)),
    };
    let parses = grammars.map(parse);
    GrammarDifference { kind: GrammarDifferenceKind::Accepted, text: text.to_owned(), parses }
}
