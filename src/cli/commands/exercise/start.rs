//! `bracket24 exercise start`

use bracket24::exercises::{Exercise, State};
use bracket24::present::exercise::{StartJson, all_done, text};
use clap::Args;

use super::arguments::{ExerciseArgument, reference};
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::output::Output;

/// Begin an exercise, or the next one
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise start
  bracket24 exercise start left
  bracket24 exercise start brackets --folder lessons",
    after_help = "\
Without NAME it is the first that is not done. The grammar to edit is put into
the folder; one that is there already stays as it is, and is not overwritten.

With --json:
  $ bracket24 exercise start left --json
  {\"name\":\"left\",\"file\":\"bracket24-exercises/07-left.pest\",
  \"title\":\"Repeat, or refer to yourself\",\"text\":[…]}

Exit codes: 0 begun, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Markdown];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let mut folder = arguments.exercise.folder()?;
    let is_open = |it: &Exercise| folder.state(it) != State::Done;
    let Some(exercise) = arguments.exercise.given()?.or_else(|| Exercise::all().find(is_open))
    else {
        output.document(&all_done(None))?;
        return Ok(Outcome::Yes);
    };
    // What a teacher has to mend is told before anything is begun.
    reference(&exercise)?;
    let is_new = folder.begin(&exercise)?;
    let file = folder.file(&exercise).display().to_string();
    let check = arguments.exercise.typed("check", &exercise);
    match format {
        Format::Text => output.document(&text(&exercise, &file, is_new, &check)),
        Format::Markdown => output.markdown(&text(&exercise, &file, is_new, &check)),
        Format::Json => output.json(&StartJson::new(&exercise, &file)),
        other => unreachable!("`exercise start` does not offer {other}"),
    }?;
    Ok(Outcome::Yes)
}
