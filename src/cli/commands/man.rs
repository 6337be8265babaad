//! `bracket24 man`

use bracket24::words::did_you_mean;
use clap::{Args, Command, CommandFactory};

use super::CommandLine;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::options::HELP;
use crate::cli::output::Output;

/// Print a manual page
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 man | man -l -
  bracket24 man templates list > bracket24-templates-list.1"
)]
pub(crate) struct Arguments {
    /// The command, such as `templates list` [default: all]
    command: Vec<String>,
}

/// Prints the page of the command these words name, or of the whole.
pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let mut page = CommandLine::command();
    let mut title = page.get_name().to_owned();
    for word in arguments.command.iter().flat_map(|word| word.split(' ')) {
        let found = page.find_subcommand(word).cloned();
        page = found.ok_or_else(|| unknown(&page, &title, word))?;
        title = format!("{title}-{word}");
    }
    // The examples, which help shows first, stand in a section of their own.
    let examples = page.get_before_help().map(ToString::to_string);
    let after = page.get_after_help().map(ToString::to_string);
    let more = [examples, after].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let page = page
        .name(title.clone())
        .display_name(title)
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(more);
    output.write(|mut writer| clap_mangen::Man::new(page).render(&mut writer))?;
    Ok(Outcome::Yes)
}

fn unknown(parent: &Command, title: &str, word: &str) -> Failure {
    let names: Vec<&str> = parent.get_subcommands().map(Command::get_name).collect();
    let close = did_you_mean(word, names.iter().copied());
    let message = format!("`{}` has no command `{word}`", title.replace('-', " "));
    match close {
        Some(name) => Failure::with_help(message, format!("did you mean `{name}`?")),
        None if names.is_empty() => Failure::plain(message),
        None => Failure::with_help(message, format!("there are {}", names.join(", "))),
    }
}
