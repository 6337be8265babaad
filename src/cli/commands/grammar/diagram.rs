//! `bracket24 grammar diagram`

use bracket24::Named;
use bracket24::present::diagram;
use clap::Args;

use crate::cli::grammar_options::GrammarArgument;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions};

/// Draw the rules of a grammar as railroad diagrams
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 grammar diagram left --output left.svg
  bracket24 grammar diagram scala > scala.svg",
    after_help = "\
Each way along the rails is a text that the rule matches. Where the rails
branch, pest tries the alternatives in order and takes the first that matches
(ordered choice). A click on a rule leads to its own diagram."
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
    let grammar = &arguments.grammar.grammar.read()?;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    // A picture is all that it offers.
    arguments.output.open(output)?;
    output.text(&diagram::svg(&title, &grammar.definitions()))?;
    Ok(Outcome::Yes)
}
