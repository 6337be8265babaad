//! The fold: the loop that makes an expression tree from a parser's tokens.
//!
//! Tokens come in postfix order (see `grammar/lexical.pest`), so one fold makes the tree for every
//! grammar, built in or the user's own. A number, a letter or a slot is an operand; an operator
//! joins the last two operands, or takes the last one. This module does not know about precedence
//! or associativity.

use std::ops::{ControlFlow, Range};

use itertools::Itertools;
use num_rational::Ratio;
use pest::Token;

use super::roles::RuleRole;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::number::{Rational, Undefined, whole};
use crate::syntax::{
    Builder, Evaluator, Expression, Leaf, Operator, Position, Stop, ValueStack, letter_value,
};

/// Folds the tokens of the line that begins at `line`. The line ends with the text, or with a rule
/// that has the role [`RuleRole::LineEnd`].
///
/// # Errors
///
/// If the rules with roles make no expression. The span counts from the start of `text`.
pub(super) fn fold_line<'i, R, L: Leaf>(
    text: &str,
    line: usize,
    tokens: impl Iterator<Item = Token<'i, R>>,
    meaning: impl Fn(R) -> Option<RuleRole>,
    mut builder: Builder<L>,
) -> Result<Expression<L>, SyntaxError> {
    // `starts`: the start of each open rule. `places`: the place of each waiting operand, without
    // brackets around it.
    let (mut starts, mut places) = (Vec::with_capacity(8), Vec::<Range<usize>>::with_capacity(8));
    // Spans and slot numbers count from the start of the line.
    let mut slots = 0;
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
            Some(kind @ (RuleRole::Number | RuleRole::Slot | RuleRole::CardLetter)) => {
                let (leaf, place) = operand(text, kind, start..end, slots)?;
                builder.leaf(leaf, place.start - line..place.end - line);
                slots += usize::from(kind == RuleRole::Slot);
                places.push(place);
            }
            Some(RuleRole::Operator(operator)) => {
                let Some(others) = places.len().checked_sub(operator.arity()) else {
                    let role = RuleRole::Operator(operator).rule();
                    let last = if operator.arity() == 1 { "operand" } else { "right operand" };
                    let why = format!("the rule for `{role}` must end right after its {last}");
                    return Err(no_tree(why, start..end));
                };
                if operator == Operator::Join
                    && !(L::IS_SLOT && builder.ends_in_leaves_side_by_side())
                {
                    let why = "the rule for `join` must match a slot after another, and no number";
                    return Err(no_tree(why, start..end));
                }
                let sign = find(text, operator, &places, line, end)?;
                let last = places.last().expect("an operand waits");
                let place = sign.start.min(places[others].start)..sign.end.max(last.end);
                places.truncate(others);
                places.push(place);
                builder.operation(operator, sign.start - line..sign.end - line);
            }
            Some(RuleRole::LineEnd) => {
                check_joined(places.len(), line..start)?;
                return Ok(builder.into_expression());
            }
            None => {}
        }
    }
    check_joined(places.len(), line..text.len())?;
    Ok(builder.into_expression())
}

/// The leaf that the rule of an operand matched, and its place. The rule may also match blanks
/// around the leaf. Returns an error if it matches anything else. `slots` is the number of slots
/// before it.
pub(super) fn operand<L: Leaf>(
    text: &str,
    role: RuleRole,
    span: Range<usize>,
    slots: usize,
) -> Result<(L, Range<usize>), SyntaxError> {
    let span = trimmed(text, span);
    let matched = &text[span.clone()];
    let (leaf, why) = match role {
        // A card is filled in at this place.
        RuleRole::Slot => (
            (matched == "N").then(|| L::slot(slots)),
            "the rule for `slot` must match one `N` and nothing else",
        ),
        RuleRole::CardLetter => (
            matched.chars().exactly_one().ok().and_then(letter_value).map(L::card),
            "the rule for `card_letter` must match one of the letters A, T, J, Q and K",
        ),
        RuleRole::Number | RuleRole::Operator(_) | RuleRole::LineEnd => {
            let is_number = !matched.is_empty() && matched.bytes().all(|it| it.is_ascii_digit());
            let why = "the rule for `number` must match digits and nothing else";
            (is_number.then(|| L::number(matched)), why)
        }
    };
    let kind = match leaf {
        Some(Ok(leaf)) => return Ok((leaf, span)),
        Some(Err(error)) => SyntaxErrorKind::Leaf(error),
        None => SyntaxErrorKind::NoTree(why.to_owned()),
    };
    Err(SyntaxError { kind, span })
}

/// Checks that exactly one operand is left at the end of a line.
fn check_joined(operands: usize, line: Range<usize>) -> Result<(), SyntaxError> {
    let why = match operands {
        1 => return Ok(()),
        0 => "no rule for `number` or `slot` matched".to_owned(),
        count => format!("{count} operands are left that no operator joins"),
    };
    Err(no_tree(why, line))
}

