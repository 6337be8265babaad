//! Parses a text with a grammar, within limits.

use std::ops::ControlFlow;
use std::str::FromStr;

use super::built_in::Grammar;
use super::fold::LineValue;
use super::syntax_error::{SyntaxError, SyntaxErrorKind, syntax_error};
use crate::number::Rational;
use crate::syntax::{Evaluator, Expression, Leaf, Operator, Slot};
use crate::tracer::{MAX_OPEN_RULES, Outcome, PestGrammar, RuleId, TraceError};

/// The maximum number of brackets that may be open at once. The parser recurses for each of them,
/// with up to 6 kB of stack in a debug build and a tenth of this in a release build.
pub const MAX_DEPTH: usize = 100;

/// The maximum number of operators in an expression. In a right-associative grammar, the parser
/// recurses for each of them, with up to 3 kB of stack.
pub const MAX_OPERATORS: usize = 500;

/// The maximum length of a text under a plain grammar, in bytes. The limits on brackets and
/// operators do not apply to such a text.
pub const MAX_TEXT: usize = 1 << 20;

/// The length in bytes up to which a line exceeds neither [`MAX_DEPTH`] nor [`MAX_OPERATORS`].
const SHORT: usize = if MAX_DEPTH < MAX_OPERATORS { MAX_DEPTH } else { MAX_OPERATORS };

/// Twice the stack, in bytes, for a text with the most brackets and operators.
const PARSER_STACK: usize = 4 << 20;

/// For each byte, whether a spelling of an operator begins with it.
const OPERATOR_BYTES: [bool; 256] = {
    let mut is_operator = [false; 256];
    let mut index = 0;
    while index < Operator::ALL.len() {
        // The letters of `sqrt`, `log` and `mod` count, too: no other words in a text begin with
        // `s`, `l` or `m`.
        let spellings = Operator::ALL[index].spellings();
        let mut spelling = 0;
        while spelling < spellings.len() {
            if let [first, ..] = spellings[spelling].as_bytes() {
                is_operator[*first as usize] = true;
            }
            spelling += 1;
        }
        index += 1;
    }
    is_operator
};

impl Grammar {
    /// Parses an expression of numbers.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] if `text` is not an expression, or if it has a slot, a number of more than
    /// [`MAX_DIGITS`](crate::MAX_DIGITS) digits, more than [`MAX_DEPTH`] brackets open at once, or
    /// more than [`MAX_OPERATORS`] operators. Under a grammar that the tracer interprets, also if
    /// the parse takes more than [`MAX_STEPS`](crate::tracer::MAX_STEPS) steps. A plain grammar
    /// always returns an error: use [`recognize`](Self::recognize).
    pub fn parse(&self, text: &str) -> Result<Expression<Rational>, SyntaxError> {
        self.read(text)
    }

