//! `bracket24 grammar list`

use bracket24::present::grammars::{self, Listed, ListedJson};
use bracket24::{Grammar, Named, Reading};
use clap::Args;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::output::Output;

/// What the list shows every grammar by: a chain, and the shortest there is.
const EXAMPLE: &str = "8-4-2";

/// The grammars there are, and how each reads 8-4-2
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar list
  bracket24 grammar list --json",
    after_help = "\
With --json: `grammar`, `summary`, and of 8-4-2 the `expression`, its `tree` and
its `value`."
)]
pub(crate) struct Arguments {
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let listed = |grammar: &'static Grammar| {
        let reading = Reading::new(EXAMPLE, grammar)
            .map_err(|error| Failure::syntax("expression", EXAMPLE, &error))?;
        Ok(Listed { grammar, text: EXAMPLE, reading })
    };
    let all = Grammar::ALL.iter().map(listed).collect::<Result<Vec<_>, Failure>>()?;
    if arguments.json {
        for grammar in &all {
            output.json(&ListedJson::from(grammar))?;
        }
    } else {
        output.document(&grammars::document(&all))?;
    }
    Ok(Outcome::Yes)
}
