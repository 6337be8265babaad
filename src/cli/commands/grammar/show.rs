//! `bracket24 grammar show`

use bracket24::Named;
use bracket24::present::Report;
use bracket24::present::grammars::GrammarSource;
use clap::Args;

use crate::cli::grammar_options::GrammarArgument;
use crate::cli::{Failure, Format, Outcome, Output, OutputOptions, formats};

/// Print a grammar as a file to edit
#[derive(Debug, Args)]
#[command(before_help = include_str!("../../help/grammar/show.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

formats!(Arguments: Text, Json, Pest);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let grammar = &arguments.grammar.grammar.read()?;
    let report =
        GrammarSource { grammar: grammar.name().to_owned(), source: grammar.whole_source() };
    match arguments.output.open(output)? {
        // A file gets the grammar byte by byte.
        Format::Text | Format::Pest if output.is_file() => output.text(&report.source),
        Format::Pest => output.document(&report.document()),
        _ => output.report(&report),
    }?;
    Ok(Outcome::Yes)
}
