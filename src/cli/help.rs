//! The layout of help: `-h` fits on one screen, `--help` has everything in at most 120 lines.
//!
//! The help says everything once. The file in `help/` with the name of a command has the command's
//! examples, a blank line, and its notes. The table of the commands includes this file. `-h` prints
//! the first paragraph of an argument's doc comment, and `--help` prints all its paragraphs, each
//! on its own lines. Rarely used arguments have `hide_short_help`. If many commands have an option,
//! only one of these commands describes its values: [`HOMES`] names it. This module lays out the
//! help of all commands in the same way.

use std::ffi::OsString;

use bracket24::words::{list_or, wrap};
use clap::builder::{PossibleValue, Resettable};
use clap::{Arg, Args, Command, CommandFactory};
use itertools::Itertools;

use super::commands::{self, CommandLine};
use super::format::Format;
use super::options::ColorOption;

/// The layout that puts examples before the arguments.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// The number of lines of `before_help` in `-h`: a title and three examples.
const FEW_LINES: usize = 4;

/// The width of an argument's help in `-h`. The longest option takes up the rest of an 80-column
/// line.
const COLUMNS: usize = 46;

/// The width of an argument's help in `--help`. The indent takes up the rest of an 80-column line.
const LINE: usize = 70;

/// The name, in the help, of a value that is an output format.
const FORMAT: &str = "FORMAT";

/// Options that many commands have, each with the command that describes its values.
const HOMES: &str = "grammar=grammar list,a=grammar list,templates=templates list --help,operators=solve --help,distinct=solve --help,like=solve --help,engine=compare --help";

fn homes() -> impl Iterator<Item = (&'static str, &'static str)> {
    HOMES.split(',').filter_map(|it| it.split_once('='))
}

/// The whole command line with its help: examples before the arguments, notes after them.
pub(super) fn declared() -> Command {
    fn with_notes(command: Command) -> Command {
        let text = examples(&command);
        let command = command.mut_subcommands(with_notes);
        let Some((examples, notes)) = text.trim_end().split_once("\n\n") else {
            return command.before_help(text.trim_end().to_owned());
        };
        command.before_help(examples.to_owned()).after_help(notes.to_owned())
    }
    with_notes(CommandLine::command())
}

/// The whole command line as the program parses it, which allows a flag to be repeated.
pub(super) fn command_line() -> Command {
    lenient(declared())
}

/// A part of the command line that is enough to parse `arguments` if they are valid. Building all
/// commands and their help would take longer than running most commands.
pub(super) fn short_command_line(arguments: &[OsString]) -> Command {
    let named = arguments.get(1).and_then(|it| commands::Command::declared(it.to_str()?));
    let meant = ["solve", "step"].into_iter().filter_map(commands::Command::declared);
    lenient(
        ColorOption::augment_args(Command::new("bracket24").version(env!("CARGO_PKG_VERSION")))
            .subcommand_required(true)
            .subcommands(named.map_or_else(|| meant.collect_vec(), |named| vec![named])),
    )
}

fn lenient(command: Command) -> Command {
    command.mut_subcommands(lenient).mut_args(|arg| {
        let id = arg.get_id().clone();
        if !arg.get_action().takes_values() {
            arg.overrides_with(id)
        } else if arg.is_positional() {
            arg
        } else {
            // No option is a digit, so `-5` is a value. An error then speaks of this value, not of
            // an unknown option.
            arg.allow_negative_numbers(true)
        }
    })
}

/// The command line with the layout of help that `arguments` ask for.
pub(super) fn command(arguments: &[OsString]) -> Command {
    let is_whole = arguments.iter().any(|it| it == "--help" || it == "help");
    let command = laid_out(command_line(), "", is_whole, arguments);
    if is_whole { command } else { with_names(command, &groups()) }
}

/// Lays out the help of a command and of those subcommands that `arguments` name: laying out all
/// subcommands would take most of the time that printing the help needs.
fn laid_out(command: Command, path: &str, is_whole: bool, arguments: &[OsString]) -> Command {
    let most = if is_whole { usize::MAX } else { FEW_LINES };
    let few = examples(&command).lines().take(most).join("\n");
    let notes = command.get_after_help().filter(|_| is_whole).cloned();
    let below = |it: Command| {
        if !arguments.iter().any(|word| word == it.get_name()) {
            return it;
        }
        let path = format!("{path} {}", it.get_name());
        laid_out(it, path.trim_start(), is_whole, arguments)
    };
    let command = command
        .mut_subcommands(below)
        .mut_args(|arg| if is_whole { in_full(arg, path) } else { in_a_line(arg) })
        .help_template(TEMPLATE)
        .before_help(few)
        .after_help(notes.unwrap_or_else(|| "".into()))
        .max_term_width(100);
    if is_whole || !command.is_args_conflicts_with_subcommands_set() {
        return command;
    }
    // The help of a command with arguments has room only for the names of its subcommands.
    let names = format!(" {}", command.get_subcommands().map(Command::get_name).join(", "));
    with_names(command, &names)
}

/// The examples of a command.
pub(super) fn examples(command: &Command) -> String {
    command.get_before_help().expect("every command has examples").to_string()
}

