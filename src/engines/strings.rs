//! The template method to the letter: fill, parse, evaluate, compare.

use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::{Effort, Engine};
use crate::evaluate::Evaluator;
use crate::grammars::Grammar;
use crate::hand::Hand;
use crate::rational::Rational;
use crate::solution::Solution;
use crate::symmetry::Symmetries;
use crate::template::Template;
use crate::templates::TemplateSet;

/// Fills each template with each order of the cards and parses every string.
#[derive(Debug)]
pub struct Strings<'a> {
    set: &'a TemplateSet,
    grammar: Grammar,
}

impl<'a> Strings<'a> {
    /// The engine for the templates of `set`; the filled strings are parsed by
    /// `grammar`, which should be the one the templates were read with.
    pub const fn new(set: &'a TemplateSet, grammar: Grammar) -> Self {
        Self { set, grammar }
    }
}

/// An order of the cards of a hand, ready to be filled in.
struct Order {
    positions: Vec<usize>,
    ranks: Vec<usize>,
}

impl Engine for Strings<'_> {
    /// Templates come in the order of the set; those with another number of
    /// slots than the hand has cards are passed over. For each, the orders of
    /// the cards come as [`Hand::orders`] gives them.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Effort {
        let digits = hand.cards().iter().map(|card| card.value().to_string()).collect_vec();
        let orders = hand
            .orders()
            .into_iter()
            .map(|positions| Order {
                ranks: positions.iter().map(|&position| hand.rank(position)).collect(),
                positions,
            })
            .collect_vec();
        let mut effort = Effort::default();
        let mut evaluator = Evaluator::new(target.clone());
        let mut sheet = String::new();
        for template in self.set.templates() {
            if template.slots() != digits.len() {
                continue;
            }
            let orders = self.orders_for(template, &orders);
            // One sheet a template: a line for every order.
            sheet.clear();
            for order in &orders {
                template.fill_into(&mut sheet, order.positions.iter().map(|&card| &digits[card]));
                sheet.push('\n');
                effort.filled += 1;
            }
            let mut lines = sheet.lines().zip(&orders);
            let mut flow = ControlFlow::Continue(());
            let parsed = self.grammar.parse_sheet(&sheet, |expression| {
                effort.evaluated += 1;
                let Some((text, order)) = lines.next() else { return ControlFlow::Break(()) };
                match evaluator.reaches(expression) {
                    Ok(true) => {
                        flow = found(Solution {
                            template: Arc::clone(template.text()),
                            order: order.positions.clone(),
                            text: text.to_owned(),
                            expression: expression.clone(),
                        });
                    }
                    Ok(false) => {}
                    Err(_) => effort.zero_divisions += 1,
                }
                flow
            });
            debug_assert!(parsed.is_ok(), "a filled template is an expression: {parsed:?}");
            effort.parsed += orders.len() as u64;
            if flow.is_break() {
                break;
            }
        }
        effort
    }
}

impl Strings<'_> {
    fn orders_for<'o>(&self, template: &Template, orders: &'o [Order]) -> Vec<&'o Order> {
        if !self.set.has_essential_orders() {
            return orders.iter().collect();
        }
        let symmetries = Symmetries::of(template.expression());
        orders.iter().filter(|order| symmetries.is_first(&order.ranks)).collect()
    }
}
