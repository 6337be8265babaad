//! A hint on a hand.

use serde::Serialize;

use crate::reports::Hint;
use crate::{Hand, Rational};

use super::markup as m;
use super::{Document, Line};

/// The hint for people.
pub fn document(hint: &Hint, hand: &Hand, target: &Rational) -> Document {
    let heading = m::heading(format!("{hand} → {target}"));
    Document(vec![heading.and(m::plain(": ")).and(line(hint)).into()])
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

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 4] = ["hand", "target", "kind", "hint"];

/// The hint as a row.
pub fn csv_row(hint: &Hint, hand: &Hand, target: &Rational) -> [String; 4] {
    [super::csv::numbers(hand), target.to_string(), kind(hint).to_owned(), line(hint).to_string()]
}

/// The hint for programs.
#[derive(Debug, Serialize)]
pub struct HintJson<'a> {
    hand: &'a Hand,
    hint: String,
    kind: &'static str,
}

impl<'a> HintJson<'a> {
    /// A hint on `hand`.
    pub fn new(hint: &Hint, hand: &'a Hand) -> Self {
        Self { hand, hint: line(hint).to_string(), kind: kind(hint) }
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
