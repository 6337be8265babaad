//! One template, filled with one order of the cards.

use crate::lessons::Parse;
#[cfg(feature = "serde")]
use crate::number::Rational;
use crate::{Card, FillError, Grammar, Hand, SyntaxError, Template};

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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Calculation {
    /// The template's text.
    pub template: String,
    /// The filled template, with the cards as given.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub shown: String,
    /// The filled template, with the cards as numbers.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "evaluated"))]
    pub parse: Parse,
}

/// The reason why a hand cannot fill a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalculateError {
    /// The number of cards differs from the number of slots.
    #[error("{0}")]
    Count(FillError),
    /// The filled template does not parse.
    #[error("{0}")]
    Syntax(SyntaxError),
}

/// The fields of a filled template in JSON. A field without content is left out, except `value`.
#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct Evaluated<'a> {
    expression: &'a str,
    value: Option<&'a Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    ordinary: crate::serial::OrdinaryFields,
}

#[cfg(feature = "serde")]
fn evaluated<S: serde::Serializer>(parse: &Parse, serializer: S) -> Result<S::Ok, S::Error> {
    let (expression, value) = (parse.text(), parse.value().ok());
    let error = parse.value().err().map(|error| error.in_text(expression));
    let evaluated = Evaluated { expression, value, error, ordinary: parse.into() };
    serde::Serialize::serialize(&evaluated, serializer)
}

impl Calculation {
    /// Fills `template` with the cards of `hand` in the order given and parses the result with
    /// `grammar`.
    ///
    /// # Errors
    ///
    /// Returns a [`CalculateError`] if the hand does not fit the template.
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
