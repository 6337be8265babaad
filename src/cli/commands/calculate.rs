//! `bracket24 calculate`

use bracket24::present::hand::write_listing;
use bracket24::reports::{CalculateError, Calculation};

use crate::cli::grammar_options::GrammarOption;
use crate::cli::options::{HandArgument, TargetOption, TemplateArgument};
use crate::cli::{Ended, Failure, Format, Outcome, Output, formats, input};

/// Fill one template with the cards in order, and evaluate it
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("hand", |it| it.help("The cards, in order; `-` for standard input")),
    mut_arg("target", |it| it.help("Exit with 1 unless the value is this"))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    template: TemplateArgument,

    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    grammar: GrammarOption,
}

formats!(Arguments: Text, Json, Csv, Markdown, Listing);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let grammar = &arguments.grammar.or_left()?;
    let template = input::template(&arguments.template.template, grammar)?;
    arguments.hand.for_each(output, |text, output| {
        let hand = input::hand(text)?;
        let calculation = Calculation::new(&template, &hand, grammar).map_err(|error| {
            let message = error.to_string();
            match error {
                CalculateError::Count { .. } => {
                    Failure::with_help(message, "give one card for each `N`, in the same order")
                }
                CalculateError::Joined | CalculateError::Syntax(_) => Failure::plain(message),
            }
        })?;
        if output.format == Format::Listing {
            output.write(|writer| write_listing(&calculation, writer))?;
        } else {
            output.report(&calculation)?;
        }
        Ok(match (calculation.parse.value(), &arguments.target.target) {
            (Ok(value), Some(target)) if value == target => Outcome::Yes,
            (Ok(_), None) => Outcome::Yes,
            _ => Outcome::No,
        })
    })
}
