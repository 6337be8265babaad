//! `bracket24 grammar diagram`

use bracket24::Named;
use bracket24::present::diagram;
use clap::Args;

use crate::cli::grammar_options::GrammarArgument;
use crate::cli::{Failure, Outcome, Output, OutputOptions, formats};

/// Draw a grammar as railroad diagrams
#[derive(Debug, Args)]
#[command(before_help = include_str!("../../help/grammar/diagram.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

formats!(Arguments: Svg);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let grammar = &arguments.grammar.grammar.read()?;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    // There is only one format.
    arguments.output.open(output)?;
    output.text(&diagram::svg(&title, &grammar.definitions()))?;
    Ok(Outcome::Yes)
}
