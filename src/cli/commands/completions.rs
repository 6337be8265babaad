//! `bracket24 completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::CommandLine;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::options::HELP;
use crate::cli::output::Output;

/// Print a script that completes commands in a shell
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 completions bash > bracket24.bash
  bracket24 completions fish > bracket24.fish"
)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    let mut command = CommandLine::command();
    clap_complete::generate(arguments.shell, &mut command, "bracket24", &mut script);
    output.write(|writer| writer.write_all(&script))?;
    Ok(Outcome::Yes)
}
