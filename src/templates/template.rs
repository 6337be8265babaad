//! Bracket templates: text with slots that are filled with cards.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::grammars::{Grammar, SyntaxError};
use crate::syntax::{Expression, NodeKind, Slot};

/// A bracket template such as `(N-N/N)*N`, and how a grammar groups it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Template {
    text: Arc<str>,
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
    /// let template = Template::parse("(N-N/N)*N", &Grammar::Left)?;
    /// assert_eq!(template.fill(["5", "1", "5", "5"]), "(5-1/5)*5");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn parse(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse_slots(text)?;
        Ok(Self { text: text.into(), expression })
    }

    /// The text it was read from.
    pub const fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The slots as the grammar grouped them.
    pub const fn expression(&self) -> &Expression<Slot> {
        &self.expression
    }

    /// The number of its slots.
    pub fn slots(&self) -> usize {
        self.expression.leaves().count()
    }

    /// What the grammar would read in the filled text, without reading it: slot
    /// `n` becomes `leaf(n)`, which is written with `width(n)` bytes.
    pub fn fill_expression<L>(
        &self,
        mut leaf: impl FnMut(usize) -> L,
        width: impl Fn(usize) -> usize,
    ) -> Expression<L> {
        // Every slot is one byte before it is filled.
        let starts: Vec<usize> = self.text.match_indices('N').map(|(start, _)| start).collect();
        let moved = |at: usize| {
            let before = starts.iter().take_while(|&&start| start < at).count();
            at - before + (0..before).map(&width).sum::<usize>()
        };
        self.expression.map_nodes(|node| {
            let start = moved(node.span.start);
            match node.kind {
                NodeKind::Leaf(Slot(slot)) => {
                    (NodeKind::Leaf(leaf(slot)), start..start + width(slot))
                }
                NodeKind::Operation(operator) => (NodeKind::Operation(operator), start..start + 1),
            }
        })
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
        for character in self.text.chars() {
            match character {
                'N' => match cards.next() {
                    Some(card) => filled.push_str(card.as_ref()),
                    None => filled.push('N'),
                },
                other => filled.push(other),
            }
        }
    }
}

impl FromStr for Template {
    type Err = SyntaxError;

    /// Reads a template as ordinary arithmetic groups it; see
    /// [`parse`](Self::parse) for other grammars.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::parse(text, &Grammar::Left)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
