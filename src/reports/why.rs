//! Why a solution was left out: what it equals, and by which rules.

use std::collections::{HashMap, VecDeque};

use crate::algebra::{Distinct, Key, Standard, busy_form};
use crate::algebra::{Rewrite, Rule, chain};
use crate::engines::Solution;
use crate::number::Rational;

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

/// For every solution of a class but the first, the steps that lead from it to
/// the first.
///
/// Solutions of the same class may share no key; then others of the class stand
/// in between, as few as possible.
pub(super) fn steps_to_first(level: Distinct, class: &[&Solution]) -> Vec<Vec<Step>> {
    let levels: &[Distinct] = match level {
        // The finer reasons are tried first.
        Distinct::Symbol => &[Distinct::Function, Distinct::Symbol],
        Distinct::FourNums => &[Distinct::Function, Distinct::Symbol, Distinct::FourNums],
        _ => std::slice::from_ref(&level),
    };
    // By level, which solutions have a key.
    let mut holders: Vec<HashMap<Key, Vec<usize>>> = vec![HashMap::new(); levels.len()];
    for (holders, level) in holders.iter_mut().zip(levels) {
        for (index, solution) in class.iter().enumerate() {
            for key in level.keys(solution) {
                holders.entry(key).or_default().push(index);
            }
        }
    }
    // From the first outwards: by which level each is the same as which other.
    let mut next_to_first: Vec<Option<(usize, Distinct)>> = vec![None; class.len()];
    let mut reached = VecDeque::from([0]);
    while let Some(from) = reached.pop_front() {
        for (holders, &level) in holders.iter_mut().zip(levels) {
            for key in level.keys(class[from]) {
                for to in holders.remove(&key).unwrap_or_default() {
                    if to != 0 && next_to_first[to].is_none() {
                        next_to_first[to] = Some((from, level));
                        reached.push_back(to);
                    }
                }
            }
        }
    }
    let path = |mut at: usize| {
        let mut steps = Vec::new();
        while let Some((next, level)) = next_to_first[at] {
            let reason = reason(level, class[at], class[next]);
            steps.push(Step { reason, text: class[next].text.clone() });
            at = next;
        }
        steps
    };
    (1..class.len()).map(path).collect()
}

/// What makes the two the same, who share a key at `level` and at none that is
/// finer.
fn reason(level: Distinct, from: &Solution, to: &Solution) -> Reason {
    match level {
        _ if from.text == to.text => Reason::SameText,
        Distinct::Text => Reason::SameText,
        Distinct::Template => Reason::SameTemplate(to.template.to_string()),
        Distinct::Standard => Reason::SameStandard(Standard::of(&to.expression).to_text()),
        Distinct::Function => Reason::Rewrites(rewrites(from, to).unwrap_or_default()),
        Distinct::Symbol => Reason::EqualCards,
        Distinct::FourNums => {
            let has =
                |value: i64| from.expression.leaves().any(|leaf| *leaf == Rational::from(value));
            Reason::IdleCards {
                ones: has(1),
                zeros: has(0),
                equal_cards: busy_form(from) != busy_form(to),
            }
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
