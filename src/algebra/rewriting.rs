//! Why two expressions are the same function: a chain from one to the other in
//! which every step changes one thing.
//!
//! Brackets that only group are taken off, signs move through products, terms
//! and factors change places, and brackets are put on again. No more is needed
//! between expressions of the same [`NormalForm`], see there.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;

use itertools::Itertools;

use super::normal_form::NormalForm;
use super::rational_function::MAX_OPERANDS;
use super::term_tree::{Grouping, Operands};
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::syntax::{Expression, Operator, Slot};

/// What a step is allowed by. It is printed as a law with letters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Brackets that only group are taken off.
    BracketsOff {
        /// The operator before the brackets.
        outer: Operator,
        /// The operator in the brackets, the inverse one where both are there.
        inner: Operator,
    },
    /// The same the other way round.
    BracketsOn {
        /// The operator before the brackets.
        outer: Operator,
        /// The operator in the brackets, the inverse one where both are there.
        inner: Operator,
    },
    /// The terms of a sum come in another order.
    TermsChangePlaces,
    /// The factors of a product come in another order.
    FactorsChangePlaces,
    /// The sign before a term goes into a difference that is a factor of it.
    TermTurned {
        /// The sign before the term; `None` for the first.
        before: Option<Operator>,
        /// Whether the difference is divided by.
        divisor: bool,
    },
    /// Two factors of a product are turned round.
    FactorsTurned {
        /// Whether one of them is divided by.
        divisor: bool,
    },
    /// The operands get other names.
    Renamed,
    /// Brackets go that group as reading from the left does.
    NeedlessBrackets,
    /// The brackets of ordinary arithmetic show how a grammar groups.
    ReadBy(Grammar),
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let law = match self {
            Self::BracketsOff { outer, inner } => {
                let (with, without) = brackets(*outer, *inner);
                return write!(f, "{with} is {without}");
            }
            Self::BracketsOn { outer, inner } => {
                let (with, without) = brackets(*outer, *inner);
                return write!(f, "{without} is {with}");
            }
            Self::TermsChangePlaces => "terms may change places",
            Self::FactorsChangePlaces => "factors may change places",
            Self::TermTurned { before, divisor } => match (before, divisor) {
                (None, false) => "(a-b)*c+d is d-(b-a)*c",
                (None, true) => "c/(a-b)+d is d-c/(b-a)",
                (Some(Operator::Subtract), false) => "d-(a-b)*c is d+(b-a)*c",
                (Some(Operator::Subtract), true) => "d-c/(a-b) is d+c/(b-a)",
                (Some(_), false) => "d+(a-b)*c is d-(b-a)*c",
                (Some(_), true) => "d+c/(a-b) is d-c/(b-a)",
            },
            Self::FactorsTurned { divisor: false } => "(a-b)*(c-d) is (b-a)*(d-c)",
            Self::FactorsTurned { divisor: true } => "(a-b)/(c-d) is (b-a)/(d-c)",
            Self::Renamed => "operands may be renamed",
            Self::NeedlessBrackets => "brackets that change nothing may come and go",
            Self::ReadBy(grammar) => {
                return write!(f, "so the grammar {grammar} reads it");
            }
        };
        f.write_str(law)
    }
}

/// The two sides of a law about brackets.
fn brackets(outer: Operator, inner: Operator) -> (String, String) {
    let without = match (outer, inner) {
        (Operator::Subtract, Operator::Add) => Operator::Subtract,
        (Operator::Subtract, Operator::Subtract) => Operator::Add,
        (Operator::Divide, Operator::Multiply) => Operator::Divide,
        (Operator::Divide, Operator::Divide) => Operator::Multiply,
        (_, inner) => inner,
    };
    (format!("a{outer}(b{inner}c)"), format!("a{outer}b{without}c"))
}

impl Rule {
    /// The same law read from right to left.
    fn reversed(&self) -> Self {
        match *self {
            Self::BracketsOff { outer, inner } => Self::BracketsOn { outer, inner },
            Self::BracketsOn { outer, inner } => Self::BracketsOff { outer, inner },
            _ => self.clone(),
        }
    }
}

/// One step of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// What allows it.
    pub rule: Rule,
    /// The whole expression after it.
    pub result: String,
}

/// An expression and how it becomes another, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The expression it begins with, written with the brackets that group
    /// otherwise than reading from the left does.
    pub start: String,
    /// The steps; the text after each differs from the text before.
    pub rewrites: Vec<Rewrite>,
}

impl Chain {
    /// The text it ends with.
    pub fn end(&self) -> &str {
        self.rewrites.last().map_or(&self.start, |rewrite| &rewrite.result)
    }
}

