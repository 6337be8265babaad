//! The template method under every grammar.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use super::CompareOptions;
use crate::algebra::EquivalenceClasses;
use crate::cards::Hand;
use crate::engines::Solution;
use crate::engines::{Compiled, Engine};
use crate::grammars::{Grammar, Ordinary};
use crate::reports::{Found, SolveError};
use crate::templates::TemplateSet;

/// What the same templates give for a hand under several grammars.
///
/// A text counts for what it says in ordinary arithmetic, whatever the grammar
/// read: two texts are the same if they are so there.
#[derive(Debug, Clone)]
pub struct GrammarComparison {
    /// The hand.
    pub hand: Hand,
    /// What was asked.
    pub options: CompareOptions,
    /// One for each grammar.
    pub entries: Vec<GrammarEntry>,
}

/// What the templates give under a grammar.
#[derive(Debug, Clone)]
pub struct GrammarEntry {
    /// The grammar.
    pub grammar: Grammar,
    /// How many different solutions are found, the false ones among them.
    pub solutions: u64,
    /// The different ones whose value in ordinary arithmetic is not the target.
    pub false_ones: Vec<Found>,
    /// The different solutions that ordinary arithmetic finds with the same
    /// templates and this grammar does not.
    pub lost: Vec<Solution>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for GrammarComparison {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::serial::object!(serializer, {
            "hand" => self.hand,
            "target" => self.options.target,
            "grammars" => self.entries,
            "agree" => self.agree(),
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GrammarEntry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::serial::object!(serializer, {
            "grammar" => self.grammar,
            "solutions" => self.solutions,
            "false" => self.false_ones.len(),
            "lost" => self.lost.len(),
        })
    }
}

impl GrammarComparison {
    /// Solves `hand` with each of `sets`: the same templates, read with
    /// different grammars. What is lost is told where ordinary arithmetic is
    /// among them.
    ///
    /// # Errors
    ///
    /// Where the hand has more cards than the level of equivalence can do, or
    /// other ones than the templates of a set.
    pub fn new(
        hand: Hand,
        sets: &[&TemplateSet],
        options: CompareOptions,
    ) -> Result<Self, SolveError> {
        options.distinct.check(hand.cards().len())?;
        let mut all = Vec::new();
        let mut classes = EquivalenceClasses::new(options.distinct);
        // For each grammar, where its solutions are.
        let mut places = Vec::new();
        let mut refused = None;
        for set in sets {
            let from = all.len();
            let mut texts = HashSet::new();
            Compiled::new(set).solve(&hand, &options.target, &mut |solution| {
                if texts.insert(solution.text().to_owned()) {
                    let found = Found::new(solution, set.grammar(), &options.target);
                    let found = in_ordinary_arithmetic(found, set.grammar());
                    if let Err(error) = classes.add(&found.solution) {
                        refused = Some(error);
                        return ControlFlow::Break(());
                    }
                    all.push(found);
                }
                ControlFlow::Continue(())
            })?;
            places.push(from..all.len());
        }
        if let Some(error) = refused {
            return Err(error.into());
        }
        let found = places
            .into_iter()
            .map(|own| own.map(|place| classes.first(place)).collect::<BTreeSet<usize>>())
            .collect::<Vec<_>>();
        let left = sets.iter().position(|set| *set.grammar() == Grammar::Left);
        // Without ordinary arithmetic nothing is known to be lost.
        let true_ones = left.map_or_else(BTreeSet::new, |left| found[left].clone());
        let entries = sets.iter().zip(&found).map(|(set, own)| GrammarEntry {
            grammar: set.grammar().clone(),
            solutions: own.len() as u64,
            false_ones: own
                .iter()
                .map(|&place| &all[place])
                .filter(|found| found.is_false())
                .cloned()
                .collect(),
            lost: true_ones.difference(own).map(|&place| all[place].solution.clone()).collect(),
        });
        Ok(Self { entries: entries.collect(), hand, options })
    }

    /// Whether no grammar gives a false solution or loses one.
    pub fn agree(&self) -> bool {
        self.entries.iter().all(|entry| entry.false_ones.is_empty() && entry.lost.is_empty())
    }
}

/// The solution with its text grouped as ordinary arithmetic does, where that
/// accepts it.
fn in_ordinary_arithmetic(found: Found, grammar: &Grammar) -> Found {
    match &found.ordinary {
        Ordinary::NotRead(_) => found,
        Ordinary::Same if grammar.is_ordinary() => found,
        Ordinary::Same | Ordinary::Value(_) | Ordinary::NoValue(_) => {
            let read = Grammar::Left.parse(found.solution.text());
            let expression = read.expect("ordinary arithmetic has just accepted the text");
            Found { solution: found.solution.grouped_as(expression), ..found }
        }
    }
}
