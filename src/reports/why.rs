//! Why a solution was left out: what it equals, and by which rules.

use std::collections::{HashMap, VecDeque};

use crate::rational::Rational;
use crate::rewrites::{Rewrite, Rule, chain};
use crate::sameness::{Distinct, Standard, busy_form};
use crate::solution::Solution;

/// A step from a solution to one that is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What allows it.
    pub reason: Reason,
    /// The solution it leads to.
    pub text: String,
}

/// What makes two solutions the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// They have the same characters.
    SameText,
    /// They come from the same template.
    SameTemplate(String),
    /// They have the same standard expression.
    SameStandard(String),
    /// A chain of rewrites leads from one to the other.
    Rewrites(Vec<Rewrite>),
    /// They are the same function where equal cards are one variable.
    EqualCards,
    /// They are, once the cards are left out that change nothing: factors 1 and
    /// terms 0, whichever of them the hand has.
    IdleCards {
        /// Whether there is a 1.
        ones: bool,
        /// Whether there is a 0.
        zeros: bool,
        /// Whether equal cards have to be one variable, too.
        equal_cards: bool,
    },
}

/// The steps from `from` to `to`, which are the same at `level`; other solutions
/// of their class stand in between only where no rule leads there directly.
pub(super) fn steps(
    level: Distinct,
    from: &Solution,
    to: &Solution,
    class: &[&Solution],
) -> Vec<Step> {
    if let Some(reason) = reason(level, from, to) {
        return vec![Step { reason, text: to.text.clone() }];
    }
    // The shortest way through the class.
    let mut came_from: HashMap<usize, Option<usize>> = HashMap::new();
    let mut next = VecDeque::new();
    let mut visit = |index: usize, parent: Option<usize>, solution: &Solution| {
        if came_from.contains_key(&index) {
            return None;
        }
        let reason = reason(level, solution, class[index])?;
        came_from.insert(index, parent);
        Some(reason)
    };
    let mut reasons: HashMap<usize, Reason> = HashMap::new();
    for index in 0..class.len() {
        if let Some(reason) = visit(index, None, from) {
            reasons.insert(index, reason);
            next.push_back(index);
        }
    }
    while let Some(parent) = next.pop_front() {
        for index in 0..class.len() {
            if let Some(reason) = visit(index, Some(parent), class[parent]) {
                reasons.insert(index, reason);
                next.push_back(index);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = class.iter().position(|solution| solution.text == to.text);
    while let Some(index) = at {
        if let Some(reason) = reasons.remove(&index) {
            steps.push(Step { reason, text: class[index].text.clone() });
        }
        at = came_from.get(&index).copied().flatten();
    }
    steps.reverse();
    steps
}

/// What makes the two the same at `level`, if one rule does.
fn reason(level: Distinct, from: &Solution, to: &Solution) -> Option<Reason> {
    let share = |level: Distinct| {
        let keys = level.keys(to);
        level.keys(from).iter().any(|key| keys.contains(key))
    };
    if !share(level) {
        return None;
    }
    if from.text == to.text {
        return Some(Reason::SameText);
    }
    match level {
        Distinct::Text => Some(Reason::SameText),
        Distinct::Template => Some(Reason::SameTemplate(to.template.to_string())),
        Distinct::Standard => Some(Reason::SameStandard(Standard::of(&to.expression).to_text())),
        Distinct::Function | Distinct::Symbol | Distinct::FourNums => {
            if share(Distinct::Function) {
                return rewrites(from, to).map(Reason::Rewrites);
            }
            if share(Distinct::Symbol) {
                return Some(Reason::EqualCards);
            }
            let has =
                |value: i64| from.expression.leaves().any(|leaf| *leaf == Rational::from(value));
            Some(Reason::IdleCards {
                ones: has(1),
                zeros: has(0),
                equal_cards: busy_form(from) != busy_form(to),
            })
        }
    }
}

/// The rewrites from the text of one to the text of the other.
fn rewrites(from: &Solution, to: &Solution) -> Option<Vec<Rewrite>> {
    let chain = chain(&from.expression, &to.expression, &ToString::to_string)?;
    let mut rewrites = Vec::new();
    // A text can have brackets that its expression does not need.
    let needless =
        |result: &str| Rewrite { rule: Rule::NeedlessBrackets, result: result.to_owned() };
    if chain.start != from.text {
        rewrites.push(needless(&chain.start));
    }
    let end = chain.end().to_owned();
    rewrites.extend(chain.rewrites);
    if end != to.text {
        rewrites.push(needless(&to.text));
    }
    Some(rewrites)
}
