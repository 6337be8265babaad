//! `bracket24 survey merge`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bracket24::reports::{PartError, Survey, SurveyPart, SurveyRun, read_survey_parts};
use itertools::Itertools;

use crate::cli::format::PlotOption;
use crate::cli::{Ended, Failure, Outcome, Output, file, formats};

/// Merge the parts of a survey
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The files that `survey --shard I/N --json` wrote
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    plot: PlotOption,
}

formats!(Arguments: Text, Json, Csv, Markdown, Svg);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let plot = arguments.plot.create(output)?;
    let (survey, run) = merged(&arguments.files)?;
    super::show(&survey, &run, None, plot, output)?;
    Ok(Outcome::from(survey.solvable > 0))
}

/// Joins the surveys of all parts of one run.
fn merged(files: &[PathBuf]) -> Result<(Survey, SurveyRun), Failure> {
    let mut parts: BTreeMap<u64, (String, SurveyPart)> = BTreeMap::new();
    for path in files {
        let name = path.display().to_string();
        for part in read(path, &name)? {
            if let Some((other, first)) = parts.values().next()
                && let Some(difference) = first.difference(&part)
            {
                let message = format!("{other} and {name} come from different runs: {difference}");
                return Err(Failure::plain(message));
            }
            let (shard, of) = (part.shard, part.of);
            if let Some((other, ..)) = parts.insert(shard, (name.clone(), part)) {
                return Err(Failure::plain(format!(
                    "part {shard} of {of} is given twice: in {other} and in {name}"
                )));
            }
        }
    }
    let Some((_, SurveyPart { run, of, .. })) = parts.values().next().cloned() else {
        return Err(Failure::plain("there is nothing in the files to merge"));
    };
    let mut missing = (1..=of).filter(|part| !parts.contains_key(part)).take(10).peekable();
    if missing.peek().is_some() {
        let message =
            format!("the run has {of} parts, but these are missing: {}", missing.join(", "));
        return Err(Failure::plain(message));
    }
    let mut joined = Survey::default();
    for (_, part) in parts.into_values() {
        joined.append(part.survey);
    }
    Ok((joined, run))
}

/// The parts in a file, in order.
fn read(path: &Path, name: &str) -> Result<Vec<SurveyPart>, Failure> {
    read_survey_parts(&file::bytes(path)?).map_err(|error| {
        let again = "run that part again with the same options";
        let advice = match error {
            PartError::Interrupted(part, of) | PartError::Impossible(part, of) if part <= of => {
                &format!("{again}: `survey --shard {part}/{of} --json`")
            }
            PartError::NotJson { .. }
            | PartError::Incomplete(_)
            | PartError::SomethingElse(_)
            | PartError::Whole => "`survey --shard 1/2 --json` makes a part",
            _ => again,
        };
        Failure::with_help(format!("cannot merge {name}: {error}"), advice)
    })
}
