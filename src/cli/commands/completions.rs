//! `bracket24 completions`: the words that a shell offers when the user presses Tab. The script of
//! a shell calls `bracket24` with the variable `COMPLETE`, and `bracket24` answers from its
//! declared arguments.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;

use bracket24::Grammar;
use clap::builder::{PossibleValue, ValueHint};
use clap::{Arg, ArgAction, Args, Command};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    self, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use clap_complete_nushell::Nushell;

use crate::cli::options::ForceOption;
use crate::cli::{Failure, Output, file, formats, grammar_options, help, shorthand};

/// The command that a script calls. The shell finds it on the `PATH`.
const NAME: &str = "bracket24";

/// The environment variable that a script sets to the name of its shell.
const VARIABLE: &str = "COMPLETE";

/// The shells, each with the file name under which packages install its script.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../shells.txt").lines().filter_map(|it| it.split_once(' '))
}

/// The script for bash. It differs from the script that clap generates: it takes `--grammar=le` as
/// one word, and allows blanks in file names.
const BASH: &str = include_str!("completions.bash");

/// Lets zsh load the script from the file `_bracket24` in a folder of the `fpath`. At the first
/// completion, zsh runs this file, so the file must call the function that it defines.
const ZSH_AUTOLOAD: &str = include_str!("completions.zsh");

/// Print a completion script for your shell
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell: bash, zsh, fish, elvish, powershell or nushell
    #[arg(hide_possible_values = true, value_parser = files().map(|(shell, _)| shell).collect::<Vec<_>>(), required_unless_present = "all")]
    shell: Option<String>,

    /// Write the scripts of all shells into this folder
    ///
    /// Makes the folder, with `bracket24.bash`, `_bracket24`, `bracket24.fish`,
    /// `bracket24.elv`, `_bracket24.ps1` and `bracket24.nu`.
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    all: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

formats!(Arguments:);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if let Some(folder) = &arguments.all {
        let script_of = |shell| file::in_memory(|out| write_script(shell, out));
        let files = files().map(|(shell, file)| (file, script_of(shell)));
        file::write_all(folder, files, arguments.force.read_only())?;
    }
    if let Some(shell) = &arguments.shell {
        output.write(|writer| write_script(shell, writer))?;
    }
    Ok(())
}

fn write_script(shell: &str, writer: &mut dyn Write) -> io::Result<()> {
    match (shell, Shells::builtins().completer(shell)) {
        ("bash", _) => writer.write_all(BASH.as_bytes()),
        (_, Some(script)) => {
            script.write_registration(VARIABLE, NAME, NAME, NAME, writer)?;
            writer.write_all(if shell == "zsh" { ZSH_AUTOLOAD } else { "" }.as_bytes())
        }
        (_, None) => {
            // `generate` panics if the writer fails, so let it write into memory.
            let mut script = Vec::new();
            clap_complete::generate(Nushell, &mut without_command(), NAME, &mut script);
            writer.write_all(&script)
        }
    }
}

/// Prints the completions that the script of a shell asks for. Returns `false` if none asks.
pub(crate) fn answer(arguments: &[OsString]) -> Result<bool, clap::Error> {
    // The script puts the typed words after `--`.
    let typed = arguments.iter().skip_while(|argument| *argument != "--").skip(1);
    let typed: Vec<OsString> = typed.cloned().collect();
    let complete = CompleteEnv::with_factory(|| as_typed(&typed)).var(VARIABLE);
    complete.try_complete(arguments.iter().cloned(), std::env::current_dir().ok().as_deref())
}

/// Returns completions of the last typed word; the first word is the name of the program.
pub(crate) fn candidates_of(typed: Vec<OsString>) -> Vec<String> {
    let (folder, last) = (std::env::current_dir().ok(), typed.len().saturating_sub(1));
    let mut command = as_typed(&typed);
    // clap returns an error for a word that the command cannot have. Then there are no completions.
    let found = engine::complete(&mut command, typed, last, folder.as_deref()).unwrap_or_default();
    found.iter().map(|it| it.get_value().to_string_lossy().into_owned()).collect()
}

/// Returns the command line with completers for the typed words. If they begin with a hand or an
/// expression, returns the subcommand `solve` or `step`, whose name the user may leave out.
fn as_typed(typed: &[OsString]) -> Command {
    let command = help::command_line();
    let before = typed.split_last().map_or(&[][..], |(_, before)| before);
    let meant = shorthand::meant(before, &command);
    let pages: Vec<Command> = command.get_subcommands().map(names).collect();
    let mut command = command.mut_subcommand("man", |man| man.subcommands(pages));
    // `build` adds `--help`.
    command.build();
    let command = meant.and_then(|name| command.find_subcommand(name).cloned()).unwrap_or(command);
    mutated(command, &|argument| completed(argument, typed))
}

