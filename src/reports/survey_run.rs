//! What is surveyed and how, as it is written down.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::SolvableCount;
use crate::cards::Deck;
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
    /// What found the solutions.
    pub engine: String,
    /// The set of templates; `None` where a search did the work.
    #[cfg_attr(feature = "serde", serde(with = "none_for_a_search"))]
    pub templates: Option<String>,
    /// The [`digest`](crate::digest()) of those that were filled, a line each.
    pub templates_digest: String,
    /// The grammar that read the filled templates.
    pub grammar: String,
    /// The [`digest`](crate::digest()) of all its rules as they are written.
    pub grammar_digest: String,
    /// When two solutions are the same.
    pub distinct: String,
}

impl SurveyRun {
    /// The number of hands of the whole run; `None` where the record names no
    /// deck.
    pub fn hands(&self) -> Option<u64> {
        self.deck().map(|deck| deck.len())
    }

    pub(super) fn deck(&self) -> Option<Deck> {
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
                ("engine", run.engine.clone()),
                ("templates", run.templates.clone().unwrap_or_else(|| "none".to_owned())),
                ("the digest of the templates", run.templates_digest.clone()),
                ("grammar", run.grammar.clone()),
                ("the digest of the grammar's text", run.grammar_digest.clone()),
                ("distinct", run.distinct.clone()),
            ]
        };
        let pairs = fields(self).into_iter().zip(fields(other));
        let ((name, a), (_, b)) = pairs.into_iter().find(|(a, b)| a != b)?;
        Some(format!("{name} is {a} in one and {b} in the other"))
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
