//! `bracket24 templates`

mod coverage;
mod list;
mod show;

use clap::Subcommand;

use super::subcommands;
use crate::cli::{Failure, Outcome, Output};

subcommands! {
    /// List and show templates, and count what they cover
    #[command(before_help = "\
Examples:
  bracket24 templates list --cards 3
  bracket24 templates list --templates scala --classes
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates coverage --plot coverage.svg")]
    Arguments:
    List in list,
    Show in show,
    Coverage in coverage,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    arguments.run(output)
}
