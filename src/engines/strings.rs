//! The template method to the letter: fill, parse, evaluate, compare.

use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::solution::Solution;
use super::{About, Effort, Engine, EngineKind, Refusal};
use crate::cards::Hand;
use crate::number::Rational;
use crate::syntax::Evaluator;
use crate::syntax::Expression;
use crate::templates::Template;
use crate::templates::TemplateSet;

/// Fills each template with each order of the cards and parses every string.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Grammar, Hand, Strings, TemplateSet};
///
/// // Under a grammar that reads `8-4-2` as `8-(4-2)` both of these are 6.
/// let set = TemplateSet::from_lines("N-N-N", &Grammar::Scala)?;
/// let mut texts = Vec::new();
/// let effort = Strings::new(&set).solve(&Hand::from([8, 4, 2]), &6.into(), &mut |solution| {
///     texts.push(solution.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(texts, ["8-4-2", "2-4-8"]);
/// assert_eq!(effort.parsed, effort.filled);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Strings<'a> {
    set: &'a TemplateSet,
}

pub(super) const ABOUT: About = About {
    kind: EngineKind::Templates(|set| Box::new(Strings::new(set))),
    summary: "fills every template with every order and parses every string",
    note: "each string filled, parsed and evaluated",
};

impl<'a> Strings<'a> {
    /// The engine for the templates of `set`; the filled strings are parsed by
    /// the grammar they were read with.
    pub const fn new(set: &'a TemplateSet) -> Self {
        Self { set }
    }
}

/// How many strings are parsed at once: fewer take longer each, more are parsed
/// in vain where the first solution is enough.
const SHEET_LINES: usize = 64;

/// An order of the cards of a hand, ready to be filled in.
struct Order {
    positions: Vec<usize>,
    ranks: Vec<usize>,
}

impl Order {
    fn new(hand: &Hand, positions: Vec<usize>) -> Self {
        let ranks = positions.iter().map(|&position| hand.ranks()[position]).collect();
        Self { positions, ranks }
    }
}

impl Engine for Strings<'_> {
    fn templates(&self) -> Option<&TemplateSet> {
        Some(self.set)
    }

    /// Templates come in the order of the set; those with another number of
    /// slots than the hand has cards are passed over. For each, the orders of
    /// the cards come as [`Hand::orders`] gives them.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        if let Some(refusal) = self.refusal(hand.cards().len()) {
            return Err(refusal);
        }
        let mut effort = Effort::default();
        let digits = hand.cards().iter().map(|card| card.value().to_string()).collect_vec();
        let fill = |template: &Template, order: &Order, text: &mut String| {
            template.fill_into(text, order.positions.iter().map(|&card| &digits[card]));
        };
        let orders =
            hand.orders().into_iter().map(|positions| Order::new(hand, positions)).collect_vec();
        let mut lines = self.lines(&orders, digits.len());
        let mut evaluator = Evaluator::new(target.clone());
        let mut sheet = String::new();
        loop {
            let filled = lines.by_ref().take(SHEET_LINES).collect_vec();
            if filled.is_empty() {
                return Ok(effort);
            }
            sheet.clear();
            for (template, order) in &filled {
                fill(template, order, &mut sheet);
                sheet.push('\n');
                effort.filled += 1;
            }
            let mut next = filled.iter();
            let mut parsed = 0_usize;
            let mut each = |expression: &Expression<Rational>| {
                effort.evaluated += 1;
                match (evaluator.reaches(expression), next.next()) {
                    (Some(true), Some((template, order))) => {
                        let mut text = String::new();
                        fill(template, order, &mut text);
                        found(Solution {
                            template: Arc::clone(template.text()),
                            order: order.positions.clone(),
                            text,
                            expression: expression.clone(),
                        })
                    }
                    (Some(_), _) => ControlFlow::Continue(()),
                    (None, _) => {
                        effort.zero_divisions += 1;
                        ControlFlow::Continue(())
                    }
                }
            };
            let mut flow = ControlFlow::Continue(());
            let read = self.set.grammar().parse_lines(&sheet, |expression| {
                parsed += 1;
                flow = each(expression);
                flow
            });
            if read.is_err() {
                // With its cards a template can be too long for the grammar; how
                // it is grouped is known.
                flow = filled[parsed..].iter().try_for_each(|(template, order)| {
                    let card = |slot: usize| order.positions[slot];
                    each(&template.fill_expression(
                        |slot| hand.cards()[card(slot)].value().clone(),
                        |slot| digits[card(slot)].len(),
                    ))
                });
            }
            effort.parsed += parsed as u64;
            if flow.is_break() {
                return Ok(effort);
            }
        }
    }
}

impl Strings<'_> {
    /// The templates that have as many slots as the orders have cards, each with
    /// every order with which it is to be filled.
    fn lines<'o>(
        &'o self,
        orders: &'o [Order],
        slots: usize,
    ) -> impl Iterator<Item = (&'o Template, &'o Order)> {
        let templates = self.set.templates().iter().enumerate();
        templates.filter(move |(_, template)| template.slots() == slots).flat_map(
            move |(index, template)| {
                let symmetries = self.set.symmetries(index);
                let first =
                    move |order: &&Order| symmetries.is_none_or(|it| it.is_first(&order.ranks));
                orders.iter().filter(first).map(move |order| (template, order))
            },
        )
    }
}
