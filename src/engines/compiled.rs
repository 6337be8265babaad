//! The template method with each template parsed once.

mod lanes;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::plan::{LANES, Plan, Plans};
use super::program::Program;
use super::search::small_cards;
use super::solution::Solution;
use super::strings::Readable;
use super::{About, Effort, Engine, EngineKind, Flow, Found, Refusal, Solved, counted};
use crate::number::{Rational, Residue, Undefined};
use crate::syntax::{Evaluator, Expression, Slot, evaluate, operate_on};
use crate::{Card, Hand, MAX_TEMPLATE_SLOTS, Template, TemplateSet};

use lanes::{Lanes, Scalar, as_floats, float_target, residue_target};

/// Evaluates each template, as its grammar parsed it, for each order of the cards; in the set
/// `canonical`, only for orders that give different functions. It fills and parses no strings, with
/// one exception: a grammar that a user wrote may reject a filled template, so with such a grammar
/// the engine also parses the results that it finds. If several templates have the same part, it is
/// evaluated once. Several orders are evaluated at a time.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Compiled, Engine, Grammar, Hand, Rational, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let engine = Compiled::new(&set);
/// let mut texts = Vec::new();
/// let effort = engine.solve(&Hand::from([3, 3, 8, 8]), &24.into(), &mut |solution| {
///     texts.push(solution.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(texts, ["8/(3-8/3)"]);
/// // Nothing is filled and nothing parsed; 12 of the values divide by zero.
/// assert_eq!((effort.filled, effort.evaluated, effort.zero_divisions), (0, 371, 12));
///
/// // All values, not only the target: the largest value of four ones.
/// let mut largest = None;
/// engine.values(&Hand::from([1, 1, 1, 1]), |_, _, value| {
///     largest = largest.take().max(value);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(largest, Some(Rational::from(4)));
/// # Ok::<(), bracket24::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Compiled<'a> {
    /// The programs of the templates, by number of slots. The key of a result is the index of the
    /// template in the set.
    programs: Vec<Program<usize>>,
    plans: Plans<'a>,
}

pub(super) const ABOUT: About = About {
    kind: EngineKind::Templates(|set| Box::new(Compiled::new(set))),
    summary: "parses each template once and evaluates it for every order",
    note: "templates parsed and orders made beforehand",
};

/// A template and an order of the cards with which it makes the target or divides by zero. The
/// template is given by its index in the set, and the order by its index in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    template: usize,
    order: usize,
    /// Whether the value is the target.
    reached: bool,
}

/// The way to continue after a finding: with the next order, with the next template, or not at all.
enum Next {
    Order,
    Template,
    Nothing,
}

impl<'a> Compiled<'a> {
    /// Makes an engine for the templates of `set`, as the grammar of the set parsed them.
    pub fn new(set: &'a TemplateSet) -> Self {
        let program = |slots| {
            let fitting = set.iter().enumerate().filter(|(_, it)| it.slots() == slots);
            let expression = |it: &Template| it.expression().map(|&Slot(slot)| slot);
            Program::new(slots, fitting.map(|(index, it)| (index, expression(it))))
        };
        Self { programs: (0..=MAX_TEMPLATE_SLOTS).map(program).collect(), plans: Plans::new(set) }
    }

    /// Calls `visit` for every template of the hand's size and every order of the cards in which
    /// the set fills it, with the index of the template in the set, the order, and the value or
    /// `None`. Stops when `visit` returns `Break`. Leaves out filled templates that a user's
    /// grammar rejects.
    pub fn values(
        &self,
        hand: &Hand,
        mut visit: impl FnMut(usize, &[usize], Option<Rational>) -> Flow,
    ) {
        let Ok(plan) = self.plan(hand) else { return };
        let readable = Readable::new(self.plans.set, hand);
        let mut effort = Effort::default();
        for (index, template) in self.plans.set.iter().enumerate() {
            let expression = template.expression();
            for order in plan.chosen(index) {
                let order = &plan.orders[order];
                let Some(order) = order_read(readable.as_ref(), index, order, &mut effort) else {
                    continue;
                };
                let value = evaluate(&with_cards(&expression, &order, hand)).ok();
                if visit(index, &order, value).is_break() {
                    return;
                }
            }
        }
    }

    /// Returns the templates with which `hand` makes `target`, as indices in the set.
    pub fn solving_templates(&self, hand: &Hand, target: &Rational) -> Vec<usize> {
        let mut solving = Vec::new();
        if let Ok(plan) = self.plan(hand) {
            let mut effort = Effort::default();
            self.each_finding(hand, target, &plan, &mut effort, |finding, _| {
                if !finding.reached {
                    return Next::Order;
                }
                solving.push(finding.template);
                Next::Template
            });
        }
        solving
    }

    /// Passes the findings to `visit`, template by template and order by order, each with the order
    /// of the cards that the grammar accepts. The result of `visit` says how to continue. Counts
    /// the strings filled and parsed for this in `effort`.
    fn each_finding(
        &self,
        hand: &Hand,
        target: &Rational,
        plan: &Plan,
        effort: &mut Effort,
        mut visit: impl FnMut(Finding, &[usize]) -> Next,
    ) {
        let small = small_cards(hand);
        let program = &self.programs[hand.cards().len()];
        let findings = match &small {
            _ if !program.is_of_field => general(program, hand, target, plan),
            None => {
                let residue = |card: &Card| Residue::of_any(&card.value().numer());
                let cards: Vec<Residue> = hand.iter().map(residue).collect();
                findings(program, &cards, &residue_target(target), plan)
            }
            Some((cards, bound)) => match float_target(*bound, target) {
                Some(target) => findings(program, &as_floats(cards), &target, plan),
                None => findings(program, cards, &target.to_i64_pair(), plan),
            },
        };
        let mut evaluator = Evaluator::new(target.clone());
        let readable = Readable::new(self.plans.set, hand);
        let mut done = None;
        for mut finding in findings {
            if done == Some(finding.template) {
                continue;
            }
            let order = &plan.orders[finding.order];
            let Some(order) = order_read(readable.as_ref(), finding.template, order, effort) else {
                continue;
            };
            if small.is_none() {
                let template = self.plans.set.templates()[finding.template].expression();
                match evaluator.reaches(&with_cards(&template, &plan.orders[finding.order], hand)) {
                    // Different values can have the same residue.
                    Some(false) => continue,
                    value => finding.reached = value.is_some(),
                }
            }
            match visit(finding, &order) {
                Next::Order => {}
                Next::Template => done = Some(finding.template),
                Next::Nothing => return,
            }
        }
    }

