//! The grammars, and reading a text with one of them.
//!
//! A grammar says in its `.pest` file what binds tighter and from which side a
//! chain is grouped. The parser's marks come in postfix order (see
//! `grammar/lexical.pest`), so one fold makes the tree for every grammar, and
//! nothing here knows about precedence.

#[cfg(test)]
pub(crate) mod count;
mod definitions;
mod expected;
mod farthest_failure;
mod flat;
mod left;
mod ordinary;
mod pemdas;
mod required_rules;
mod right;
mod right_slow;
mod scala;
mod source;
mod syntax_error;
mod user_grammar;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use pest::iterators::Tokens;
use pest::{Parser, RuleType, Token};

use crate::name::{Named, named_display};
use crate::number::Rational;
use crate::syntax::{Builder, Expression, Leaf, LeafError, Operator, Slot};
pub use definitions::{RuleBody, RuleDefinition, RuleModifier};
pub(crate) use farthest_failure::FarthestFailure;
use flat::Flat;
use left::Left;
pub use ordinary::Ordinary;
use pemdas::Pemdas;
use right::Right;
use right_slow::{RightSlow, check_readings};
use scala::Scala;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub use user_grammar::UserGrammar;

/// How many brackets may be open at once. The parser calls itself for each, with
/// up to 6 kB of stack in a debug build and a tenth of it in a release build.
pub const MAX_DEPTH: usize = 100;

/// How many operators an expression may have. In a grammar that groups from
/// the right the parser calls itself for each, with up to 3 kB of stack.
pub const MAX_OPERATORS: usize = 500;

/// The stack for a text of the most brackets and operators, twice over.
const PARSER_STACK: usize = 4 << 20;

/// A grammar: how a text is grouped into an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Grammar {
    /// Ordinary arithmetic (`grammar/left.pest`).
    #[default]
    Left,
    /// The two levels of ordinary arithmetic, grouped from the right
    /// (`grammar/right.pest`).
    Right,
    /// Four levels `+ - * /`, each grouped from the right
    /// (`grammar/scala.pest`).
    Scala,
    /// No precedence, grouped from the left (`grammar/flat.pest`).
    Flat,
    /// Four levels `- + / *`, each grouped from the left
    /// (`grammar/pemdas.pest`).
    Pemdas,
    /// As [`Right`](Self::Right), written so that what stands in `n` pairs of
    /// brackets is read 4^n times (`grammar/right_slow.pest`). Texts for which
    /// that takes too long are refused: those with more than 8 brackets open at
    /// once, or with much in so many.
    RightSlow,
    /// One that was read from a file of the user's own.
    User(Arc<UserGrammar>),
}

impl Named for Grammar {
    const KIND: &'static str = "grammar";
    const ALL: &'static [Self] =
        &[Self::Left, Self::Right, Self::Scala, Self::Flat, Self::Pemdas, Self::RightSlow];

    fn name(&self) -> &str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Scala => "scala",
            Self::Flat => "flat",
            Self::Pemdas => "pemdas",
            Self::RightSlow => "right_slow",
            Self::User(user) => user.name(),
        }
    }

    fn summary(&self) -> &str {
        match self {
            Self::Left => "ordinary arithmetic",
            Self::Right => "two levels as in ordinary arithmetic, but chains group from the right",
            Self::Scala => "splits at the first + - * /, so chains group from the right",
            Self::Flat => "no precedence: signs are taken as they come, from the left",
            Self::Pemdas => "addition before subtraction, multiplication before division",
            Self::RightSlow => "reads as right does, and nested brackets over and over again",
            Self::User(user) => user.summary(),
        }
    }
}

impl Grammar {
    /// Reads an expression of numbers.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where `text` is no expression, has a slot, a number of
    /// more than [`MAX_DIGITS`](crate::MAX_DIGITS) digits, more than
    /// [`MAX_DEPTH`] brackets open at once or more than [`MAX_OPERATORS`]
    /// operators; under [`RightSlow`](Self::RightSlow) also where it would be
    /// read too many times over.
    pub fn parse(&self, text: &str) -> Result<Expression<Rational>, SyntaxError> {
        self.read(text)
    }

    /// Reads an expression of slots; see [`Template`](crate::Template) for one
    /// that can be filled.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), with a number in place of a slot.
    pub fn parse_slots(&self, text: &str) -> Result<Expression<Slot>, SyntaxError> {
        self.read(text)
    }

    pub(crate) fn read<L: Leaf>(&self, text: &str) -> Result<Expression<L>, SyntaxError> {
        #[cfg(test)]
        count::note(count::Pass::Parse, self, text);
        self.check_limits(text)?;
        with_stack(text.len(), || self.read_checked(text))
    }

