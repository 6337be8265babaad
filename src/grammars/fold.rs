//! The fold from a parser's tokens, in postfix order, to an expression tree.
//!
//! Tokens come in postfix order (see `grammar/lexical.pest`), so one fold makes
//! the tree for every grammar, built in or the user's own: a number or a slot is
//! an operand, an operator joins the last two. Nothing here knows about
//! precedence or associativity.

use std::ops::{ControlFlow, Range};

use pest::Token;

use super::rule_role::RuleRole;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::syntax::{Builder, Expression, Leaf, LeafError, Operator};

/// Folds the tokens of a text that is one line.
///
/// # Errors
///
/// As [`fold`].
pub(super) fn fold_line<'i, R, L: Leaf>(
    text: &str,
    tokens: impl Iterator<Item = Token<'i, R>>,
    meaning: impl Fn(R) -> Option<RuleRole>,
    mut builder: Builder<L>,
) -> Result<Expression<L>, SyntaxError> {
    let operands = fold(text, tokens, meaning, &mut builder, |_| ControlFlow::Continue(()))?;
    check_joined(&operands, 0..text.len())?;
    Ok(builder.into_expression())
}

/// Folds the tokens of lines that are each closed by a rule with the role
/// [`RuleRole::LineEnd`], and hands `line_end` the expression of each. What is
/// left after the last of them are the operands returned.
///
/// # Errors
///
/// Where the rules that have a role make no expression. The span counts from
/// the start of `text`.
pub(super) fn fold<'i, R, L: Leaf>(
    text: &str,
    tokens: impl Iterator<Item = Token<'i, R>>,
    meaning: impl Fn(R) -> Option<RuleRole>,
    builder: &mut Builder<L>,
    mut line_end: impl FnMut(&mut Builder<L>) -> ControlFlow<()>,
) -> Result<Vec<Range<usize>>, SyntaxError> {
    // Where the rules that are still open began, and where the operands stand
    // that wait for an operator, from their first to their last leaf.
    let (mut starts, mut operands) = (Vec::with_capacity(8), Vec::<Range<usize>>::with_capacity(8));
    // The spans of nodes are counted from the start of their line, and so are
    // the slots.
    let (mut line, mut slots) = (0, 0);
    for token in tokens {
        let (rule, end) = match token {
            Token::Start { pos, .. } => {
                starts.push(pos.pos());
                continue;
            }
            Token::End { rule, pos } => (rule, pos.pos()),
        };
        let start = starts.pop().expect("pest opens every pair that it closes");
        match meaning(rule) {
            Some(RuleRole::Number) => {
                // Nearly always the rule matches digits alone, and few enough.
                if let Ok(leaf) = L::number(&text[start..end]) {
                    builder.leaf(leaf, start - line..end - line);
                    operands.push(start..end);
                } else {
                    let (leaf, number) = trimmed_number(text, start..end)?;
                    builder.leaf(leaf, number.start - line..number.end - line);
                    operands.push(number);
                }
            }
            Some(RuleRole::Slot) => {
                let slot = trimmed(text, start..end);
                let leaf = leaf(L::slot(slots), &slot)?;
                builder.leaf(leaf, slot.start - line..slot.end - line);
                slots += 1;
                operands.push(slot);
            }
            Some(RuleRole::Operator(operator)) => {
                let (Some(right), Some(left)) = (operands.pop(), operands.pop()) else {
                    let rule = RuleRole::Operator(operator).rule();
                    let why = format!("rule `{rule}` must close right after its right operand");
                    return Err(no_tree(why, start..end));
                };
                let at = find(text, operator, left.end..right.start).ok_or_else(|| {
                    let rule = RuleRole::Operator(operator).rule();
                    let why = format!("rule `{rule}` has no `{operator}` between its operands");
                    no_tree(why, left.start..right.end)
                })?;
                builder.operation(operator, at - line..at - line + 1);
                operands.push(left.start..right.end);
            }
            Some(RuleRole::LineEnd) => {
                check_joined(&operands, line..start)?;
                operands.clear();
                if line_end(builder).is_break() {
                    break;
                }
                (line, slots) = (end, 0);
            }
            None => {}
        }
    }
    Ok(operands)
}

/// That a line has come down to one operand.
fn check_joined(operands: &[Range<usize>], line: Range<usize>) -> Result<(), SyntaxError> {
    let why = match operands.len() {
        1 => return Ok(()),
        0 => "no rule `number` or `slot` matched anything".to_owned(),
        count => format!("{count} operands are left that no operator joins"),
    };
    Err(no_tree(why, line))
}

/// A number, and where its digits stand, where the rule matches blanks too or
/// what can be no number.
#[cold]
fn trimmed_number<L: Leaf>(
    text: &str,
    span: Range<usize>,
) -> Result<(L, Range<usize>), SyntaxError> {
    let span = trimmed(text, span);
    let digits = &text[span.clone()];
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let why = "rule `number` must match digits and nothing else";
        return Err(no_tree(why.to_owned(), span));
    }
    Ok((leaf(L::number(digits), &span)?, span))
}

/// Where the operator stands between its operands.
#[inline]
fn find(text: &str, operator: Operator, between: Range<usize>) -> Option<usize> {
    let (start, symbol) = (between.start, operator.symbol());
    // Mostly right after the left one.
    if !between.is_empty() && text.as_bytes().get(start).copied().map(char::from) == Some(symbol) {
        return Some(start);
    }
    text.get(between)?.char_indices().find(|(_, it)| *it == symbol).map(|(at, _)| start + at)
}

/// `span` without the blanks that a rule may match.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = &text[span.clone()];
    let start = span.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

fn leaf<L>(leaf: Result<L, LeafError>, span: &Range<usize>) -> Result<L, SyntaxError> {
    leaf.map_err(|error| SyntaxError { kind: SyntaxErrorKind::Leaf(error), span: span.clone() })
}

pub(super) fn no_tree(why: String, span: Range<usize>) -> SyntaxError {
    SyntaxError { kind: SyntaxErrorKind::NoTree(why), span }
}
