//! `bracket24 calculate`

use bracket24::present::hand::write_listing;
use bracket24::reports::{CalculateError, Calculation};
use clap::Args;

use crate::cli::grammar_options::GrammarOption;
use crate::cli::options::{HandArgument, TargetOption, TemplateArgument};
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions, input};

/// Evaluate one template, filled with the cards in their order
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 calculate '(N-N/N)*N' 5 1 5 5
  bracket24 calculate N/N*N+N 9 6 10 9 --target 24 --json
  bracket24 calculate N-N-N 8 4 2 --grammar scala",
    after_help = "\
The first card goes in for the first `N`, the second for the second, and so on.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 calculate N-N/N 6 9 3 --json
  {\"template\":\"N-N/N\",\"expression\":\"6-9/3\",\"value\":\"3\"}
  $ bracket24 calculate N/N 1 0 --json
  {\"template\":\"N/N\",\"expression\":\"1/0\",\"value\":null,
  \"error\":\"division by zero\"}

CSV columns: template, expression, grammar, value, ordinary. The last is the
value in ordinary arithmetic.

Exit codes: 0 it has a value (with --target: that value), 1 it has none (or
another), 2 bad input.",
    mut_arg("hand", |it| it.help("The cards, in the order in which they are filled in")),
    mut_arg("target", |it| it.help("Exit with 0 only if this is the value").long_help(
        "Exit with 0 only if this is the value\n\n\
        A whole number or a fraction, such as `10`, `-5` or `1/2`."
    ))
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

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Listing];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let grammar = &arguments.grammar.or_left()?;
    let template = input::template(&arguments.template.template, grammar)?;
    arguments.hand.for_each(output, |text, output| {
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
        if format == Format::Listing {
            output.write(|writer| write_listing(&calculation, writer))?;
        } else {
            output.report(format, &calculation)?;
        }
        Ok(match (calculation.parse.value(), &arguments.target.target) {
            (Ok(value), Some(target)) if value == target => Outcome::Yes,
            (Ok(_), None) => Outcome::Yes,
            _ => Outcome::No,
        })
    })
}
