//! The templates that solve a hand, and those that come nearest.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::Found;
use crate::algebra::{Equivalence, EquivalenceClasses, Symmetries};
use crate::difficulty::Difficulty;
use crate::engines::{Compiled, Solution};
use crate::syntax::{Expression, Slot, evaluate, operate};
use crate::{Grammar, Hand, Rational, Template, TemplateSet};

/// The templates that solve a hand and those that nearly do.
///
/// ```
/// use bracket24::reports::Inspection;
/// use bracket24::{Grammar, Hand, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let inspection = Inspection::new(Hand::from([3, 3, 8, 8]), &24.into(), &set, 3);
/// let [only] = &inspection.solving[..] else { panic!("it has one solution") };
/// assert_eq!(only.expressions[0].solution.text(), "8/(3-8/3)");
/// assert!(only.by_way_of.fraction && !only.by_way_of.negative);
/// assert_eq!(inspection.nearest.len(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct Inspection {
    /// The hand.
    pub hand: Hand,
    /// The grammar that parsed the templates.
    pub grammar: Grammar,
    /// The target.
    pub target: Rational,
    /// The templates that solve it, in the order of the set.
    pub solving: Vec<Solving>,
    /// The templates that miss the target, the nearest values first.
    pub nearest: Vec<Miss>,
    /// The number of templates with as many slots as the hand has cards.
    pub templates: usize,
    /// How hard the hand is for people who use only `+-*/`; `None` if it has no such solution or is
    /// too large to rate.
    pub difficulty: Option<Difficulty>,
}

/// A template that solves a hand.
#[derive(Debug, Clone)]
pub struct Solving {
    /// Its text.
    pub template: String,
    /// Its distinct solutions; see [`Equivalence::Value`].
    pub expressions: Vec<Found>,
    /// The detours that all its solutions share.
    pub by_way_of: Detours,
}

/// A solution, and the detours on the way to its value.
#[derive(Debug, Clone, Copy)]
pub struct Way<'a> {
    /// The solution.
    pub solution: &'a Solution,
    /// Its detours.
    pub detours: Detours,
}

/// The nearest value of a template that does not solve a hand.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone)]
pub struct Miss {
    /// The filled template with the nearest value, which is not a solution.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub expression: Solution,
    /// Its value.
    pub value: Rational,
    /// Its distance from the target.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub distance: Rational,
}

impl Inspection {
    /// Inspects `hand`; keeps at most `nearest` misses.
    pub fn new(hand: Hand, target: &Rational, set: &TemplateSet, nearest: usize) -> Self {
        let mut by_template: BTreeMap<usize, Values> = BTreeMap::new();
        Compiled::new(set).values(&hand, |index, order, value| {
            let values = by_template.entry(index).or_default();
            if let Some(value) = value {
                values.add(order, value, target);
            }
            ControlFlow::Continue(())
        });
        let templates = set.iter().filter(|it| it.slots() == hand.cards().len()).count();
        let found = |solution| Found::new(solution, set.grammar(), target);
        let (mut solving, mut misses) = (Vec::new(), Vec::new());
        for (index, values) in by_template {
            let template = &set.templates()[index];
            if !values.hits.is_empty() {
                solving.push(Solving::new(template, &values.hits, &hand, found));
            } else if let Some((distance, value, order)) = values.nearest {
                let expression = Solution::of(template, &order, &hand);
                misses.push(Miss { expression, value, distance });
            }
        }
        misses.sort_by(|a, b| a.distance.cmp(&b.distance));
        misses.truncate(nearest);
        let difficulty = Difficulty::of(&hand, target);
        let (grammar, target) = (set.grammar().clone(), target.clone());
        Self { hand, grammar, target, solving, nearest: misses, templates, difficulty }
    }

