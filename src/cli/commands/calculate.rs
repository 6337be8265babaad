//! `bracket24 calculate`

use bracket24::present::calculate::{CalculationJson, document, write_listing};
use bracket24::reports::{CalculateError, Calculation};
use bracket24::{Grammar, Rational};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::options::{Format, ShapeOptions, grammar};
use crate::cli::output::Output;

/// What one template is worth, the cards filled in as they are given
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 calculate '(N-N/N)*N' 5 1 5 5
  bracket24 calculate N/N*N+N 9 6 10 9 --target 24 --json
  bracket24 calculate N-N-N 8 4 2 --grammar scala",
    after_help = "\
Exit codes: 0 it has a value (with --target: that one), 1 it has none (or
another), 2 bad input."
)]
pub(crate) struct Arguments {
    /// The template, with an `N` for each card: `(N-N/N)*N`
    #[arg(allow_hyphen_values = true)]
    template: String,

    /// The cards in the order they go in; `-` reads a hand a line from standard
    /// input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    hand: Vec<String>,

    /// Say by the exit code whether it is worth this: a whole number or a
    /// fraction `p/q`
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    target: Option<Rational>,

    /// What reads the filled template
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    grammar: Grammar,

    #[command(flatten)]
    shape: ShapeOptions,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
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
            output.json(&CalculationJson::new(&calculation, grammar))?;
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