    /// Passes the template and the order of the cards of each solution to `found`.
    ///
    /// The solutions come in the same order as those of [`Strings`](super::Strings). No template is
    /// filled or parsed, with one exception: a grammar that a user wrote may reject a filled
    /// template, so with such a grammar, the engine fills and parses the templates that reach the
    /// target or divide by zero. Rejected templates also count as evaluated.
    fn each_solution(
        &self,
        hand: &Hand,
        target: &Rational,
        mut found: impl FnMut(&Template, &[usize]) -> Flow,
    ) -> Solved {
        let plan = self.plan(hand)?;
        let mut effort = Effort::default();
        let (mut evaluated, mut zero_divisions) = (plan.fillings, 0);
        self.each_finding(hand, target, &plan, &mut effort, |finding, order| {
            if !finding.reached {
                zero_divisions += 1;
            } else if found(&self.plans.set.templates()[finding.template], order).is_break() {
                evaluated = plan.fillings_until(finding.template, finding.order);
                return Next::Nothing;
            }
            Next::Order
        });
        Ok(Effort { evaluated, zero_divisions, ..effort })
    }

    /// Returns the plan for the hand, unless the engine refuses the hand.
    fn plan(&self, hand: &Hand) -> Result<Arc<Plan>, Refusal> {
        self.refusal(hand.cards().len()).map_or_else(|| Ok(self.plans.of(hand)), Err)
    }
}

/// Returns the order in which the grammar accepts the template at `index`: `order` or an equivalent
/// order. Returns `None` if the grammar accepts none of them. Without `readable`, the grammar
/// accepts every order.
fn order_read<'o>(
    readable: Option<&Readable<'_>>,
    index: usize,
    order: &'o [usize],
    effort: &mut Effort,
) -> Option<Cow<'o, [usize]>> {
    match readable {
        None => Some(Cow::Borrowed(order)),
        Some(readable) => Some(Cow::Owned(readable.read(index, order, effort)?.order)),
    }
}

/// Returns all findings in order. The caller must make sure that no value of the cards overflows a
/// `T`.
fn findings<T: Scalar>(
    program: &Program<usize>,
    cards: &[T],
    target: &T::Target,
    plan: &Plan,
) -> Vec<Finding> {
    let (mut findings, mut values) = (Vec::new(), Vec::new());
    for (block, positions) in plan.blocks.iter().enumerate() {
        let slot = |slot: usize| Lanes::cards(positions[slot].map(|card| cards[card]));
        program.run(slot, Lanes::join, &mut values);
        for &(template, place) in &program.results {
            let value = &values[place];
            // Few values reach the target, so first test all lanes at once. Below, `plan.has`
            // leaves out orders that are equivalent to an earlier order.
            if !value.any(target) {
                continue;
            }
            for lane in 0..LANES {
                let order = LANES * block + lane;
                let reached = value.reaches(lane, target);
                if reached != Some(false) && plan.has(template, order) {
                    findings.push(Finding { template, order, reached: reached.is_some() });
                }
            }
        }
    }
    findings.sort_unstable();
    findings
}

/// Returns all findings in order, for templates with any operators.
fn general(program: &Program<usize>, hand: &Hand, target: &Rational, plan: &Plan) -> Vec<Finding> {
    let (mut findings, mut values) = (Vec::new(), Vec::new());
    for (index, order) in plan.orders.iter().enumerate() {
        program.run(|slot| Ok(hand.cards()[order[slot]].value().clone()), operate_on, &mut values);
        for &(template, place) in &program.results {
            let reached = match &values[place] {
                Ok(value) if value == target => true,
                Err(Undefined::DivisionByZero) => false,
                _ => continue,
            };
            if plan.has(template, index) {
                findings.push(Finding { template, order: index, reached });
            }
        }
    }
    findings.sort_unstable();
    findings
}

impl Engine for Compiled<'_> {
    fn templates(&self) -> Option<&TemplateSet> {
        Some(self.plans.set)
    }

    fn solve(&self, hand: &Hand, target: &Rational, found: &mut Found<'_>) -> Solved {
        let digits = OnceCell::new();
        self.each_solution(hand, target, |template, order| {
            let digits = digits.get_or_init(|| Solution::digits(hand));
            found(Solution::filled(template, order, hand, digits))
        })
    }

    fn count(&self, hand: &Hand, target: &Rational) -> Result<(u64, Effort), Refusal> {
        counted(|add| self.each_solution(hand, target, |_, _| add()))
    }
}

/// Returns the expression of `template` with the cards of `hand`, in this order, in its slots.
fn with_cards(template: &Expression<Slot>, order: &[usize], hand: &Hand) -> Expression<Rational> {
    template.map(|&Slot(slot)| hand.cards()[order[slot]].value().clone())
}
