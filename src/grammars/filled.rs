//! Filled templates: compares the tree of a filled template with that of the template.
//!
//! Every built-in grammar accepts all filled templates and groups them like the template. A user's
//! grammar may reject numbers of two digits, or group a text differently because of the digits of a
//! number. Then an engine that parses only the template would be wrong about the filled texts. So
//! the program rejects a template that the grammar groups differently once cards fill it.

use super::built_in::Grammar;
use super::parse::with_stack;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::{Expression, Rational};

/// The result of parsing a filled template.
pub(crate) enum Filled {
    /// The expression, grouped like the template.
    Read(Expression<Rational>),
    /// The grammar groups it differently from the template.
    Otherwise,
    /// The grammar rejects it.
    Unread,
    /// With its cards, the text exceeds a limit. It counts as grouped like the template.
    BeyondLimits,
}

/// The cards to try in a template. A row has an amount for the even slots and one for the odd
/// slots. The card is this amount plus a digit from 1 to 9, so it has one, two or three digits.
/// `None` is the card zero.
const TRIALS: [[Option<u64>; 2]; 5] = [
    [Some(0), Some(0)],
    [Some(0), Some(10)],
    [Some(10), Some(0)],
    [None, Some(100)],
    [Some(100), None],
];

impl Grammar {
    /// Parses `text`, a template with cards in its slots; `template` is the tree of the unfilled
    /// template.
    pub(crate) fn read_filled<L>(&self, text: &str, template: &Expression<L>) -> Filled {
        if self.check_limits(text).is_err() {
            return Filled::BeyondLimits;
        }
        match with_stack(text.len(), || self.try_line(text)) {
            Some(Ok(read)) if read.shape() == template.shape() => Filled::Read(read),
            Some(Ok(_)) => Filled::Otherwise,
            Some(Err(error)) if error.is_given_up() => Filled::BeyondLimits,
            Some(Err(_)) | None => Filled::Unread,
        }
    }

    /// Whether the grammar may reject a filled template, or group it differently from the template.
    /// Only a user's grammar may do so.
    pub(crate) const fn may_read_filled_otherwise(&self) -> bool {
        matches!(self, Self::User(_))
    }

    /// Checks that the grammar groups the template `text` as in `expression` even with numbers of
    /// one to three digits in its slots. Filled texts that the grammar rejects do not count.
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
