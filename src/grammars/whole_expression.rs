//! The expression that the rules of a user's own grammar make of a text, which must
//! leave nothing out.

use std::ops::Range;

use pest::iterators::Pairs;

use super::fold::{fold_line, no_tree};
use super::rule_role::RuleRole;
use super::syntax_error::SyntaxError;
use crate::syntax::{Builder, Expression, Leaf, Operator};
use crate::tracer::RuleId;

/// The expression that rules with these roles make of `text`, if they leave nothing
/// out.
pub(super) fn whole_expression<L: Leaf>(
    text: &str,
    pairs: Pairs<'_, RuleId>,
    roles: &[Option<RuleRole>],
) -> Result<Expression<L>, SyntaxError> {
    let role = |rule: RuleId| roles[rule.index()];
    let expression = fold_line(text, pairs.tokens(), role, Builder::with_capacity(0))?;
    match left_over(text, &expression) {
        None => Ok(expression),
        Some(at) => {
            let why = "it is matched by no rule that produces a node".to_owned();
            Err(no_tree(why, at))
        }
    }
}

/// The first digit, slot or operator of `text` that is no part of `expression`.
fn left_over<L>(text: &str, expression: &Expression<L>) -> Option<Range<usize>> {
    let mut spans: Vec<Range<usize>> =
        expression.nodes().iter().map(|node| node.span.clone()).collect();
    spans.sort_unstable_by_key(|span| span.start);
    let mut spans = spans.into_iter().peekable();
    let is_token = |byte: u8| {
        let is_operator = |operator: Operator| operator.symbol() == char::from(byte);
        byte.is_ascii_digit() || byte == b'N' || Operator::ALL.into_iter().any(is_operator)
    };
    let mut bytes = text.bytes().enumerate();
    let at = bytes.find(|(at, byte)| {
        while spans.next_if(|span| span.end <= *at).is_some() {}
        is_token(*byte) && spans.peek().is_none_or(|span| *at < span.start)
    });
    at.map(|(at, _)| at..at + 1)
}
