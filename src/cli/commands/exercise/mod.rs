//! `bracket24 exercise`

mod answer;
mod arguments;
mod check;
mod folder;
mod hint;
mod list;
mod reset;
mod solution;
mod start;

use clap::{Args, Subcommand};

use super::subcommands;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
#[cfg(feature = "serve")]
pub(crate) use arguments::FOLDER;
#[cfg(feature = "serve")]
pub(crate) use folder::Folder;

/// Learn to write grammars: mend one after another
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise list
  bracket24 exercise start
  bracket24 exercise check",
    after_help = "\
`start` says what is to be done and puts a grammar into a file, which you edit;
`check` tells the shortest text that it does not read as it should. `hint` helps
a little more each time, and `solution` shows one.

Exit codes: 0 done, or right, 1 not right yet, 2 bad input, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: ExerciseCommand,
}

subcommands! { ExerciseCommand:
    List in list,
    Start in start,
    Check in check,
    Hint in hint,
    Solution in solution,
    Reset in reset,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    arguments.command.run(output)
}
