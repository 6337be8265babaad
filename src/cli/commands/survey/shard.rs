//! Parts of a deck, and joining what was found in them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use bracket24::reports::{Survey, SurveyPart, SurveyRecord, SurveyRun};
use serde_json::error::Category;

use crate::cli::failure::Failure;
use crate::cli::in_use;

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
        let bound = |part: u64| {
            let before = u128::from(total) * u128::from(part) / u128::from(self.of);
            u64::try_from(before).expect("a part of the deck is no larger than the deck")
        };
        bound(self.part - 1)..bound(self.part)
    }
}

/// Joins the surveys of all parts of one run.
pub(crate) fn merge(files: &[PathBuf]) -> Result<(Survey, SurveyRun), Failure> {
    let mut parts: BTreeMap<u64, (String, Survey)> = BTreeMap::new();
    let mut first: Option<(String, SurveyRun, u64)> = None;
    for path in files {
        let shown = path.display().to_string();
        for json in read(path, &shown)? {
            let (Some(survey), Some(part)) = (json.survey(), json.part) else {
                return Err(Failure::with_help(
                    format!("{shown} is not part of a survey"),
                    "`survey --shard 1/2 --json` makes one",
                ));
            };
            if !is_consistent(&survey, &part) {
                return Err(Failure::plain(format!(
                    "{shown}: the numbers of part {} of {} do not fit together",
                    part.shard, part.of
                )));
            }
            let hands = part.run.hands().expect("it is consistent only if its deck has hands");
            let numbers = Shard { part: part.shard, of: part.of }.numbers(hands);
            if json.partial || survey.hands != numbers.end - numbers.start {
                return Err(Failure::with_help(
                    format!("{shown}: part {} of {} was interrupted", part.shard, part.of),
                    "run that part again",
                ));
            }
            let (first_shown, run, of) =
                first.get_or_insert_with(|| (shown.clone(), part.run.clone(), part.of));
            let difference = run.difference(&part.run).or_else(|| {
                (*of != part.of)
                    .then(|| format!("there are {of} parts in one and {} in the other", part.of))
            });
            if let Some(difference) = difference {
                return Err(Failure::plain(format!(
                    "{first_shown} and {shown} are of different runs: {difference}"
                )));
            }
            if let Some((other, _)) = parts.get(&part.shard) {
                return Err(Failure::plain(format!(
                    "part {} of {of} is there twice: in {other} and in {shown}",
                    part.shard
                )));
            }
            parts.insert(part.shard, (shown.clone(), survey));
        }
    }
    let Some((_, run, of)) = first else {
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

/// Whether a part is as it was written: its sums are those of its histogram,
/// and it has as many hands as that part of the deck.
fn is_consistent(survey: &Survey, part: &SurveyPart) -> bool {
    let sum = |weigh: &dyn Fn(u64, u64) -> Option<u64>| {
        survey
            .histogram
            .iter()
            .try_fold(0_u64, |sum, (&solutions, &hands)| sum.checked_add(weigh(solutions, hands)?))
    };
    // An interrupted part has fewer hands; what it is told is that.
    let shard = Shard { part: part.shard, of: part.of };
    let in_range = (1..=part.of).contains(&part.shard);
    in_range
        && sum(&|_, hands| Some(hands)) == Some(survey.hands)
        && sum(&|solutions, hands| Some(if solutions > 0 { hands } else { 0 }))
            == Some(survey.solvable)
        && sum(&u64::checked_mul) == Some(survey.solutions)
        && sum(&|solutions, hands| Some(if solutions == 1 { hands } else { 0 }))
            == Some(survey.single)
        && part.run.hands().is_some_and(|total| {
            let numbers = shard.numbers(total);
            survey.hands <= numbers.end - numbers.start
        })
}

/// The objects in a file, one after the other.
fn read(path: &Path, shown: &str) -> Result<Vec<SurveyRecord>, Failure> {
    let text = in_use::read(path)?;
    serde_json::Deserializer::from_slice(&text).into_iter().collect::<Result<_, _>>().map_err(
        |error: serde_json::Error| {
            let (line, column) = (error.line(), error.column());
            let why = match error.classify() {
                Category::Io | Category::Syntax => {
                    format!("line {line}, column {column} is not JSON")
                }
                Category::Data => format!("line {line} holds something else"),
                Category::Eof => format!("line {line} ends before it is complete"),
            };
            Failure::with_help(
                format!("{shown} is not part of a survey: {why}"),
                "`survey --shard 1/2 --json` makes one",
            )
        },
    )
}