    fn read_checked<L: Leaf>(&self, text: &str) -> Result<Expression<L>, SyntaxError> {
        match self {
            Self::Left => read_line::<Left, _, _>(text),
            Self::Right => read_line::<Right, _, _>(text),
            Self::Scala => read_line::<Scala, _, _>(text),
            Self::Flat => read_line::<Flat, _, _>(text),
            Self::Pemdas => read_line::<Pemdas, _, _>(text),
            Self::RightSlow => read_line::<RightSlow, _, _>(text),
            Self::User(user) => user.read_line(text),
        }
        .unwrap_or_else(|| Err(expected::syntax_error::<L>(self.rules(), text)))
    }

    /// Reads every line of `text`, each closed by a line feed, and hands out
    /// the expressions in order, until `each` says to stop.
    ///
    /// It costs far less than one parse a line: the parser's start and its
    /// buffers are shared. Best are 24 to 100 lines at once; a text is parsed
    /// whole before the first expression is handed out.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), for the first line that is no expression;
    /// its span counts from the start of the text.
    pub fn parse_lines(
        &self,
        text: &str,
        each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<(), SyntaxError> {
        self.check_limits(text)?;
        let longest = text.split('\n').map(str::len).max().unwrap_or(0);
        with_stack(longest, || self.parse_checked_lines(text, each))
    }

    fn parse_checked_lines(
        &self,
        text: &str,
        each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<(), SyntaxError> {
        match self {
            Self::Left => read_lines::<Left, _>(text, each),
            Self::Right => read_lines::<Right, _>(text, each),
            Self::Scala => read_lines::<Scala, _>(text, each),
            Self::Flat => read_lines::<Flat, _>(text, each),
            Self::Pemdas => read_lines::<Pemdas, _>(text, each),
            Self::RightSlow => read_lines::<RightSlow, _>(text, each),
            Self::User(_) => return self.parse_each_line(text, each),
        }
        .unwrap_or_else(|| Err(self.first_error(text)))
    }

    /// Makes sure that the parser's recursion fits the stack, and that it ends
    /// in a time that a person can wait.
    pub(crate) fn check_limits(&self, text: &str) -> Result<(), SyntaxError> {
        if *self == Self::RightSlow {
            check_readings(text)?;
        }
        check_nesting(text)
    }

    /// The error of the first line that cannot be read.
    fn first_error(&self, text: &str) -> SyntaxError {
        match self.parse_each_line(text, |_| ControlFlow::Continue(())) {
            Err(error) => error,
            // Every line is good: the last one is not closed.
            Ok(()) => SyntaxError::unexpected(text, text.len(), vec!["a line feed".to_owned()]),
        }
    }

    /// Reads the lines of a text one after another.
    fn parse_each_line(
        &self,
        text: &str,
        mut each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<(), SyntaxError> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let read = self.parse(line.strip_suffix('\n').unwrap_or(line));
            let expression = read.map_err(|error| {
                let span = start + error.span.start..start + error.span.end;
                SyntaxError { span, ..error }
            })?;
            if each(&expression).is_break() {
                break;
            }
            start += line.len();
        }
        Ok(())
    }
}

named_display!(Grammar);

/// What a rule of a grammar means to the fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RuleRole {
    Number,
    Slot,
    Operation(Operator),
    /// The end of a line of a text.
    LineEnd,
    /// Means nothing.
    None,
}

/// The rule that reads one expression and nothing after it.
pub(crate) const LINE: &str = "line";

impl RuleRole {
    /// The role of a rule by its name, which is the same in every grammar.
    fn named(rule: &str) -> Self {
        match rule {
            "number" => Self::Number,
            "slot" => Self::Slot,
            "add" => Self::Operation(Operator::Add),
            "subtract" => Self::Operation(Operator::Subtract),
            "multiply" => Self::Operation(Operator::Multiply),
            "divide" => Self::Operation(Operator::Divide),
            "line_end" => Self::LineEnd,
            _ => Self::None,
        }
    }

    /// Whether it is a part of the tree.
    const fn produces_node(self) -> bool {
        matches!(self, Self::Number | Self::Slot | Self::Operation(_))
    }
}

/// The name of an operator's rule, in every grammar.
pub(crate) const fn operation_rule(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Subtract => "subtract",
        Operator::Multiply => "multiply",
        Operator::Divide => "divide",
    }
}

/// The rules of one grammar; each derived parser has an enum of its own.
trait Rules: RuleType {
    const LINE: Self;
    const LINES: Self;
    fn role(self) -> RuleRole;
}

