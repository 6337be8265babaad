//! When two solutions are the same.

mod four_nums;
mod standard;
mod symbol;

use std::collections::HashMap;

use itertools::Itertools;

use super::normal_form::NormalForm;
use super::rational_function::MAX_OPERANDS;
use crate::engines::Solution;
use crate::name::{Named, named_display};
use crate::number::Rational;

pub use standard::Standard;
use symbol::ValueFunction;

/// When two solutions are the same, from fine to coarse.
///
/// `Template` stands aside: it is neither finer nor coarser than the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Distinct {
    /// When their texts have the same characters.
    Text,
    /// When they come from the same template.
    Template,
    /// When they have the same standard expression: signed terms sorted, signed
    /// factors sorted, brackets left standing.
    Standard,
    /// When they are the same rational function of the cards, every card a
    /// variable of its own; equal cards may change places.
    #[default]
    Function,
    /// When they are the same rational function of the values: equal cards are
    /// the same variable.
    Symbol,
    /// As `Symbol`, and what the 4nums site calls the same: a factor 1 or a
    /// term 0 may stand anywhere, A/1 is A*1, A-0 is A+0, and 0/A is 0*A.
    FourNums,
}

impl Named for Distinct {
    const KIND: &'static str = "level of sameness";
    const ALL: &'static [Self] =
        &[Self::Text, Self::Template, Self::Standard, Self::Function, Self::Symbol, Self::FourNums];

    fn name(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Template => "template",
            Self::Standard => "standard",
            Self::Function => "function",
            Self::Symbol => "symbol",
            Self::FourNums => "fournums",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Self::Text => "the same characters",
            Self::Template => "the same template",
            Self::Standard => "the same once terms and factors are sorted, brackets left standing",
            Self::Function => "the same rational function of the cards",
            Self::Symbol => "the same rational function when equal cards are one variable",
            Self::FourNums => "as symbol, and idle ones and zeros may stand anywhere",
        }
    }
}

named_display!(Distinct);

/// Something that makes two solutions the same if both have it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(Kind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Kind {
    /// The text of the solution or of its template.
    Text(String),
    /// The standard expression.
    Standard(Standard),
    /// The normal form, labelled by the cards' values.
    Form(NormalForm<Rational>),
    /// The function of the values.
    Values(ValueFunction),
    /// The function of the values that are left without idle ones and zeros.
    Busy(ValueFunction),
}

impl Distinct {
    /// What `solution` may have in common with others: two solutions are the
    /// same if they share a key, or if both are the same as a third.
    ///
    /// Of more than [`MAX_OPERANDS`] cards the levels beyond `Function` tell no
    /// more than that.
    pub fn keys(self, solution: &Solution) -> Vec<Key> {
        let form = NormalForm::of(&solution.expression, Clone::clone);
        let values = solution.expression.leaves().cloned().sorted().collect_vec();
        let level = if values.len() > MAX_OPERANDS { self.min(Self::Function) } else { self };
        let kinds = match level {
            Self::Text => vec![Kind::Text(solution.text.clone())],
            Self::Template => vec![Kind::Text(solution.template.to_string())],
            Self::Standard => vec![Kind::Standard(Standard::of(&solution.expression))],
            Self::Function => vec![Kind::Form(form)],
            Self::Symbol => vec![Kind::Values(ValueFunction::of(&form, &values))],
            Self::FourNums => vec![
                Kind::Values(ValueFunction::of(&form, &values)),
                Kind::Busy(ValueFunction::of(&busy_form(solution), &values)),
            ],
        };
        kinds.into_iter().map(Key).collect()
    }
}

/// The normal form of `solution` without the cards that change nothing.
pub(crate) fn busy_form(solution: &Solution) -> NormalForm<Rational> {
    four_nums::without_idle_cards(&NormalForm::of(&solution.expression, Clone::clone))
}

/// Solutions sorted into classes of those that are the same.
#[derive(Debug, Clone)]
pub struct Classes {
    level: Distinct,
    /// A solution that has the key.
    by_key: HashMap<Key, usize>,
    /// For each solution an earlier one that is the same, or itself.
    same: Vec<usize>,
}

impl Classes {
    /// No solutions yet.
    pub fn new(level: Distinct) -> Self {
        Self { level, by_key: HashMap::new(), same: Vec::new() }
    }

    /// Takes the next solution.
    pub fn add(&mut self, solution: &Solution) {
        let index = self.same.len();
        self.same.push(index);
        for key in self.level.keys(solution) {
            let other = *self.by_key.entry(key).or_insert(index);
            let (a, b) = (self.first(index), self.first(other));
            self.same[a.max(b)] = a.min(b);
            // Short ways for whoever asks next.
            self.same[index] = a.min(b);
            self.same[other] = a.min(b);
        }
    }

    /// The first solution that is the same as the one at `index`, counted in the
    /// order they were added.
    pub fn first(&self, mut index: usize) -> usize {
        while self.same[index] != index {
            index = self.same[index];
        }
        index
    }

    /// How many different solutions there are.
    pub fn count(&self) -> usize {
        (0..self.same.len()).filter(|&index| self.first(index) == index).count()
    }
}
