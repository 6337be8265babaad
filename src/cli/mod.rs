//! The command line: turns arguments into a report, and prints the report.

mod commands;
mod defaults;
mod estimate;
mod failure;
mod file;
mod format;
mod grammar_options;
mod help;
mod input;
mod interrupt;
#[cfg(feature = "serve")]
mod live;
mod method;
mod on_request;
mod options;
mod output;
mod page;
mod progress;
mod shorthand;
mod stdin;
mod stepping;
mod templates;
mod terminal;
#[cfg(feature = "tui")]
mod tui;

use std::ffi::OsString;
use std::process::ExitCode;

use bracket24::{Grammar, Named, SetName, words};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, ColorChoice, FromArgMatches, ValueEnum};

use commands::{CommandLine, completions};
// The commands import these from here.
use defaults::Defaults;
use failure::Failure;
use format::{Format, Formats, formats};
use options::ColorOption;
use output::Output;
use progress::{Progress, during};

/// How a command ends: with its outcome, or with a failure.
type Ended = Result<Outcome, Failure>;

/// The outcome of a command and its exit code, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The command found a solution, or what it checked is right or equal.
    Yes = 0,
    /// The command found no solution, or what it checked is wrong or different.
    No = 1,
    /// The input was bad, and the command has reported the mistake.
    BadInput = 2,
    /// Ctrl-C ended the command. It printed its results so far, but a file of `--output` is left as
    /// it was: nobody could see that the new one is incomplete.
    Interrupted = 130,
}

impl From<bool> for Outcome {
    fn from(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}

/// A command that only prints has the outcome `Yes`.
impl From<()> for Outcome {
    fn from((): ()) -> Self {
        Self::Yes
    }
}

/// When to print in color, according to the last `--color`.
fn color(arguments: &[OsString]) -> Option<ColorChoice> {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let values = options.clone().zip(options.skip(1).map(Some).chain([None]));
    let value = values.filter_map(|(option, next)| match option.to_str()? {
        "--color" => next?.to_str(),
        option => option.strip_prefix("--color="),
    });
    value.last().and_then(|value| ColorChoice::from_str(value, false).ok())
}

/// The maximum number of columns of an argument that an error repeats: somebody may have pasted a
/// long text.
const LONGEST: usize = 60;

/// Prints the help that the user asks for, or returns the mistake in the arguments.
fn answer(mut error: clap::Error, arguments: &[OsString]) -> Ended {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =
        error.kind()
    {
        let asked = help::command(arguments).try_get_matches_from(arguments);
        error = asked.expect_err("the same arguments ask for help again");
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand).cloned() {
        let tip = tip(&word, arguments);
        // clap also suggests names that share only a few letters with the word.
        let is_close = match error.get(ContextKind::SuggestedSubcommand) {
            Some(ContextValue::Strings(names)) => {
                words::did_you_mean(&word, names.iter().map(String::as_str)).is_some()
            }
            _ => false,
        };
        if tip.is_some() || !is_close {
            error.remove(ContextKind::SuggestedSubcommand);
        }
        if let Some(tip) = tip {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    // clap proposes to put an unknown option behind `--`, but no value looks like an option.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    for kind in [ContextKind::InvalidSubcommand, ContextKind::InvalidArg, ContextKind::InvalidValue]
    {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            error.insert(kind, ContextValue::String(words::shorten(typed, LONGEST)));
        }
    }
    if error.use_stderr() {
        return Err(Failure::Arguments(error));
    }
    let text = error.render().ansi().to_string();
    let is_ascii = terminal::stdout_layout().ascii;
    let text = if is_ascii { bracket24::present::ascii(&text) } else { text.into() };
    // A closed pipe is not an error.
    let mut output = Output::stdout();
    output.styled(text.as_bytes())?;
    output.flush()?;
    Ok(Outcome::Yes)
}

/// The command that does what `word` suggests, for some words that people try.
fn tip(word: &str, arguments: &[OsString]) -> Option<String> {
    let at = arguments.iter().position(|it| it == word)?;
    Some(match (at.checked_sub(1).and_then(|at| arguments[at].to_str()), word) {
        (Some("grammar"), name) if Grammar::by_name(name).is_ok() => {
            format!("`bracket24 grammar show {name}` prints that grammar")
        }
        (Some("templates"), name) if SetName::by_name(name).is_ok() => {
            format!("`bracket24 templates list --templates {name}` lists that set")
        }
        (_, "-") => "`bracket24 solve -` reads hands, `bracket24 step -` expressions".to_owned(),
        (_, "ast" | "tree") => "`bracket24 parse` shows the parse tree and the AST".to_owned(),
        (_, "eval" | "value") => "`bracket24 step` evaluates an expression".to_owned(),
        (_, "list" | "sets") => {
            "`bracket24 templates list` lists the templates of a set".to_owned()
        }
        _ => return None,
    })
}

/// The text that the program prints without arguments.
const OVERVIEW: &str = include_str!("help/overview.txt");

/// Parses the arguments, of which the first is the program's name. Expands shorthands before that;
/// an error comes with the expanded arguments.
fn read(
    arguments: &[OsString],
    mut command: clap::Command,
) -> Result<(CommandLine, ArgMatches), (clap::Error, Vec<OsString>)> {
    let arguments = shorthand::expanded(arguments.to_vec(), &command);
    let mut matches = command.try_get_matches_from_mut(&arguments);
    if let Ok(it) = &matches
        && let Some((name, it)) = it.subcommand()
        && let Ok(Some(text)) = it.try_get_one::<String>("first")
        && text.strip_prefix("--").is_some_and(|it| it.starts_with(char::is_alphabetic))
        && arguments.iter().all(|it| it != "--")
    {
        // The text looks like an option, such as `--grammer`.
        let strict = |it: clap::Command| it.mut_arg("first", |arg| arg.allow_hyphen_values(false));
        matches = command.clone().mut_subcommand(name, strict).try_get_matches_from(&arguments);
    }
    let read = matches.and_then(|it| Ok((CommandLine::from_arg_matches(&it)?, it)));
    read.map_err(|error| (error.with_cmd(&command), arguments))
}

/// Runs the command with these arguments; the first is the program's name.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match outcome(&arguments.into_iter().collect::<Vec<_>>()) {
        Ok(outcome) => ExitCode::from(outcome as u8),
        // The reader of the pipe has seen enough.
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(None);
            ExitCode::from(Outcome::BadInput as u8)
        }
    }
}

