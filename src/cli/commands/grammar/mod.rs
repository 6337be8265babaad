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
    /// List, show, draw, compare, check, test and cover the grammars
    #[command(
    before_help = "\
Examples:
  bracket24 grammar show left > mine.pest
  bracket24 grammar check mine.pest
  bracket24 grammar examples mine.pest
  bracket24 grammar diff left mine.pest
  bracket24 grammar test mine.pest tests.txt
  bracket24 grammar coverage mine.pest texts.txt
  bracket24 grammar diagram mine.pest --output mine.svg",
    after_help = "\
Exit codes: 0 done, 1 two grammars differ, or one has mistakes, fails a test or
has parts that are not used, 2 bad input."
)]
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
