//! Serialization of reports: exact values and names as strings, cards as numbers. A number that
//! does not fit in 64 bits is written as a string of digits, because many JSON parsers would round
//! it.

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::algebra::{Equivalence, Law};
use crate::difficulty::{Difficulty, Level, Reason};
use crate::exercises::State;
use crate::grammars::{Grammar, Ordinary, SyntaxError};
use crate::lessons::Parse;
#[cfg(feature = "present")]
use crate::lessons::Reading;
use crate::reports::{
    ClassesReport, DiffReading, GrammarCoverage, GrammarExamples, GrammarSurvey, GrammarTestRun,
    RatedHand,
};
use crate::{Card, EngineName, Hand, NoValue, Rational, SetName, Solution, Template};

/// A value whose fields can also be fields of a larger object.
pub(crate) trait Fields {
    /// Writes the fields to `object`.
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error>;
}

/// The fields of the value; none for `None`.
impl<T: Fields> Fields for Option<T> {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.iter().try_for_each(|it| it.write(object))
    }
}

impl<T: Fields> Fields for &T {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        (**self).write(object)
    }
}

/// Writes fields to an object in the order given: `"name" => value` writes one field, with an `if`
/// only if the condition is true, and `..value` writes the [`Fields`] of a value. The `let`
/// bindings are for the fields after them.
macro_rules! write_fields {
    ($object:ident) => {};
    ($object:ident let $pattern:pat = $value:expr; $($rest:tt)*) => {
        let $pattern = $value;
        $crate::serial::write_fields!($object $($rest)*);
    };
    ($object:ident ..$fields:expr $(, $($rest:tt)*)?) => {
        $crate::serial::Fields::write(&$fields, $object)?;
        $($crate::serial::write_fields!($object $($rest)*);)?
    };
    ($object:ident $name:literal $(if $given:expr)? => $value:expr $(, $($rest:tt)*)?) => {
        $(if $given)? {
            $object.serialize_entry($name, &$value)?;
        }
        $($crate::serial::write_fields!($object $($rest)*);)?
    };
}
pub(crate) use write_fields;

/// Serializes an object with these fields, as in [`write_fields!`].
macro_rules! object {
    ($serializer:expr, { $($fields:tt)+ }) => {{
        use serde::ser::SerializeMap;
        let mut object = $serializer.serialize_map(None)?;
        let map = &mut object;
        $crate::serial::write_fields!(map $($fields)+);
        object.end()
    }};
}
pub(crate) use object;

/// Serializes a type as an object with these fields, as in [`write_fields!`].
macro_rules! serialize_object {
    ($(#[$about:meta])* $type:ty, $self:ident: $($fields:tt)+) => {
        $(#[$about])*
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&$self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serial::object!(serializer, { ..*$self })
            }
        }

        impl $crate::serial::Fields for $type {
            fn write<M: serde::ser::SerializeMap>(&$self, object: &mut M) -> Result<(), M::Error> {
                $crate::serial::write_fields!(object $($fields)+);
                Ok(())
            }
        }
    };
}
pub(crate) use serialize_object;

/// A JSON object that keeps the order of its fields.
#[cfg(feature = "present")]
#[derive(Debug, Clone, Default)]
pub struct Object(pub(crate) Vec<(&'static str, serde_json::Value)>);

#[cfg(feature = "present")]
impl Fields for Object {
    fn write<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(name, value)| object.serialize_entry(name, value))
    }
}

#[cfg(feature = "present")]
impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Written<S> {
        object!(serializer, { ..self })
    }
}

/// Makes an [`Object`] with the given fields.
#[cfg(feature = "present")]
macro_rules! fields {
    ($($name:literal => $value:expr),+ $(,)?) => {
        $crate::serial::Object(vec![$(($name, serde_json::json!($value))),+])
    };
}
#[cfg(feature = "present")]
pub(crate) use fields;

/// The result of serializing a value.
#[cfg(feature = "present")]
pub(crate) type Written<S> = Result<<S as Serializer>::Ok, <S as Serializer>::Error>;

/// Serializes values, names, laws and templates by their `Display`. The text of a template does not
/// show which grammar parsed it.
macro_rules! serialize_displayed {
    ($($type:ty),+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}
serialize_displayed! {
    Rational, Grammar, EngineName, Equivalence, SetName, Level, Law, State, Template
}

/// Deserializes a type from its `Display` form. For grammars, this works only with the built-in
/// ones.
macro_rules! deserialize_displayed {
    ($($type:ty),+) => {
        $(impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        })+
    };
}
deserialize_displayed!(Rational, Grammar, EngineName, Equivalence, SetName, Level);

/// Serializes a report as one of its fields: its result. The others are for people.
macro_rules! serialize_field {
    ($($type:ty: $field:ident),+ $(,)?) => {
        $(impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&self.$field, serializer)
            }
        })+
    };
}
serialize_field! {
    ClassesReport: classes,
    GrammarCoverage: parts,
    GrammarExamples: texts,
    GrammarSurvey: tallies,
    GrammarTestRun: results,
}
#[cfg(feature = "present")]
pub(crate) use serialize_field;

serialize_object! { RatedHand, self:
    "hand" => self.hand,
    ..self.difficulty
}

serialize_object! { Difficulty, self:
    "level" => self.known_level(),
    "difficulty" => self.points,
    "reasons" => self.reasons,
    "extrapolated" if self.extrapolated => true,
}

serialize_object! { Reason, self:
    "points" if self.points.is_some() => self.points,
    "reason" => self.text,
}

