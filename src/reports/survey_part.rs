//! Parts of a survey read back: whether they are what was written.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;

use super::survey_record::{HandCount, PART_FORMAT, SurveyPart, SurveyRecord};
use super::{Survey, SurveyRun};
use crate::cards::Deck;
use crate::digest::digest;
use crate::engines::Effort;

/// A part that can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPart {
    /// Which part of which run.
    pub part: SurveyPart,
    /// What was found in it.
    pub survey: Survey,
}

/// Why a text holds no part that can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// Something else than JSON; where, from 1.
    NotJson {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// It ends amid an object, in this line.
    Incomplete(usize),
    /// JSON, but no survey, in this line.
    SomethingElse(usize),
    /// A survey of a whole deck.
    Whole,
    /// Written in a way that is not known; in which, where it says so.
    Format(Option<String>),
    /// Changed after it was written.
    Changed,
    /// The run was broken off before the end of this part, of so many.
    Interrupted(u64, u64),
    /// What it says cannot be: the number of the part, of how many, and why.
    Impossible(u64, u64, &'static str),
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => {
                write!(f, "it is not part of a survey: line {line}, column {column} is not JSON")
            }
            Self::Incomplete(line) => {
                write!(f, "it is not part of a survey: line {line} ends before it is complete")
            }
            Self::SomethingElse(line) => {
                write!(f, "it is not part of a survey: line {line} holds something else")
            }
            Self::Whole => f.write_str("it is not part of a survey, but a whole one"),
            Self::Format(Some(format)) => write!(
                f,
                "it is written as `{}`, and `{PART_FORMAT}` is expected: another version made it",
                format.escape_debug()
            ),
            Self::Format(None) => write!(
                f,
                "it does not say how it is written, and `{PART_FORMAT}` is expected: an earlier \
                 version made it"
            ),
            Self::Changed => f.write_str("it was changed after it was written"),
            Self::Interrupted(shard, of) => write!(f, "part {shard} of {of} was interrupted"),
            Self::Impossible(shard, of, why) => {
                write!(f, "the numbers of part {shard} of {of} do not fit together: {why}")
            }
        }
    }
}

impl std::error::Error for PartError {}

/// What is looked at before anything else is believed to be there.
#[derive(Deserialize)]
struct Mark {
    shard: Option<IgnoredAny>,
    format: Option<String>,
}

/// The fields of a part.
#[derive(Deserialize)]
struct Fields {
    hands: u64,
    solvable: u64,
    solutions: u64,
    single: u64,
    most: Option<HandCount>,
    #[serde(default)]
    partial: bool,
    format: String,
    version: String,
    shard: u64,
    of: u64,
    run: SurveyRun,
    histogram: Vec<(u64, u64)>,
    effort: Effort,
    digest: String,
}

impl From<Fields> for SurveyRecord {
    fn from(fields: Fields) -> Self {
        let Fields { hands, solvable, solutions, single, most, partial, .. } = fields;
        let Fields { format, version, shard, of, run, histogram, effort, digest, .. } = fields;
        let digest = Some(digest);
        let part = SurveyPart { format, version, shard, of, run, histogram, effort, digest };
        Self { hands, solvable, solutions, single, most, partial, part: Some(part) }
    }
}

/// The parts in `text`, one JSON object after the other, as
/// [`SurveyRecord::part_of`] makes them.
///
/// # Errors
///
/// [`PartError`] of the first that is none, or not as it was written: each has a
/// digest of all its fields, and its sums fit its histogram and its deck.
pub fn read_survey_parts(text: &[u8]) -> Result<Vec<WrittenPart>, PartError> {
    let mut marks = serde_json::Deserializer::from_slice(text).into_iter::<Mark>();
    let (mut parts, mut start) = (Vec::new(), 0);
    while let Some(mark) = marks.next() {
        let line = |at: usize| text[..at].split(|&byte| byte == b'\n').count();
        let mark = mark.map_err(|error| match error.classify() {
            Category::Io | Category::Syntax => {
                PartError::NotJson { line: error.line(), column: error.column() }
            }
            Category::Data => PartError::SomethingElse(error.line()),
            Category::Eof => PartError::Incomplete(error.line()),
        })?;
        let object = &text[start..marks.byte_offset()];
        start = marks.byte_offset();
        match mark {
            Mark { format: Some(format), .. } if format == PART_FORMAT => {}
            Mark { format: None, shard: None } => {
                let is_survey = serde_json::from_slice::<Sums>(object).is_ok();
                let other = PartError::SomethingElse(line(start));
                return Err(if is_survey { PartError::Whole } else { other });
            }
            Mark { format, .. } => return Err(PartError::Format(format)),
        }
        let fields: Fields = serde_json::from_slice(object).map_err(|_| PartError::Changed)?;
        parts.push(SurveyRecord::from(fields).believed()?);
    }
    Ok(parts)
}

/// What every survey has.
#[derive(Deserialize)]
#[allow(dead_code)] // they are only to be there
struct Sums {
    hands: u64,
    solvable: u64,
    solutions: u64,
    single: u64,
}

