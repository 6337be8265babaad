//! One template: how it is grouped, what class it belongs to and why, where it
//! is undefined, and what it does over a deck.

use std::ops::ControlFlow;

use crate::algebra::{Law, RewriteStep, derivation_to_class, divisors};
use crate::cards::Deck;
use crate::cards::Hand;
use crate::cards::for_each_hand;
use crate::engines::Compiled;
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::syntax::{Expression, Slot};
use crate::templates::Template;
use crate::templates::{MAX_TEMPLATE_SLOTS, SetName, TemplateSet};

use super::TemplateEntry;

/// What can be said of a template without any cards. Its slots are called a, b,
/// c … from left to right.
#[derive(Debug, Clone)]
pub struct TemplateReport {
    /// Its text, slots, orders and class.
    pub entry: TemplateEntry,
    /// The number of orders in which different cards can be filled in.
    pub all_orders: usize,
    /// The template with its slots called a, b, c …
    pub start: String,
    /// Its expression tree under the grammar.
    pub expression: Expression<char>,
    /// The steps from `start` to the canonical template of its class.
    pub rewrites: Vec<RewriteStep>,
    /// The divisors that are zero where it is undefined.
    pub divisors: Vec<String>,
    template: Template,
    grammar: Grammar,
}

/// The hands of a deck that a template solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TemplateTally {
    /// The number of hands that it solves.
    pub hands: u64,
    /// How many of these no canonical template of another class solves.
    pub alone: u64,
}

#[cfg(feature = "serde")]
impl serde::Serialize for TemplateReport {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::serial::object!(serializer, {
            "template" => self.entry.template,
            "cards" => self.entry.cards,
            "tree" => self.expression.to_s_expression(),
            "class" => self.entry.class,
            "rewrites" => self.rewrites,
            "orders" => self.entry.orders,
            "undefined" => self.conditions().collect::<Vec<_>>(),
        })
    }
}

impl TemplateReport {
    /// The report on `template`, which was read with `grammar`; `None` where it
    /// has more than [`MAX_TEMPLATE_SLOTS`] slots.
    pub fn new(template: Template, grammar: &Grammar) -> Option<Self> {
        if template.slots() > MAX_TEMPLATE_SLOTS {
            return None;
        }
        let entry = TemplateEntry::new(&template);
        let mut filled = String::new();
        template.fill_into(&mut filled, (0..entry.cards).map(|slot| name(Slot(slot))));
        let start: String = filled.split_whitespace().collect();
        let mut rewrites = Vec::new();
        if let Some(derivation) = derivation_to_class(&template.expression(), &name) {
            if derivation.start != start {
                let ordinary = Template::parse(template.text(), &Grammar::Left);
                let grouped = |template: &Template| template.expression().to_s_expression();
                let law = match ordinary {
                    Ok(ordinary) if grouped(&ordinary) == grouped(&template) => {
                        Law::NeedlessBrackets
                    }
                    _ => Law::ReadBy(grammar.clone()),
                };
                rewrites.push(RewriteStep { law, result: derivation.start });
            }
            rewrites.extend(derivation.rewrites);
        }
        Some(Self {
            all_orders: (1..=entry.cards).product(),
            start,
            expression: template.expression().map(|slot| letter(*slot)),
            rewrites,
            divisors: divisors(&template.expression(), &name),
            entry,
            template,
            grammar: grammar.clone(),
        })
    }

    /// Where it is undefined.
    pub fn conditions(&self) -> impl Iterator<Item = String> {
        self.divisors.iter().map(|divisor| format!("{divisor} = 0"))
    }

    /// Whether it is the canonical template of its class, to the letter.
    pub fn is_canonical(&self) -> bool {
        self.rewrites.is_empty()
    }

    /// Solves every hand of `deck` for `target`; the hands should have as many
    /// cards as the template has slots. `None` where `advance`, which is called
    /// after each, breaks off.
    ///
    /// The canonical templates it is held against are ordinary arithmetic
    /// whatever the grammar.
    pub fn tally(
        &self,
        deck: &Deck,
        target: &Rational,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<TemplateTally> {
        let single = TemplateSet::single(self.template.clone(), &self.grammar);
        let canonical_set =
            TemplateSet::named(SetName::Canonical, self.entry.cards, &Grammar::Left);
        let (single, canonical) = (Compiled::new(&single), Compiled::new(&canonical_set));
        // The canonical template of its own class solves what it does.
        let class = canonical_set.templates().iter().position(|it| it.text() == &*self.entry.class);
        let solves = |hand: &Hand| {
            let found = !single.solving_templates(hand, target).is_empty();
            let is_other = |template: &usize| Some(*template) != class;
            (found, found && canonical.solving_templates(hand, target).iter().any(is_other))
        };
        let mut tally = TemplateTally { hands: 0, alone: 0 };
        let done = for_each_hand(deck.hands(), solves, |_, (found, others)| {
            tally.hands += u64::from(found);
            tally.alone += u64::from(found && !others);
            advance()
        });
        done.is_continue().then_some(tally)
    }
}

/// The name of a slot.
fn letter(slot: Slot) -> char {
    ('a'..='z').nth(slot.0).expect("a template with a report has few slots")
}

fn name(slot: Slot) -> String {
    letter(slot).to_string()
}