/// Returns a whole number (0 or more) for JSON: as a string if 64 bits do not hold it.
pub(crate) fn number(number: &impl ToString) -> Value {
    let digits = number.to_string();
    digits.parse::<u64>().map_or_else(|_| digits.into(), Value::from)
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some((value, _)) = self.value().to_i64_pair() {
            return value.serialize(serializer);
        }
        number(self.value()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text,
        };
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cards().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}

/// A map, written as a list of pairs because the keys of a JSON object must be strings.
pub(crate) mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    type Map = BTreeMap<u64, u64>;

    pub(crate) fn serialize<S: Serializer>(map: &Map, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Map, D::Error> {
        Ok(Vec::deserialize(reader)?.into_iter().collect())
    }
}

serialize_object! {
    /// The template, the filled template, and the numbers in the filled template that are joined
    /// digits.
    Solution, self:
    let joined = self.joined();
    "template" => self.template(),
    "expression" => self.text(),
    "joined" if !joined.is_empty() => joined,
}

/// Serializes the bytes from `at` to `end`.
#[cfg(feature = "present")]
pub(crate) fn span<S: Serializer>(span: &std::ops::Range<usize>, serializer: S) -> Written<S> {
    object!(serializer, { "at" => span.start, "end" => span.end })
}

/// The fields for the parse of a text by a grammar.
#[derive(Debug, Default)]
pub(crate) struct ParseFields {
    tree: Option<String>,
    value: Option<String>,
    /// Why there is no value, or not even a tree.
    error: Option<String>,
    /// Whether the grammar gives no values.
    is_plain: bool,
}

serialize_object! { ParseFields, self:
    "tree" => self.tree,
    "value" if !self.is_plain => self.value,
    "error" if self.error.is_some() => self.error,
}

impl ParseFields {
    /// Makes the fields of a text without a value, such as an unfilled template.
    pub(crate) fn without_value(tree: String) -> Self {
        Self { tree: Some(tree), ..Self::default() }
    }

    /// Makes the fields of a text that must have a value. If the grammar gives no values, the error
    /// says why.
    #[cfg(feature = "present")]
    pub(crate) fn of_numbers(reading: &Reading) -> Self {
        reading.error().as_ref().map_or_else(|| reading.into(), Self::refused)
    }

    /// Makes the fields of a text whose grammar gives no values.
    pub(crate) const fn of_plain(mut self) -> Self {
        self.is_plain = true;
        self
    }

    /// Makes the fields of a text that failed for this reason.
    pub(crate) fn failed(error: String) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// Makes the fields of a text that does not parse.
    pub(crate) fn refused(error: &SyntaxError) -> Self {
        Self::failed(error.to_string())
    }
}

#[cfg(feature = "present")]
serialize_object! {
    /// The text, the grammar, and the parse.
    Parse, self:
    "expression" => self.text(),
    "grammar" => self.grammar(),
    ..ParseFields::from(self)
}

#[cfg(feature = "present")]
impl From<&Reading> for ParseFields {
    fn from(reading: &Reading) -> Self {
        match reading {
            Reading::Expression(parse) => (&**parse).into(),
            Reading::Template(_, slots) => Self::without_value(slots.to_s_expression()),
            Reading::Plain(tree) => Self::without_value(tree.to_s_expression()).of_plain(),
            Reading::Failed(failed) if failed.grammar().lacks().is_some() => {
                Self::refused(failed.error()).of_plain()
            }
            Reading::Failed(failed) => Self::refused(failed.error()),
        }
    }
}

impl From<&Parse> for ParseFields {
    fn from(parse: &Parse) -> Self {
        Self {
            tree: Some(parse.written().to_s_expression()),
            value: parse.value().ok().map(ToString::to_string),
            error: parse.value().err().map(|error| error.in_text(parse.text())),
            is_plain: false,
        }
    }
}

impl From<&Result<DiffReading, SyntaxError>> for ParseFields {
    fn from(read: &Result<DiffReading, SyntaxError>) -> Self {
        match read {
            Ok(DiffReading::Expression(parse)) => (&**parse).into(),
            Ok(DiffReading::Rules { tree, .. }) => Self::without_value(tree.clone()).of_plain(),
            Err(error) => Self::refused(error),
        }
    }
}

/// The fields with the value of a text in ordinary arithmetic. There are none if the text's own
/// grammar is ordinary arithmetic.
#[derive(Debug, Default)]
pub(crate) struct OrdinaryFields {
    /// The value in ordinary arithmetic; `null` if there is none.
    pub(crate) ordinary: Option<serde_json::Value>,
    /// Why there is no value.
    ordinary_error: Option<String>,
}

serialize_object! { OrdinaryFields, self:
    "ordinary" if self.ordinary.is_some() => self.ordinary,
    "ordinary_error" if self.ordinary_error.is_some() => self.ordinary_error,
}

impl From<&Parse> for OrdinaryFields {
    fn from(parse: &Parse) -> Self {
        Self::new(parse.text(), parse.grammar(), parse.value(), parse.ordinary())
    }
}

impl OrdinaryFields {
    /// Makes the fields for `text`, which has the value `own` under `grammar`.
    pub(crate) fn new(
        text: &str,
        grammar: &Grammar,
        own: Result<&Rational, &NoValue>,
        ordinary: &Ordinary,
    ) -> Self {
        if grammar.is_ordinary() {
            return Self::default();
        }
        let value = match ordinary {
            Ordinary::Same => own.map_err(|error| error.in_text(text)),
            Ordinary::Value(value) => Ok(value),
            Ordinary::NoValue(error) => Err(error.in_text(text)),
            Ordinary::NotRead(error) => Err(error.to_string()),
        };
        Self {
            ordinary: Some(value.as_ref().ok().map(ToString::to_string).into()),
            ordinary_error: value.err(),
        }
    }
}
