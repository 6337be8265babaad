//! The value in ordinary arithmetic of a text that another grammar accepts.

use super::{Grammar, SyntaxError};
use crate::{Expression, NoValue, Rational, evaluate};

impl Grammar {
    /// The built-in grammars for the four operators: they accept the same texts.
    pub const BASIC: &'static [Self] =
        &[Self::Left, Self::Right, Self::Scala, Self::Flat, Self::Pemdas, Self::RightSlow];

    /// The built-in grammars for all operators: they accept the same texts.
    pub const EXTENDED: &'static [Self] = &[Self::Extended, Self::ExtendedLeft];

    /// Whether it groups as ordinary arithmetic does: [`Left`](Self::Left), and
    /// [`Extended`](Self::Extended) with operators beyond the four.
    pub fn is_ordinary(&self) -> bool {
        matches!(self, Self::Left | Self::Extended)
    }

    /// What reads `text` in ordinary arithmetic: [`Extended`](Self::Extended) where it
    /// has operators beyond the four, else [`Left`](Self::Left).
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// assert_eq!(Grammar::ordinary_for("8-4-2"), Grammar::Left);
    /// assert_eq!(Grammar::ordinary_for("2^3^2"), Grammar::Extended);
    /// ```
    pub fn ordinary_for(text: &str) -> Self {
        Self::parse_ordinarily(text).0
    }

    /// What ordinary arithmetic makes of `text`, and the grammar that is
    /// [for it](Self::ordinary_for), which parsed it.
    pub(crate) fn parse_ordinarily(
        text: &str,
    ) -> (Self, Result<Expression<Rational>, SyntaxError>) {
        match Self::Left.parse(text) {
            Ok(expression) => (Self::Left, Ok(expression)),
            Err(error) => match Self::Extended.parse(text) {
                Ok(expression) => (Self::Extended, Ok(expression)),
                Err(_) => (Self::Left, Err(error)),
            },
        }
    }

    /// The built-in grammars to read `text` with: [`EXTENDED`](Self::EXTENDED) where
    /// it has operators beyond the four, else [`BASIC`](Self::BASIC).
    pub fn built_in_for(text: &str) -> &'static [Self] {
        match Self::ordinary_for(text) {
            Self::Extended => Self::EXTENDED,
            _ => Self::BASIC,
        }
    }
}

/// The value of a text in ordinary arithmetic, beside its value under the
/// grammar that parsed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordinary {
    /// The same value, or no value either.
    Same,
    /// Another value.
    Value(Rational),
    /// No value, though the grammar gives it one.
    NoValue(NoValue),
    /// Ordinary arithmetic does not accept the text, which only a grammar of
    /// the user's own can do.
    NotRead(SyntaxError),
}

impl Ordinary {
    /// What ordinary arithmetic makes of `text`, which has `value` under
    /// `grammar`.
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
        match Grammar::parse_ordinarily(text).1 {
            Ok(expression) => Self::compared(evaluate(&expression), value),
            Err(error) => Self::NotRead(error),
        }
    }

    /// The answer where ordinary arithmetic gives `ordinary` and the grammar
    /// `value`.
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
