//! A survey as it is written down: what was surveyed and how, so that the parts
//! of one can be joined.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::{SolvableCount, Survey};
use crate::cards::{Deck, Hand};
use crate::engines::Effort;
use crate::grammars::Grammar;
use crate::name::Named;
use crate::templates::SetName;

/// What was surveyed and how: two surveys with the same can be joined.
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyRun {
    /// The values of the cards, `1..13`.
    pub deck: String,
    /// The number of cards of a hand.
    pub cards: usize,
    /// Whether every order of the same cards is a hand of its own.
    pub ordered: bool,
    /// The target.
    pub target: String,
    /// The set of templates; `None` where a search did the work.
    #[cfg_attr(feature = "serde", serde(with = "none_for_a_search"))]
    pub templates: Option<String>,
    /// The grammar that read the filled templates.
    pub grammar: String,
    /// When two solutions are the same.
    pub distinct: String,
}

impl SurveyRun {
    /// The number of hands of the whole run; `None` where the record names no
    /// deck.
    pub fn hands(&self) -> Option<u64> {
        self.deck().map(|deck| deck.len())
    }

    fn deck(&self) -> Option<Deck> {
        let (low, high) = self.deck.split_once("..")?;
        let values = low.parse().ok()?..=high.parse().ok()?;
        Deck::new(values, self.cards, self.ordered).ok()
    }

    /// How many hands of the whole run have a solution at all; `None` where that
    /// says nothing new or nobody knows: see
    /// [`Coverage::reachable`](super::Coverage::reachable).
    pub fn reachable(&self) -> Option<u64> {
        let templates = self.templates.as_ref()?;
        if templates == SetName::Canonical.name() || self.grammar != Grammar::Left.name() {
            return None;
        }
        let (deck, target) = (self.deck()?, self.target.parse().ok()?);
        SolvableCount::of(&deck, target).map(|count| count.solvable)
    }

    /// The first thing in which the two differ, and what it is in each.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let fields = |run: &Self| {
            [
                ("deck", run.deck.clone()),
                ("cards", run.cards.to_string()),
                ("ordered", run.ordered.to_string()),
                ("target", run.target.clone()),
                ("templates", run.templates.clone().unwrap_or_else(|| "none".to_owned())),
                ("grammar", run.grammar.clone()),
                ("distinct", run.distinct.clone()),
            ]
        };
        let pairs = fields(self).into_iter().zip(fields(other));
        let ((name, a), (_, b)) = pairs.into_iter().find(|(a, b)| a != b)?;
        Some(format!("{name} is {a} in one and {b} in the other"))
    }
}

/// The sums of a survey, and what it takes to join it with others.
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[derive(Debug, Clone)]
pub struct SurveyRecord {
    hands: u64,
    solvable: u64,
    solutions: u64,
    single: u64,
    most: Option<HandCount>,
    /// Whether the run was broken off.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub partial: bool,
    /// Of a part of a deck, what has to fit for it to be joined.
    #[cfg_attr(
        feature = "serde",
        serde(flatten, default, skip_serializing_if = "Option::is_none")
    )]
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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[derive(Debug, Clone)]
pub struct SurveyPart {
    /// The number of the part, from 1.
    pub shard: u64,
    /// The number of parts.
    pub of: u64,
    /// The run.
    pub run: SurveyRun,
    histogram: Vec<(u64, u64)>,
    effort: Effort,
}

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
        let histogram = histogram.collect();
        self.part = Some(SurveyPart { shard, of, run, histogram, effort: survey.effort });
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

/// No templates are written as `"none"`.
#[cfg(feature = "serde")]
mod none_for_a_search {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::ref_option)] // what serde calls it with
    pub(super) fn serialize<S: Serializer>(
        templates: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(templates.as_deref().unwrap_or("none"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let templates = String::deserialize(deserializer)?;
        Ok((templates != "none").then_some(templates))
    }
}
