//! What a shell offers at the Tab key. Its script calls the command with
//! `COMPLETE` set, and the answer comes from the arguments as they are declared:
//! the names that a parser takes, and files where the name of the value says so.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use bracket24::Grammar;
use clap::builder::{PossibleValue, ValueHint};
use clap::{Arg, ArgAction, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    self, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{Elvish, Fish, Powershell, Shells, Zsh};

use super::complete_bash::Words;
use super::{grammar_options, help, shorthand};

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
    CompleteEnv::with_factory(|| as_typed(left_out(&typed).unwrap_or_else(command), &typed))
        .var(VARIABLE)
        .shells(SHELLS)
        .try_complete(arguments.iter().cloned(), current.as_deref())
}

/// What may stand in place of the last of the words that are typed, the first of which
/// is the name of the program.
pub(super) fn candidates_of(typed: Vec<OsString>) -> Vec<String> {
    let folder = std::env::current_dir().ok();
    let last = typed.len().saturating_sub(1);
    let mut command = as_typed(command(), &typed);
    // Where the last word is no argument that the command could have, nothing stands for it.
    engine::complete(&mut command, typed, last, folder.as_deref()).map_or_else(
        |_| Vec::new(),
        |found| found.iter().map(|it| it.get_value().to_string_lossy().into_owned()).collect(),
    )
}

/// The command that what is typed leaves out, in place of the whole: `solve` where
/// it begins with a hand.
fn left_out(typed: &[OsString]) -> Option<Command> {
    let name = shorthand::left_out(typed, &help::command_line())?;
    let mut command = command();
    command.build();
    command.find_subcommand(name).cloned()
}

/// The command with what depends on all that is typed: the rules are those of its
/// grammar, and options are offered at a `-`, or where there is nothing else.
fn as_typed(mut command: Command, typed: &[OsString]) -> Command {
    // Only then it has its `--help`.
    command.build();
    let is_option = typed.last().is_some_and(|word| word.to_string_lossy().starts_with('-'));
    mutated(command, &|argument: Arg| {
        let argument =
            if argument.is_positional() || is_option { argument } else { argument.hide(true) };
        if argument.get_value_names().is_none_or(|names| names != ["RULE"]) {
            return argument;
        }
        let typed = typed.to_vec();
        argument.add(ArgValueCompleter::new(move |begun: &OsStr| rules(begun, &typed)))
    })
}

fn mutated(command: Command, mutate: &dyn Fn(Arg) -> Arg) -> Command {
    command.mut_args(mutate).mut_subcommands(|it| mutated(it, mutate))
}

/// The rules that begin with what is typed, of the grammar that is given.
fn rules(begun: &OsStr, typed: &[OsString]) -> Vec<CompletionCandidate> {
    let grammar = given_grammar(typed).unwrap_or(Grammar::Left);
    let rules = grammar.rules();
    let names = rules.rules().map(|rule| rules.name(rule));
    let begins = |name: &&str| begun.to_str().is_some_and(|begun| name.starts_with(begun));
    names.filter(begins).map(CompletionCandidate::new).collect()
}

/// The grammar that an option names, if it can be had.
fn given_grammar(typed: &[OsString]) -> Option<Grammar> {
    let mut words = typed.iter().filter_map(|word| word.to_str());
    let value = words.find_map(|word| match word {
        "-g" | "--grammar" => Some(None),
        _ => word.strip_prefix("--grammar=").map(Some),
    })?;
    // Bash takes `--grammar=scala` for three words.
    let value = value.or_else(|| words.find(|word| *word != "="))?;
    grammar_options::by_name_or_path(value).ok()
}

/// The command as a shell completes it.
pub(super) fn command() -> Command {
    let command = help::command();
    let pages = command.get_subcommands().map(names).collect::<Vec<_>>();
    with_files(command).mut_subcommand("man", |man| man.subcommands(pages))
}

/// The command for a shell that has to be told everything at once: the hands and
/// expressions that stand in place of a command are its own, with their options.
pub(super) fn whole_command() -> Command {
    let mut command = command();
    for name in ["step", "solve"] {
        let meant = command.find_subcommand(name).expect("what can be left out is there");
        let has = |other: &Arg| command.get_arguments().any(|it| it.get_id() == other.get_id());
        let is_new = |it: &&Arg| !it.is_positional() && !has(it);
        let options: Vec<Arg> = meant.get_arguments().filter(is_new).cloned().collect();
        command = command.args(options);
    }
    command.arg(Arg::new("hand_or_expression").num_args(0..).action(ArgAction::Append))
}

/// A command with nothing but its name, what it is about, and its subcommands:
/// what `man` takes.
fn names(command: &Command) -> Command {
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().expect("every command says what it is for"))
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
    let names: Vec<PossibleValue> = names.into_iter().flatten().collect();
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
