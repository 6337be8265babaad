//! `bracket24 grammar`

mod check;
mod coverage;
mod diagram;
mod diff;
mod examples;
mod explain;
mod list;
mod show;
mod test;

use super::subcommands;
use crate::cli::{Ended, Output, formats};

/// Check, test and compare pest grammars, including your own
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: GrammarCommand,
}

formats!(Arguments:);

subcommands! { GrammarCommand, "../../help/grammar/":
    List in list,
    Show in show,
    Diagram in diagram,
    Diff in diff,
    Check in check,
    Explain in explain,
    Examples in examples,
    Coverage in coverage,
    Test in test,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    arguments.command.run(output)
}
