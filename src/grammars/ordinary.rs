//! The value in ordinary arithmetic of a text that another grammar accepts.

use super::{Grammar, SyntaxError};
use crate::{Expression, NoValue, Rational, evaluate};

impl Grammar {
    /// The built-in grammars for the four operators: they accept the same texts, except that
    /// `RightSlow` takes too long for many open brackets.
    pub const BASIC: &'static [Self] =
        &[Self::Left, Self::Right, Self::Scala, Self::Flat, Self::Pemdas, Self::RightSlow];

    /// The built-in grammars for all operators: they accept the same texts.
    pub const EXTENDED: &'static [Self] = &[Self::Extended, Self::ExtendedLeft];

    /// Whether the grammar groups as ordinary arithmetic does: [`Left`](Self::Left), and
    /// [`Extended`](Self::Extended) with operators beyond the four.
    pub fn is_ordinary(&self) -> bool {
        matches!(self, Self::Left | Self::Extended)
    }

    /// The grammar that parses `text` in ordinary arithmetic: [`Extended`](Self::Extended) if only
    /// this grammar parses it, otherwise [`Left`](Self::Left).
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// assert_eq!(Grammar::ordinary_for("8-4-2"), Grammar::Left);
    /// assert_eq!(Grammar::ordinary_for("2^3^2"), Grammar::Extended);
    /// ```
    pub fn ordinary_for(text: &str) -> Self {
        Self::read_ordinarily(text).0
    }

    /// Parses `text` in ordinary arithmetic. Also returns the [grammar](Self::ordinary_for) of the
    /// parse.
    pub(crate) fn read_ordinarily(text: &str) -> (Self, Result<Expression<Rational>, SyntaxError>) {
        let read = Self::Left.parse(text);
        if read.is_err()
            && let Ok(extended) = Self::Extended.parse(text)
        {
            return (Self::Extended, Ok(extended));
        }
        (Self::Left, read)
    }

    /// The built-in grammars that support the operators of `text`: [`EXTENDED`](Self::EXTENDED) if
    /// only these parse `text`, otherwise [`BASIC`](Self::BASIC).
    pub fn built_in_for(text: &str) -> &'static [Self] {
        if Self::ordinary_for(text) == Self::Left { Self::BASIC } else { Self::EXTENDED }
    }
}

/// The value of a text in ordinary arithmetic, compared with its value under the grammar that
/// parsed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordinary {
    /// The same value, or no value under both grammars.
    Same,
    /// Another value.
    Value(Rational),
    /// No value, although the text has a value under the grammar.
    NoValue(NoValue),
    /// Ordinary arithmetic rejects the text; only a user's grammar can accept such a text.
    NotRead(SyntaxError),
}

impl Ordinary {
    /// Evaluates `text`, which has `value` under `grammar`, in ordinary arithmetic.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::grammars::Ordinary;
    /// use bracket24::{Grammar, evaluate};
    ///
    /// let value = evaluate(&Grammar::Scala.parse("8-4-2")?);
    /// assert_eq!(Ordinary::of("8-4-2", &Grammar::Scala, &value), Ordinary::Value(2.into()));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(text: &str, grammar: &Grammar, value: &Result<Rational, NoValue>) -> Self {
        if grammar.is_ordinary() {
            return Self::Same;
        }
        match Grammar::read_ordinarily(text).1 {
            Ok(expression) => Self::compared(evaluate(&expression), value),
            Err(error) => Self::NotRead(error),
        }
    }

    /// Compares the value in ordinary arithmetic with the value under the grammar.
    pub(crate) fn compared(
        ordinary: Result<Rational, NoValue>,
        value: &Result<Rational, NoValue>,
    ) -> Self {
        match ordinary {
            Ok(ordinary) if value.as_ref() == Ok(&ordinary) => Self::Same,
            Ok(ordinary) => Self::Value(ordinary),
            Err(_) if value.is_err() => Self::Same,
            Err(error) => Self::NoValue(error),
        }
    }
}
