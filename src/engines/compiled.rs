//! The template method with each template parsed once.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use itertools::Itertools;

use super::numbers::small_cards;
use super::solution::Solution;
use super::{About, Effort, Engine, EngineKind, Refusal};
use crate::cards::Hand;
use crate::number::Rational;
use crate::syntax::evaluate;
use crate::syntax::{NodeKind, Operator, Slot};
use crate::templates::Template;
use crate::templates::{MAX_TEMPLATE_SLOTS, TemplateSet};

/// Evaluates each template, as its grammar read it, for each order of the
/// cards; nothing is filled and nothing parsed again.
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
/// // All values, and not the target alone: the largest of four ones.
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
    set: &'a TemplateSet,
    programs: Vec<Vec<Step>>,
    plans: Mutex<HashMap<Vec<usize>, Arc<Plan>>>,
}

/// A step of a template's postfix form.
#[derive(Debug, Clone, Copy)]
enum Step {
    Card(u8),
    Apply(Operator),
}

pub(super) const ABOUT: About = About {
    kind: EngineKind::Templates(|set| Box::new(Compiled::new(set))),
    summary: "parses each template once and evaluates it for every order",
    note: "templates read and orders made beforehand",
};

/// The work that hands with the same ranks share.
#[derive(Debug)]
struct Plan {
    /// The orders of the cards.
    orders: Vec<Vec<usize>>,
    /// The same one after the other, without gaps.
    positions: Vec<u8>,
    /// For each template of the set, which orders it is evaluated for.
    chosen: Vec<Vec<u16>>,
}

/// The value of a template for an order of the cards.
enum Value {
    /// A fraction, not in lowest terms; the denominator may be negative.
    Small(i64, i64),
    /// One that has to be evaluated with fractions of any size.
    Large,
    /// None, because it divides by zero.
    Undefined,
}

/// What to go on with after the value of a template for an order.
enum Next {
    Order,
    Template,
    Nothing,
}

impl<'a> Compiled<'a> {
    /// The engine for the templates of `set`, as they were read.
    pub fn new(set: &'a TemplateSet) -> Self {
        let compile = |template: &Template| {
            let nodes = template.expression().nodes().iter();
            nodes
                .map(|node| match node.kind {
                    NodeKind::Leaf(Slot(slot)) => Step::Card(byte(slot)),
                    NodeKind::Operation(operator) => Step::Apply(operator),
                })
                .collect()
        };
        Self {
            set,
            programs: set.templates().iter().map(compile).collect(),
            plans: Mutex::default(),
        }
    }

    /// Hands every template of the hand's size, by its place in the set, to
    /// `visit`, with each order it is evaluated for and its value, `None` where
    /// it divides by zero; until that breaks off.
    pub fn values(
        &self,
        hand: &Hand,
        mut visit: impl FnMut(usize, &[usize], Option<Rational>) -> ControlFlow<()>,
    ) {
        self.each_value(hand, |index, order, value| {
            let value = match value {
                Value::Small(numer, denom) => Some(Rational::new(numer, denom)),
                Value::Large => exact_value(&self.set.templates()[index], order, hand),
                Value::Undefined => None,
            };
            match visit(index, order, value) {
                ControlFlow::Continue(()) => Next::Order,
                ControlFlow::Break(()) => Next::Nothing,
            }
        });
    }

    /// The templates with which `hand` makes `target`, as their places in the
    /// set; for each, orders are evaluated only until the first that does.
    pub fn solving_templates(&self, hand: &Hand, target: &Rational) -> Vec<usize> {
        let small_target = target.to_i64_pair();
        let mut solving = Vec::new();
        self.each_value(hand, |index, order, value| {
            let template = &self.set.templates()[index];
            let reached = match value {
                Value::Small(numer, denom) => is_equal(numer, denom, small_target),
                Value::Large => exact_value(template, order, hand).as_ref() == Some(target),
                Value::Undefined => false,
            };
            if !reached {
                return Next::Order;
            }
            solving.push(index);
            Next::Template
        });
        solving
    }

    /// Goes through all templates of the hand's size and, for each, the orders
    /// it is evaluated for, as `visit` says.
    fn each_value(&self, hand: &Hand, mut visit: impl FnMut(usize, &[usize], Value) -> Next) {
        let plan = self.plan(hand);
        let cards = small_cards(hand).map(|(cards, _)| cards);
        let mut values = Values::default();
        'templates: for (template, chosen) in plan.chosen.iter().enumerate() {
            for chunk in chosen.chunks(Values::AT_ONCE) {
                let order = |lane: usize| &plan.orders[usize::from(chunk[lane])];
                if let Some(cards) = &cards {
                    let start = |lane: usize| usize::from(chunk[lane]) * cards.len();
                    let card = |lane: usize, slot: usize| {
                        cards[usize::from(plan.positions[start(lane) + slot])]
                    };
                    values.evaluate(&self.programs[template], chunk.len(), card);
                }
                for lane in 0..chunk.len() {
                    let value = if cards.is_some() { values.get(lane) } else { Value::Large };
                    match visit(template, order(lane), value) {
                        Next::Order => {}
                        Next::Template => continue 'templates,
                        Next::Nothing => return,
                    }
                }
            }
        }
    }

    fn plan(&self, hand: &Hand) -> Arc<Plan> {
        // A plan is inserted whole, so one that panicked left nothing half done.
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan =
            plans.entry(hand.ranks().to_vec()).or_insert_with(|| Arc::new(self.make_plan(hand)));
        Arc::clone(plan)
    }

    fn make_plan(&self, hand: &Hand) -> Plan {
        if self.refusal(hand.cards().len()).is_some() {
            // The orders of a large hand would be too many to make in vain.
            return Plan { orders: Vec::new(), positions: Vec::new(), chosen: Vec::new() };
        }
        let orders = hand.orders();
        let ranks = orders
            .iter()
            .map(|order| order.iter().map(|&card| hand.ranks()[card]).collect_vec())
            .collect_vec();
        let choose = |(index, template): (usize, &Template)| {
            if template.slots() != hand.cards().len() {
                return Vec::new();
            }
            let symmetries = self.set.symmetries(index);
            (0..)
                .zip(&ranks)
                .filter(|(_, ranks)| symmetries.is_none_or(|it| it.is_first(ranks)))
                .map(|(order, _)| order)
                .collect()
        };
        let positions = orders.iter().flatten().map(|&card| byte(card));
        Plan {
            chosen: self.set.templates().iter().enumerate().map(choose).collect(),
            positions: positions.collect(),
            orders,
        }
    }
}

