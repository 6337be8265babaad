//! How help is laid out: `-h` fits a screen, `--help` is whole.
//!
//! A command says everything once. The file of its name in `help/` has its examples,
//! then a blank line, then its notes, where the keys of `--step` replace `{keys}`; its
//! attribute `before_help` names the file. Of an argument the first paragraph of its doc
//! comment is a line of `-h`, and all of it is in `--help`; rare ones have
//! `hide_short_help`. The rest is done here, the same way for all.

use std::ffi::OsString;

use bracket24::words::list_or;
use clap::builder::PossibleValue;
use clap::{Arg, Args, Command, CommandFactory};
use itertools::Itertools;

use super::commands::{self, CommandLine, GROUPS};
use super::options::ColorOption;

/// Help that shows examples before anything else.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// The lines of `before_help` in `-h`: a title and two examples.
const FEW_LINES: usize = 3;

/// The columns for the help of an argument in `-h`, beside the longest option, where
/// a line has 80.
const COLUMNS: usize = 46;

/// The keys of `--step`.
const KEYS: &str = include_str!("help/keys.txt");

/// The whole command line with its help: examples before the arguments, notes after them.
pub(super) fn declared() -> Command {
    fn with_notes(command: Command) -> Command {
        let text = examples(&command);
        let command = command.mut_subcommands(with_notes);
        let Some((examples, notes)) = text.trim_end().split_once("\n\n") else {
            return command.before_help(text.trim_end().to_owned());
        };
        let notes = notes.replace("{keys}", KEYS.trim_end());
        command.before_help(examples.to_owned()).after_help(notes)
    }
    with_notes(CommandLine::command())
}

/// The whole command line as it is read: flags may be given twice.
pub(super) fn command_line() -> Command {
    lenient(declared())
}

/// As much of it as is needed to read `arguments`, if they are right: all commands and their
/// help take longer to make than many a command to run.
pub(super) fn short_command_line(arguments: &[OsString]) -> Command {
    let named = arguments.get(1).and_then(|it| commands::Command::declared(it.to_str()?));
    let meant = ["solve", "step"].into_iter().filter_map(commands::Command::declared);
    let read = named.map_or_else(|| meant.collect_vec(), |named| vec![named]);
    lenient(
        ColorOption::augment_args(Command::new("bracket24").version(env!("CARGO_PKG_VERSION")))
            .subcommand_required(true)
            .subcommands(read),
    )
}

fn lenient(command: Command) -> Command {
    command.mut_subcommands(lenient).mut_args(|arg| {
        let id = arg.get_id().clone();
        if arg.get_action().takes_values() { arg } else { arg.overrides_with(id) }
    })
}

/// The command line with its help laid out for those who ask for it with these arguments.
pub(super) fn command(arguments: &[OsString]) -> Command {
    let is_whole = arguments.iter().any(|it| it == "--help" || it == "help");
    let command = laid_out(command_line(), is_whole);
    if is_whole { command } else { with_names(command, &groups()) }
}

fn laid_out(command: Command, is_whole: bool) -> Command {
    let most = if is_whole { usize::MAX } else { FEW_LINES };
    let few = examples(&command).lines().take(most).join("\n");
    let notes = command.get_after_help().filter(|_| is_whole).cloned();
    let command = command
        .mut_subcommands(|it| laid_out(it, is_whole))
        .mut_args(|arg| if is_whole { arg } else { in_a_line(arg) })
        .help_template(TEMPLATE)
        .before_help(few)
        .after_help(notes.unwrap_or_else(|| "".into()))
        .max_term_width(100);
    if is_whole || !command.is_args_conflicts_with_subcommands_set() {
        return command;
    }
    // Beside its own arguments the names of its commands have to do.
    let names = format!(" {}", command.get_subcommands().map(Command::get_name).join(", "));
    with_names(command, &names)
}

/// What a command says before anything else.
pub(super) fn examples(command: &Command) -> String {
    command.get_before_help().expect("every command has examples").to_string()
}

/// The command with the names of those below it in place of all that is known of them.
fn with_names(command: Command, names: &str) -> Command {
    let has_positionals = command.get_positionals().next().is_some();
    let positionals = if has_positionals { "Arguments:\n{positionals}\n\n" } else { "" };
    let arguments = format!("{positionals}Options:\n{{options}}");
    let examples = examples(&command);
    command
        .help_template(TEMPLATE.replace("{all-args}", &arguments))
        .before_help(format!("{examples}\n\nCommands, each with a `-h` of its own:{names}"))
}

/// The argument with the names that it takes where they fit, else with its default.
fn in_a_line(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() {
        return arg;
    }
    let names = arg.get_possible_values();
    let help = arg.get_help().expect("every argument says what it is for").to_string();
    let what = help.split(" [default: ").next().expect("a split text has a first part");
    let named = format!("{what}: {}", list_or(names.iter().map(PossibleValue::get_name)));
    let arg = arg.hide_possible_values(true);
    let is_named = !names.is_empty() && named.len() <= COLUMNS;
    if is_named { arg.help(named).hide_default_value(true) } else { arg }
}

/// The names of all commands, by what they are about.
fn groups() -> String {
    let lines =
        GROUPS.iter().map(|(about, names)| format!("\n  {about:<12}  {}", names.join(", ")));
    lines.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let command = command_line();
        let all = command.get_subcommands().map(Command::get_name).chain(["help"]);
        let set = grouped.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(set, all.collect(), "`GROUPS` of src/cli/commands/mod.rs has not all");
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len());
    }
}
