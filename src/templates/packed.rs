//! A compact form of templates, because a set may have a million of them.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use crate::syntax::{Builder, Expression, NodeKind, Operands, Operator, Slot};

/// A text with slots, and the expression parsed from it. The slots are numbered from 0, from left
/// to right. A short template takes as many bytes as its text has, and three more for each node of
/// the expression.
///
/// The bytes contain, in this order:
/// - the length of the text, and the text;
/// - the number of joined slots, then for each of them twice its slot number, plus one if it is the
///   first slot of a joined number;
/// - the nodes in postfix order. Each node has a kind, a start in the text and a length. The kind
///   of a slot is zero. The kind of an operation is the place of its operator in [`Operator::ALL`],
///   counted from 1.
///
/// A number is stored in groups of seven bits, the lowest group first. The eighth bit of a byte
/// says that another group follows (LEB128).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Packed(Arc<[u8]>);

impl Packed {
    pub(super) fn new(text: &str, expression: &Expression<Slot>) -> Self {
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

    /// Returns the text of the template.
    pub(super) fn text(&self) -> &str {
        let (text, _) = self.parts();
        str::from_utf8(text).expect("it was a text before")
    }

    /// Returns the bytes of the text.
    pub(super) fn text_bytes(&self) -> &[u8] {
        self.parts().0
    }

    /// Returns the slot number of each joined slot, and whether it is the first of a joined number.
    pub(super) fn joined(&self) -> impl ExactSizeIterator<Item = (usize, bool)> {
        let mut rest = Numbers(self.parts().1);
        (0..rest.expect_next()).map(move |_| {
            let joined = rest.expect_next();
            (joined / 2, joined % 2 == 1)
        })
    }

    /// Unpacks the expression.
    pub(super) fn expression(&self) -> Expression<Slot> {
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

    /// Returns the operators in postfix order.
    pub(super) fn operators(&self) -> impl Iterator<Item = Operator> {
        self.nodes().filter_map(|(operator, _)| operator)
    }

    /// Returns the number of its slots.
    pub(super) fn slots(&self) -> usize {
        // Only slots contain an `N`. Counting letters is faster than decoding nodes.
        self.text().matches('N').count()
    }

    /// Returns the operator of each node (`None` for a slot), and the bytes of the text that it
    /// spans.
    fn nodes(&self) -> impl Iterator<Item = (Option<Operator>, Range<usize>)> {
        let mut rest = Numbers(self.parts().1);
        for _ in 0..rest.expect_next() {
            rest.next();
        }
        std::iter::from_fn(move || {
            let kind = rest.next()?;
            let (start, length) = (rest.expect_next(), rest.expect_next());
            let operator = kind.checked_sub(1).map(|place| Operator::ALL[place]);
            Some((operator, start..start + length))
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
impl Ord for Packed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl PartialOrd for Packed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

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
        let length = 1 + self.0.iter().position(|byte| byte & 0x80 == 0)?;
        let (groups, rest) = self.0.split_at(length);
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
    use super::Packed;
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
            let packed = Packed::new(text, &expression);
            assert_eq!(packed.text(), text);
            assert_eq!(packed.expression(), expression, "{text}");
            assert_eq!(packed.slots(), expression.leaves().count(), "{text}");
            assert!(packed.operators().eq(expression.operators()), "{text}");
        }
    }

    #[test]
    fn a_packed_short_text_needs_three_extra_bytes_per_node_and_two_more() {
        let text = "(N-N/N)*N";
        let packed = Packed::new(text, &read(&Grammar::Left, text));
        assert_eq!(packed.0.len(), text.len() + 3 * 7 + 2);
    }

    #[test]
    fn packed_templates_mark_joined_slots_and_the_first_of_each_number() {
        let joined = |text: &str| -> Vec<_> {
            Packed::new(text, &read(&Grammar::Extended, text)).joined().collect()
        };
        assert_eq!(joined("N+N"), []);
        assert_eq!(joined("N-NNN*NN"), [(1, true), (2, false), (3, false), (4, true), (5, false)]);
    }

    #[test]
    fn packed_templates_are_ordered_by_text_and_then_by_grouping() {
        let packed = |grammar: &Grammar, text: &str| Packed::new(text, &read(grammar, text));
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
