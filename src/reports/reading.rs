//! What one grammar makes of one text.

use crate::evaluate::{DivisionByZero, evaluate};
use crate::expression::Expression;
use crate::grammars::{Grammar, SyntaxError};
use crate::rational::Rational;

/// How a grammar groups a text, and what that is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The expression as it is grouped.
    pub expression: Expression<Rational>,
    /// Its exact value, or the division that cannot be done.
    pub value: Result<Rational, DivisionByZero>,
}

impl Reading {
    /// Reads `text` with `grammar`.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`].
    pub fn new(grammar: &Grammar, text: &str) -> Result<Self, SyntaxError> {
        let expression = grammar.parse(text)?;
        Ok(Self { value: evaluate(&expression), expression })
    }
}
