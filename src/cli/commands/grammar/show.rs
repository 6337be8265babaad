//! `bracket24 grammar show`

use bracket24::present::grammars::{self, SourceJson};
use bracket24::{Grammar, Named};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::options::grammar;
use crate::cli::output::Output;

/// The rules of a grammar, with what they mean, as a file to edit
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar show left
  bracket24 grammar show scala > mine.pest",
    after_help = "\
The grammar's own rules come first, then those it shares with all others; the
whole is one file that pest reads.

With --json: `grammar` and `source`."
)]
pub(crate) struct Arguments {
    /// The grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    grammar: Grammar,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let source = arguments.grammar.whole_source();
    if arguments.json {
        output.json(&SourceJson { grammar: arguments.grammar.name(), source: &source })?;
    } else {
        output.document(&grammars::source(&source))?;
    }
    Ok(Outcome::Yes)
}
