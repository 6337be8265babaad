//! `bracket24 grammar list`

use bracket24::lessons::Parse;
use bracket24::present::grammars::GrammarList;
use bracket24::{Grammar, Named};
use clap::Args;

use crate::cli::{Failure, Formats, Outcome, Output, OutputOptions};

/// The expression to evaluate under every grammar: the shortest one that shows associativity.
const EXAMPLE: &str = "8-4-2";

/// List the built-in grammars
#[derive(Debug, Args)]
#[command(before_help = include_str!("../../help/grammar/list.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let parse = |grammar| {
        Parse::new(EXAMPLE, grammar).map_err(|error| Failure::syntax("expression", EXAMPLE, &error))
    };
    arguments.output.open(output)?;
    let all = Grammar::ALL.iter().map(parse).collect::<Result<Vec<_>, Failure>>()?;
    output.report(&GrammarList::new(all))?;
    Ok(Outcome::Yes)
}
