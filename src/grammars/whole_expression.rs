//! The expression that the rules of a user's own grammar make of a text, which must
//! leave nothing out.

use std::ops::Range;

use pest::iterators::Pairs;

use super::flat_list::flat_expression;
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
    let signs = Operator::infix_signs();
    let is_token =
        |byte: u8| byte.is_ascii_digit() || byte == b'N' || signs.contains(&char::from(byte));
    whole(text, expression, is_token, "it is matched by no rule that produces a node")
}

/// The expression of a flat list that rules with these roles read, if they leave
/// nothing out but blanks and brackets: a list may have other operators, before and
/// after its operands too, which have no value.
pub(super) fn whole_flat_expression<L: Leaf>(
    text: &str,
    pairs: Pairs<'_, RuleId>,
    roles: &[Option<RuleRole>],
) -> Result<Expression<L>, SyntaxError> {
    let is_left_out = |byte: u8| byte.is_ascii_whitespace() || b"()[]{}".contains(&byte);
    let expression = flat_expression(text, pairs, roles)?;
    whole(text, expression, |byte| !is_left_out(byte), "it is read and has no value")
}

fn whole<L>(
    text: &str,
    expression: Expression<L>,
    is_token: impl Fn(u8) -> bool,
    why: &str,
) -> Result<Expression<L>, SyntaxError> {
    match left_over(text, &expression, is_token) {
        None => Ok(expression),
        Some(at) => Err(no_tree(why.to_owned(), at)),
    }
}

/// The first token of `text` that is no part of `expression`.
fn left_over<L>(
    text: &str,
    expression: &Expression<L>,
    is_token: impl Fn(u8) -> bool,
) -> Option<Range<usize>> {
    let mut spans: Vec<Range<usize>> =
        expression.nodes().iter().map(|node| node.span.clone()).collect();
    spans.sort_unstable_by_key(|span| span.start);
    let mut spans = spans.into_iter().peekable();
    let mut bytes = text.bytes().enumerate();
    let (at, _) = bytes.find(|(at, byte)| {
        while spans.next_if(|span| span.end <= *at).is_some() {}
        is_token(*byte) && spans.peek().is_none_or(|span| *at < span.start)
    })?;
    // What begins there may be no ASCII.
    let first = text[at..].chars().next().expect("a byte was found there");
    Some(at..at + first.len_utf8())
}
