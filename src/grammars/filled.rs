//! Filled templates: what a grammar makes of them, beside what it makes of the template.
//!
//! The grammars of this crate read every filled template, and group it as the template.
//! One of a user's own may read no number of two digits, or group by what stands in a
//! number. An engine that parses templates alone would not find what it finds in their
//! strings, so that such a grammar has no such template.

use super::built_in::Grammar;
use super::parse::with_stack;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::number::Rational;
use crate::syntax::{Expression, Operator};

/// What a grammar makes of a filled template.
pub(crate) enum Filled {
    /// Its expression.
    Read(Expression<Rational>),
    /// The grammar does not read it.
    Unread,
    /// It is beyond a limit with its cards; it is grouped as the template is.
    BeyondLimits,
}

/// How many digits the cards have with which a template is tried, by turns.
const TRIALS: [[u64; 2]; 3] = [[0, 0], [0, 10], [10, 0]];

impl Grammar {
    /// What it makes of `text`, a template that it reads with cards in its slots.
    pub(crate) fn read_filled(&self, text: &str) -> Filled {
        if self.check_limits(text).is_err() {
            return Filled::BeyondLimits;
        }
        match with_stack(text.len(), || self.try_line(text)) {
            Some(Ok(expression)) => Filled::Read(expression),
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
    /// so with numbers of one and two digits in its slots, as far as it reads them.
    pub(super) fn check_filled<L>(
        &self,
        text: &str,
        expression: &Expression<L>,
    ) -> Result<(), SyntaxError> {
        // Joined slots are one number when they are filled.
        if !self.may_read_filled_otherwise()
            || expression.operators().any(|it| it == Operator::Join)
        {
            return Ok(());
        }
        for trial in TRIALS {
            let card = |slot: usize| 1 + slot as u64 % 9 + trial[slot % 2];
            let mut filled = String::with_capacity(2 * text.len());
            for (slot, part) in text.split('N').enumerate() {
                if slot > 0 {
                    filled += &card(slot - 1).to_string();
                }
                filled += part;
            }
            if let Filled::Read(read) = self.read_filled(&filled)
                && !read.has_shape_of(expression)
            {
                let kind = SyntaxErrorKind::FilledOtherwise(filled);
                return Err(SyntaxError { kind, span: 0..text.len() });
            }
        }
        Ok(())
    }
}
