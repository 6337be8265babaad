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
        let mut document =
            Document::from(m::heading(format!("{hand} → {target}")) + ": " + line(hint));
        document.0.extend(next.iter().map(|next| m::note(next).into()));
        document
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
        Hint::Possible(true) => "it can be done".into(),
        Hint::Possible(false) => "it cannot be done".into(),
        Hint::Fraction(true) => "every way needs a fraction".into(),
        Hint::Fraction(false) => "it can be done without a fraction".into(),
        Hint::Template(template) => "one way is " + m::template(template) + ", each N a card",
        Hint::Step { operation, value } => {
            let begin = "begin with " + m::expression(operation);
            if *operation == value.to_string() {
                begin + ", which stays a fraction"
            } else {
                begin + " = " + m::value(value.to_string())
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
