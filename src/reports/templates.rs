//! Two reports. The first is on a single template: its class, and the hands of a deck that it
//! solves. The second is on a set of templates: its classes, and the hands that it misses.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use crate::algebra::{
    ExtendedForm, Law, NormalForm, RewriteStep, Symmetries, derivation_to_class, divisors,
};
use crate::engines::Compiled;
use crate::{
    Deck, DeckError, Expression, Grammar, Hand, MAX_TEMPLATE_SLOTS, Rational, SetName, Slot,
    Template, TemplateSet, for_each_hand,
};

/// A template and its class: the templates that are equal to it up to renaming slots.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateEntry {
    /// Its text.
    pub template: String,
    /// The number of its slots.
    pub cards: usize,
    /// The number of essentially different orders of distinct cards in it: one in `N+N`, because
    /// `a+b` is `b+a`, and two in `N-N`.
    pub orders: usize,
    /// The canonical template of its class.
    pub class: String,
}

impl TemplateEntry {
    /// Makes the entry for a template; `None` if it has more than [`MAX_TEMPLATE_SLOTS`] slots,
    /// which no template of a set has.
    pub fn new(template: &Template) -> Option<Self> {
        let cards = template.slots();
        let all: usize = (cards <= MAX_TEMPLATE_SLOTS).then(|| (1..=cards).product())?;
        let expression = template.expression();
        Some(Self {
            template: template.text().to_string(),
            cards,
            orders: all / Symmetries::of(&expression).count(),
            class: class(template.text(), &expression),
        })
    }
}

/// Returns the canonical template of the class of `template`, whose tree is `expression`. Both are
/// the same rational function, up to renaming slots. If `template` has operators beyond the four,
/// both have the same extended form instead.
fn class(template: &str, expression: &Expression<Slot>) -> String {
    let slot = || "N".to_owned();
    if let Ok(form) = NormalForm::of(expression, |_| ()) {
        return form.to_text(&|()| slot());
    }
    ExtendedForm::of_extended(expression, |_| ())
        .map_or_else(|_| template.to_owned(), |form| form.to_expression().to_text(|()| slot()))
}

/// The facts about a template that need no cards. Its slots are called a, b, c … from left to
/// right.
#[derive(Debug, Clone)]
pub struct TemplateReport {
    /// Its text, slots, orders and class.
    pub entry: TemplateEntry,
    /// The number of orders in which distinct cards can fill it.
    pub all_orders: usize,
    /// The template with its slots called a, b, c …
    pub start: String,
    /// Its expression tree under the grammar.
    pub expression: Expression<char>,
    /// The steps from `start` to the canonical template of its class; none if it has operators
    /// beyond the four.
    pub rewrites: Vec<RewriteStep>,
    /// Its divisors: the template has no value if one of them is zero.
    pub divisors: Vec<String>,
    template: Template,
    grammar: Grammar,
}

/// The hands of a deck that a template solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TemplateTally {
    /// The number of hands that the template solves.
    pub hands: u64,
    /// The number of these hands that no canonical template of another class solves.
    pub only: u64,
}

crate::serial::serialize_object! { TemplateReport, self:
    "template" => self.entry.template,
    "cards" => self.entry.cards,
    "tree" => self.expression.to_s_expression(),
    "class" => self.entry.class,
    "rewrites" => self.rewrites,
    "orders" => self.entry.orders,
    "undefined" => self.conditions().collect::<Vec<_>>(),
}