    /// Returns the distinct solutions, the easiest to follow first. Those without a fraction come
    /// before the others, then those without a negative number, then those with fewer divisions,
    /// then the shorter ones.
    pub fn plainest_first(&self) -> Vec<Way<'_>> {
        let all = self.solving.iter().flat_map(|solving| &solving.expressions);
        let judged = all.map(|Found { solution, .. }| {
            let detours = Detours::of(solution.expression(), Rational::clone);
            Way { solution, detours: detours.expect("a solution has a value") }
        });
        let key = |it: &Way<'_>| {
            let text = it.solution.text();
            (it.detours.fraction, it.detours.negative, text.matches('/').count(), text.len())
        };
        judged.sorted_by_key(key).collect()
    }

    /// Whether every solution has a fraction on the way, even one that no template writes.
    pub(crate) fn needs_fraction(&self) -> bool {
        self.plainest().is_some_and(|it| it.detours.fraction)
            && self.difficulty.as_ref().is_none_or(|it| it.needs_fraction)
    }

    /// Returns the solution of a template that is easiest to follow.
    pub fn plainest(&self) -> Option<Way<'_>> {
        self.plainest_first().into_iter().next()
    }
}

/// The values of a template for the orders of a hand's cards.
#[derive(Default)]
struct Values {
    /// The orders that reach the target.
    hits: Vec<Vec<usize>>,
    /// The nearest value that misses the target: its distance, the value, and the order. Of several
    /// that are equally near, the first.
    nearest: Option<(Rational, Rational, Vec<usize>)>,
}

impl Values {
    fn add(&mut self, order: &[usize], value: Rational, target: &Rational) {
        let distance = value.distance(target);
        if distance.is_zero() {
            self.hits.push(order.to_vec());
        } else if self.nearest.as_ref().is_none_or(|(nearest, ..)| distance < *nearest) {
            self.nearest = Some((distance, value, order.to_vec()));
        }
    }
}

impl Solving {
    fn new(
        template: &Template,
        hits: &[Vec<usize>],
        hand: &Hand,
        found: impl Fn(Solution) -> Found,
    ) -> Self {
        let symmetries = Symmetries::of(&template.expression());
        let level = if template.beyond_the_four() == 0 {
            Equivalence::Function
        } else {
            Equivalence::Value
        };
        let mut classes = EquivalenceClasses::new(level);
        let mut expressions = Vec::new();
        let mut needed = Detours::ALL;
        for order in hits {
            let (solution, detours) = plainest(template, &symmetries, order, hand);
            needed = needed.and(detours);
            classes.add(&solution).expect("this level compares functions of so few cards");
            expressions.push(solution);
        }
        let is_first = |(index, _): &(usize, Solution)| classes.first(*index) == *index;
        let kept = expressions.into_iter().enumerate().filter(is_first);
        let expressions = kept.map(|(_, solution)| found(solution)).collect();
        Self { template: template.text().to_string(), expressions, by_way_of: needed }
    }
}

/// The kinds of intermediate results that make a solution harder to find: those of one solution, or
/// those that several solutions share.
///
/// In the order of this type, detours that are easier to follow come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detours {
    /// Whether there is a value below zero.
    pub negative: bool,
    /// Whether there is a value that is not a whole number.
    pub fraction: bool,
}

impl Detours {
    /// All detours. A loop that finds the detours that all solutions share starts with these.
    pub(super) const ALL: Self = Self { negative: true, fraction: true };

    /// No detours.
    pub const NONE: Self = Self { negative: false, fraction: false };

    /// Returns the detours that are in both `self` and `other`.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            negative: self.negative && other.negative,
            fraction: self.fraction && other.fraction,
        }
    }

    /// Returns the detours among the values of all operations of `tree` except the last.
    /// `value` gives the value of a leaf. Returns `None` if the expression divides by zero.
    pub(super) fn of<L>(tree: &Expression<L>, value: impl Fn(&L) -> Rational) -> Option<Self> {
        let (mut detours, mut latest) = (Self::NONE, Self::NONE);
        let evaluated = tree.try_fold(
            |leaf, _| Ok(value(leaf)),
            |operator, operands, _| {
                let value = operate(operator, operands.as_ref()).map_err(|_| ())?;
                // The last value is the goal, not a detour.
                detours.negative |= latest.negative;
                detours.fraction |= latest.fraction;
                latest = Self { negative: value.is_negative(), fraction: !value.is_integer() };
                Ok::<_, ()>(value)
            },
        );
        evaluated.is_ok().then_some(detours)
    }

    /// Returns each detour in words.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let fraction = self.fraction.then_some("a fraction");
        fraction.into_iter().chain(self.negative.then_some("a negative number"))
    }
}

