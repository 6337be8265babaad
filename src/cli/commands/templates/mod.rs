//! `bracket24 templates`

mod coverage;
mod list;
mod show;

use clap::{Args, Subcommand};

use super::subcommands;

use crate::cli::{Failure, Outcome, Output};

/// List and show templates, and count what they cover
#[derive(Debug, Args)]
#[command(before_help = "\
Examples:
  bracket24 templates list --cards 3
  bracket24 templates list --templates scala --classes
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates coverage --plot coverage.svg")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: TemplatesCommand,
}

subcommands! { TemplatesCommand:
    List in list,
    Show in show,
    Coverage in coverage,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    arguments.command.run(output)
}
