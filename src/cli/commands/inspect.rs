//! `bracket24 inspect`

use bracket24::present::inspect::{InspectionJson, document};
use bracket24::reports::Inspection;
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::method::{Bundle, MethodOptions};
use crate::cli::output::Output;
use crate::cli::progress::Spinner;

/// Which templates solve a hand, and which come nearest
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 inspect 1 5 5 5
  bracket24 inspect 4 4 7 7 --templates scala --nearest 10
  bracket24 inspect 2 3 5 --target 1/2 --json",
    after_help = "\
A template is marked where each of its solutions has a fraction, or a negative
number, on the way.

Exit codes: 0 a template solves every hand, 1 none solves one, 2 bad input."
)]
pub(crate) struct Arguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(required = true, allow_negative_numbers = true, value_name = "HAND")]
    hand: Vec<String>,

    #[command(flatten)]
    method: MethodOptions,

    /// How many templates that come nearest to show
    #[arg(long, value_name = "K", default_value_t = 5)]
    nearest: usize,

    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let method = arguments.method.resolve(&Bundle::of(None))?;
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let set = method.templates.for_cards(hand.cards().len())?;
        let spinner = Spinner::after_a_while("still at it");
        let inspection = Inspection::new(hand, &method.target, set, arguments.nearest);
        drop(spinner);
        if arguments.json {
            output.json(&InspectionJson::from(&inspection))?;
        } else {
            output.document(&document(&inspection))?;
        }
        Ok(Outcome::from(!inspection.solving.is_empty()))
    })
}