/// The chain from one expression to another of the same normal form, whose
/// leaves are the labels; `name` writes them.
///
/// Operands with the same label are the same to a reader, so that they change
/// places is no step. `None` where the normal forms differ, or where there are
/// more than [`MAX_OPERANDS`] operands.
///
/// # Examples
///
/// ```
/// use bracket24::{Grammar, Rational, chain};
///
/// let (from, to) = (Grammar::Left.parse("6*(5-(8-7))")?, Grammar::Left.parse("(5+7-8)*6")?);
/// let chain = chain(&from, &to, &Rational::to_string).unwrap();
/// let steps: Vec<String> =
///     chain.rewrites.iter().map(|step| format!("{}: {}", step.rule, step.result)).collect();
/// assert_eq!(
///     steps,
///     [
///         "a-(b-c) is a-b+c: 6*(5-8+7)",
///         "factors may change places: (5-8+7)*6",
///         "terms may change places: (5+7-8)*6",
///     ]
/// );
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
pub fn chain<L: Ord>(
    from: &Expression<L>,
    to: &Expression<L>,
    name: &dyn Fn(&L) -> String,
) -> Option<Chain> {
    let labels: Vec<&L> = from.leaves().collect();
    let ranks = from.leaves().chain(to.leaves()).collect::<BTreeSet<_>>();
    let rank =
        |label: &L| ranks.iter().position(|other| *other == label).expect("every label has a rank");
    let path = shortest(&from.map(rank), &to.map(rank), |operand| name(labels[operand]))?;
    Some(path.0)
}

/// The chain from an expression to the way its normal form is
/// [written](NormalForm::to_text); the leaves are the labels, `name` writes
/// them.
///
/// `None` where there are more than [`MAX_OPERANDS`] operands.
pub fn rewrites_to_normal_form<L: Ord>(
    expression: &Expression<L>,
    name: &dyn Fn(&L) -> String,
) -> Option<Chain> {
    let labels: Vec<&L> = expression.leaves().collect();
    let ranks = expression.leaves().collect::<BTreeSet<_>>();
    let rank =
        |label: &L| ranks.iter().position(|other| *other == label).expect("every label has a rank");
    let ranked = expression.map(rank);
    let path = shortest(&ranked, &written(&ranked)?, |operand| name(labels[operand]))?;
    Some(path.0)
}

/// The chain from a template to the canonical template of its class, each slot
/// written as `name` says.
///
/// The last step is the [renaming](Rule::Renamed) that lets the names come in
/// their order again, where they do not. `None` where there are more than
/// [`MAX_OPERANDS`] slots.
pub fn rewrites_to_class(
    template: &Expression<Slot>,
    name: &dyn Fn(Slot) -> String,
) -> Option<Chain> {
    let unlabelled = template.map(|_| 0);
    let class = written(&unlabelled)?;
    let (mut chain, order) = shortest(&unlabelled, &class, |slot| name(Slot(slot)))?;
    if !order.is_sorted() {
        let mut slots = 0..;
        let renamed = class.map(|_| Slot(slots.next().expect("there is no last slot")));
        let result = renamed.to_text(|slot| name(*slot));
        chain.rewrites.push(Rewrite { rule: Rule::Renamed, result });
    }
    Some(chain)
}

/// The normal form of `ranked`, written and read again.
fn written(ranked: &Expression<usize>) -> Option<Expression<usize>> {
    if ranked.leaves().count() > MAX_OPERANDS {
        return None;
    }
    let text = NormalForm::of(ranked, |rank| *rank).to_text(&ToString::to_string);
    let read = Grammar::Left.parse(&text).ok()?;
    let rank = |number: &Rational| usize::try_from(number.to_i64_pair()?.0).ok();
    Some(read.map(|number| rank(number).expect("a rank is written and read as a small number")))
}

/// The shortest of the chains between two expressions over labels, and for
/// every operand of `to` which operand of `from` it is.
///
/// Operands of one label can be told apart in as many ways as they have
/// orders. Where the normal forms are equal, some of these make the two the
/// same function of operands that are all different.
fn shortest(
    from: &Expression<usize>,
    to: &Expression<usize>,
    name: impl Fn(usize) -> String,
) -> Option<(Chain, Vec<usize>)> {
    let labels: Vec<usize> = from.leaves().copied().collect();
    let goal: Vec<usize> = to.leaves().copied().collect();
    if labels.len() > MAX_OPERANDS || labels.len() != goal.len() {
        return None;
    }
    let numbered = numbered(from, &(0..labels.len()).collect_vec());
    let form = NormalForm::of(&numbered, |operand| *operand);
    let start = Grouping::of(&numbered);
    (0..labels.len())
        .permutations(labels.len())
        .filter(|order| order.iter().zip(&goal).all(|(&operand, label)| labels[operand] == *label))
        .filter_map(|order| {
            let to = self::numbered(to, &order);
            (NormalForm::of(&to, |operand| *operand) == form).then_some(())?;
            let steps = path(&start, &Grouping::of(&to))?;
            Some((told(&start, steps, &name), order))
        })
        .min_by_key(|(chain, _)| chain.rewrites.len())
}