/// Returns the place of an operator's sign: beside its operands, which are the last ones in
/// `places`. `end` is the end of the text that the operator's rule matched.
fn find(
    text: &str,
    operator: Operator,
    places: &[Range<usize>],
    line: usize,
    end: usize,
) -> Result<Range<usize>, SyntaxError> {
    let (others, operands) = places.split_at(places.len() - operator.arity());
    let (first, last) = (&operands[0], &operands[operator.arity() - 1]);
    let begin = others.last().map_or(line, |before| before.end);
    // Of several signs before or after an operand, the nearest one is the operator's.
    let (place, is_before) = match operator.position() {
        Position::Infix => (first.end..last.start, false),
        Position::Prefix | Position::Function => (begin..first.start, true),
        Position::Postfix => (last.end..end.max(last.end), false),
    };
    let part = &text[place.clone()];
    if part == operator.symbol() {
        return Ok(place);
    }
    let found = operator.signs().filter_map(|sign| {
        let at = if is_before { part.rfind(sign) } else { part.find(sign) };
        at.map(|at| place.start + at..place.start + at + sign.len())
    });
    let found =
        if is_before { found.max_by_key(|it| it.start) } else { found.min_by_key(|it| it.start) };
    found.ok_or_else(|| {
        let role = RuleRole::Operator(operator).rule();
        let where_to = match operator.position() {
            Position::Infix => "between its operands",
            Position::Prefix => "before its operand",
            Position::Postfix => "after its operand",
            Position::Function => "before its operands",
        };
        let why = format!("the rule for `{role}` has no `{operator}` {where_to}");
        no_tree(why, first.start..last.end.max(first.end))
    })
}

/// `span` without the blanks at its ends, which a rule may match.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = &text[span.clone()];
    let start = span.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

pub(super) fn no_tree(why: impl Into<String>, span: Range<usize>) -> SyntaxError {
    SyntaxError { kind: SyntaxErrorKind::NoTree(why.into()), span }
}

/// The value of a line compared with a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineValue {
    /// The target; holds the line as the grammar groups it.
    Target(Expression<Rational>),
    /// Another value.
    Other,
    /// No value; holds the reason why the first failing operation has none.
    Undefined(Undefined),
}

impl LineValue {
    /// Compares the value of `expression` with the target of `evaluator`.
    pub(crate) fn of(expression: Expression<Rational>, evaluator: &mut Evaluator) -> Self {
        match evaluator.try_reaches(&expression) {
            Ok(true) => Self::Target(expression),
            Ok(false) => Self::Other,
            Err(reason) => Self::Undefined(reason),
        }
    }
}

/// The value of the current line, as long as fractions of `i64` suffice.
#[derive(Default)]
struct Line {
    values: ValueStack,
    /// The reason why evaluation stopped.
    stopped: Option<Stop>,
}

impl Line {
    fn number(&mut self, digits: &[u8]) {
        match whole(digits) {
            Some(number) => self.values.push(Ratio::new_raw(number, 1)),
            None => self.unread(),
        }
    }

    /// Stops, because an operand is too large or not written in digits: the tree of the line has to
    /// give its value. Such an operand may be an error, which takes priority even over an earlier
    /// division by zero.
    fn unread(&mut self) {
        self.stopped = Some(Stop::Overflow);
    }

    fn operation(&mut self, operator: Operator) {
        if self.stopped.is_none() {
            self.stopped = self.values.operate(operator).err();
        }
    }

    /// The result of the line, if it is known without a tree. A line that reaches the target always
    /// needs its tree.
    fn settled(&self, evaluator: &Evaluator) -> Option<LineValue> {
        match (self.stopped, self.values.result()) {
            (None, Some(value)) if !evaluator.is_target(value) => Some(LineValue::Other),
            (Some(Stop::DivisionByZero), _) => {
                Some(LineValue::Undefined(Undefined::DivisionByZero))
            }
            _ => None,
        }
    }

    /// Begins the next line.
    fn clear(&mut self) {
        self.values.clear();
        self.stopped = None;
    }
}

/// Evaluates lines, each closed by a rule with the role [`RuleRole::LineEnd`], and passes the
/// results to `each`.
///
/// # Errors
///
/// As [`fold`], for a line that has no tree.
pub(super) fn fold_values<'i, R>(
    text: &str,
    mut tokens: impl Iterator<Item = Token<'i, R>> + Clone,
    meaning: impl Fn(R) -> Option<RuleRole>,
    evaluator: &mut Evaluator,
    mut each: impl FnMut(LineValue) -> ControlFlow<()>,
) -> Result<(), SyntaxError> {
    let mut line = Line::default();
    // The start of the line, and all tokens from there on.
    let mut begin = (0, tokens.clone());
    // The start of the rule that was opened last. At the end of a number, this is the start of the
    // number, because it has no rule inside it.
    let mut start = 0;
    while let Some(token) = tokens.next() {
        let (rule, end) = match token {
            Token::Start { pos, .. } => {
                start = pos.pos();
                continue;
            }
            Token::End { rule, pos } => (rule, pos.pos()),
        };
        match meaning(rule) {
            Some(RuleRole::Number) => line.number(&text.as_bytes()[start..end]),
            Some(RuleRole::Slot | RuleRole::CardLetter) => line.unread(),
            Some(RuleRole::Operator(operator)) => line.operation(operator),
            Some(RuleRole::LineEnd) => {
                let value = if let Some(value) = line.settled(evaluator) {
                    value
                } else {
                    let ((begin, tokens), builder) = (begin, Builder::with_capacity(0));
                    LineValue::of(fold_line(text, begin, tokens, &meaning, builder)?, evaluator)
                };
                if each(value).is_break() {
                    break;
                }
                begin = (end, tokens.clone());
                line.clear();
            }
            None => {}
        }
    }
    Ok(())
}
