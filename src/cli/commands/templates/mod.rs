//! `bracket24 templates`

mod coverage;
mod list;
mod show;

use clap::Subcommand;

use super::subcommands;
use crate::cli::{Failure, Outcome, Output};

subcommands! {
    /// List, show and count templates
    #[command(before_help = include_str!("../../help/templates.txt"))]
    Arguments:
    List in list,
    Show in show,
    Coverage in coverage,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    arguments.run(output)
}
