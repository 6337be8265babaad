//! `bracket24 templates`

mod coverage;
mod list;
mod show;

use super::subcommands;
use crate::cli::{Ended, Output, formats};

/// List, show and count templates
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: TemplatesCommand,
}

formats!(Arguments:);

subcommands! { TemplatesCommand, "../../help/templates/":
    List in list,
    Show in show,
    Coverage in coverage,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    arguments.command.run(output)
}
