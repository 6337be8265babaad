//! The value in ordinary arithmetic of a text that another grammar accepts.

use super::{Grammar, SyntaxError};
use crate::number::Rational;
use crate::syntax::{DivisionByZero, evaluate};

/// The value of a text in ordinary arithmetic, beside its value under the
/// grammar that parsed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordinary {
    /// The same value, or no value either.
    Same,
    /// Another value.
    Value(Rational),
    /// No value, though the grammar gives it one.
    NoValue(DivisionByZero),
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
    pub fn of(text: &str, grammar: &Grammar, value: &Result<Rational, DivisionByZero>) -> Self {
        if *grammar == Grammar::Left {
            return Self::Same;
        }
        match Grammar::Left.parse(text) {
            Ok(expression) => Self::compared(evaluate(&expression), value),
            Err(error) => Self::NotRead(error),
        }
    }

    /// The answer where ordinary arithmetic gives `ordinary` and the grammar
    /// `value`.
    pub(crate) fn compared(
        ordinary: Result<Rational, DivisionByZero>,
        value: &Result<Rational, DivisionByZero>,
    ) -> Self {
        match ordinary {
            Ok(ordinary) if value.as_ref() == Ok(&ordinary) => Self::Same,
            Ok(ordinary) => Self::Value(ordinary),
            Err(_) if value.is_err() => Self::Same,
            Err(error) => Self::NoValue(error),
        }
    }
}
