//! How reports are serialized: exact values and names as strings, cards as
//! numbers of any size.

use serde::de::Error as _;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::algebra::RewriteStep;
use crate::cards::{Card, Hand};
use crate::engines::{EngineName, Solution};
use crate::grammars::Grammar;
use crate::number::Rational;

/// Serializes an object with these fields in this order; one with an `if` only
/// where that holds.
macro_rules! object {
    ($serializer:expr, { $($name:literal $(if $given:expr)? => $value:expr),+ $(,)? }) => {{
        use serde::ser::SerializeMap;
        let mut object = $serializer.serialize_map(None)?;
        $($(if $given)? {
            object.serialize_entry($name, &$value)?;
        })+
        object.end()
    }};
}
pub(crate) use object;

/// Values and names, as they are displayed.
macro_rules! serialize_displayed {
    ($($type:ty),+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}
serialize_displayed!(Rational, Grammar, EngineName);

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: Number = self.value().to_string().parse().expect("a card is a whole number");
        number.serialize(serializer)
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cards = serializer.serialize_seq(Some(self.cards().len()))?;
        self.cards().iter().try_for_each(|card| cards.serialize_element(card))?;
        cards.end()
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers: Vec<Number> = Vec::deserialize(deserializer)?;
        let cards: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        // A comma after it makes a hand of one card one, too.
        format!("{},", cards.join(",")).parse().map_err(D::Error::custom)
    }
}

/// The template and the filled template.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, { "template" => *self.template, "expression" => self.text })
    }
}

impl Serialize for RewriteStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, { "rule" => self.law.to_string(), "result" => self.result })
    }
}

/// The texts of the solutions alone.
pub(crate) fn texts<S: Serializer>(
    solutions: &[Solution],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(solutions.iter().map(|solution| &solution.text))
}
