//! Short texts made for given operators, and how a grammar groups a text with two operators.

use crate::{Grammar, Operator, Position};

/// Whether `grammar` applies the later of two operators first in a text of only these two; `None`
/// if it rejects the text, or if the text can be grouped in one way only.
pub(super) fn applies_later_first(grammar: &Grammar, [first, next]: [Operator; 2]) -> Option<bool> {
    (first.position() != Position::Postfix && next.position() != Position::Prefix).then_some(())?;
    let expression = grammar.parse(&chain(&[first, next])?).ok()?;
    Some(expression.nodes().last()?.span.start == usize::from(first.position() != Position::Prefix))
}

/// Whether `grammar` applies `first` before `then` in each text of only these two operators that
/// can be grouped in two ways; `false` if it accepts no such text.
pub(super) fn has_higher_precedence(grammar: &Grammar, [first, then]: [Operator; 2]) -> bool {
    let is_first_later = applies_later_first(grammar, [then, first]);
    let is_then_later = applies_later_first(grammar, [first, then]);
    is_first_later != Some(false)
        && is_then_later != Some(true)
        && is_first_later.or(is_then_later).is_some()
}

/// A text with these operators in order, such as `1+1*1`; `None` if there is no such text.
pub(super) fn chain(operators: &[Operator]) -> Option<String> {
    let (mut text, mut wants_operand) = (String::new(), true);
    for operator in operators {
        let is_before = operator.position() == Position::Prefix;
        let has_sign = operator.position() != Position::Function && *operator != Operator::Join;
        (has_sign && (!is_before || wants_operand)).then_some(())?;
        text.extend([if !is_before && wants_operand { "1" } else { "" }, operator.symbol()]);
        wants_operand = operator.position() != Position::Postfix;
    }
    Some(text + if wants_operand { "1" } else { "" })
}
