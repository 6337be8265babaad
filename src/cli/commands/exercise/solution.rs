//! `bracket24 exercise solution`

use bracket24::present::exercise::SolutionJson;
use bracket24::present::grammars::source;
use clap::Args;

use super::arguments::ExerciseArgument;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::output::Output;

/// Show a solution
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise solution left
  bracket24 exercise solution left --format pest",
    after_help = "\
It is the reference that answers are compared with. There are others: whatever
reads alike is right.

With --json:
  $ bracket24 exercise solution end --json
  {\"name\":\"end\",\"source\":…}"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Pest];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let (_, exercise) = arguments.exercise.open()?;
    match format {
        Format::Text => output.document(&source(exercise.solution())),
        Format::Pest => output.text(exercise.solution()),
        Format::Json => output.json(&SolutionJson::from(&exercise)),
        other => unreachable!("`exercise solution` does not offer {other}"),
    }?;
    Ok(Outcome::Yes)
}