    /// Parses an expression of slots. To fill one with cards, use a [`Template`](crate::Template).
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), except that a number is an error and a slot is not.
    pub fn parse_slots(&self, text: &str) -> Result<Expression<Slot>, SyntaxError> {
        self.read(text)
    }

    pub(crate) fn read<L: Leaf>(&self, text: &str) -> Result<Expression<L>, SyntaxError> {
        #[cfg(test)]
        count::note(count::Pass::Parse, self, text);
        self.check_values(text)?;
        self.check_limits(text)?;
        let expression = with_stack(text.len(), || self.try_line(text))
            .unwrap_or_else(|| Err(syntax_error::<L>(self, text)))?;
        if L::IS_SLOT {
            self.check_filled(text, &expression)?;
        }
        Ok(expression)
    }

    /// Parses an expression like [`parse`](Self::parse), but returns `None` for an error, without
    /// the slow search for its reason.
    pub(crate) fn expression(&self, text: &str) -> Option<Expression<Rational>> {
        self.check_values(text).and_then(|()| self.check_limits(text)).ok()?;
        with_stack(text.len(), || self.try_line(text))?.ok()
    }

    /// Checks that the grammar gives texts values.
    pub(crate) fn check_values(&self, text: &str) -> Result<(), SyntaxError> {
        let Some(lacks) = self.lacks() else { return Ok(()) };
        let kind = SyntaxErrorKind::NoExpressions(lacks.clone());
        Err(SyntaxError { kind, span: 0..text.len() })
    }

    /// Recognizes `text`, and returns the end of the match in bytes. It may be before the end of
    /// the text if the start rule does not end with `EOI`.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] if the grammar rejects the text. An arithmetic grammar has the errors of
    /// [`parse`](Self::parse). A plain grammar also rejects a text of more than [`MAX_TEXT`] bytes,
    /// or one that exceeds the limits of the [tracer](crate::tracer).
    pub fn recognize(&self, text: &str) -> Result<usize, SyntaxError> {
        if self.lacks().is_none() {
            self.parse(text)?;
        }
        self.check_limits(text)?;
        let end = self.rules().end(self.start(), text, |_| ControlFlow::Continue(()));
        end.map_err(|error| self.refusal(text, &error))
    }

    /// The error for `text`, from the error of a trace.
    pub(crate) fn refusal(&self, text: &str, error: &TraceError) -> SyntaxError {
        match error {
            TraceError::Syntax(_) => syntax_error::<Rational>(self, text),
            error => given_up(self.rules(), self.start(), text, error),
        }
    }

    /// Checks that a text is not too long, and that the parser's recursion fits the stack.
    pub(crate) fn check_limits(&self, text: &str) -> Result<(), SyntaxError> {
        if self.lacks().is_none() {
            return check_limits(text);
        }
        if text.len() <= MAX_TEXT {
            return Ok(());
        }
        let mut boundaries = MAX_TEXT..=text.len();
        let beyond = boundaries.find(|&at| text.is_char_boundary(at));
        let beyond = beyond.expect("the end of the text is a boundary");
        Err(SyntaxError { kind: SyntaxErrorKind::TooLong(MAX_TEXT), span: beyond..text.len() })
    }

    /// Evaluates every line of `text`, each closed by a line feed, compares its value with the
    /// target of `evaluator`, and passes the results to `each` in order until `each` breaks.
    ///
    /// The results are the same as with [`parse`](Self::parse) and [`Evaluator::reaches`] for each
    /// line. With a parser that pest derives, this is much faster: the lines share the parser's
    /// setup and buffers, and it computes the values directly from the parser's tokens, and builds
    /// expressions only for lines that reach the target. 24 to 100 lines at once are best. Most
    /// grammars parse all lines before `each` gets the first value.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), for the first line that is no expression. The span counts from
    /// the start of the text. Before the error, `each` gets the values of the lines before, or of
    /// none of them. If it breaks before the wrong line, the result may be the error or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use bracket24::{Evaluator, Grammar, LineValue, Undefined};
    ///
    /// let (mut evaluator, mut values) = (Evaluator::new(24.into()), Vec::new());
    /// Grammar::Left.evaluate_lines("8/(3-8/3)\n8*3-3\n8/(3-3)\n", &mut evaluator, |value| {
    ///     values.push(value);
    ///     ControlFlow::Continue(())
    /// })?;
    /// let tree = Grammar::Left.parse("8/(3-8/3)")?;
    /// let undefined = LineValue::Undefined(Undefined::DivisionByZero);
    /// assert_eq!(values, [LineValue::Target(tree), LineValue::Other, undefined]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn evaluate_lines(
        &self,
        text: &str,
        evaluator: &mut Evaluator,
        each: impl FnMut(LineValue) -> ControlFlow<()>,
    ) -> Result<(), SyntaxError> {
        self.check_values(text)?;
        let read = || self.try_values(text, evaluator, each);
        let done = if has_short_lines(text) {
            read()
        } else if self.check_limits(text).is_ok() {
            let lines = text.split('\n').map(str::len);
            with_stack(lines.max().expect("a split text has a part at least"), read)
        } else {
            // A line before the one that exceeds a limit may have another error.
            None
        };
        done.unwrap_or_else(|| Err(self.first_error(text)))
    }

    /// The error of the first line that does not parse.
    fn first_error(&self, text: &str) -> SyntaxError {
        match self.parse_each_line(text, |_| ControlFlow::Continue(())) {
            Err(error) => error,
            // Every line parses, so the last one is not closed.
            Ok(()) => SyntaxError::unexpected(text, text.len(), vec!["a line feed".to_owned()]),
        }
    }

    /// Parses the lines of a text one after another.
    pub(super) fn parse_each_line(
        &self,
        text: &str,
        mut each: impl FnMut(Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<(), SyntaxError> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let read = self.parse(line.strip_suffix('\n').unwrap_or(line));
            let expression = read.map_err(|error| {
                let span = start + error.span.start..start + error.span.end;
                SyntaxError { span, ..error }
            })?;
            if each(expression).is_break() {
                break;
            }
            start += line.len();
        }
        Ok(())
    }
}