/// Returns the solution that is easiest to follow, and its detours, among the orders that give the
/// same function as `order`: `(8-5)*(9-1)` rather than `(5-8)*(1-9)`.
pub(super) fn plainest(
    template: &Template,
    symmetries: &Symmetries,
    order: &[usize],
    hand: &Hand,
) -> (Solution, Detours) {
    let judged = symmetries.images(order).filter_map(|order| {
        let value = |&Slot(slot): &Slot| hand.cards()[order[slot]].value().clone();
        Detours::of(&template.expression(), value).map(|detours| (order, detours))
    });
    // No order after one without detours is easier.
    let tried = judged.take_while_inclusive(|(_, detours)| *detours != Detours::NONE);
    let plainest = tried.min_by_key(|(_, detours)| *detours);
    let (order, detours) = plainest.expect("the order itself is among them and has a value");
    (Solution::of(template, &order, hand), detours)
}

/// A fact about the solutions of a hand that helps to find one.
///
/// # Examples
///
/// ```
/// use bracket24::reports::{Hint, Inspection};
/// use bracket24::{Grammar, Hand, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let inspection = Inspection::new(Hand::from([3, 3, 8, 8]), &24.into(), &set, 0);
/// let hints = Hint::of(&inspection);
/// assert_eq!(hints[..2], [Hint::Possible(true), Hint::Fraction(true)]);
/// assert_eq!(hints[2], Hint::Template("N/(N-N/N)".to_owned()));
/// assert!(matches!(&hints[3], Hint::Step { operation, .. } if operation == "8/3"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Whether there is a solution.
    Possible(bool),
    /// Whether every solution has a fraction on the way.
    Fraction(bool),
    /// The template of the plainest solution that a template writes.
    Template(String),
    /// The first operation of that solution.
    Step {
        /// The operation, with the cards as the hand writes them.
        operation: String,
        /// Its value.
        value: Rational,
    },
}

impl Hint {
    /// Returns the hints on a hand; each reveals more than the one before. A hand without a
    /// solution has only the first hint. The last hint, a step, is left out if the step would be
    /// the whole solution. If no template of the inspection writes a solution, there are only the
    /// first two hints, and none for a hand of more than [`Difficulty::MAX_CARDS`] cards.
    pub fn of(inspection: &Inspection) -> Vec<Self> {
        Self::to(inspection.plainest().as_ref(), inspection)
    }

    /// Returns the hints that lead to this solution of a hand.
    pub(crate) fn to(way: Option<&Way<'_>>, inspection: &Inspection) -> Vec<Self> {
        let Some(plainest) = way else {
            // A set without the templates of its solutions does not make a hand impossible.
            return match &inspection.difficulty {
                Some(rated) => vec![Self::Possible(true), Self::Fraction(rated.needs_fraction)],
                None if inspection.hand.cards().len() > Difficulty::MAX_CARDS => Vec::new(),
                None => vec![Self::Possible(false)],
            };
        };
        let mut operations = plainest.solution.expression().operations();
        // A single operation would be the whole solution.
        let first = operations.next().filter(|_| operations.next().is_some());
        let step = first.map(|first| Self::Step {
            operation: inspection.hand.written(&first.to_string()),
            value: evaluate(&first).expect("a part of a solution has a value"),
        });
        let needs_fraction = inspection.needs_fraction();
        let template = plainest.solution.template().to_owned();
        let all = [Self::Possible(true), Self::Fraction(needs_fraction), Self::Template(template)];
        all.into_iter().chain(step).collect()
    }
}
