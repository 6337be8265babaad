//! Bracket templates: text with slots that are filled with cards.

use std::fmt;

use crate::expression::{Expression, Slot};
use crate::grammars::{Grammar, SyntaxError};

/// A bracket template such as `(N-N/N)*N`, and how a grammar groups it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    text: String,
    expression: Expression<Slot>,
}

impl Template {
    /// Reads a template with `grammar`.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where `text` is no expression of slots; see
    /// [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, Template};
    ///
    /// let template = Template::parse("(N-N/N)*N", Grammar::Left)?;
    /// assert_eq!(template.fill(["5", "1", "5", "5"]), "(5-1/5)*5");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn parse(text: &str, grammar: Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse_slots(text)?;
        Ok(Self { text: text.to_owned(), expression })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The slots as the grammar grouped them.
    pub const fn expression(&self) -> &Expression<Slot> {
        &self.expression
    }

    /// How many slots it has.
    pub fn slots(&self) -> usize {
        self.expression.leaves().count()
    }

    /// The text with the slots replaced from left to right by what `cards`
    /// gives; slots for which there is no card stay.
    pub fn fill<C: AsRef<str>>(&self, cards: impl IntoIterator<Item = C>) -> String {
        let mut filled = String::with_capacity(self.text.len());
        self.fill_into(&mut filled, cards);
        filled
    }

    /// As [`fill`](Self::fill), added to the end of `filled`.
    pub fn fill_into<C: AsRef<str>>(
        &self,
        filled: &mut String,
        cards: impl IntoIterator<Item = C>,
    ) {
        let mut cards = cards.into_iter();
        for piece in self.text.split_inclusive('N') {
            match piece.strip_suffix('N') {
                Some(before) => {
                    filled.push_str(before);
                    match cards.next() {
                        Some(card) => filled.push_str(card.as_ref()),
                        None => filled.push('N'),
                    }
                }
                None => filled.push_str(piece),
            }
        }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
