//! `bracket24 calculate`

use bracket24::reports::CalculateError;
use bracket24::reports::Calculation;

use super::Outcome;
use super::arguments::{CalculateArguments, Format};
use super::batch;
use super::failure::Failure;
use super::input;
use super::output::Output;
use bracket24::present::calculate::{CalculationJson, document, write_listing};

pub(super) fn run(arguments: &CalculateArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let grammar = &arguments.grammar;
    let template = input::template(&arguments.template, grammar)?;
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::hand(text)?;
        let calculation = Calculation::new(&template, &hand, grammar).map_err(|error| {
            let message = error.to_string();
            match error {
                CalculateError::Count { .. } => Failure::with_help(
                    message,
                    "give one card for each `N`, in the order they go in",
                ),
                CalculateError::Syntax(_) => Failure::plain(message),
            }
        })?;
        if arguments.shape.json {
            output.json(&CalculationJson::from(&calculation))?;
        } else if arguments.shape.format == Format::Listing {
            write_listing(&calculation, output.writer())?;
        } else {
            output.document(&document(&calculation, grammar))?;
        }
        Ok(match (&calculation.value, &arguments.target) {
            (Ok(value), Some(target)) if value == target => Outcome::Yes,
            (Ok(_), None) => Outcome::Yes,
            _ => Outcome::No,
        })
    })
}
