//! Parts of a deck, and joining what was found in them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use bracket24::reports::{
    PartError, Survey, SurveyPart, SurveyRun, WrittenPart, hands_of_part, read_survey_parts,
};

use crate::cli::failure::Failure;
use crate::cli::file;

/// One of several parts of a deck of about the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 up.
    pub(crate) part: u64,
    pub(crate) of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected which part of how many, such as 3/16";
        let (part, of) = text.split_once('/').ok_or(expected)?;
        let read = |number: &str| number.parse::<u64>().map_err(|_| expected.to_owned());
        let shard = Self { part: read(part)?, of: read(of)? };
        if shard.part == 0 || shard.part > shard.of {
            return Err(format!("there is no part {} of {}: {expected}", shard.part, shard.of));
        }
        Ok(shard)
    }
}

impl Shard {
    /// The numbers of the hands of this part, of `total` hands.
    pub(crate) fn numbers(self, total: u64) -> Range<u64> {
        hands_of_part(self.part, self.of, total)
    }
}

/// Joins the surveys of all parts of one run.
pub(crate) fn merge(files: &[PathBuf]) -> Result<(Survey, SurveyRun), Failure> {
    let mut parts: BTreeMap<u64, (String, Survey)> = BTreeMap::new();
    let mut first: Option<(String, SurveyPart)> = None;
    for path in files {
        let shown = path.display().to_string();
        for WrittenPart { part, survey } in read(path, &shown)? {
            let (first_shown, first) = first.get_or_insert_with(|| (shown.clone(), part.clone()));
            if let Some(difference) = first.difference(&part) {
                return Err(Failure::plain(format!(
                    "{first_shown} and {shown} are of different runs: {difference}"
                )));
            }
            if let Some((other, _)) = parts.get(&part.shard) {
                return Err(Failure::plain(format!(
                    "part {} of {} is there twice: in {other} and in {shown}",
                    part.shard, part.of
                )));
            }
            parts.insert(part.shard, (shown.clone(), survey));
        }
    }
    let Some((_, SurveyPart { run, of, .. })) = first else {
        return Err(Failure::plain("there is nothing in the files to merge"));
    };
    let missing: Vec<String> = (1..=of)
        .filter(|part| !parts.contains_key(part))
        .take(10)
        .map(|part| part.to_string())
        .collect();
    if !missing.is_empty() {
        return Err(Failure::plain(format!(
            "of {of} parts these are missing: {}",
            missing.join(", ")
        )));
    }
    let mut whole = Survey::default();
    for (_, survey) in parts.into_values() {
        whole.append(survey);
    }
    Ok((whole, run))
}

/// The parts in a file, one after the other.
fn read(path: &Path, shown: &str) -> Result<Vec<WrittenPart>, Failure> {
    let text = file::bytes(path)?;
    read_survey_parts(&text).map_err(|error| {
        let message = format!("cannot merge {shown}: {error}");
        match error {
            PartError::Interrupted(..) => Failure::with_help(message, "run that part again"),
            PartError::Format(_) | PartError::Changed | PartError::Impossible(..) => {
                Failure::with_help(
                    message,
                    "run that part again, with the options that it had: `survey --shard 1/2 --json`",
                )
            }
            _ => Failure::with_help(message, "`survey --shard 1/2 --json` makes one"),
        }
    })
}