fn mutated(command: Command, mutate: &dyn Fn(Arg) -> Arg) -> Command {
    command.mut_args(mutate).mut_subcommands(|it| mutated(it, mutate))
}

/// Returns `command` reduced to its name, its description and its subcommands, which `man` takes as
/// arguments.
fn names(command: &Command) -> Command {
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().expect("every command has a description"))
        .disable_help_flag(true)
        .subcommands(command.get_subcommands().map(names))
}

/// Returns the argument with a completer for its value. The name of the value, such as `RULE`,
/// `NAME|FILE.pest` or `DIR`, selects the completer. Hides options unless the last word begins with
/// `-`.
fn completed(argument: Arg, typed: &[OsString]) -> Arg {
    let is_option = typed.last().is_some_and(|word| word.to_string_lossy().starts_with('-'));
    let is_hidden = !argument.is_positional() && !is_option || argument.is_hide_set();
    let argument = argument.hide(is_hidden);
    let value = argument.get_value_names().and_then(|names| names.last());
    let value = value.and_then(|names| names.rsplit('|').next()).unwrap_or_default().to_owned();
    if value == "RULE" {
        let typed = typed.to_vec();
        let completer = move |begun: &OsStr| rules(begun, &given_grammar(&typed));
        return argument.add(ArgValueCompleter::new(completer));
    }
    let hint = if value == "DIR" { ValueHint::DirPath } else { ValueHint::FilePath };
    let Some(ending) = value.strip_prefix("FILE").or((value == "DIR").then_some("/")) else {
        return argument;
    };
    let ending = ending.to_owned();
    // The completer offers folders too, because they may contain such files.
    let files = PathCompleter::any().filter(move |path| match &*ending {
        "/" => path.is_dir(),
        ending => path.is_file() && path.to_string_lossy().ends_with(ending),
    });
    let names: Vec<PossibleValue> = argument.get_possible_values();
    let completer = move |begun: &OsStr| {
        let begins = |it: &&PossibleValue| it.get_name().starts_with(&*begun.to_string_lossy());
        let candidate = |it: &PossibleValue| {
            CompletionCandidate::new(it.get_name().to_owned()).help(it.get_help().cloned())
        };
        names.iter().filter(begins).map(candidate).chain(files.complete(begun)).collect::<Vec<_>>()
    };
    argument.value_hint(hint).add(ArgValueCompleter::new(completer))
}

/// The names of rules of `grammar` that begin with `begun`.
fn rules(begun: &OsStr, grammar: &Grammar) -> Vec<CompletionCandidate> {
    let rules = grammar.rules();
    let names = rules.rules().map(|rule| rules.name(rule));
    let begins = |name: &&str| name.starts_with(&*begun.to_string_lossy());
    names.filter(begins).map(CompletionCandidate::new).collect()
}

/// The grammar that the option `--grammar` names. Without the option, or if that grammar has
/// mistakes, ordinary arithmetic.
fn given_grammar(typed: &[OsString]) -> Grammar {
    let mut words = typed.iter().filter_map(|word| word.to_str());
    let value = words.find_map(|word| match word {
        "-g" | "--grammar" => Some(None),
        _ => word.strip_prefix("--grammar=").map(Some),
    });
    let value = value.and_then(|value| value.or_else(|| words.next()));
    value.and_then(|value| grammar_options::by_name_or_path(value).ok()).unwrap_or(Grammar::Left)
}

/// Returns the command for a shell that needs all completions in advance. The user may type a hand
/// or an expression without a subcommand, so the program itself takes them, with the options of
/// `solve` and `step`.
fn without_command() -> Command {
    let mut command = as_typed(&["-".into()]);
    for name in ["step", "solve"] {
        let meant = command.find_subcommand(name).expect("both commands exist");
        let has = |other: &Arg| command.get_arguments().any(|it| it.get_id() == other.get_id());
        let is_new = |it: &&Arg| !it.is_positional() && !has(it);
        let options: Vec<Arg> = meant.get_arguments().filter(is_new).cloned().collect();
        command = command.args(options);
    }
    command.arg(Arg::new("hand_or_expression").num_args(0..).action(ArgAction::Append))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_has_a_completion_file_and_a_script() {
        let shells: std::collections::BTreeSet<_> = files().map(|(shell, _)| shell).collect();
        assert!(Shells::builtins().names().all(|name| shells.contains(name)));
        assert_eq!(Shells::builtins().iter().count() + 1, files().count());
    }
}
