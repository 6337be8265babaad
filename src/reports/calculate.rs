//! One template, filled with one order of the cards.

use crate::lessons::Parse;
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
pub struct Calculation {
    /// The template's text.
    pub template: String,
    /// The filled template, with the cards as given.
    pub shown: String,
    /// The filled template, with the cards as numbers.
    pub parse: Parse,
}

/// The reason why a hand cannot fill a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalculateError {
    /// The number of cards differs from the number of slots.
    #[error("{0}")]
    Count(FillError),
    /// A joined slot has a card of several digits, or a joined number begins with 0.
    #[error("only cards of one digit can be joined, and no joined number begins with 0")]
    Joined,
    /// The filled template does not parse.
    #[error("{0}")]
    Syntax(SyntaxError),
}

crate::serial::serialize_object! { Calculation, self:
    let error = self.parse.value().err();
    "template" => self.template,
    "expression" => self.parse.text(),
    "value" => self.parse.value().ok(),
    "error" if error.is_some() => error.map(|error| error.in_text(self.parse.text())),
    ..crate::serial::OrdinaryFields::from(&self.parse)
}

impl Calculation {
    /// Fills `template` with the cards of `hand` in the order given and parses the result with
    /// the grammar `under`.
    ///
    /// # Errors
    ///
    /// Returns a [`CalculateError`] if the hand does not fit the template.
    pub fn new(template: &Template, hand: &Hand, under: &Grammar) -> Result<Self, CalculateError> {
        let expression = template.fill(hand).map_err(CalculateError::Count)?;
        let order: Vec<usize> = (0..hand.cards().len()).collect();
        if !template.can_join(&order, hand) {
            return Err(CalculateError::Joined);
        }
        let shown = template.fill_with(hand, Card::to_string).map_err(CalculateError::Count)?;
        Ok(Self {
            parse: Parse::new(&expression, under).map_err(CalculateError::Syntax)?,
            template: template.text().to_string(),
            shown,
        })
    }
}
