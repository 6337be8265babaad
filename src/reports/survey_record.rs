//! A survey as it is written down, whole or a part of one that can be joined.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::{Survey, SurveyRun};
use crate::cards::Hand;
use crate::engines::Effort;

/// The sums of a survey, and what it takes to join it with others.
#[cfg_attr(feature = "serde", derive(Serialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyRecord {
    pub(super) hands: u64,
    pub(super) solvable: u64,
    pub(super) solutions: u64,
    pub(super) single: u64,
    pub(super) most: Option<HandCount>,
    /// Whether the run was broken off.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub partial: bool,
    /// Of a part of a deck, what has to fit for it to be joined.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub part: Option<SurveyPart>,
}

/// A hand and the number of its solutions.
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandCount {
    /// The hand.
    pub hand: Hand,
    /// Its different solutions.
    pub solutions: u64,
}

/// Which part of which run a survey is, and what the sums do not tell.
#[cfg_attr(feature = "serde", derive(Serialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyPart {
    /// How parts are written, [`PART_FORMAT`].
    pub(super) format: String,
    /// The version of this program that made it.
    pub version: String,
    /// The number of the part, from 1.
    pub shard: u64,
    /// The number of parts.
    pub of: u64,
    /// The run.
    pub run: SurveyRun,
    pub(super) histogram: Vec<(u64, u64)>,
    pub(super) effort: Effort,
    /// The digest of all the others; `None` where they are still to be written.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub(super) digest: Option<String>,
}

/// How a part is written: another number where a field gets another meaning.
pub const PART_FORMAT: &str = "survey part 1";

impl SurveyRecord {
    /// The sums of `survey`.
    pub fn new(survey: &Survey, partial: bool) -> Self {
        Self {
            hands: survey.hands,
            solvable: survey.solvable,
            solutions: survey.solutions,
            single: survey.single,
            most: survey.most.clone().map(|(hand, solutions)| HandCount { hand, solutions }),
            partial,
            part: None,
        }
    }

    /// The same as part `shard` of a run in `of` parts.
    #[must_use]
    pub fn part_of(mut self, survey: &Survey, shard: u64, of: u64, run: SurveyRun) -> Self {
        let histogram = survey.histogram.iter().map(|(&solutions, &hands)| (solutions, hands));
        self.part = Some(SurveyPart {
            format: PART_FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            of,
            run,
            histogram: histogram.collect(),
            effort: survey.effort,
            digest: None,
        });
        #[cfg(feature = "serde")]
        self.seal();
        self
    }

    /// The survey that was written, or `None` where it is not of a part.
    pub fn survey(&self) -> Option<Survey> {
        let part = self.part.as_ref()?;
        Some(Survey {
            hands: self.hands,
            solvable: self.solvable,
            solutions: self.solutions,
            single: self.single,
            most: self.most.clone().map(|most| (most.hand, most.solutions)),
            histogram: part.histogram.iter().copied().collect(),
            effort: part.effort,
        })
    }
}
