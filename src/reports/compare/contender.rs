//! An engine with what it is given.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use super::clock::sample;
use crate::cards::Hand;
use crate::engines::Solution;
use crate::engines::{Effort, Engine, EngineName, Refusal};
use crate::number::Rational;
use crate::templates::TemplateSet;

/// An engine with the templates it is given.
pub struct Contender<'a> {
    name: EngineName,
    /// What the set is called.
    templates: Option<&'a str>,
    set: &'a TemplateSet,
    engine: Box<dyn Engine + 'a>,
}

/// The estimate for more templates is made from so many of them.
const TEMPLATES: usize = 32;

/// The estimate for a search of more cards is made from so many of them.
const CARDS: usize = 5;

/// With each card more the work of a search is multiplied by more; the next
/// factor is about so many halves of the last one.
const HALVES: u32 = 3;

impl<'a> Contender<'a> {
    /// The engines, those that fill templates once for each of `sets`, which
    /// have names; there is at least one set.
    pub fn all(engines: &[EngineName], sets: &'a [(String, &'a TemplateSet)]) -> Vec<Self> {
        let mut contenders = Vec::new();
        for &engine in engines {
            let sets = if engine.has_templates() { sets } else { &sets[..sets.len().min(1)] };
            contenders.extend(sets.iter().map(|(name, set)| Self::new(engine, name, set)));
        }
        contenders
    }

    fn new(engine: EngineName, set_name: &'a str, set: &'a TemplateSet) -> Self {
        let templates = engine.has_templates().then_some(set_name);
        Self { name: engine, templates, set, engine: engine.engine(set) }
    }

    /// The engine.
    pub const fn name(&self) -> EngineName {
        self.name
    }

    /// What the set of templates is called; `None` for a search.
    pub const fn templates(&self) -> Option<&'a str> {
        self.templates
    }

    /// Why it cannot do hands of so many cards, if it cannot.
    pub fn refusal(&self, cards: usize) -> Option<Refusal> {
        self.engine.refusal(cards)
    }

    /// Hands every solution to `found`.
    pub(super) fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        mut found: impl FnMut(Solution),
    ) -> Effort {
        self.engine.solve(hand, target, &mut |solution| {
            found(solution);
            ControlFlow::Continue(())
        })
    }

    /// Does the work for nothing.
    pub(super) fn run(&self, hand: &Hand, target: &Rational) {
        black_box(self.solve(black_box(hand), target, |solution| drop(black_box(solution))));
    }

    /// About how long it takes for `hand`, which may be far longer than finding
    /// that out.
    pub fn estimate(&self, hand: &Hand, target: &Rational) -> Duration {
        let cards = hand.cards().len();
        if self.refusal(cards).is_some() {
            return Duration::ZERO;
        }
        if self.templates.is_some() {
            let set = self.set.for_cards(cards);
            let all = set.templates().len();
            let some = set.spread(TEMPLATES);
            let engine = Contender::new(self.name, "", &some);
            let time = sample(|| engine.run(hand, target));
            return time.mul_f64(part(all, some.templates().len()));
        }
        let time_of = |cards: usize| {
            let part = Hand::new(hand.cards()[..cards].to_vec());
            sample(|| self.run(&part, target))
        };
        if cards <= CARDS {
            return time_of(cards);
        }
        let mut time = time_of(CARDS);
        let mut factor = time.as_secs_f64() / time_of(CARDS - 1).as_secs_f64().max(1e-9);
        for _ in CARDS..cards {
            factor *= f64::from(HALVES) / 2.0;
            time =
                Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX);
        }
        time
    }
}

/// How many times as many templates there are.
fn part(all: usize, some: usize) -> f64 {
    let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    count(all) / count(some).max(1.0)
}