/// A slot of a template, or a card of a hand that fits it.
fn byte(place: usize) -> u8 {
    u8::try_from(place).expect("a template of a set has at most MAX_TEMPLATE_SLOTS slots")
}

/// Values of one template for many orders of the cards at once: each step is
/// done for all of them before the next, which is twice as fast as all steps
/// for one order after the other.
#[derive(Default)]
struct Values {
    /// A row for each operand that waits for an operator: numerators and
    /// denominators, not in lowest terms. A value that divides by zero has the
    /// denominator zero, and so has whatever is made of it.
    rows: [Row; MAX_TEMPLATE_SLOTS],
}

type Row = Vec<(i64, i64)>;

impl Values {
    /// So many orders that the rows stay in the nearest cache.
    const AT_ONCE: usize = 64;

    /// Evaluates `program` for as many orders; `card` says which card the slot
    /// of an order has.
    fn evaluate(&mut self, program: &[Step], orders: usize, card: impl Fn(usize, usize) -> i64) {
        let mut height = 0;
        for step in program {
            match *step {
                Step::Card(slot) => {
                    let row = &mut self.rows[height];
                    row.clear();
                    row.extend((0..orders).map(|order| (card(order, usize::from(slot)), 1)));
                    height += 1;
                }
                Step::Apply(operator) => {
                    let (below, top) = self.rows.split_at_mut(height - 1);
                    let (left, right) = (&mut below[height - 2], &top[0]);
                    height -= 1;
                    apply(operator, left, right);
                }
            }
        }
    }

    fn get(&self, order: usize) -> Value {
        match self.rows[0][order] {
            (_, 0) => Value::Undefined,
            (numer, denom) => Value::Small(numer, denom),
        }
    }
}

/// Puts the results in the place of the left operands.
fn apply(operator: Operator, left: &mut Row, right: &Row) {
    let pairs = left.iter_mut().zip(right);
    match operator {
        Operator::Add => pairs.for_each(|((a, b), &(c, d))| (*a, *b) = (*a * d + c * *b, *b * d)),
        Operator::Subtract => {
            pairs.for_each(|((a, b), &(c, d))| (*a, *b) = (*a * d - c * *b, *b * d));
        }
        Operator::Multiply => pairs.for_each(|((a, b), &(c, d))| (*a, *b) = (*a * c, *b * d)),
        Operator::Divide => pairs.for_each(|((a, b), &(c, d))| {
            (*a, *b) = (*a * d, if d == 0 { 0 } else { *b * c });
        }),
    }
}

impl Engine for Compiled<'_> {
    fn templates(&self) -> Option<&TemplateSet> {
        Some(self.set)
    }

    /// Templates and orders come as in [`Strings`](super::Strings), and so do
    /// the solutions; no string is filled or parsed for what is none.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        if let Some(refusal) = self.refusal(hand.cards().len()) {
            return Err(refusal);
        }
        let small_target = target.to_i64_pair();
        let mut effort = Effort::default();
        self.each_value(hand, |index, order, value| {
            effort.evaluated += 1;
            let template = &self.set.templates()[index];
            let reached = match value {
                Value::Small(numer, denom) => Some(is_equal(numer, denom, small_target)),
                Value::Large => exact_value(template, order, hand).map(|value| value == *target),
                Value::Undefined => None,
            };
            match reached {
                Some(true) if found(Solution::of(template, order, hand)).is_break() => {
                    return Next::Nothing;
                }
                Some(_) => {}
                None => effort.zero_divisions += 1,
            }
            Next::Order
        });
        Ok(effort)
    }
}

/// Whether the fraction, not in lowest terms, is the target.
#[inline]
fn is_equal(numer: i64, denom: i64, target: Option<(i64, i64)>) -> bool {
    match target {
        Some((target, 1)) if target.checked_mul(denom).is_some() => numer == target * denom,
        Some((target, over)) => {
            i128::from(numer) * i128::from(over) == i128::from(target) * i128::from(denom)
        }
        None => false,
    }
}

/// The value, of any size; `None` where it divides by zero.
fn exact_value(template: &Template, order: &[usize], hand: &Hand) -> Option<Rational> {
    let card = |slot: usize| hand.cards()[order[slot]].value().clone();
    evaluate(&template.fill_expression(card, |_| 1)).ok()
}
