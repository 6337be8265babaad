//! `bracket24 grammar diagram`

use bracket24::Named;
use bracket24::present::diagram;
use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::options::{GrammarArgument, HELP};
use crate::cli::output::Output;

/// The rules of a grammar drawn as railways, as an SVG
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar diagram left --output left.svg
  bracket24 grammar diagram scala > scala.svg",
    after_help = "\
Any way along the rails is a text that the rule reads; where they part, pest
takes the first way that goes on. A click on a rule goes to its own drawing."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Svg];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let grammar = &arguments.grammar.grammar;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    match arguments.output.open(output)? {
        Format::Svg => output.text(&diagram::svg(&title, &grammar.definitions())),
        other => unreachable!("`grammar diagram` does not offer {other}"),
    }?;
    Ok(Outcome::Yes)
}
