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

use clap::Subcommand;

use super::subcommands;
use crate::cli::{Failure, Outcome, Output};

subcommands! {
    /// Check, test and compare pest grammars, your own too
    #[command(before_help = include_str!("../../help/grammar.txt"))]
    Arguments:
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

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    arguments.run(output)
}
