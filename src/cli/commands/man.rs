//! `bracket24 man`

use std::path::PathBuf;

use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::file::{self, WholeFile};
use crate::cli::manual::Manual;
use crate::cli::options::ForceOption;
use crate::cli::output::Output;
use crate::cli::usage;

/// Print a manual page, or write all of them
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 man | man -l -
  bracket24 man --all man1
  bracket24 man templates list -o bracket24-templates-list.1",
    after_help = "\
In a folder called `man1` that stands in one of those of the MANPATH, such as
~/.local/share/man, `man bracket24-solve` finds the pages of `--all`."
)]
pub(crate) struct Arguments {
    /// The command, such as `templates list` [default: the whole]
    command: Vec<String>,

    /// Write the pages of all commands into this folder
    ///
    /// It is made if it is not there.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "output"])]
    all: Option<PathBuf>,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

/// Prints the page of the command these words name, or of the whole; or writes
/// all.
pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let manual = Manual::new();
    if let Some(folder) = &arguments.all {
        let pages = manual.pages().into_iter();
        let pages = pages.map(|(name, page)| (format!("{name}.1"), page));
        file::write_all(folder, pages, arguments.force.read_only())?;
        return Ok(Outcome::Yes);
    }
    let mut path = vec![manual.root()];
    for word in arguments.command.iter().flat_map(|word| word.split(' ')) {
        let command = path.last().expect("it begins with the whole");
        let found = command.get_subcommands().find(|it| it.get_name() == word);
        path.push(found.ok_or_else(|| usage::no_command(&path, word))?);
    }
    if let Some(file) = &arguments.output {
        output.write_to(WholeFile::create(file, arguments.force.read_only())?)?;
    }
    let (_, page) = Manual::page(&path);
    output.text(&page)?;
    Ok(Outcome::Yes)
}
