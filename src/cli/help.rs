//! How help is laid out: `-h` fits a screen, `--help` is whole.
//!
//! A command says everything once, in its attributes: `before_help` has its
//! examples, `after_help` its notes. Of an argument the first paragraph of its doc
//! comment is a line of `-h`, and all of it is in `--help`; rare ones have
//! `hide_short_help`. The rest is done here, the same way for all.

use std::ffi::OsString;

use bracket24::words::list_or;
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};
use itertools::Itertools;

use super::commands::{CommandLine, GROUPS};

/// Help that shows examples before anything else.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Help of the whole, whose commands are named where the examples end.
const SHORT_ROOT: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

Options:
{options}{after-help}";

/// The lines of `before_help` in `-h`: a title and two examples.
const FEW_LINES: usize = 3;

/// The columns for what is said of an argument in `-h`, beside the longest option
/// of 80 columns.
const COLUMNS: usize = 46;

/// The whole command line as it is read: flags may be given twice.
pub(super) fn command_line() -> Command {
    fn lenient(command: Command) -> Command {
        command.mut_subcommands(lenient).mut_args(|arg| {
            let id = arg.get_id().clone();
            if arg.get_action().takes_values() { arg } else { arg.overrides_with(id) }
        })
    }
    lenient(CommandLine::command())
}

/// The command line with its help laid out for those who ask for it with these arguments.
pub(super) fn command(arguments: &[OsString]) -> Command {
    if arguments.iter().any(|it| it == "--help" || it == "help") {
        return laid_out(command_line(), true);
    }
    let command = laid_out(command_line(), false);
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    command.before_help(format!("{examples}\n\n{}", groups())).help_template(SHORT_ROOT)
}

fn laid_out(command: Command, is_whole: bool) -> Command {
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let most = if is_whole { usize::MAX } else { FEW_LINES };
    let notes = command.get_after_help().filter(|_| is_whole).cloned().unwrap_or_default();
    let (mut examples, mut template) =
        (examples.lines().take(most).join("\n"), TEMPLATE.to_owned());
    if !is_whole && command.is_args_conflicts_with_subcommands_set() {
        // Beside its own arguments the names of its commands have to do.
        let names = command.get_subcommands().map(Command::get_name).join(", ");
        examples.extend(["\n\nCommands, each with a `-h` of its own: ", &names]);
        let has_positionals = command.get_positionals().next().is_some();
        let positionals = if has_positionals { "Arguments:\n{positionals}\n\n" } else { "" };
        template = template.replace("{all-args}", &format!("{positionals}Options:\n{{options}}"));
    }
    command
        .mut_subcommands(|it| laid_out(it, is_whole))
        .mut_args(|arg| if is_whole { arg } else { in_a_line(arg) })
        .help_template(template)
        .before_help(examples)
        .after_help(notes)
        .max_term_width(100)
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
    format!("Commands, each with a `-h` of its own:{}", lines.collect::<String>())
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
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), all.collect());
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len());
    }
}
