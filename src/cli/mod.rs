//! The command line: arguments to a report, the report to a renderer.

mod batch;
mod commands;
mod complete;
mod complete_bash;
mod confirm;
mod deal_options;
mod defaults;
mod estimate;
mod failure;
mod file;
mod format;
mod grammar_options;
mod help;
mod help_text;
mod input;
mod interrupt;
#[cfg(feature = "serve")]
mod live;
mod manual;
mod manual_text;
mod method;
mod options;
mod output;
mod page;
mod place;
mod progress;
mod prompt;
mod range;
mod said;
mod shorthand;
mod stepping;
mod templates;
mod terminal;
mod terminal_guard;
mod text_argument;
#[cfg(feature = "tui")]
mod tui;
mod usage;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, Command, FromArgMatches, ValueEnum};
use colorchoice_clap::Color;

use commands::CommandLine;
use failure::Failure;
use output::Output;

/// The outcome of a command, which its exit code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Found, right, equal.
    Yes,
    /// None, wrong, different.
    No,
    /// Bad input, already reported.
    BadInput,
    /// Ended by Ctrl-C; what was done is printed.
    Interrupted,
}

impl From<bool> for Outcome {
    fn from(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}

impl Outcome {
    /// The outcome of two hands of a batch: the worse of the two.
    const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Interrupted, _) | (_, Self::Interrupted) => Self::Interrupted,
            (Self::BadInput, _) | (_, Self::BadInput) => Self::BadInput,
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }

    const fn exit_code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Interrupted => 130,
        }
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

/// Prints the help that was asked for; else says what is wrong with the arguments.
fn answer(
    error: &clap::Error,
    arguments: &[OsString],
    command: &Command,
) -> Result<Outcome, Failure> {
    if let Some(failure) = usage::failure(error, arguments, command) {
        return Err(failure);
    }
    Ok(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let asked = help::command().try_get_matches_from(arguments);
            tell(&asked.expect_err("what asks for help asks for it again"))?
        }
        _ => tell(error)?,
    })
}

/// Prints the text of the parser of arguments.
fn tell(error: &clap::Error) -> Result<Outcome, Failure> {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        said::say(&text);
        return Ok(Outcome::BadInput);
    }
    let is_ascii = terminal::stdout_layout().ascii;
    let text = if is_ascii { bracket24::present::ascii(&text) } else { text.into() };
    // What a pipe with nobody at its end does not take is no error.
    let mut output = Output::stdout();
    output.styled(text.as_bytes())?;
    output.flush()?;
    Ok(Outcome::Yes)
}

/// Runs the command with these arguments, the first of which is its own name.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Help and usage errors are printed before all arguments are read.
    if let Some(color) = color(&arguments) {
        Color { color }.write_global();
    }
    match complete::answer(&arguments) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            Failure::plain(error.to_string()).report(None);
            return ExitCode::from(Outcome::BadInput.exit_code());
        }
    }
    let mut command = help::command_line();
    if arguments.iter().skip(1).all(|word| word == "--") {
        // On standard error and with 2: a script that lost its arguments has to
        // learn of it, as `git`, `rg` and `jj` say it too.
        said::say(shorthand::OVERVIEW);
        return ExitCode::from(Outcome::BadInput.exit_code());
    }
    let arguments = shorthand::expanded(arguments, &command);
    let matches = command.try_get_matches_from_mut(&arguments);
    let done = match matches.and_then(|it| Ok((CommandLine::from_arg_matches(&it)?, it))) {
        Ok((line, matches)) => {
            line.color.write_global();
            let mut output = Output::stdout();
            let done = file::check_written(&matches).and_then(|()| line.command.run(&mut output));
            done.and_then(|outcome| output.finish().map(|()| outcome))
        }
        Err(error) => answer(&error.with_cmd(&command), &arguments, &command),
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
