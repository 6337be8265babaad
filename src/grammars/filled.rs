//! Filled templates: compares the tree of a filled template with that of the template.
//!
//! Every built-in grammar reads all filled templates and groups them like the template. A user's
//! grammar may not read numbers of two digits, or may group by the digits of a number. Then an
//! engine that parses only templates would miss or misjudge filled strings, so such a grammar must
//! not have such a template.

use super::built_in::Grammar;
use super::parse::with_stack;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::{Expression, Rational};

/// The result of reading a filled template.
pub(crate) enum Filled {
    /// The expression, grouped like the template.
    Read(Expression<Rational>),
    /// It is grouped differently, so it is not a filling of the template.
    Otherwise,
    /// The grammar does not read it.
    Unread,
    /// With its cards it exceeds a limit. It counts as grouped like the template.
    BeyondLimits,
}

/// The cards to try in a template, for even and odd slots: the amount to add to a digit, which
/// gives numbers of one, two or three digits; `None` is the card zero.
const TRIALS: [[Option<u64>; 2]; 5] = [
    [Some(0), Some(0)],
    [Some(0), Some(10)],
    [Some(10), Some(0)],
    [None, Some(100)],
    [Some(100), None],
];

impl Grammar {
    /// Reads `text`, a template with cards in its slots; `template` is the tree of the unfilled
    /// template.
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

    /// Whether the grammar may read a filled template differently from the template, or not at all:
    /// only a user's grammar may.
    pub(crate) const fn may_read_filled_otherwise(&self) -> bool {
        matches!(self, Self::User(_))
    }

    /// Checks that the template `text`, read as `expression`, is grouped alike with numbers of one
    /// and of more digits in its slots, as far as the grammar reads these.
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
