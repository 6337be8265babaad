//! `bracket24 exercise hint`

use bracket24::exercises::Hint;
use bracket24::present::exercise::{HintJson, graded, hint};
use clap::Args;

use super::answer::Answer;
use super::arguments::{ExerciseArgument, reference};
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::output::Output;

/// Get the next hint, a little plainer each time
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise hint left
  bracket24 exercise hint
  bracket24 exercise hint left --json",
    after_help = "\
The first hint is the shortest text that goes wrong, the second what is to
become of it and what does; the next ones name the rule, and then the line. The
hints are those to your grammar as it is now. After the last one it is shown
again; `exercise reset` begins anew.

With --json:
  $ bracket24 exercise hint left --json
  {\"name\":\"left\",\"number\":1,\"of\":4,\"hint\":\"8-4-2\"}

Exit codes: 0 here is one, or it is right, 2 bad input."
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
    let (mut folder, exercise) = arguments.exercise.open()?;
    let reference = reference(&exercise)?;
    let answer = Answer::read(&folder, &exercise, &reference, &arguments.exercise)?;
    if answer.grade.has_passed() && format != Format::Json {
        output.document(&graded(&exercise, &answer.grade, ""))?;
        return Ok(Outcome::Yes);
    }
    let hints = Hint::all(&exercise, &answer.grade);
    let number = (folder.hints(&exercise) + 1).min(hints.len());
    let chosen = &hints[number - 1];
    match format {
        Format::Text => output.document(&hint(chosen, number, hints.len())),
        Format::Markdown => output.markdown(&hint(chosen, number, hints.len())),
        Format::Json => output.json(&HintJson::new(&exercise, chosen, number, hints.len())),
        other => unreachable!("`exercise hint` does not offer {other}"),
    }?;
    output.flush()?;
    folder.note_hints(&exercise, number);
    if format != Format::Json {
        answer.report_mistakes();
    }
    Ok(Outcome::Yes)
}
