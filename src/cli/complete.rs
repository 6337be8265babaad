//! What a shell offers at the Tab key. Its script calls the command with
//! `COMPLETE` set, and the answer comes from the arguments as they are declared:
//! the names that a parser takes, and files where the name of the value says so.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::{PossibleValue, ValueHint};
use clap::{Arg, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{Elvish, Fish, Powershell, Shells, Zsh};

use super::complete_bash::Words;
use super::{help, shorthand};

/// The variable that a script sets; its value is the name of the shell.
pub(super) const VARIABLE: &str = "COMPLETE";

/// The shells whose scripts ask the command.
pub(super) const SHELLS: Shells<'_> = Shells(&[&Words, &Zsh, &Fish, &Elvish, &Powershell]);

/// Answers a script that asks for completions; `false` where none does.
pub(super) fn answer(arguments: &[OsString]) -> Result<bool, clap::Error> {
    let current = std::env::current_dir().ok();
    // The script puts what is typed after this.
    let typed = arguments.iter().skip_while(|argument| *argument != "--").skip(1);
    let typed: Vec<OsString> = typed.cloned().collect();
    CompleteEnv::with_factory(|| left_out(&typed).unwrap_or_else(command))
        .var(VARIABLE)
        .shells(SHELLS)
        .try_complete(arguments.iter().cloned(), current.as_deref())
}

/// The command that what is typed leaves out, in place of the whole: `solve` where
/// it begins with a hand.
fn left_out(typed: &[OsString]) -> Option<Command> {
    let name = shorthand::left_out(typed, &help::command_line())?;
    let mut command = command();
    command.build();
    command.find_subcommand(name).cloned()
}

/// The command as a shell completes it.
pub(super) fn command() -> Command {
    let command = help::command();
    let pages = command.get_subcommands().map(names).collect::<Vec<_>>();
    with_files(command).mut_subcommand("man", |man| man.subcommands(pages))
}

/// A command with nothing but its name, what it is about, and its subcommands:
/// what `man` takes.
fn names(command: &Command) -> Command {
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .disable_help_flag(true)
        .subcommands(command.get_subcommands().map(names))
}

/// The command with files offered for every value that may be one.
fn with_files(command: Command) -> Command {
    command.mut_args(complete_files).mut_subcommands(with_files)
}

fn complete_files(argument: Arg) -> Arg {
    let Some(files) = Files::of(&argument) else { return argument };
    let names = argument.get_value_parser().possible_values();
    let names: Vec<PossibleValue> = names.map(Iterator::collect).unwrap_or_default();
    let hint = files.hint();
    let completer = move |typed: &OsStr| candidates(typed, &names, files);
    argument.value_hint(hint).add(ArgValueCompleter::new(completer))
}

/// The names that begin with what is typed, then the files.
fn candidates(typed: &OsStr, names: &[PossibleValue], files: Files) -> Vec<CompletionCandidate> {
    let begins = |name: &&PossibleValue| {
        typed.to_str().is_some_and(|typed| name.get_name().starts_with(typed))
    };
    let candidate = |name: &PossibleValue| {
        CompletionCandidate::new(name.get_name().to_owned()).help(name.get_help().cloned())
    };
    // A folder leads to files; it is none itself.
    let paths = PathCompleter::any().filter(move |path| files.has(path)).complete(typed);
    names.iter().filter(begins).map(candidate).chain(paths).collect()
}

/// The files that a value may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Files {
    Any,
    /// Those whose name ends in this: `.pest`.
    Ending(&'static str),
    Folders,
}

impl Files {
    /// Those that the name of the argument's value tells of, as its help shows it:
    /// `FILE`, `NAME|FILE.pest`, `DIR`.
    fn of(argument: &Arg) -> Option<Self> {
        let names = argument.get_value_names()?;
        names.iter().flat_map(|name| name.split('|')).find_map(|name| match name {
            "FILE" => Some(Self::Any),
            "FILE.pest" => Some(Self::Ending(".pest")),
            "FILE.svg" => Some(Self::Ending(".svg")),
            "DIR" => Some(Self::Folders),
            _ => None,
        })
    }

    const fn hint(self) -> ValueHint {
        match self {
            Self::Any | Self::Ending(_) => ValueHint::FilePath,
            Self::Folders => ValueHint::DirPath,
        }
    }

    fn has(self, path: &Path) -> bool {
        match self {
            Self::Any => path.is_file(),
            Self::Ending(ending) => {
                path.is_file() && path.as_os_str().to_string_lossy().ends_with(ending)
            }
            Self::Folders => path.is_dir(),
        }
    }
}