impl TemplateReport {
    /// Returns the report on `template`, which `grammar` parsed; `None` if it has more than
    /// [`MAX_TEMPLATE_SLOTS`] slots.
    pub fn new(template: Template, grammar: &Grammar) -> Option<Self> {
        let entry = TemplateEntry::new(&template)?;
        let mut filled = String::new();
        template.fill_into(&mut filled, (0..entry.cards).map(|slot| name(Slot(slot))));
        let start: String = filled.split_whitespace().collect();
        let mut rewrites = Vec::new();
        if let Some(derivation) = derivation_to_class(&template.expression(), &name) {
            if derivation.start != start {
                let ordinary = Template::parse(template.text(), &Grammar::Left);
                let grouped = template.expression();
                let is_alike = ordinary.is_ok_and(|it| it.expression().is_grouped_as(&grouped));
                let law =
                    if is_alike { Law::NeedlessBrackets } else { Law::ReadBy(grammar.clone()) };
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

    /// Returns the conditions under which the template has no value, such as `b-c = 0`.
    pub fn conditions(&self) -> impl Iterator<Item = String> {
        self.divisors.iter().map(|divisor| format!("{divisor} = 0"))
    }

    /// Whether the template is written exactly like the canonical template of its class.
    pub fn is_canonical(&self) -> bool {
        self.entry.template.split_whitespace().collect::<String>() == self.entry.class
    }

    /// Solves every hand of `deck` for `target`; the hands should have as many cards as the
    /// template has slots. Calls `advance` after each hand; returns `None` if that call stops the
    /// run.
    ///
    /// Compares the template with canonical templates of ordinary arithmetic, whatever the grammar.
    pub fn tally(
        &self,
        deck: &Deck,
        target: &Rational,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<TemplateTally> {
        let single = TemplateSet::new(vec![self.template.clone()], &self.grammar, false);
        let canonical_set =
            TemplateSet::named(SetName::Canonical, self.entry.cards, &Grammar::Left);
        let (single, canonical) = (Compiled::new(&single), Compiled::new(&canonical_set));
        // Leave out the canonical template of its own class, which solves the same hands.
        let class = canonical_set.templates().iter().position(|it| it.text() == &*self.entry.class);
        let solves = |hand: &Hand| {
            let found = !single.solving_templates(hand, target).is_empty();
            let is_other = |template: &usize| Some(*template) != class;
            (found, found && canonical.solving_templates(hand, target).iter().any(is_other))
        };
        let mut tally = TemplateTally { hands: 0, only: 0 };
        let done = for_each_hand(deck.hands(), solves, |_, (found, others)| {
            tally.hands += u64::from(found);
            tally.only += u64::from(found && !others);
            advance()
        });
        done.is_continue().then_some(tally)
    }
}

/// Returns the name of a slot.
fn letter(slot: Slot) -> char {
    ('a'..='z').nth(slot.0).expect("a template with a report has few slots")
}

fn name(slot: Slot) -> String {
    letter(slot).to_string()
}

/// The classes of a set, and the hands that it misses.
#[derive(Debug, Clone, Default)]
pub struct ClassesReport {
    /// The number of templates of the set.
    pub templates: usize,
    /// The target.
    pub target: Rational,
    /// The number of canonical templates with as many slots as some template of the set.
    pub canonical: usize,
    /// Their classes and those of templates with operators beyond the four, sorted by the number of
    /// slots. Those of the canonical set come first, in its order.
    pub classes: Vec<ClassEntry>,
    /// The hands that the set misses, for each number of cards.
    pub missed: Vec<MissedHands>,
}

/// A class, and its templates in a set.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone, Default)]
pub struct ClassEntry {
    /// Its canonical template.
    pub class: String,
    /// The number of its slots.
    pub cards: usize,
    /// The templates of the set that belong to the class, in the order of the set.
    pub templates: Vec<String>,
    /// The hands that the canonical template solves and the set does not.
    pub missed: Vec<Hand>,
}

/// The hands of a deck that the canonical templates solve and a set does not.
#[derive(Debug, Clone)]
pub struct MissedHands {
    /// The deck.
    pub deck: Deck,
    /// The number of its hands that the canonical templates or those of the set solve.
    pub solvable: u64,
    /// The hands that the set does not solve.
    pub missed: Vec<Hand>,
}

impl ClassesReport {
    /// Returns the decks whose hands can fill the templates of `set`.
    ///
    /// # Errors
    ///
    /// Returns an error if a deck of `values` has too many hands.
    pub fn decks(set: &TemplateSet, values: &RangeInclusive<u32>) -> Result<Vec<Deck>, DeckError> {
        let sizes: BTreeSet<usize> = set.templates().iter().map(Template::slots).collect();
        sizes.into_iter().map(|cards| Deck::new(values.clone(), cards, false)).collect()
    }

    /// Sorts the templates of `set` into classes, and solves every hand of `decks` for `target`,
    /// with the set and with the canonical templates in ordinary arithmetic. Calls `advance` after
    /// each hand; returns `None` if that call stops the run.
    pub fn new(
        set: &TemplateSet,
        decks: Vec<Deck>,
        target: Rational,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut report = Self { templates: set.templates().len(), target, ..Self::default() };
        for deck in decks {
            report.add(set, deck, &mut advance)?;
        }
        Some(report)
    }

    /// Adds the classes with as many slots as a hand of `deck` has cards, and the hands of `deck`
    /// that the set misses.
    fn add(
        &mut self,
        set: &TemplateSet,
        deck: Deck,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<()> {
        let canonical = TemplateSet::named(SetName::Canonical, deck.cards(), &Grammar::Left);
        self.canonical += canonical.templates().len();
        let entry = |class| ClassEntry { class, cards: deck.cards(), ..ClassEntry::default() };
        let names = canonical.templates().iter().map(|it| it.text().to_string());
        let mut classes: Vec<ClassEntry> = names.map(entry).collect();
        for template in set.templates().iter().filter(|it| it.slots() == deck.cards()) {
            let class = class(template.text(), &template.expression());
            let known = classes.iter().position(|entry| entry.class == class);
            let at = known.unwrap_or(classes.len());
            // Operators beyond the four make classes of their own.
            classes.extend(known.is_none().then(|| entry(class)));
            classes[at].templates.push(template.text().to_string());
        }
        let (own, all) = (Compiled::new(set), Compiled::new(&canonical));
        // For a hand that the set misses, this finds the canonical templates that solve it.
        let work = |hand: &Hand| {
            let missed = own.solving_templates(hand, &self.target).is_empty();
            (missed, if missed { all.solving_templates(hand, &self.target) } else { Vec::new() })
        };
        let (mut solvable, mut hands) = (0, Vec::new());
        let done = for_each_hand(deck.hands(), work, |hand, (missed, solving)| {
            // If a template of the four operators solves a hand, so does the canonical one.
            solvable += u64::from(!missed || !solving.is_empty());
            if !solving.is_empty() {
                // The first classes are in the order of the canonical templates.
                for index in solving {
                    classes[index].missed.push(hand.clone());
                }
                hands.push(hand);
            }
            advance()
        });
        done.is_continue().then_some(())?;
        self.classes.append(&mut classes);
        self.missed.push(MissedHands { deck, solvable, missed: hands });
        Some(())
    }

    /// Counts the classes that have a template in the set.
    pub fn present(&self) -> usize {
        self.classes.iter().filter(|entry| !entry.is_lacking()).count()
    }
}

impl ClassEntry {
    /// Whether the set has no template of this class.
    pub const fn is_lacking(&self) -> bool {
        self.templates.is_empty()
    }
}
