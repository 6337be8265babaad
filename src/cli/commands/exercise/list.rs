//! `bracket24 exercise list`

use bracket24::exercises::Exercise;
use bracket24::present::exercise::{ExerciseJson, list};
use clap::Args;

use super::arguments::FolderOption;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::output::Output;

/// List the exercises, and which are done
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise list
  bracket24 exercise list --json",
    after_help = "\
An exercise is new, started or done.

With --json one object an exercise:
  $ bracket24 exercise list --json
  {\"name\":\"number\",\"title\":\"Read a number\",\"state\":\"new\"}
  …"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    folder: FolderOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Markdown];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let folder = arguments.folder.open()?;
    let exercises = Exercise::all().map(|exercise| {
        let state = folder.state(&exercise);
        (exercise, state)
    });
    let exercises: Vec<_> = exercises.collect();
    match format {
        Format::Text => output.document(&list(&exercises)),
        Format::Markdown => output.markdown(&list(&exercises)),
        Format::Json => exercises.iter().try_for_each(|it| output.json(&ExerciseJson::from(it))),
        other => unreachable!("`exercise list` does not offer {other}"),
    }?;
    Ok(Outcome::Yes)
}
