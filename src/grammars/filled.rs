//! Filled templates: what a grammar makes of them, beside what it makes of the template.
//!
//! The grammars of this crate read every filled template, and group it as the template.
//! One of a user's own may read no number of two digits, or group by the digits of a
//! number. An engine that parses templates alone would not find what it finds in their
//! strings, so that such a grammar has no such template.

use super::built_in::Grammar;
use super::parse::with_stack;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::{Expression, Rational};

/// What a grammar makes of a filled template.
pub(crate) enum Filled {
    /// Its expression, which is grouped as the template is.
    Read(Expression<Rational>),
    /// It is grouped otherwise: it is no filling of the template.
    Otherwise,
    /// The grammar does not read it.
    Unread,
    /// It is beyond a limit with its cards; it is grouped as the template is.
    BeyondLimits,
}

/// With which cards a template is tried, by turns: how much is added to a digit for numbers
/// of one, two and three of them; else zero.
const TRIALS: [[Option<u64>; 2]; 5] = [
    [Some(0), Some(0)],
    [Some(0), Some(10)],
    [Some(10), Some(0)],
    [None, Some(100)],
    [Some(100), None],
];

impl Grammar {
    /// What it makes of `text`, a template with cards in its slots that it reads as
    /// `template`.
    pub(crate) fn read_filled<L>(&self, text: &str, template: &Expression<L>) -> Filled {
        if self.check_limits(text).is_err() {
            return Filled::BeyondLimits;
        }
        match with_stack(text.len(), || self.try_line(text)) {
            Some(Ok(read)) if read.has_shape_of(template) => Filled::Read(read),
            Some(Ok(_)) => Filled::Otherwise,
            Some(Err(error)) if error.is_given_up() => Filled::BeyondLimits,
            Some(Err(_)) | None => Filled::Unread,
        }
    }

    /// Whether it may read a filled template otherwise than unfilled, or not at all: so it
    /// is for those of a user's own.
    pub(crate) const fn may_read_filled_otherwise(&self) -> bool {
        matches!(self, Self::User(_))
    }

    /// Makes sure that the template `text`, which it reads as `expression`, is grouped
    /// so with numbers of one digit and of more in its slots, as far as it reads them.
    pub(super) fn check_filled<L>(
        &self,
        text: &str,
        expression: &Expression<L>,
    ) -> Result<(), SyntaxError> {
        if !self.may_read_filled_otherwise() {
            return Ok(());
        }
        for trial in TRIALS {
            let card = |slot: usize| trial[slot % 2].map_or(0, |more| more + 1 + slot as u64 % 9);
            let mut filled = String::with_capacity(2 * text.len());
            for (slot, part) in text.split('N').enumerate() {
                if slot > 0 {
                    filled += &card(slot - 1).to_string();
                }
                filled += part;
            }
            if let Filled::Otherwise = self.read_filled(&filled, expression) {
                let kind = SyntaxErrorKind::FilledOtherwise(filled);
                return Err(SyntaxError { kind, span: 0..text.len() });
            }
        }
        Ok(())
    }
}