impl FromStr for Expression<Rational> {
    type Err = SyntaxError;

    /// Parses an expression of numbers in ordinary arithmetic; see [`Grammar::parse`] for other
    /// grammars.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Grammar::Left.parse(text)
    }
}

impl FromStr for Expression<Slot> {
    type Err = SyntaxError;

    /// Parses an expression of slots in ordinary arithmetic; see [`Grammar::parse_slots`] for other
    /// grammars.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Grammar::Left.parse_slots(text)
    }
}

/// The error for a trace of `text` that ended without a result. If too many rules were open, the
/// error is at the place where the innermost one began.
pub(super) fn given_up(
    rules: &PestGrammar,
    start: RuleId,
    text: &str,
    error: &TraceError,
) -> SyntaxError {
    let (at, kind) = match *error {
        TraceError::EmptyStack { what, at } => (at, SyntaxErrorKind::EmptyStack(what)),
        TraceError::TooManyOpenRules => {
            let mut deepest = 0;
            let traced = rules.trace(start, text, |event| {
                if event.outcome == Outcome::Enter {
                    deepest = event.at;
                }
                ControlFlow::Continue(())
            });
            debug_assert!(traced.is_err(), "it was given up before");
            (deepest, SyntaxErrorKind::TooManyOpenRules(MAX_OPEN_RULES))
        }
        ref error => {
            let kind = SyntaxErrorKind::GivenUp(error.to_string());
            return SyntaxError { kind, span: 0..text.len() };
        }
    };
    SyntaxError { kind, span: at..at + text[at..].chars().next().map_or(0, char::len_utf8) }
}

/// Calls `parse` on a stack that is large enough for every line within the limits. If the `longest`
/// line is short, the current stack is large enough.
pub(super) fn with_stack<T>(longest: usize, parse: impl FnOnce() -> T) -> T {
    if longest <= SHORT { parse() } else { stacker::maybe_grow(PARSER_STACK, PARSER_STACK, parse) }
}

/// Whether every line is too short to have too many brackets or operators, or to need a larger
/// stack.
fn has_short_lines(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while rest.len() > SHORT {
        // Skips many lines at once: continues after the last line feed among the next bytes.
        match rest[..=SHORT].iter().rposition(|&byte| byte == b'\n') {
            Some(end) => rest = &rest[end + 1..],
            None => return false,
        }
    }
    true
}

/// Checks that the parser's recursion fits the stack.
fn check_limits(text: &str) -> Result<(), SyntaxError> {
    if text.len() <= SHORT {
        return Ok(());
    }
    let (mut depth, mut operators) = (0_usize, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'\n' => (depth, operators) = (0, 0),
            _ if OPERATOR_BYTES[usize::from(byte)] => operators += 1,
            _ => continue,
        }
        let kind = if depth > MAX_DEPTH {
            SyntaxErrorKind::TooDeep(MAX_DEPTH)
        } else if operators > MAX_OPERATORS {
            SyntaxErrorKind::TooManyOperators(MAX_OPERATORS)
        } else {
            continue;
        };
        let sign = text[at..].chars().next().expect("a bracket or an operator is here");
        return Err(SyntaxError { kind, span: at..at + sign.len_utf8() });
    }
    Ok(())
}

/// Counts how often this thread parses and traces each text, for tests that check the number.
#[cfg(test)]
pub(crate) mod count {
    use std::cell::RefCell;

    use crate::Grammar;

    /// A pass over a text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Pass {
        Parse,
        Trace,
    }

    thread_local! {
        static PASSES: RefCell<Vec<(Pass, String, String)>> = const { RefCell::new(Vec::new()) };
    }

    /// Records that `grammar` parses or traces `text`.
    pub(crate) fn note(pass: Pass, grammar: &Grammar, text: &str) {
        PASSES.with_borrow_mut(|all| all.push((pass, grammar.to_string(), text.to_owned())));
    }

    /// The passes over `text`, each with the name of its grammar, sorted by these names.
    #[cfg(feature = "present")]
    pub(crate) fn passes(text: &str) -> Vec<(String, Pass)> {
        let of_text = |all: &Vec<(Pass, String, String)>| {
            let of_text = all.iter().filter(|(.., it)| it == text);
            of_text.map(|(pass, grammar, _)| (grammar.clone(), *pass)).collect::<Vec<_>>()
        };
        let mut passes = PASSES.with_borrow(of_text);
        passes.sort();
        passes
    }
}