/// The command, with help that lists only `names`, the names of its subcommands.
fn with_names(command: Command, names: &str) -> Command {
    let has_positionals = command.get_positionals().next().is_some();
    let positionals = if has_positionals { "Arguments:\n{positionals}\n\n" } else { "" };
    let arguments = format!("{positionals}Options:\n{{options}}");
    let examples = examples(&command);
    let command = command.help_template(TEMPLATE.replace("{all-args}", &arguments));
    command.before_help(format!("{examples}\n\nCommands, each with a `-h` of its own:{names}"))
}

/// Lays out an argument for `-h`: in a line, with the names of its values if they fit, otherwise
/// with its default.
fn in_a_line(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() {
        return arg;
    }
    let names = arg.get_possible_values();
    let help = arg.get_help().expect("every argument has help").to_string();
    let first = help.split(" [default: ").next().expect("a split text has a first part");
    let named = format!("{first}: {}", list_or(names.iter().map(PossibleValue::get_name)));
    let arg = arg.hide_possible_values(true);
    let is_named = !names.is_empty() && named.len() <= COLUMNS;
    if is_named { arg.help(named).hide_default_value(true) } else { arg }
}

/// Lays out an argument for `--help`. `path` names the command, such as `grammar list`. The help
/// has all paragraphs of the argument's doc comment. Below these, the help describes the possible
/// values, or names the command that describes them. The whole becomes clap's short help, because
/// clap puts blank lines around long help.
fn in_full(arg: Arg, path: &str) -> Arg {
    let arg = arg.hide_short_help(false).next_line_help(true);
    let Some(help) = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string) else {
        return arg;
    };
    let is_hidden = arg.is_hide_possible_values_set();
    let values = if is_hidden { Vec::new() } else { arg.get_possible_values() };
    let home = homes().find(|(id, _)| arg.get_id() == id).map(|(_, home)| home);
    let elsewhere = home.filter(|home| home.split(" --").next() != Some(path));
    let mut lines: Vec<String> = help.split("\n\n").map(str::to_owned).collect();
    let is_described = values.iter().any(|it| it.get_help().is_some());
    let names = values.iter().map(PossibleValue::get_name);
    let defaults = arg.get_default_values().iter().map(|it| it.to_string_lossy());
    if is_described && !arg.get_default_values().is_empty() {
        lines[0] = format!("{} [default: {}]", lines[0], defaults.format(", "));
    }
    if let Some(home) = elsewhere {
        if home.ends_with("--help") {
            lines.truncate(1);
        }
        if values.is_empty() {
            lines.push(format!("See `bracket24 {home}`."));
        } else if !help.contains(home) {
            let takes_file = arg.get_value_names().is_some_and(|it| it[0].contains("FILE"));
            let all = list_or(names.chain(takes_file.then_some("a file")));
            lines.insert(1, format!("{all}; see `{home}`"));
        }
    } else if arg.get_value_names().is_some_and(|it| it[0] == FORMAT) {
        let notes = Format::notes(names.clone());
        lines[0] = format!("{} [possible values: {}]", lines[0], names.format(", "));
        lines.extend(Some(notes).filter(|it| !it.is_empty()));
    } else {
        lines.extend(described(&values));
    }
    let arg =
        if is_described { arg.hide_possible_values(true).hide_default_value(true) } else { arg };
    arg.long_help(Resettable::Reset).help(lines.join("\n"))
}

/// A line for each of `values`, with its name and description. A long description continues on
/// indented lines.
fn described(values: &[PossibleValue]) -> impl Iterator<Item = String> {
    let width = values.iter().map(|it| it.get_name().len()).max().unwrap_or_default() + 1;
    let indent = format!("\n{:1$}", "", width + 3);
    values.iter().filter_map(move |it| {
        let name = format!("{}:", it.get_name());
        let about = it.get_help()?.to_string();
        let lines = wrap(about.split(' '), " ", LINE - width - 3).join(&indent);
        Some(format!("- {name:<width$} {lines}"))
    })
}

/// The names of all commands, grouped by topic. The live page is optional.
fn groups() -> String {
    let left_out = if cfg!(feature = "serve") { "" } else { "serve, " };
    "\n".to_owned() + &include_str!("groups.txt").trim_end().replace(left_out, "")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_command_that_documents_a_shared_option_accepts_it() {
        let root = command_line();
        for (id, home) in homes() {
            let Some(path) = home.strip_suffix(" --help") else { continue };
            let command = path.split(' ').fold(&root, |command, name| {
                let below = command.find_subcommand(name);
                below.unwrap_or_else(|| unreachable!("no command is `{path}`"))
            });
            assert!(command.get_arguments().any(|it| it.get_id() == id), "{path} has no --{id}");
        }
    }

    #[test]
    fn every_command_is_in_exactly_one_help_group() {
        let groups = groups();
        let names = groups.lines().filter_map(|line| Some(line.trim().split_once("  ")?.1.trim()));
        let grouped: Vec<&str> = names.flat_map(|names| names.split(", ")).collect();
        let command = command_line();
        let all = command.get_subcommands().map(Command::get_name).chain(["help"]);
        let set = grouped.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(set, all.collect(), "src/cli/groups.txt has other commands");
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len());
    }
}
