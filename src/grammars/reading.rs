//! What one grammar makes of one text.

use crate::grammars::{Grammar, SyntaxError};
use crate::number::Rational;
use crate::syntax::Expression;
use crate::syntax::{DivisionByZero, evaluate};

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
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse(text)?;
        Ok(Self { value: evaluate(&expression), expression })
    }

    /// Whether both are worth the same, or both divide by zero.
    pub fn is_worth(&self, other: &Self) -> bool {
        self.value.as_ref().ok() == other.value.as_ref().ok()
    }

    /// Whether both are grouped in the same way; the texts have the same
    /// numbers and signs in the same order.
    pub fn is_grouped_as(&self, other: &Self) -> bool {
        let kinds = |reading: &Self| {
            let nodes = reading.expression.nodes().iter();
            nodes.map(|node| node.kind.clone()).collect::<Vec<_>>()
        };
        kinds(self) == kinds(other)
    }
}
