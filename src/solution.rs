//! A solution, and when two of them are the same.

use std::collections::HashSet;
use std::sync::Arc;

use crate::expression::{Expression, Kind};
use crate::name::{Named, named_display};
use crate::normal_form::NormalForm;
use crate::rational::Rational;

/// An expression of the cards of a hand that is worth the target.
///
/// Text and expression are both kept: under a grammar that misreads, the text
/// is the evidence and the expression is the mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The text of the template it comes from.
    pub template: Arc<str>,
    /// The cards from left to right, as positions in the hand.
    pub order: Vec<usize>,
    /// The filled template.
    pub text: String,
    /// What the grammar read.
    pub expression: Expression<Rational>,
}

impl Solution {
    /// The text with each card written as `name` gives it for its position in
    /// the hand.
    pub fn text_with(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        let mut copied = 0;
        let leaves =
            self.expression.nodes().iter().filter(|node| matches!(node.kind, Kind::Leaf(_)));
        for (node, &position) in leaves.zip(&self.order) {
            text += self.text.get(copied..node.span.start).unwrap_or_default();
            text += &name(position);
            copied = node.span.end;
        }
        text + self.text.get(copied..).unwrap_or_default()
    }
}

/// When two solutions are the same, from fine to coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Distinct {
    /// When their texts have the same characters.
    Text,
    /// When they come from the same template.
    Template,
    /// When they are the same rational function of the cards, every card a
    /// variable of its own; equal cards may change places.
    #[default]
    Function,
}

/// What two solutions that are the same at a level have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// The text of the solution or of its template.
    Text(String),
    /// The normal form, labelled by the cards' values.
    Form(NormalForm<Rational>),
}

impl Named for Distinct {
    const KIND: &'static str = "level of sameness";
    const ALL: &'static [Self] = &[Self::Text, Self::Template, Self::Function];

    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Template => "template",
            Self::Function => "function",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Text => "the same characters",
            Self::Template => "the same template",
            Self::Function => "the same rational function of the cards",
        }
    }
}

impl Distinct {
    /// What `solution` has in common with those that are the same.
    pub fn key(self, solution: &Solution) -> Key {
        match self {
            Self::Text => Key::Text(solution.text.clone()),
            Self::Template => Key::Text(solution.template.to_string()),
            Self::Function => Key::Form(NormalForm::of(&solution.expression, Clone::clone)),
        }
    }

    /// A sieve that passes the first of all solutions that are the same.
    pub fn sieve(self) -> Sieve {
        Sieve { level: self, seen: HashSet::new() }
    }
}

/// Passes the first of all solutions that are the same.
#[derive(Debug)]
pub struct Sieve {
    level: Distinct,
    seen: HashSet<Key>,
}

impl Sieve {
    /// Whether `solution` is the first of its kind.
    pub fn is_new(&mut self, solution: &Solution) -> bool {
        self.seen.insert(self.level.key(solution))
    }
}

named_display!(Distinct);
