//! Bracket templates: text with slots that are filled with cards.

use std::fmt;
use std::str::FromStr;

use super::packed::Packed;
use crate::words::counted;
use crate::{Card, Expression, Grammar, Hand, NodeKind, Operator, Rational, Slot, SyntaxError};

/// A bracket template: a text with slots, such as `(N-N/N)*N`, and the expression that a grammar
/// parsed from it. It takes as many bytes as the text has, and about ten more for each slot. Clones
/// share this memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Template(Packed);

impl Template {
    /// Parses a template with `grammar`.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if `text` is not an expression of slots; see [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, Template};
    ///
    /// let template = Template::parse("(N-N/N)*N", &Grammar::Left)?;
    /// assert_eq!(template.slots(), 4);
    /// assert_eq!(template.expression().to_s_expression(), "(* (- N (/ N N)) N)");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn parse(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse_slots(text)?;
        Ok(Self(Packed::new(text, &expression)))
    }

    /// Returns the text that the grammar parsed.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// Returns the expression that the grammar parsed. Each call unpacks it: the packed form takes
    /// a tenth of the memory, and a set may have a million templates.
    pub fn expression(&self) -> Expression<Slot> {
        self.0.expression()
    }

    /// Returns the number of its slots.
    pub fn slots(&self) -> usize {
        self.0.slots()
    }

    /// Whether all its operators are among `+ - * /`.
    pub(crate) fn is_of_field(&self) -> bool {
        self.0.operators().all(Operator::is_of_field)
    }

    /// Whether it has joined slots, such as the `NN` in `NN*N`, whose digits make one number.
    pub(crate) fn has_joins(&self) -> bool {
        self.0.joined().len() > 0
    }

    /// Whether the cards of `hand`, in this `order`, fit the joined slots: each joined slot gets a
    /// digit, and no joined number begins with 0.
    pub(crate) fn can_join(&self, order: &[usize], hand: &Hand) -> bool {
        self.0.joined().all(|(slot, is_first)| match Digit::of(hand.cards()[order[slot]].value()) {
            None => false,
            Some(Digit::Zero) => !is_first,
            Some(Digit::Other) => true,
        })
    }

    /// Returns the expression that the grammar would parse from the filled text, without parsing
    /// that text. Slot `n` becomes the leaf `leaf(n)`, whose text has `width(n)` bytes.
    pub(crate) fn fill_expression<L>(
        &self,
        mut leaf: impl FnMut(usize) -> L,
        width: impl Fn(usize) -> usize,
    ) -> Expression<L> {
        // In the text of the template, every slot takes one byte, an `N`.
        let moved = |at: usize, before: usize| at - before + (0..before).map(&width).sum::<usize>();
        let slots_before =
            |at: usize| self.0.text_bytes().iter().take(at).filter(|&&it| it == b'N').count();
        self.expression().map_nodes(|node| {
            let start = node.span.start;
            match node.kind {
                NodeKind::Leaf(Slot(slot)) => {
                    let start = moved(start, slot);
                    (NodeKind::Leaf(leaf(slot)), start..start + width(slot))
                }
                NodeKind::Operation(operator) => {
                    let start = moved(start, slots_before(start));
                    (NodeKind::Operation(operator), start..start + node.span.len())
                }
            }
        })
    }

    /// Returns the text with the values of the cards in the slots, in the order of `hand`.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of cards differs from the number of slots.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Hand, Template};
    ///
    /// let template: Template = "(N-N/N)*N".parse()?;
    /// assert_eq!(template.fill(&Hand::from([5, 1, 5, 5]))?, "(5-1/5)*5");
    /// let error = template.fill(&Hand::from([5, 1])).unwrap_err();
    /// assert_eq!(error.to_string(), "the template has 4 slots, the hand has 2 cards");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&self, hand: &Hand) -> Result<String, FillError> {
        self.fill_with(hand, |card| card.value().to_string())
    }

    /// Like [`fill`](Self::fill), but `write` makes the text of each card.
    pub(crate) fn fill_with(
        &self,
        hand: &Hand,
        write: impl FnMut(&Card) -> String,
    ) -> Result<String, FillError> {
        let (slots, cards) = (self.slots(), hand.cards().len());
        if slots != cards {
            return Err(FillError { slots, cards });
        }
        let mut filled = String::with_capacity(self.0.text_bytes().len());
        self.fill_into(&mut filled, hand.iter().map(write));
        Ok(filled)
    }

    /// Appends the filled template to `text`, with `cards` in the slots from left to right.
    // It is public only because the benchmarks call it.
    #[doc(hidden)]
    pub fn fill_into<C: AsRef<str>>(&self, text: &mut String, cards: impl IntoIterator<Item = C>) {
        fill_slots(self.text(), text, cards.into_iter());
    }
}

/// Appends `template` to `text`, with `cards` in the slots from left to right.
pub(crate) fn fill_slots<C: AsRef<str>>(
    template: &str,
    text: &mut String,
    mut cards: impl Iterator<Item = C>,
) {
    for character in template.chars() {
        if character != 'N' {
            text.push(character);
            continue;
        }
        let card = cards.next().expect("there is a card for every slot");
        match card.as_ref().as_bytes() {
            // Copying a single byte by itself is faster.
            [byte] => text.push(char::from(*byte)),
            _ => text.push_str(card.as_ref()),
        }
    }
}

/// A digit of a joined number, such as the 1 and the 2 of 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Digit {
    /// Zero, which cannot start a number.
    Zero,
    /// A digit from 1 to 9.
    Other,
}

impl Digit {
    /// Returns the digit with this value, or `None` if the value is not a whole number from 0 to 9.
    pub(crate) fn of(value: &Rational) -> Option<Self> {
        match value.to_i64_pair() {
            Some((0, 1)) => Some(Self::Zero),
            Some((1..=9, 1)) => Some(Self::Other),
            _ => None,
        }
    }
}

/// The error for a hand whose number of cards differs from the number of slots of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("the template has {}, the hand has {}", counted(*slots, "slot"), counted(*cards, "card"))]
pub struct FillError {
    /// The number of slots of the template.
    pub slots: usize,
    /// The number of cards of the hand.
    pub cards: usize,
}

impl FromStr for Template {
    type Err = SyntaxError;

    /// Parses a template with the grammar `left`, which is ordinary arithmetic.
    /// [`parse`](Self::parse) takes any grammar.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::parse(text, &Grammar::Left)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