/// Gives a grammar's `Rule` its roles. The match is exhaustive, so a rule added
/// to a `.pest` file must be named here before anything compiles.
macro_rules! roles {
    ($($silent:ident)*) => {
        impl super::Rules for Rule {
            const LINE: Self = Self::line;
            const LINES: Self = Self::lines;

            fn role(self) -> super::RuleRole {
                use crate::syntax::Operator;
                match self {
                    Self::number => super::RuleRole::Number,
                    Self::slot => super::RuleRole::Slot,
                    Self::add => super::RuleRole::Operation(Operator::Add),
                    Self::subtract => super::RuleRole::Operation(Operator::Subtract),
                    Self::multiply => super::RuleRole::Operation(Operator::Multiply),
                    Self::divide => super::RuleRole::Operation(Operator::Divide),
                    Self::line_end => super::RuleRole::LineEnd,
                    Self::line | Self::lines | Self::expression | Self::operand | Self::EOI => {
                        super::RuleRole::None
                    }
                    $(Self::$silent => super::RuleRole::None,)*
                }
            }
        }
    };
}
use roles;

/// `None` where the parser stopped: the trace has more to say about that.
fn read_line<P: Parser<R>, R: Rules, L: Leaf>(
    text: &str,
) -> Option<Result<Expression<L>, SyntaxError>> {
    let pairs = P::parse(R::LINE, text).ok()?;
    let tokens = pairs.tokens();
    // Every node has two tokens, its start and its end.
    let mut builder = Builder::with_capacity(tokens.len() / 2);
    let folded = fold(text, tokens, &mut builder, |_| ControlFlow::Break(()));
    Some(folded.map(|()| builder.into_expression()))
}

fn read_lines<P: Parser<R>, R: Rules>(
    text: &str,
    mut each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
) -> Option<Result<(), SyntaxError>> {
    let pairs = P::parse(R::LINES, text).ok()?;
    let mut builder = Builder::with_capacity(0);
    Some(fold(text, pairs.tokens(), &mut builder, |builder| {
        let flow = each(builder.expression());
        builder.clear();
        flow
    }))
}

/// The one fold: a number or slot is an operand, an operation joins the last
/// two. `line_end` is told of the end of every line of a text.
fn fold<R: Rules, L: Leaf>(
    text: &str,
    tokens: Tokens<'_, R>,
    builder: &mut Builder<L>,
    mut line_end: impl FnMut(&mut Builder<L>) -> ControlFlow<()>,
) -> Result<(), SyntaxError> {
    // Where the rules that are still open began.
    let mut starts = Vec::with_capacity(8);
    // Spans and slots are counted from the start of a line.
    let (mut line, mut slots) = (0, 0);
    for token in tokens {
        let (rule, end) = match token {
            Token::Start { pos, .. } => {
                starts.push(pos.pos());
                continue;
            }
            Token::End { rule, pos } => (rule, pos.pos()),
        };
        let start = starts.pop().unwrap_or(end);
        let span = start - line..end - line;
        match rule.role() {
            RuleRole::Number => builder.leaf(leaf(L::number(&text[start..end]), &span)?, span),
            RuleRole::Slot => {
                builder.leaf(leaf(L::slot(slots), &span)?, span);
                slots += 1;
            }
            // The rule is the right operand; its sign stands right before it.
            RuleRole::Operation(operator) => {
                let sign = start.saturating_sub(1);
                debug_assert!(
                    text[sign..].starts_with(operator.symbol()),
                    "no blank may come between"
                );
                builder.operation(operator, sign - line..span.start);
            }
            RuleRole::LineEnd => {
                if line_end(builder).is_break() {
                    return Ok(());
                }
                (line, slots) = (end, 0);
            }
            RuleRole::None => {}
        }
    }
    Ok(())
}

fn leaf<L>(leaf: Result<L, LeafError>, span: &Range<usize>) -> Result<L, SyntaxError> {
    leaf.map_err(|error| SyntaxError { kind: SyntaxErrorKind::Leaf(error), span: span.clone() })
}

/// Does `parse` on a stack that is large enough for lines of any length within
/// the limits; if they are short they need little, and it is not asked about.
fn with_stack<T>(longest: usize, parse: impl FnOnce() -> T) -> T {
    if longest <= MAX_DEPTH {
        return parse();
    }
    stacker::maybe_grow(PARSER_STACK, PARSER_STACK, parse)
}

/// Makes sure that the parser's recursion fits the stack.
fn check_nesting(text: &str) -> Result<(), SyntaxError> {
    if text.len() <= MAX_DEPTH.min(MAX_OPERATORS) {
        return Ok(());
    }
    let (mut depth, mut operators) = (0_usize, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'+' | b'-' | b'*' | b'/' => operators += 1,
            b'\n' => (depth, operators) = (0, 0),
            _ => continue,
        }
        let kind = if depth > MAX_DEPTH {
            SyntaxErrorKind::TooDeep(MAX_DEPTH)
        } else if operators > MAX_OPERATORS {
            SyntaxErrorKind::TooManyOperators(MAX_OPERATORS)
        } else {
            continue;
        };
        return Err(SyntaxError { kind, span: at..at + 1 });
    }
    Ok(())
}
