//! The command line: arguments to a report, the report to a renderer.

mod batch;
mod commands;
mod complete;
mod complete_bash;
mod confirm;
mod defaults;
mod failure;
mod file;
mod format;
mod grammar_file;
mod help;
mod input;
mod interrupt;
mod method;
mod options;
mod output;
mod page;
mod progress;
mod stepping;
mod template_source;
#[cfg(feature = "tui")]
mod tui;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::ExitCode;

use bracket24::words;
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};

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

/// What to say where a card such as `-3,3` looks like an option.
fn negative_card(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let digit =
        argument.strip_prefix('-')?.starts_with(|character: char| character.is_ascii_digit());
    digit.then(|| Failure::plain(format!("`{argument}`: cards are whole numbers from 0 up")))
}

/// Cuts the value that a usage error repeats, which may be as long as a person
/// can paste.
fn shorten_value(error: &mut clap::Error) {
    const LONGEST: usize = 60;
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue)
        && words::width(value) > LONGEST
    {
        let short = words::shorten(value, LONGEST);
        error.insert(ContextKind::InvalidValue, ContextValue::String(short));
    }
}

/// Runs the command with these arguments, the first of which is its own name.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match complete::answer(&arguments) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            Failure::plain(error.to_string()).report(None);
            return ExitCode::from(Outcome::BadInput.exit_code());
        }
    }
    let mut command = help::command();
    let arguments = command.try_get_matches_from_mut(arguments);
    let arguments = match arguments.and_then(|it| CommandLine::from_arg_matches(&it)) {
        Ok(arguments) => arguments,
        Err(mut error) => {
            shorten_value(&mut error);
            let error = error.with_cmd(&command);
            if let Some(failure) = negative_card(&error) {
                failure.report(None);
                return ExitCode::from(Outcome::BadInput.exit_code());
            }
            // Help goes to standard output, usage errors to standard error.
            if error.print().is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
                return ExitCode::from(Outcome::BadInput.exit_code());
            }
            return ExitCode::from(
                u8::try_from(error.exit_code()).expect("clap has the codes 0 and 2"),
            );
        }
    };
    arguments.color.write_global();
    let mut output = Output::stdout();
    let done = arguments.command.run(&mut output);
    let done = done.and_then(|outcome| output.finish().map(|()| outcome));
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
