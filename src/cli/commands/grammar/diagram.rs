//! `bracket24 grammar diagram`

use bracket24::Named;
use bracket24::present::diagram;

use crate::cli::grammar_options::GrammarArgument;
use crate::cli::{Failure, Output, formats};

/// Draw a grammar as railroad diagrams
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,
}

formats!(Arguments: Svg);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let grammar = &arguments.grammar.grammar.read()?;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    let start = grammar.rules().name(grammar.start());
    output.text(&diagram::svg(&title, &grammar.definitions(), start))
}