/// The expression with operand `order[n]` in the `n`th place.
fn numbered(expression: &Expression<usize>, order: &[usize]) -> Expression<usize> {
    let mut order = order.iter().copied();
    expression.map(|_| order.next().expect("there is an operand for every place"))
}

type Step = (Rule, Grouping);

/// Writes the steps down, without those that a reader does not see.
fn told(start: &Grouping, steps: Vec<Step>, name: &dyn Fn(usize) -> String) -> Chain {
    let mut chain = Chain { start: start.to_text(name), rewrites: Vec::new() };
    for (rule, grouping) in steps {
        let result = grouping.to_text(name);
        if result != chain.end() {
            chain.rewrites.push(Rewrite { rule, result });
        }
    }
    chain
}

/// What is zero where `template` divides by zero: every divisor, a product by
/// its factors, each slot written as `name` says.
///
/// They come in the order in which they are worked out. There are none for more
/// than [`MAX_OPERANDS`] slots.
pub(crate) fn divisors(template: &Expression<Slot>, name: &dyn Fn(Slot) -> String) -> Vec<String> {
    if template.leaves().any(|slot| slot.0 >= MAX_OPERANDS) {
        return Vec::new();
    }
    let grouping = Grouping::of(&template.map(|slot| slot.0));
    let mut found = Vec::new();
    grouping.divisors(&mut found);
    found.into_iter().map(|divisor| divisor.to_text(&|slot| name(Slot(slot)))).collect()
}

/// The steps between two groupings of one function. Brackets that both have
/// stay, unless signs have to move through them.
fn path(from: &Grouping, to: &Grouping) -> Option<Vec<Step>> {
    let (mut in_from, mut in_to) = (HashSet::new(), HashSet::new());
    from.bracketed_groups(&mut in_from);
    to.bracketed_groups(&mut in_to);
    in_from.retain(|operands| in_to.contains(operands));
    path_keeping(from, to, &in_from).or_else(|| path_keeping(from, to, &HashSet::new()))
}

fn path_keeping(from: &Grouping, to: &Grouping, keep: &HashSet<Operands>) -> Option<Vec<Step>> {
    let mut steps = without_brackets(from, keep);
    let reached = |steps: &[Step]| steps.last().map_or(from, |(_, last)| last).clone();
    let back = without_brackets(to, keep);
    let goal = back.last().map_or(to, |(_, last)| last);
    steps.extend(moved_signs(&reached(&steps), goal)?);
    let mut current = reached(&steps);
    while let Some(rule) = current.change_places(goal) {
        steps.push((rule, current.clone()));
    }
    // The way to the goal, backwards: each step leads to what was before it.
    for (index, (rule, _)) in back.iter().enumerate().rev() {
        let before = index.checked_sub(1).map_or(to, |index| &back[index].1);
        steps.push((rule.reversed(), before.clone()));
    }
    Some(steps)
}

/// Takes all brackets off that only group, but for those around `keep`.
fn without_brackets(from: &Grouping, keep: &HashSet<Operands>) -> Vec<Step> {
    let mut current = from.clone();
    let mut steps = Vec::new();
    while let Some(rule) = current.take_brackets_off(keep) {
        steps.push((rule, current.clone()));
    }
    steps
}

/// The fewest movements of signs after which `from` is `to` up to the order of
/// terms and factors. There are few to search: at most three factors of seven
/// operands can be turned.
fn moved_signs(from: &Grouping, to: &Grouping) -> Option<Vec<Step>> {
    let goal = to.sorted();
    let mut came_by: HashMap<Grouping, Option<(Grouping, Step)>> = HashMap::new();
    came_by.insert(from.sorted(), None);
    let mut waiting = VecDeque::from([from.clone()]);
    while let Some(current) = waiting.pop_front() {
        let place = current.sorted();
        if place == goal {
            let way = std::iter::successors(came_by[&place].as_ref(), |(before, _)| {
                came_by[before].as_ref()
            });
            let mut steps = way.map(|(_, step)| step.clone()).collect_vec();
            steps.reverse();
            return Some(steps);
        }
        for (rule, next) in current.sign_moves() {
            came_by.entry(next.sorted()).or_insert_with(|| {
                waiting.push_back(next.clone());
                Some((place.clone(), (rule, next)))
            });
        }
    }
    None
}
