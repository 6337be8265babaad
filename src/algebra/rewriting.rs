//! Derives one expression from another that is the same function. Every step applies one law.
//!
//! A derivation takes these steps in order. It removes brackets that only group (`a-(b-c)` becomes
//! `a-b+c`), moves signs through products, reorders terms and factors, and adds brackets again.
//! Expressions with the same [`NormalForm`] need no other steps; the module `normal_form` says why.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use itertools::Itertools;

use super::laws::Law;
use super::normal_form::{NormalForm, Operands, TermTree};
use super::rational_function::{MAX_OPERANDS, fold};
use crate::syntax::{Expression, Slot};

/// One step of a derivation.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteStep {
    /// The law that allows the step.
    #[cfg_attr(feature = "serde", serde(rename = "rule"))]
    pub law: Law,
    /// The whole expression after the step.
    pub result: String,
}

/// An expression and the steps that turn it into another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The text of the first expression, without brackets that change nothing. The brackets of
    /// `a+(b+c)` stay, because they change the grouping from left to right.
    pub start: String,
    /// The steps. Each step changes the text.
    pub rewrites: Vec<RewriteStep>,
}

impl Derivation {
    /// Returns the text after the last step.
    pub fn end(&self) -> &str {
        self.rewrites.last().map_or(&self.start, |rewrite| &rewrite.result)
    }
}

/// Derives `to` from `from`, an expression with the same normal form. The leaves of both are
/// labels, and `name` writes a label.
///
/// Operands with the same label can be matched in several ways. Each way gives a derivation, and
/// the result is the shortest. Returns `None` if the normal forms differ, or if there are more than
/// [`MAX_OPERANDS`] operands.
///
/// # Examples
///
/// ```
/// use bracket24::algebra::derivation;
/// use bracket24::{Grammar, Rational};
///
/// let (from, to) = (Grammar::Left.parse("6*(5-(8-7))")?, Grammar::Left.parse("(5+7-8)*6")?);
/// let derivation = derivation(&from, &to, &Rational::to_string).ok_or("they differ")?;
/// let steps: Vec<String> =
///     derivation.rewrites.iter().map(|step| format!("{}: {}", step.law, step.result)).collect();
/// assert_eq!(
///     steps,
///     [
///         "a-(b-c) is a-b+c: 6*(5-8+7)",
///         "factors may change places: (5-8+7)*6",
///         "terms may change places: (5+7-8)*6",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn derivation<L: Ord>(
    from: &Expression<L>,
    to: &Expression<L>,
    name: &dyn Fn(&L) -> String,
) -> Option<Derivation> {
    let labels: Vec<&L> = from.leaves().collect();
    (labels.len() <= MAX_OPERANDS).then_some(())?;
    let ranks = from.leaves().chain(to.leaves()).collect::<BTreeSet<_>>();
    let rank = |label: &L| ranks.iter().position(|it| *it == label).expect("every leaf is ranked");
    Some(shortest(&from.map(rank), &to.map(rank), |operand| name(labels[*operand]))?.0)
}

/// Derives the normal form of `expression`, as [`NormalForm::to_text`] writes it. The leaves are
/// labels, and `name` writes a label.
///
/// Returns `None` if there are more than [`MAX_OPERANDS`] operands.
pub fn derivation_to_normal_form<L: Ord + Clone>(
    expression: &Expression<L>,
    name: &dyn Fn(&L) -> String,
) -> Option<Derivation> {
    derivation(expression, &written(expression)?, name)
}

/// Derives the canonical template of the class of `template`; `name` writes the slots.
///
/// If the names of the slots are not in order, the last step [renames](Law::Renamed) the slots.
/// Returns `None` if there are more than [`MAX_OPERANDS`] slots.
pub fn derivation_to_class(
    template: &Expression<Slot>,
    name: &dyn Fn(Slot) -> String,
) -> Option<Derivation> {
    let unlabelled = template.map(|_| 0);
    let class = written(&unlabelled)?;
    let (mut derivation, order) = shortest(&unlabelled, &class, |slot| name(Slot(*slot)))?;
    if !order.is_sorted() {
        let mut slots = 0..;
        let renamed = class.map(|_| Slot(slots.next().expect("the range is open")));
        let result = renamed.to_text(|slot| name(*slot));
        derivation.rewrites.push(RewriteStep { law: Law::Renamed, result });
    }
    Some(derivation)
}

/// Writes the normal form of `expression` as an expression; `None` if it has too many operands.
fn written<L: Ord + Clone>(expression: &Expression<L>) -> Option<Expression<L>> {
    (expression.leaves().count() <= MAX_OPERANDS).then_some(())?;
    NormalForm::of(expression, Clone::clone).ok().map(|form| form.written())
}