fn outcome(arguments: &[OsString]) -> Ended {
    use commands::Command::{Check, Compare, Exercise, Grammar, Quiz};

    // clap may print help or a usage error before it has parsed `--color`, so apply this option
    // first.
    if let Some(color) = color(arguments) {
        ColorOption { color }.apply();
    }
    if completions::answer(arguments).map_err(|error| Failure::plain(error.to_string()))? {
        return Ok(Outcome::Yes);
    }
    if arguments.iter().skip(1).all(|word| word == "--") {
        // Print the overview on standard error and exit with 2, so that a script notices that its
        // arguments are missing. `git`, `rg` and `jj` do the same.
        terminal::say(OVERVIEW);
        return Ok(Outcome::BadInput);
    }
    // Help and errors need the whole command line.
    let read = match read(arguments, help::short_command_line(arguments)) {
        Err((error, _)) if error.kind() != ErrorKind::DisplayVersion => {
            read(arguments, help::command_line())
        }
        read => read,
    };
    let (line, matches) = match read {
        Ok(read) => read,
        Err((error, arguments)) => return answer(error, &arguments),
    };
    line.color.apply();
    file::check_written(&matches)?;
    let mut output = Output::stdout();
    let outcome = line.command.run(&mut output)?;
    let is_check =
        matches!(line.command, Check(_) | Compare(_) | Exercise(_) | Grammar(_) | Quiz(_));
    let is_file = output.is_file();
    if outcome == Outcome::Interrupted && is_file {
        output.discard_file();
        terminal::say("nothing was written to the file of `--output`\n");
    }
    if outcome == Outcome::BadInput {
        output.end_of_bad_input();
    }
    output.finish()?;
    // Once the file is written, a result `No`, such as a hand without a solution, is a success, but
    // not a wrong answer.
    Ok(if is_file && !is_check && outcome == Outcome::No { Outcome::Yes } else { outcome })
}
