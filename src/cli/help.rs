//! How help is laid out: `-h` fits a screen, `--help` is whole.
//!
//! A command says everything once, in its attributes: `before_help` has its
//! examples, `after_help` its notes. Of an argument the first paragraph of its doc
//! comment is a line of `-h`, and all of it is in `--help`; rare ones have
//! `hide_short_help`. The rest is done here, the same way for all.

use bracket24::words::{list_or, wrap};
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

use super::commands::{CommandLine, GROUPS};
use super::help_text::{HelpText, about};

/// How many examples `-h` shows.
const FEW_EXAMPLES: usize = 2;

/// The columns for what is said of an argument in `-h`, beside the longest option
/// of 80 columns.
const COLUMNS: usize = 46;

/// The columns for what is said of an argument in `--help`, of 80.
const WIDE: usize = 70;

/// Help that shows examples before anything else.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Help of several commands, which stand where the examples end.
const ROOT: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

Options:
{options}{after-help}";

/// The whole command line as it is read.
pub(super) fn command_line() -> Command {
    lenient(CommandLine::command())
}

/// The command line with its help laid out, which takes longer than to solve a hand.
pub(crate) fn command() -> Command {
    let command = command_line();
    let help = HelpText::of(&command);
    let command = laid_out(command);
    let long = [help.first_examples(usize::MAX), commands(&command)].join("\n\n");
    let short = [help.first_examples(FEW_EXAMPLES), groups()].join("\n\n");
    command.help_template(ROOT).before_help(short).before_long_help(long)
}

/// The command with flags that may be given twice: that says the same twice.
fn lenient(command: Command) -> Command {
    command.mut_subcommands(lenient).mut_args(|arg| {
        let id = arg.get_id().clone();
        if arg.get_action().takes_values() { arg } else { arg.overrides_with(id) }
    })
}

fn laid_out(command: Command) -> Command {
    let command = command.mut_subcommands(laid_out).mut_args(described);
    let help = HelpText::of(&command);
    let notes = command.get_after_help().cloned();
    let command = command
        .help_template(TEMPLATE)
        .before_help(help.first_examples(FEW_EXAMPLES))
        .before_long_help(help.first_examples(usize::MAX))
        .after_help(None)
        .max_term_width(100);
    match notes {
        Some(notes) => command.after_long_help(notes),
        None => command,
    }
}

/// The argument with its default in brackets, wherever that comes from, and with
/// the names that it takes: in `-h` where they fit, in `--help` each with what it
/// means.
fn described(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() {
        return arg;
    }
    let help = arg.get_help().expect("every argument says what it is for").to_string();
    let long = arg.get_long_help().map_or_else(|| help.clone(), ToString::to_string);
    let values = arg.get_possible_values();
    let default = arg.get_default_values().iter().map(|it| it.to_string_lossy());
    let default = match default.collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => none,
        some => format!(" [default: {some}]"),
    };
    let whole = format!("{help}{default}");
    let within = |columns| with_names(&whole, &values, columns).unwrap_or_else(|| whole.clone());
    let (first, more) = long.split_once("\n\n").unwrap_or((&long, ""));
    let is_explained = values.iter().any(|value| value.get_help().is_some());
    let mut paragraphs = match (values.is_empty(), is_explained) {
        (false, false) => vec![within(WIDE)],
        _ => vec![format!("{first}{default}")],
    };
    paragraphs.extend((!more.is_empty()).then(|| more.to_owned()));
    paragraphs.extend(is_explained.then(|| listed(&values)));
    arg.help(within(COLUMNS))
        .long_help(paragraphs.join("\n\n"))
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// What is said of an argument, with the names that it takes, where that is no
/// wider than `columns`. The default may be left out where it is the first of them.
fn with_names(help: &str, values: &[PossibleValue], columns: usize) -> Option<String> {
    let (what, default) = help
        .split_once(" [default: ")
        .map_or((help, None), |(what, default)| (what, default.strip_suffix(']')));
    let first = values.first()?.get_name();
    let named = format!("{what}: {}", list_or(values.iter().map(PossibleValue::get_name)));
    let whole = default.map_or_else(|| named.clone(), |it| format!("{named} [default: {it}]"));
    let shorter = (default == Some(first)).then_some(named);
    let mut lines = [Some(whole), shorter].into_iter().flatten().filter(|_| !what.contains(':'));
    lines.find(|line| line.len() <= columns)
}

/// The names with what they mean, one a line.
fn listed(values: &[PossibleValue]) -> String {
    let width = widest(values.iter().map(PossibleValue::get_name));
    let indent = format!("\n{:1$}", "", width + 4);
    let lines = values.iter().map(|value| {
        let meaning = value.get_help().expect("all are explained, or none").to_string();
        let meaning = wrap(meaning.split(' '), " ", WIDE - indent.len() + 1).join(&indent);
        format!("- {:<1$} {meaning}", format!("{}:", value.get_name()), width + 1)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// All commands with what they are for, one a line.
fn commands(command: &Command) -> String {
    let all = command.get_subcommands().map(|it| (it.get_name(), about(it)));
    let help = ("help", "Print the whole help of a command, as its `--help` does".to_owned());
    let all: Vec<_> = all.chain([help]).collect();
    let width = widest(all.iter().map(|(name, _)| *name));
    let lines = all.iter().map(|(name, about)| format!("\n  {name:<width$}  {about}"));
    format!("Commands:{}", lines.collect::<String>())
}

/// The names of all commands, by what they are about.
fn groups() -> String {
    let width = widest(GROUPS.iter().map(|(about, _)| *about));
    let lines =
        GROUPS.iter().map(|(about, names)| format!("\n  {about:<width$}  {}", names.join(", ")));
    format!("Commands, each with a `-h` of its own:{}", lines.collect::<String>())
}

fn widest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(str::len).max().expect("a table of help has a line at least")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let command = command();
        let all = command.get_subcommands().map(Command::get_name).chain(["help"]);
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), all.collect());
        assert_eq!(grouped.len(), grouped.iter().collect::<BTreeSet<_>>().len());
    }
}
