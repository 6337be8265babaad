//! One template, filled with one order of the cards.

use std::fmt;

use crate::cards::{Card, Hand};
use crate::grammars::{Grammar, SyntaxError};
use crate::lessons::Parse;
use crate::templates::{FillError, Template};

/// A filled template and its value.
///
/// ```
/// use bracket24::reports::Calculation;
/// use bracket24::{Grammar, Template};
///
/// let template: Template = "(N-N/N)*N".parse()?;
/// let calculation = Calculation::new(&template, &"5 A 5 5".parse()?, &Grammar::Left)?;
/// assert_eq!(calculation.shown, "(5-A/5)*5");
/// assert_eq!(calculation.parse.value(), Ok(&24.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Calculation {
    /// The template's text.
    pub template: String,
    /// The filled template, the cards as they were given.
    pub shown: String,
    /// The filled template, the cards as numbers.
    pub parse: Parse,
}

/// Why a template cannot be calculated with a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CalculateError {
    /// The hand has another number of cards than the template has slots.
    Count(FillError),
    /// The filled template cannot be read.
    Syntax(SyntaxError),
}

impl fmt::Display for CalculateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(error) => error.fmt(f),
            Self::Syntax(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CalculateError {}

#[cfg(feature = "serde")]
impl serde::Serialize for Calculation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { template, parse, .. } = self;
        let error = parse.value().err().map(|error| error.in_text(parse.text()));
        let ordinary = crate::serial::OrdinaryFields::from(parse);
        crate::serial::object!(serializer, {
            "template" => template,
            "expression" => parse.text(),
            "value" => parse.value().ok(),
            "error" if error.is_some() => error,
            "ordinary" if ordinary.ordinary.is_some() => ordinary.ordinary,
            "ordinary_error" if ordinary.ordinary_error.is_some() => ordinary.ordinary_error,
        })
    }
}

impl Calculation {
    /// Fills `template` with the cards of `hand` in the order given and reads
    /// the result with `grammar`.
    ///
    /// # Errors
    ///
    /// [`CalculateError`] where the hand does not fit the template.
    pub fn new(
        template: &Template,
        hand: &Hand,
        grammar: &Grammar,
    ) -> Result<Self, CalculateError> {
        let expression = template.fill(hand).map_err(CalculateError::Count)?;
        let shown = template.fill_with(hand, Card::to_string).map_err(CalculateError::Count)?;
        Ok(Self {
            parse: Parse::new(&expression, grammar).map_err(CalculateError::Syntax)?,
            template: template.text().to_string(),
            shown,
        })
    }
}
