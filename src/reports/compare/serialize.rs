//! Comparisons as JSON.

use serde::{Serialize, Serializer};

use super::{CompareSubject, Comparison, Entry, Reached, SkippedEngine};
use crate::cards::Deck;
use crate::serial::object;

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (hand, deck) = match &self.subject {
            CompareSubject::Hand(hand) => (Some(hand), None),
            CompareSubject::Deck(deck) => (None, Some(deck)),
        };
        let values = deck.map(|deck| format!("{}..{}", deck.values().start(), deck.values().end()));
        let missing = self.difference.as_ref().map(|it| &it.lacking);
        let first = self.difference.as_ref().map(|it| &it.hand);
        let reached = self.reach.as_ref().and_then(|it| it.as_ref().ok());
        object!(serializer, {
            "hand" if hand.is_some() => hand,
            "deck" if deck.is_some() => values,
            "target" => self.options.target,
            "engines" => self.entries,
            "agree" => self.agree(),
            "cards" if deck.is_some() => deck.map(Deck::cards),
            "ordered" if deck.is_some() => deck.map(Deck::is_ordered),
            "hands" if deck.is_some() => self.hands,
            "differing" if deck.is_some() => self.differing,
            "first" if deck.is_some() && first.is_some() => first,
            "partial" if deck.is_some() && self.partial => true,
            "reach" if deck.is_some() && reached.is_some() => reached,
            "lacking" if missing.is_some_and(|it| !it.is_empty()) => missing,
            "left_out" if !self.left_out.is_empty() => self.left_out,
        })
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "engine" => self.engine,
            "filled" => self.effort.filled,
            "parsed" => self.effort.parsed,
            "evaluated" => self.effort.evaluated,
            "zero_divisions" => self.effort.zero_divisions,
            "found" => self.found,
            "distinct" => self.distinct,
            "seconds" => self.time.as_secs_f64(),
            "templates" if self.templates.is_some() => self.templates,
            "nodes" => self.effort.nodes,
            "lacking" => self.lacking,
        })
    }
}

impl Serialize for SkippedEngine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "engine" => self.engine,
            "templates" if self.templates.is_some() => self.templates,
            "reason" => self.refusal.to_string(),
        })
    }
}

impl Serialize for Reached {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "solvable" => self.solvable,
            "seconds" => self.time.as_secs_f64(),
        })
    }
}
