//! Bracket templates: text with slots that are filled with cards.

use std::cmp::Ordering;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::syntax::{Builder, Operands};
use crate::words::counted;
use crate::{Card, Expression, Grammar, Hand, NodeKind, Operator, Rational, Slot, SyntaxError};

/// A bracket template: a text with slots, such as `(N-N/N)*N`, and the expression that a grammar
/// parsed from it. It takes as many bytes as the text has, and about ten more for each slot. Clones
/// share this memory.
// The bytes contain, in this order:
// - the length of the text, and the text;
// - the number of joined slots, then for each of them twice its slot number, plus one if it is the
//   first slot of a joined number;
// - the nodes in postfix order. Each node has a kind, a start in the text and a length. The kind
//   of a slot is zero. The kind of an operation is the place of its operator in [`Operator::ALL`],
//   counted from 1.
//
// A number is stored in groups of seven bits, the lowest group first. The eighth bit of a byte
// says that another group follows (LEB128).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Template(Arc<[u8]>);

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
        Ok(Self::packed(text, &grammar.parse_slots(text)?))
    }

    /// Packs a text and the expression that was parsed from it. The slots of the expression are
    /// numbered from 0, from left to right.
    fn packed(text: &str, expression: &Expression<Slot>) -> Self {
        let mut bytes = Vec::with_capacity(text.len() + 3 * expression.nodes().len() + 4);
        push(&mut bytes, text.len());
        bytes.extend(text.bytes());
        let joined = joined_slots(expression);
        push(&mut bytes, joined.len());
        for (slot, is_first) in joined {
            push(&mut bytes, 2 * slot + usize::from(is_first));
        }
        for node in expression.nodes() {
            let kind = match node.kind {
                NodeKind::Leaf(_) => 0,
                NodeKind::Operation(operator) => {
                    let place = Operator::ALL.iter().position(|it| *it == operator);
                    place.expect("all operators are listed") + 1
                }
            };
            for number in [kind, node.span.start, node.span.len()] {
                push(&mut bytes, number);
            }
        }
        Self(bytes.into())
    }

    /// Returns the text that the grammar parsed.
    pub fn text(&self) -> &str {
        str::from_utf8(self.parts().0).expect("it was a text before")
    }

    /// Returns the expression that the grammar parsed. Each call unpacks it: the packed form takes
    /// a tenth of the memory, and a set may have a million templates.
    pub fn expression(&self) -> Expression<Slot> {
        // A node takes at least three bytes, so there are at most this many nodes.
        let mut builder = Builder::with_capacity(self.parts().1.len() / 3);
        let mut slots = (0..).map(Slot);
        for (operator, span) in self.nodes() {
            match operator {
                None => builder.leaf(slots.next().expect("there are slots without end"), span),
                Some(operator) => builder.operation(operator, span),
            }
        }
        builder.into_expression()
    }

    /// Returns the number of its slots.
    pub fn slots(&self) -> usize {
        // Only slots contain an `N`. Counting letters is faster than decoding nodes.
        self.text().matches('N').count()
    }

    /// Returns the number of its operators that are not among `+ - * /`.
    pub(crate) fn beyond_the_four(&self) -> usize {
        self.operators().filter(|it| !it.is_of_field()).count()
    }

    /// Whether it has joined slots, such as the `NN` in `NN*N`, whose digits make one number.
    pub(crate) fn has_joins(&self) -> bool {
        self.joined().len() > 0
    }

    /// Whether the cards of `hand`, in this `order`, fit the joined slots: each joined slot gets a
    /// digit, and no joined number begins with 0.
    pub(crate) fn can_join(&self, order: &[usize], hand: &Hand) -> bool {
        self.joined().all(|(slot, is_first)| match Digit::of(hand.cards()[order[slot]].value()) {
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
        let slots = |at: usize| self.parts().0.iter().take(at).filter(|&&it| it == b'N').count();
        self.expression().map_nodes(|node| {
            let start = node.span.start;
            match node.kind {
                NodeKind::Leaf(Slot(slot)) => {
                    let start = moved(start, slot);
                    (NodeKind::Leaf(leaf(slot)), start..start + width(slot))
                }
                NodeKind::Operation(operator) => {
                    let start = moved(start, slots(start));
                    (NodeKind::Operation(operator), start..start + node.span.len())
                }
            }
        })
    }

    /// Returns the text with the values of the cards in the slots, in the order of `hand`. Joined
    /// slots, as in `NN*N`, get any cards, even those of several digits.
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
        let mut filled = String::with_capacity(self.parts().0.len());
        self.fill_into(&mut filled, hand.iter().map(write));
        Ok(filled)
    }

    /// Appends the filled template to `text`, with `cards` in the slots from left to right.
    // It is public only because the benchmarks call it.
    #[doc(hidden)]
    pub fn fill_into<C: AsRef<str>>(&self, text: &mut String, cards: impl IntoIterator<Item = C>) {
        fill_slots(self.text(), text, cards.into_iter());
    }

    /// Returns the slot number of each joined slot, and whether it is the first of a joined number.
    fn joined(&self) -> impl ExactSizeIterator<Item = (usize, bool)> {
        let mut rest = Numbers(self.parts().1);
        (0..rest.expect_next()).map(move |_| {
            let joined = rest.expect_next();
            (joined / 2, joined % 2 == 1)
        })
    }

    /// Returns the operators in postfix order.
    fn operators(&self) -> impl Iterator<Item = Operator> {
        self.nodes().filter_map(|(operator, _)| operator)
    }

    /// Returns the operator of each node (`None` for a slot), and the bytes of the text that it
    /// spans.
    fn nodes(&self) -> impl Iterator<Item = (Option<Operator>, Range<usize>)> {
        let mut rest = Numbers(self.parts().1);
        let joined = rest.expect_next();
        rest.by_ref().take(joined).for_each(drop);
        std::iter::from_fn(move || {
            let kind = rest.next()?;
            let (start, length) = (rest.expect_next(), rest.expect_next());
            Some((kind.checked_sub(1).map(|place| Operator::ALL[place]), start..start + length))
        })
    }

    /// Splits the bytes after the length into the text and the numbers that follow the text.
    fn parts(&self) -> (&[u8], &[u8]) {
        let mut rest = Numbers(&self.0);
        let length = rest.expect_next();
        rest.0.split_at(length)
    }
}

