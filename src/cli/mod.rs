//! The command line: arguments to a report, the report to a renderer.

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
// The commands name these from here.
use defaults::Defaults;
use failure::Failure;
use format::{Format, Formats, OutputOptions, formats};
use options::ColorOption;
use output::Output;

/// The outcome of a command, which its exit code tells; the worst is the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Found, right, equal.
    Yes = 0,
    /// None, wrong, different.
    No = 1,
    /// Bad input, already reported.
    BadInput = 2,
    /// Ended by Ctrl-C; what was done is printed.
    Interrupted = 130,
}

impl From<bool> for Outcome {
    fn from(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}

impl Outcome {
    /// The outcome of two hands of a batch: the worse of the two.
    fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// That of a command that was asked to write a file, and did.
    const fn of(self, is_file: bool) -> Self {
        if is_file && matches!(self, Self::No) { Self::Yes } else { self }
    }

    const fn exit_code(self) -> u8 {
        self as u8
    }
}

/// When to print in color, as the last `--color` says.
fn color(arguments: &[OsString]) -> Option<ColorChoice> {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let values = options.clone().zip(options.skip(1).map(Some).chain([None]));
    let value = values.filter_map(|(option, next)| match option.to_str()? {
        "--color" => next?.to_str(),
        option => option.strip_prefix("--color="),
    });
    value.last().and_then(|value| ColorChoice::from_str(value, false).ok())
}

/// The most columns of what was typed that are repeated: it may be as long as a
/// person can paste.
const LONGEST: usize = 60;

/// Prints the help that was asked for, or what is wrong with the arguments.
fn answer(mut error: clap::Error, arguments: &[OsString]) -> Result<Outcome, Failure> {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =
        error.kind()
    {
        let asked = help::command(arguments).try_get_matches_from(arguments);
        error = asked.expect_err("what asks for help asks for it again");
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand).cloned() {
        let tip = tip(&word, arguments);
        // What clap takes for similar may share no more than some letters.
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
    for kind in [ContextKind::InvalidSubcommand, ContextKind::InvalidArg, ContextKind::InvalidValue]
    {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            let typed = ContextValue::String(words::shorten(typed, LONGEST));
            error.insert(kind, typed);
        }
    }
    if error.use_stderr() {
        return Err(Failure::Arguments(error));
    }
    let text = error.render().ansi().to_string();
    let is_ascii = terminal::stdout_layout().ascii;
    let text = if is_ascii { bracket24::present::ascii(&text) } else { text.into() };
    // What a pipe with nobody at its end does not take is no error.
    let mut output = Output::stdout();
    output.styled(text.as_bytes())?;
    output.flush()?;
    Ok(Outcome::Yes)
}

/// Which command does what `word` asks for, among the words that people try.
fn tip(word: &str, arguments: &[OsString]) -> Option<String> {
    let at = arguments.iter().position(|it| it == word)?;
    let after = at.checked_sub(1).and_then(|at| arguments[at].to_str());
    Some(match (after, word) {
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

/// What a person sees who types the name of the program and nothing else.
const OVERVIEW: &str = include_str!("help/overview.txt");

/// Reads the arguments, the first of which is the name of the program; one that cannot be read
/// comes with all of them, as they were meant.
fn read(
    arguments: &[OsString],
    mut command: clap::Command,
) -> Result<(CommandLine, ArgMatches), (clap::Error, Vec<OsString>)> {
    let arguments = shorthand::expanded(arguments.to_vec(), &command);
    let matches = command.try_get_matches_from_mut(&arguments);
    matches
        .and_then(|it| Ok((CommandLine::from_arg_matches(&it)?, it)))
        .map_err(|error| (error.with_cmd(&command), arguments))
}

/// Runs the command with these arguments, the first of which is its own name.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Help and usage errors are printed before all arguments are read.
    if let Some(color) = color(&arguments) {
        ColorOption { color }.apply();
    }
    match completions::answer(&arguments) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            Failure::plain(error.to_string()).report(None);
            return ExitCode::from(Outcome::BadInput.exit_code());
        }
    }
    if arguments.iter().skip(1).all(|word| word == "--") {
        // On standard error and with 2: a script that lost its arguments has to
        // learn of it, as `git`, `rg` and `jj` say it too.
        terminal::say(OVERVIEW);
        return ExitCode::from(Outcome::BadInput.exit_code());
    }
    // What is wrong with arguments, or help, needs all of it.
    let read = read(&arguments, help::short_command_line(&arguments)).or_else(|error| match error
        .0
        .kind()
    {
        ErrorKind::DisplayVersion => Err(error),
        _ => read(&arguments, help::command_line()),
    });
    let done = match read {
        Ok((line, matches)) => {
            line.color.apply();
            let mut output = Output::stdout();
            let done = file::check_written(&matches).and_then(|()| line.command.run(&mut output));
            let is_file = output.is_file() && !line.command.is_check();
            done.and_then(|outcome| output.finish().map(|()| outcome.of(is_file)))
        }
        Err((error, arguments)) => answer(error, &arguments),
    };
    match done {
        Ok(outcome) => ExitCode::from(outcome.exit_code()),
        // Whoever read the output has enough of it.
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(None);
            ExitCode::from(Outcome::BadInput.exit_code())
        }
    }
}