/// Returns the shortest derivation from `from` to `to`, whose leaves are labels, and for every
/// operand of `to` the matching operand of `from`.
///
/// Operands with the same label can be matched in any order. If the normal forms of `from` and `to`
/// are equal, some orders make the two expressions the same function even if all operands are
/// distinct. Each such order has a derivation, and the shortest is returned.
fn shortest(
    from: &Expression<usize>,
    to: &Expression<usize>,
    name: impl Fn(&usize) -> String,
) -> Option<(Derivation, Vec<usize>)> {
    let labels: Vec<usize> = from.leaves().copied().collect();
    let goal: Vec<usize> = to.leaves().copied().collect();
    (labels.len() <= MAX_OPERANDS && labels.len() == goal.len()).then_some(())?;
    let numbered = numbered(from, &(0..labels.len()).collect_vec());
    let form = NormalForm::of(&numbered, |operand| *operand).ok()?;
    let start = tree(&numbered)?;
    (0..labels.len())
        .permutations(labels.len())
        .filter(|order| order.iter().zip(&goal).all(|(&operand, label)| labels[operand] == *label))
        .filter_map(|order| {
            let to = self::numbered(to, &order);
            (NormalForm::of(&to, |operand| *operand).ok()? == form).then_some(())?;
            Some((told(&start, path(&start, &tree(&to)?)?, &name), order))
        })
        .min_by_key(|(derivation, _)| derivation.rewrites.len())
}

/// The expression with its `n`th leaf replaced by `order[n]`.
fn numbered(expression: &Expression<usize>, order: &[usize]) -> Expression<usize> {
    let mut order = order.iter().copied();
    expression.map(|_| order.next().expect("an order has every leaf"))
}

type Tree = TermTree<usize>;
type Step = (Law, Tree);

/// Makes a derivation from `steps`. Leaves out the steps that do not change the text.
fn told(start: &Tree, steps: Vec<Step>, name: &dyn Fn(&usize) -> String) -> Derivation {
    let mut derivation = Derivation { start: start.to_text(false, name), rewrites: Vec::new() };
    for (law, tree) in steps {
        let result = tree.to_text(false, name);
        if result != derivation.end() {
            derivation.rewrites.push(RewriteStep { law, result });
        }
    }
    derivation
}

/// The divisors of `template`, which divides by zero exactly if one of them is zero. If a divisor
/// is a product, its factors are listed instead. `name` writes the slots.
///
/// The list is in the order of evaluation. It is empty for more than [`MAX_OPERANDS`] slots.
pub(crate) fn divisors(template: &Expression<Slot>, name: &dyn Fn(Slot) -> String) -> Vec<String> {
    if template.leaves().any(|slot| slot.0 >= MAX_OPERANDS) {
        return Vec::new();
    }
    let Some(tree) = tree(&template.map(|slot| slot.0)) else { return Vec::new() };
    let mut found = Vec::new();
    tree.divisors(&mut found);
    found.into_iter().map(|divisor| divisor.to_text(false, &|slot| name(Slot(*slot)))).collect()
}

/// The tree of `expression`; `None` if an operator is not `+`, `-`, `*` or `/`.
fn tree(expression: &Expression<usize>) -> Option<Tree> {
    fold(expression, |&operand| TermTree::Leaf(operand), TermTree::join).ok()
}

/// The steps from one tree to another of the same function. Brackets that are in both trees stay in
/// place, unless signs have to move through them.
fn path(from: &Tree, to: &Tree) -> Option<Vec<Step>> {
    let (mut in_from, mut in_to) = (HashSet::new(), HashSet::new());
    from.bracketed_groups(&mut in_from);
    to.bracketed_groups(&mut in_to);
    in_from.retain(|operands| in_to.contains(operands));
    path_keeping(from, to, &in_from).or_else(|| path_keeping(from, to, &HashSet::new()))
}

fn path_keeping(from: &Tree, to: &Tree, keep: &HashSet<Operands>) -> Option<Vec<Step>> {
    let mut steps = without_brackets(from, keep);
    let reached = |steps: &[Step]| steps.last().map_or(from, |(_, last)| last).clone();
    let back = without_brackets(to, keep);
    let goal = back.last().map_or(to, |(_, last)| last);
    steps.extend(moved_signs(&reached(&steps), goal)?);
    let mut current = reached(&steps);
    while let Some(law) = current.change_places(goal) {
        steps.push((law, current.clone()));
    }
    // Reverse the steps from `to` to the goal: each then leads to the tree before it.
    for (index, (law, _)) in back.iter().enumerate().rev() {
        let before = index.checked_sub(1).map_or(to, |index| &back[index].1);
        steps.push((law.reversed(), before.clone()));
    }
    Some(steps)
}

/// The steps that remove all brackets that only group, except brackets around the operands in
/// `keep`.
fn without_brackets(from: &Tree, keep: &HashSet<Operands>) -> Vec<Step> {
    let mut current = from.clone();
    let mut steps = Vec::new();
    while let Some(law) = current.take_brackets_off(keep) {
        steps.push((law, current.clone()));
    }
    steps
}

/// The shortest sequence of sign moves that makes `from` equal to `to` up to the order of terms and
/// factors. The search is small, because seven operands have at most three differences to reverse.
fn moved_signs(from: &Tree, to: &Tree) -> Option<Vec<Step>> {
    let goal = to.sorted();
    let mut came_by: HashMap<Tree, Option<(Tree, Step)>> = HashMap::new();
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
        for (law, next) in current.sign_moves() {
            came_by.entry(next.sorted()).or_insert_with(|| {
                waiting.push_back(next.clone());
                Some((place.clone(), (law, next)))
            });
        }
    }
    None
}
