//! A hint on a hand.

use serde::{Serialize, Serializer};

use super::csv::numbers;
use super::markup as m;
use super::{Csv, Document, Line, Report};
use crate::reports::Hint;
use crate::{Hand, Rational};

/// A hint on a hand, and how to go on.
#[derive(Debug, Serialize)]
pub struct HandHint<'a> {
    hand: &'a Hand,
    #[serde(serialize_with = "in_words")]
    hint: &'a Hint,
    kind: &'static str,
    #[serde(skip)]
    target: &'a Rational,
    #[serde(skip)]
    next: Option<String>,
}

impl<'a> HandHint<'a> {
    /// A hint on `hand`; `next` says how to get another one.
    pub fn new(hand: &'a Hand, target: &'a Rational, hint: &'a Hint, next: Option<String>) -> Self {
        Self { hand, hint, kind: kind(hint), target, next }
    }
}

fn in_words<S: Serializer>(hint: &&Hint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&line(hint))
}

impl Report for HandHint<'_> {
    fn document(&self) -> Document {
        let Self { hand, hint, target, next, .. } = self;
        let heading = m::heading(format!("{hand} → {target}"));
        let first = heading.and(m::plain(": ")).and(line(hint));
        let next = next.iter().map(|next| m::note(next).into());
        Document(std::iter::once(first.into()).chain(next).collect())
    }

    fn table(&self) -> Option<Csv> {
        let Self { hand, hint, kind, target, .. } = self;
        let hint = line(hint).to_string();
        let row = [numbers(hand), target.to_string(), (*kind).to_owned(), hint];
        Some(Csv::new(["hand", "target", "kind", "hint"], [row]))
    }
}

/// What it says.
pub(super) fn line(hint: &Hint) -> Line {
    match hint {
        Hint::Possible(true) => m::plain("it can be done"),
        Hint::Possible(false) => m::plain("it cannot be done"),
        Hint::Fraction(true) => m::plain("every way needs a fraction"),
        Hint::Fraction(false) => m::plain("it can be done without a fraction"),
        Hint::Template(template) => {
            m::plain("one way is ").and(m::template(template)).and(m::plain(", each N a card"))
        }
        Hint::Step { operation, value } => {
            let begin = m::plain("begin with ").and(m::expression(operation));
            if *operation == value.to_string() {
                begin.and(m::plain(", which stays a fraction"))
            } else {
                begin.and(m::plain(" = ")).and(m::value(value.to_string()))
            }
        }
    }
}

/// What it is about.
const fn kind(hint: &Hint) -> &'static str {
    match hint {
        Hint::Possible(_) => "possible",
        Hint::Fraction(_) => "fraction",
        Hint::Template(_) => "template",
        Hint::Step { .. } => "step",
    }
}