/// Compares the texts first, then the numbers that describe the expressions.
impl Ord for Template {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl PartialOrd for Template {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
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

crate::name::display_text!(Template, |it| it.text());

/// Decodes numbers from bytes.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn expect_next(&mut self) -> usize {
        self.next().expect("the packed bytes have all their numbers")
    }
}

impl Iterator for Numbers<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (groups, rest) = self.0.split_at(1 + self.0.iter().position(|byte| byte & 0x80 == 0)?);
        self.0 = rest;
        Some(groups.iter().rev().fold(0, |number, group| number << 7 | usize::from(group & 0x7F)))
    }
}

/// Appends `number` to `bytes`.
fn push(bytes: &mut Vec<u8>, mut number: usize) {
    loop {
        let group = u8::try_from(number & 0x7F).expect("seven bits are less than eight");
        number >>= 7;
        if number == 0 {
            return bytes.push(group);
        }
        bytes.push(group | 0x80);
    }
}

/// Returns the slot number of each joined slot, and whether it is the first of a joined number.
fn joined_slots(expression: &Expression<Slot>) -> Vec<(usize, bool)> {
    let mut joined = Vec::new();
    // The fold returns the slot number of a leaf, and `None` for an operation. So an operand of a
    // join is listed only if it is a single slot.
    expression.fold(
        |&Slot(slot)| Some(slot),
        |operator, operands| {
            if let (Operator::Join, Operands::Two(left, right)) = (operator, operands) {
                joined.extend(left.map(|slot| (slot, true)));
                joined.extend(right.map(|slot| (slot, false)));
            }
            None
        },
    );
    joined
}

#[cfg(test)]
mod tests {
    use super::Template;
    use crate::grammars::Grammar;
    use crate::syntax::{Expression, Slot};

    fn read(grammar: &Grammar, text: &str) -> Expression<Slot> {
        grammar.parse_slots(text).expect("the grammar reads it")
    }

    /// The positions in these texts take one, two or three bytes.
    #[test]
    fn packing_and_unpacking_a_template_preserves_it() {
        let long = ["N-", &" ".repeat(200), "N/(N*", &" ".repeat(20_000), "√N)!"].concat();
        let chain = ["N"; 100].join("+");
        let texts = [
            (Grammar::Left, "N"),
            (Grammar::Left, "((N)-N/N)*N"),
            (Grammar::Right, "N-N-N"),
            (Grammar::Left, &chain),
            (Grammar::Extended, "NN^-N!%log(N, sqrt N)"),
            (Grammar::Extended, &long),
        ];
        for (grammar, text) in texts {
            let expression = read(&grammar, text);
            let packed = Template::packed(text, &expression);
            assert_eq!(packed.text(), text);
            assert_eq!(packed.expression(), expression, "{text}");
            assert_eq!(packed.slots(), expression.leaves().count(), "{text}");
            assert!(packed.operators().eq(expression.operators()), "{text}");
        }
    }

    #[test]
    fn a_packed_short_text_needs_three_extra_bytes_per_node_and_two_more() {
        let text = "(N-N/N)*N";
        let packed = Template::packed(text, &read(&Grammar::Left, text));
        assert_eq!(packed.0.len(), text.len() + 3 * 7 + 2);
    }

    #[test]
    fn packed_templates_mark_joined_slots_and_the_first_of_each_number() {
        let joined = |text: &str| -> Vec<_> {
            Template::packed(text, &read(&Grammar::Extended, text)).joined().collect()
        };
        assert_eq!(joined("N+N"), []);
        assert_eq!(joined("N-NNN*NN"), [(1, true), (2, false), (3, false), (4, true), (5, false)]);
    }

    #[test]
    fn packed_templates_are_ordered_by_text_and_then_by_grouping() {
        let packed = |grammar: &Grammar, text: &str| Template::packed(text, &read(grammar, text));
        let [short, left, right, late] = [
            packed(&Grammar::Left, "N"),
            packed(&Grammar::Left, "N-N-N"),
            packed(&Grammar::Right, "N-N-N"),
            packed(&Grammar::Left, "N/N"),
        ];
        assert!(short < left && left < late && right < late);
        assert_ne!(left, right);
    }
}
