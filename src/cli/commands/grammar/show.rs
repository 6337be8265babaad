//! `bracket24 grammar show`

use bracket24::Named;
use bracket24::present::Report;
use bracket24::present::grammars::GrammarSource;

use crate::cli::grammar_options::GrammarArgument;
use crate::cli::{Failure, Format, Output, formats};

/// Print a grammar as a file to edit
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,
}

formats!(Arguments: Text, Json, Pest);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let grammar = &arguments.grammar.grammar.read()?;
    let report =
        GrammarSource { grammar: grammar.name().to_owned(), source: grammar.whole_source() };
    match output.format {
        // A file gets the grammar unchanged.
        Format::Text | Format::Pest if output.is_file() => output.text(&report.source),
        Format::Pest => output.document(&report.document()),
        _ => output.report(&report),
    }
}