/// The numbers of the hands of part `shard` of `of`, from 1, of a deck of `total`
/// hands: parts of about the same size.
pub fn hands_of_part(shard: u64, of: u64, total: u64) -> Range<u64> {
    let bound = |part: u64| {
        let before = u128::from(total) * u128::from(part) / u128::from(of);
        u64::try_from(before).expect("a part of the deck is no larger than the deck")
    };
    bound(shard - 1)..bound(shard)
}

impl SurveyRecord {
    /// Gives a part the digest of all its other fields.
    pub(super) fn seal(&mut self) {
        let digest = self.own_digest();
        if let Some(part) = &mut self.part {
            part.digest = Some(digest);
        }
    }

    fn own_digest(&mut self) -> String {
        let kept = self.part.as_mut().and_then(|part| part.digest.take());
        let text = serde_json::to_vec(self).expect("what it holds can be written as JSON");
        if let Some(part) = &mut self.part {
            part.digest = kept;
        }
        digest(text)
    }

    fn believed(mut self) -> Result<WrittenPart, PartError> {
        let digest = self.own_digest();
        let survey = self.survey().ok_or(PartError::Whole)?;
        let part = self.part.ok_or(PartError::Whole)?;
        if part.digest != Some(digest) {
            return Err(PartError::Changed);
        }
        let (shard, of) = (part.shard, part.of);
        check(&part, &survey, self.partial).map_err(|why| PartError::Impossible(shard, of, why))?;
        if self.partial {
            return Err(PartError::Interrupted(shard, of));
        }
        Ok(WrittenPart { part, survey })
    }
}

/// Whether a part has as many hands as that part of the deck, or where it is
/// `partial` no more, and all else that can be held against them fits; else why
/// not.
fn check(part: &SurveyPart, survey: &Survey, partial: bool) -> Result<(), &'static str> {
    let fits = |fits: bool, why| if fits { Ok(()) } else { Err(why) };
    fits((1..=part.of).contains(&part.shard), "there is no such part")?;
    let deck = part.run.deck().ok_or("there is no such deck")?;
    let numbers = hands_of_part(part.shard, part.of, deck.len());
    let hands = numbers.end - numbers.start;
    let is_whole = survey.hands == hands || (partial && survey.hands < hands);
    fits(is_whole, "`hands` is not how many that part of the deck has")?;
    check_histogram(part, survey)?;
    check_most(&deck, &numbers, survey)?;
    // So the sums of all parts can be counted.
    let most = u64::MAX / part.of;
    let Effort { filled, parsed, evaluated, zero_divisions, nodes } = survey.effort;
    let counts = [survey.solutions, filled, parsed, evaluated, zero_divisions, nodes];
    fits(counts.into_iter().all(|count| count <= most), "a count is too large")
}

/// Whether the sums are those of the histogram.
fn check_histogram(part: &SurveyPart, survey: &Survey) -> Result<(), &'static str> {
    let fits = |fits: bool, why| if fits { Ok(()) } else { Err(why) };
    let pairs = &part.histogram;
    let is_in_order = pairs.is_sorted_by(|(a, _), (b, _)| a < b);
    fits(is_in_order && pairs.iter().all(|&(_, hands)| hands > 0), "`histogram` is no histogram")?;
    let sum = |weigh: &dyn Fn(u64, u64) -> Option<u64>| {
        pairs.iter().try_fold(0_u64, |sum, &(of, hands)| sum.checked_add(weigh(of, hands)?))
    };
    let hands_with = |is_so: &dyn Fn(u64) -> bool| {
        sum(&|solutions, hands| Some(if is_so(solutions) { hands } else { 0 }))
    };
    let is = |sum: Option<u64>, count| sum == Some(count);
    fits(is(hands_with(&|_| true), survey.hands), "`hands` is not what `histogram` adds up to")?;
    fits(is(hands_with(&|it| it > 0), survey.solvable), "`solvable` is not that of `histogram`")?;
    fits(is(hands_with(&|it| it == 1), survey.single), "`single` is not that of `histogram`")?;
    fits(is(sum(&u64::checked_mul), survey.solutions), "`solutions` is not that of `histogram`")
}

/// Whether the hand with most solutions is one of these `numbers` of the deck, and
/// has as many as the histogram says.
fn check_most(deck: &Deck, numbers: &Range<u64>, survey: &Survey) -> Result<(), &'static str> {
    let most = survey.histogram.last_key_value().map(|(&solutions, _)| solutions);
    match (&survey.most, most.filter(|&solutions| solutions > 0)) {
        (None, None) => Ok(()),
        (Some((hand, solutions)), Some(most)) if *solutions == most => {
            let number = deck.number_of(hand).filter(|number| numbers.contains(number));
            let is_as_dealt =
                number.is_some_and(|it| deck.range(it..it + 1).next().as_ref() == Some(hand));
            if is_as_dealt { Ok(()) } else { Err("`most` has a hand that is not in it") }
        }
        _ => Err("`most` is not that of `histogram`"),
    }
}

impl SurveyPart {
    /// The first thing in which the run of another part differs, and what it is in
    /// each; `None` where both can be joined.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.version != other.version {
            let (one, other) = (&self.version, &other.version);
            return Some(format!("version is {one} in one and {other} in the other"));
        }
        let parts = (self.of != other.of)
            .then(|| format!("there are {} parts in one and {} in the other", self.of, other.of));
        self.run.difference(&other.run).or(parts)
    }
}
