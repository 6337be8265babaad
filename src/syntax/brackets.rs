//! Where the parts of an expression stand in its text, with their brackets.

use std::ops::Range;

use super::expression::{Expression, NodeKind};
use super::operator::{Operands, Position};

/// Where a part of an expression stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BracketedSpan {
    /// A number, or an operation with its operands and the brackets around
    /// these.
    pub(crate) inside: Range<usize>,
    /// The same with all the brackets that stand around nothing else.
    pub(crate) outside: Range<usize>,
}

impl<L> Expression<L> {
    /// For each node, where the part that ends with it stands in `text`, which
    /// the expression was read from.
    pub(crate) fn bracketed_spans(&self, text: &str) -> Vec<BracketedSpan> {
        let mut spans: Vec<BracketedSpan> = Vec::with_capacity(self.nodes().len());
        // The nodes that wait for their operator.
        let mut waiting: Vec<usize> = Vec::new();
        for node in self.nodes() {
            let inside = match node.kind {
                NodeKind::Leaf(_) => node.span.clone(),
                NodeKind::Operation(operator) => {
                    let outside = |node: usize| spans[node].outside.clone();
                    let sign = node.span.clone();
                    match (operator.take(&mut waiting), operator.position()) {
                        (Operands::Two(left, right), Position::Function) => {
                            let both = outside(left).start..outside(right).end;
                            sign.start..with_brackets(text, both).end
                        }
                        (Operands::Two(left, right), _) => outside(left).start..outside(right).end,
                        (Operands::One(operand), Position::Postfix) => {
                            outside(operand).start..sign.end
                        }
                        (Operands::One(operand), _) => sign.start..outside(operand).end,
                    }
                }
            };
            waiting.push(spans.len());
            spans.push(BracketedSpan { outside: with_brackets(text, inside.clone()), inside });
        }
        spans
    }
}

/// `span` with all the brackets that stand around nothing else.
pub(crate) fn with_brackets(text: &str, mut span: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    loop {
        let before = bytes[..span.start].iter().rposition(|&byte| !is_blank(byte));
        let after = bytes[span.end..].iter().position(|&byte| !is_blank(byte));
        match (before, after.map(|gap| span.end + gap)) {
            (Some(open), Some(close)) if bytes[open] == b'(' && bytes[close] == b')' => {
                span = open..close + 1;
            }
            _ => return span,
        }
    }
}

pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use crate::Grammar;

    #[test]
    fn brackets_belong_to_the_operand_that_they_stand_around() {
        let text = " ( (1) - 2 )*((3))";
        let expression = Grammar::Left.parse(text).unwrap();
        let spans = expression.bracketed_spans(text);
        let shown: Vec<[&str; 2]> =
            spans.iter().map(|it| [&text[it.inside.clone()], &text[it.outside.clone()]]).collect();
        let expected = [
            ["1", "(1)"],
            ["2", "2"],
            ["(1) - 2", "( (1) - 2 )"],
            ["3", "((3))"],
            ["( (1) - 2 )*((3))", "( (1) - 2 )*((3))"],
        ];
        assert_eq!(shown, expected);
    }
}
