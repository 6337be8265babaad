//! Serialization of reports: exact values and names as strings, cards as numbers of
//! any size.

use std::ops::Range;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::algebra::{Equivalence, Law};
use crate::difficulty::{Level, Reason};
use crate::exercises::State;
use crate::grammars::{Grammar, Ordinary, SyntaxError};
use crate::lessons::{Parse, Reading};
use crate::reports::{DiffReading, RatedHand};
use crate::{Card, EngineName, Hand, NoValue, Rational, SetName, Solution, Template};

/// Serializes an object with the given fields in the given order. Includes a field that has an `if`
/// only if its condition is true.
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

/// Implements `Serialize` for a type, as an object with the given fields, as in [`object!`]. `let`
/// bindings may come before the fields, which can use them.
macro_rules! serialize_object {
    ($(#[$about:meta])* $type:ty, $self:ident:
     $(let $pattern:pat = $value:expr;)* $($name:literal $(if $given:expr)? => $field:expr),+ $(,)?) => {
        $(#[$about])*
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&$self, serializer: S) -> Result<S::Ok, S::Error> {
                $(let $pattern = $value;)*
                $crate::serial::object!(serializer, { $($name $(if $given)? => $field),+ })
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
impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Written<S> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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
pub(crate) type Written<S> = Result<<S as Serializer>::Ok, <S as Serializer>::Error>;

/// Serializes two values of a type as the fields `a` and `b`.
pub(crate) fn a_and_b<T: Serialize, S: Serializer>([a, b]: &[T; 2], serializer: S) -> Written<S> {
    object!(serializer, { "a" => a, "b" => b })
}

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
serialize_displayed!(
    Rational,
    Grammar,
    EngineName,
    Equivalence,
    SetName,
    Level,
    Law,
    State,
    Template
);

/// Deserializes a type from its `Display` form. For grammars, this works only with the built-in
/// ones.
macro_rules! deserialize_displayed {
    ($($type:ty),+) => {
        $(impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        })+
    };
}
deserialize_displayed!(Rational, Grammar, EngineName, Equivalence, SetName, Level);

serialize_object! { RatedHand, self:
    "hand" => self.hand,
    "level" => self.difficulty.level(),
    "difficulty" => self.difficulty.points(),
    "reasons" => self.difficulty.reasons(),
    "extrapolated" if self.difficulty.extrapolated() => true,
}

serialize_object! { Reason, self:
    "points" if self.points().is_some() => self.points(),
    "reason" => self.to_string(),
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some((value, _)) = self.value().to_i64_pair() {
            return value.serialize(serializer);
        }
        let number: Number = self.value().to_string().parse().expect("a card is a whole number");
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        number.to_string().parse().map_err(D::Error::custom)
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
pub(crate) fn span<S: Serializer>(span: &Range<usize>, serializer: S) -> Written<S> {
    object!(serializer, { "at" => span.start, "end" => span.end })
}

/// Serializes the parse of a text by a grammar.
#[cfg(feature = "present")]
pub(crate) fn parsed<S: Serializer>(
    parse: &Result<Parse, SyntaxError>,
    serializer: S,
) -> Written<S> {
    ParseFields::from(parse).serialize(serializer)
}

/// Serializes a value, or the reason why there is none.
#[cfg(feature = "present")]
pub(crate) fn value<S: Serializer>(value: &Result<Rational, NoValue>, serializer: S) -> Written<S> {
    object!(serializer, {
        "value" => value.as_ref().ok(),
        "error" if value.is_err() => value.as_ref().err().map(ToString::to_string),
    })
}

/// Serializes the reason why a text does not parse, and the place of the mistake.
#[cfg(feature = "present")]
pub(crate) fn refusal<S: Serializer>(error: &SyntaxError, serializer: S) -> Written<S> {
    object!(serializer, {
        "message" => error.message(),
        "at" => error.span.start,
        "end" => error.span.end,
        "expected" => error.expected(),
    })
}

/// The fields for the parse of a text by a grammar.
#[derive(Debug, Default)]
pub(crate) struct ParseFields {
    pub(crate) tree: Option<String>,
    pub(crate) value: Option<String>,
    /// Why there is no value, or not even a tree.
    pub(crate) error: Option<String>,
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
        let error = reading.error().as_ref().map(Self::refused);
        error.unwrap_or_else(|| reading.into())
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
    let ParseFields { tree, value, error, .. } = self.into();
    "expression" => self.text(),
    "grammar" => self.grammar(),
    "tree" => tree,
    "value" => value,
    "error" if error.is_some() => error,
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

impl From<&Result<Parse, SyntaxError>> for ParseFields {
    fn from(parse: &Result<Parse, SyntaxError>) -> Self {
        parse.as_ref().map_or_else(Self::refused, Self::from)
    }
}

/// The fields with the value of a text in ordinary arithmetic. There are none if the text's own
/// grammar is ordinary arithmetic.
#[derive(Debug, Default, Serialize)]
pub(crate) struct OrdinaryFields {
    /// The value in ordinary arithmetic; `null` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ordinary: Option<serde_json::Value>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ordinary_error: Option<String>,
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
