//! `bracket24 exercise reset`

use bracket24::exercises::Exercise;
use bracket24::present::exercise::{ResetJson, reset};
use clap::Args;

use super::arguments::ExerciseArgument;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::output::Output;

/// Begin an exercise anew; your grammar is kept aside
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise reset left
  bracket24 exercise reset --all",
    after_help = "\
The file gets the grammar that it had at first. What you wrote is kept beside
it, with `.old` after its name, and nothing that was kept before is lost. Hints
are counted from the first again.

With --json one object a file, and where your grammar was `kept`:
  $ bracket24 exercise reset left --json
  {\"name\":\"left\",\"file\":\"bracket24-exercises/07-left.pest\",\"kept\":…}

Exit codes: 0 done, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    /// Begin all anew that are begun
    #[arg(long, conflicts_with_all = ["name", "from"])]
    all: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let mut folder = arguments.exercise.folder()?;
    let exercises: Vec<Exercise> = match arguments.exercise.given()? {
        Some(exercise) if folder.file(&exercise).exists() => vec![exercise],
        Some(exercise) => {
            let message = format!("{} is not there", folder.file(&exercise).display());
            let start = arguments.exercise.typed("start", &exercise);
            return Err(Failure::with_help(message, format!("{start} makes it")));
        }
        None if !arguments.all => {
            let message = "which exercise is to begin anew?";
            return Err(Failure::with_help(message, "give its NAME, or `--all`"));
        }
        None => Exercise::all().filter(|it| folder.file(it).exists()).collect(),
    };
    for exercise in &exercises {
        let kept = folder.reset(exercise)?.map(|path| path.display().to_string());
        let file = folder.file(exercise).display().to_string();
        match format {
            Format::Text => output.line(reset(&file, kept.as_deref())),
            Format::Json => output.json(&ResetJson::new(exercise, &file, kept.as_deref())),
            other => unreachable!("`exercise reset` does not offer {other}"),
        }?;
    }
    Ok(Outcome::Yes)
}
