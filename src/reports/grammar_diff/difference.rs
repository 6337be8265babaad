//! A text that two grammars parse differently, and what each makes of it.

use std::ops::Range;

use crate::grammars::SyntaxError;
use crate::lessons::{Divergence, Parse};

/// A text that two grammars parse differently.
#[derive(Debug, Clone)]
pub struct GrammarDifference {
    /// In what they differ.
    pub kind: GrammarDifferenceKind,
    /// The text.
    pub text: String,
    /// What each makes of it, or why it does not accept it.
    pub parses: [Result<DiffReading, SyntaxError>; 2],
}

/// What a grammar makes of a text.
#[derive(Debug, Clone)]
pub enum DiffReading {
    /// An expression: both grammars are of arithmetic.
    Expression(Box<Parse>),
    /// A parse tree.
    Rules {
        /// As an S-expression: every rule before those in it. What a rule reads beside
        /// those is left out where that tells nothing.
        tree: String,
        /// The same with what each rule read: its depth, its name, and the text.
        rules: Vec<(usize, String, String)>,
        /// What is left of the text after what was read.
        unread: Range<usize>,
    },
}

impl DiffReading {
    /// The tree: of the expression, or of the rules.
    pub fn to_s_expression(&self) -> String {
        match self {
            Self::Expression(parse) => parse.expression().to_s_expression(),
            Self::Rules { tree, .. } => tree.clone(),
        }
    }
}

impl GrammarDifference {
    /// Where the trees of the two diverge, if both are of expressions.
    pub fn divergence(&self) -> Option<([&Parse; 2], Divergence)> {
        let [Ok(DiffReading::Expression(a)), Ok(DiffReading::Expression(b))] = &self.parses else {
            return None;
        };
        Some(([&**a, &**b], Divergence::between(a, b)?))
    }
}

/// In what two grammars can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GrammarDifferenceKind {
    /// Only one takes it for an expression.
    Accepted,
    /// It has another value.
    Value,
    /// The trees differ; the values are the same for all numbers for which
    /// both have one, or there are none.
    Grouping,
    /// Neither takes it for an expression, and they fail at different places.
    Refused,
}

/// The text, and a tree and a value, or an error, for each of the two.
#[cfg(feature = "serde")]
impl serde::Serialize for GrammarDifference {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b] = self.parses.each_ref().map(crate::serial::ParseFields::from);
        crate::serial::object!(serializer, { "expression" => self.text, "a" => a, "b" => b })
    }
}

impl GrammarDifference {
    /// Whether it is as `other`, on a text whose pattern some of the other's makes up.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let reads = |it: &Self| it.parses.each_ref().map(Result::is_ok);
        let other_pattern = pattern(&other.text);
        let mut characters = other_pattern.chars();
        self.kind == other.kind
            && reads(self) == reads(other)
            && pattern(&self.text).chars().all(|it| characters.any(|other| other == it))
    }
}

/// The text with any word in it as good as another, unless it is a word alone.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        let character = if character.is_alphanumeric() { '1' } else { character };
        if character != '1' || !pattern.ends_with('1') {
            pattern.push(character);
        }
    }
    if pattern == "1" && !text.contains(|it: char| it.is_ascii_digit()) {
        text.to_owned()
    } else {
        pattern
    }
}
