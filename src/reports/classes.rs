//! The templates of a set by the class they belong to, and what the set lacks.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use crate::cards::Hand;
use crate::cards::for_each_hand;
use crate::cards::{Deck, DeckError};
use crate::engines::Compiled;
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::templates::Template;
use crate::templates::{SetName, TemplateSet};

use super::listing::class;

/// The classes of a set, and the hands that it misses.
#[derive(Debug, Clone)]
pub struct ClassesReport {
    /// The number of templates of the set.
    pub templates: usize,
    /// What is made of the hands.
    pub target: Rational,
    /// All classes of as many slots as any template of the set has, those with
    /// fewer slots first, then in the order of the canonical set.
    pub classes: Vec<ClassEntry>,
    /// What the set misses, for each number of cards.
    pub missed: Vec<MissedHands>,
}

/// A class, and what a set has of it.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone)]
pub struct ClassEntry {
    /// Its canonical template.
    pub class: String,
    /// The number of its slots.
    pub cards: usize,
    /// The templates of the set that belong to it, in their order.
    pub templates: Vec<String>,
    /// The hands that the canonical template solves and the set does not.
    pub missed: Vec<Hand>,
}

/// The hands of a deck that the canonical templates solve and a set does not.
#[derive(Debug, Clone)]
pub struct MissedHands {
    /// The deck.
    pub deck: Deck,
    /// How many of its hands the canonical templates solve.
    pub solvable: u64,
    /// Those that the set does not solve.
    pub missed: Vec<Hand>,
}

impl ClassesReport {
    /// The decks whose hands the templates of `set` can be filled with.
    ///
    /// # Errors
    ///
    /// Where a deck of `values` has too many hands.
    pub fn decks(set: &TemplateSet, values: &RangeInclusive<u32>) -> Result<Vec<Deck>, DeckError> {
        let sizes: BTreeSet<usize> = set.templates().iter().map(Template::slots).collect();
        sizes.into_iter().map(|cards| Deck::new(values.clone(), cards, false)).collect()
    }

    /// Groups `set` and solves every hand of `decks` for `target`, with the set
    /// and with the canonical templates in ordinary arithmetic. `None` where
    /// `advance`, which is called after each hand, breaks off.
    pub fn new(
        set: &TemplateSet,
        decks: Vec<Deck>,
        target: Rational,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut report = Self {
            templates: set.templates().len(),
            target,
            classes: Vec::new(),
            missed: Vec::new(),
        };
        for deck in decks {
            report.add(set, deck, &mut advance)?;
        }
        Some(report)
    }

    /// Adds the classes of the deck's size and the hands missed of it.
    fn add(
        &mut self,
        set: &TemplateSet,
        deck: Deck,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Option<()> {
        let canonical = TemplateSet::named(SetName::Canonical, deck.cards(), &Grammar::Left);
        let mut classes: Vec<ClassEntry> = canonical
            .templates()
            .iter()
            .map(|it| ClassEntry::new(it.text(), deck.cards()))
            .collect();
        for template in set.templates().iter().filter(|it| it.slots() == deck.cards()) {
            let class = class(template);
            if let Some(entry) = classes.iter_mut().find(|entry| entry.class == class) {
                entry.templates.push(template.text().to_string());
            }
        }
        let (own, all) = (Compiled::new(set), Compiled::new(&canonical));
        // Which canonical templates solve a hand that the set does not.
        let work = |hand: &Hand| {
            let missed = own.solving_templates(hand, &self.target).is_empty();
            let solving =
                if missed { all.solving_templates(hand, &self.target) } else { Vec::new() };
            (missed, solving)
        };
        let (mut solvable, mut hands) = (0, Vec::new());
        let done = for_each_hand(deck.hands(), work, |hand, (missed, solving)| {
            // What any template solves, the canonical one of its class does too.
            solvable += u64::from(!missed || !solving.is_empty());
            if !solving.is_empty() {
                // The classes stand in the order of the canonical templates.
                for index in solving {
                    classes[index].missed.push(hand.clone());
                }
                hands.push(hand);
            }
            advance()
        });
        if done.is_break() {
            return None;
        }
        self.classes.append(&mut classes);
        self.missed.push(MissedHands { deck, solvable, missed: hands });
        Some(())
    }

    /// How many classes the set has a template of.
    pub fn present(&self) -> usize {
        self.classes.iter().filter(|entry| !entry.is_lacking()).count()
    }
}

impl ClassEntry {
    fn new(class: &str, cards: usize) -> Self {
        Self { class: class.to_owned(), cards, templates: Vec::new(), missed: Vec::new() }
    }

    /// Whether the set has no template of this class.
    pub const fn is_lacking(&self) -> bool {
        self.templates.is_empty()
    }
}
