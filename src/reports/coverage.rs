//! The hands of a deck that each template of a set solves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::set_cover::minimum_cover;
use super::{Found, SolvableCount};
use crate::bit_set::{self, BitSet};
use crate::engines::{Compiled, Engine};
use crate::{Deck, Grammar, Hand, Rational, Template, TemplateSet, for_each_hand};

/// The step limit of the search for the smallest cover.
const STEPS: u64 = 20_000;

/// Counts which templates solve which hands.
#[derive(Debug, Clone)]
pub struct CoverageCount<'a> {
    deck: Deck,
    set: &'a TemplateSet,
    target: Rational,
    hands: u64,
    partial: bool,
    /// The hands, grouped by the set of templates that solve them.
    groups: Vec<Group>,
}

/// Hands that the same templates solve.
#[derive(Debug, Clone)]
struct Group {
    solving: Vec<usize>,
    first: Hand,
    hands: u64,
}

/// The hands of a deck that each template of a set solves.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::reports::CoverageCount;
/// use bracket24::{Deck, Grammar, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let deck = Deck::new(1..=3, 4, false)?;
/// let going_on = || ControlFlow::Continue(());
/// let coverage = CoverageCount::new(deck, &set, 24.into(), going_on).report(|| false);
/// assert_eq!((coverage.hands, coverage.solvable), (15, 6));
/// let most = &coverage.templates[0];
/// assert_eq!((&*most.template, most.hands, most.only), ("(N+N)*N*N", 3, 1));
/// // No set of fewer than four templates solves all six hands.
/// assert!(coverage.cover_is_proven());
/// assert_eq!(coverage.cover.len(), 4);
/// # Ok::<(), bracket24::DeckError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Coverage {
    /// The deck.
    pub deck: Deck,
    /// The grammar that parsed the templates.
    pub grammar: Grammar,
    /// The target.
    pub target: Rational,
    /// The number of hands examined: the whole deck, unless the run is partial.
    pub hands: u64,
    /// The number of these hands that some template solves.
    pub solvable: u64,
    /// The number of these hands that have any solution, with or without the templates. `None` if
    /// the number is unknown: for a partial run, under a grammar other than ordinary arithmetic,
    /// and for a deck too large for [`Reach`](crate::Reach).
    pub reachable: Option<u64>,
    /// Whether the run was stopped early.
    pub partial: bool,
    /// The templates that solve at least one hand, sorted by the number of hands, largest number
    /// first.
    pub templates: Vec<TemplateCoverage>,
    /// The templates that solve no hand, in the order of the set.
    pub dead: Vec<Arc<str>>,
    /// The fewest templates that together solve every hand that the set solves, sorted by the
    /// number of hands, the most first. Of several such covers, this is the one whose templates
    /// come first in the set.
    pub cover: Vec<CoverMember>,
    /// A lower bound on the number of templates in any cover. If it equals the length of `cover`,
    /// no cover is smaller.
    pub cover_at_least: usize,
}

/// The number of hands that a template solves.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone)]
pub struct TemplateCoverage {
    /// Its text.
    pub template: Arc<str>,
    /// The number of hands that it solves. A hand counts once, even if several orders solve it.
    pub hands: u64,
    /// The number of those hands that no other template of the set solves.
    pub only: u64,
    /// Whether it belongs to the cover.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub in_cover: bool,
    /// One of the hands that it solves, chosen so that as few other templates as possible solve it;
    /// the first such hand.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub example: SolvedHand,
}

/// A hand and one of its solutions.
#[derive(Debug, Clone)]
pub struct SolvedHand {
    /// The hand.
    pub hand: Hand,
    /// The solution.
    pub solution: Found,
}

/// A template of the cover, and a hand that no other template of the cover solves.
#[derive(Debug, Clone)]
pub struct CoverMember {
    /// Its text.
    pub template: Arc<str>,
    /// The number of hands that it solves.
    pub hands: u64,
    /// The number of those hands that no other template of the cover solves.
    pub alone: u64,
    /// The first hand that no other template of the cover solves.
    pub needed_for: SolvedHand,
}

impl Coverage {
    /// Whether `cover` is proven to be the smallest.
    pub fn cover_is_proven(&self) -> bool {
        self.cover.len() == self.cover_at_least
    }
}

crate::serial::serialize_object! { Coverage, self:
    "hands" => self.hands,
    "solvable" => self.solvable,
    "live" => self.templates.len(),
    "templates" => self.templates,
    "dead" => self.dead,
    "cover" => SmallestCover(self),
    "partial" if self.partial => true,
}

/// The cover of a report, for serialization.
#[cfg(feature = "serde")]
struct SmallestCover<'a>(&'a Coverage);

crate::serial::serialize_object! { SmallestCover<'_>, self:
    let Self(report) = self;
    "size" => report.cover.len(),
    "proven" => report.cover_is_proven(),
    "templates" => report.cover.iter().map(|it| &it.template).collect_vec(),
    "at_least" if !report.cover_is_proven() => report.cover_at_least,
}

impl<'a> CoverageCount<'a> {
    /// Solves every hand of `deck` with the templates of `set`. Calls `each_hand` after each hand;
    /// that call can stop the run.
    ///
    /// Hands that the same templates solve share one entry. So memory use grows with the number of
    /// different sets of solving templates, not with the number of hands.
    pub fn new(
        deck: Deck,
        set: &'a TemplateSet,
        target: Rational,
        mut each_hand: impl FnMut() -> ControlFlow<()>,
    ) -> Self {
        let size = set.templates().len();
        let engine = Compiled::new(set);
        let mut places: HashMap<BitSet, usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        let mut hands = 0;
        let flow = for_each_hand(
            deck.hands(),
            |hand| engine.solving_templates(hand, &target),
            |first, solving| {
                hands += 1;
                let next = groups.len();
                match *places.entry(bit_set::of(size, solving.iter().copied())).or_insert(next) {
                    place if place < next => groups[place].hands += 1,
                    _ => groups.push(Group { solving, first, hands: 1 }),
                }
                each_hand()
            },
        );
        Self { deck, set, target, hands, partial: flow.is_break(), groups }
    }

    /// Returns the report, with the smallest cover. The search for the cover ends early once
    /// `stop` returns true.
    pub fn report(self, stop: impl Fn() -> bool) -> Coverage {
        let texts = || self.set.templates().iter().map(Template::text);
        let mut hands = vec![0; texts().len()];
        let mut only = hands.clone();
        // For each template, the group of its hands that the fewest other templates solve.
        let mut rarest: Vec<Option<&Group>> = vec![None; hands.len()];
        for group in &self.groups {
            if let [index] = *group.solving {
                only[index] += group.hands;
            }
            for &index in &group.solving {
                hands[index] += group.hands;
                if rarest[index].is_none_or(|it| group.solving.len() < it.solving.len()) {
                    rarest[index] = Some(group);
                }
            }
        }

        let most_first = |&index: &usize| (Reverse(hands[index]), index);
        let rows = self.groups.iter().map(|group| group.solving.clone()).collect_vec();
        let cover = minimum_cover(&rows, STEPS, &stop);
        let in_cover = bit_set::of(hands.len(), cover.columns.iter().copied());

        let templates = (0..hands.len())
            .zip(texts())
            .filter(|(index, _)| hands[*index] > 0)
            .sorted_by_key(|(index, _)| most_first(index))
            .map(|(index, template)| TemplateCoverage {
                template: template.into(),
                hands: hands[index],
                only: only[index],
                in_cover: in_cover.contains(index),
                example: self.solved(index, &rarest[index].expect("it solves a hand").first),
            });
        let unsolvable: u64 =
            self.groups.iter().filter(|it| it.solving.is_empty()).map(|it| it.hands).sum();
        let members = cover.columns.iter().copied().sorted_by_key(most_first);
        let members = members.map(|index| self.member(index, hands[index], &in_cover));
        let solvable = self.hands - unsolvable;
        let partial = self.partial || stop();
        let count = || SolvableCount::of(&self.deck, self.target.clone());
        let has_all = || self.set.templates().iter().all(|it| it.slots() == self.deck.cards());
        let is_complete = !hands.is_empty() && has_all();
        let reachable = match self.set.grammar() {
            Grammar::Left if partial => None,
            Grammar::Left if is_complete && self.set.makes_no_function_twice() => Some(solvable),
            Grammar::Left => count().map(|count| count.solvable),
            _ => None,
        };
        let dead = texts().zip(&hands).filter(|(_, hands)| **hands == 0);
        Coverage {
            templates: templates.collect(),
            dead: dead.map(|(it, _)| it.into()).collect(),
            cover: members.collect(),
            cover_at_least: cover.at_least,
            solvable,
            reachable,
            hands: self.hands,
            partial,
            deck: self.deck,
            grammar: self.set.grammar().clone(),
            target: self.target,
        }
    }

    /// Returns the member of the cover for the template at `index` of the set.
    fn member(&self, index: usize, hands: u64, cover: &BitSet) -> CoverMember {
        let is_alone = |it: &[usize]| it.iter().filter(|&&it| cover.contains(it)).eq([&index]);
        let alone = self.groups.iter().filter(|it| is_alone(&it.solving));
        let group = alone.clone().next();
        let first = &group.expect("the others of a cover do not solve all that it solves").first;
        CoverMember {
            template: self.set.templates()[index].text().into(),
            hands,
            alone: alone.map(|group| group.hands).sum(),
            needed_for: self.solved(index, first),
        }
    }

    /// Returns a hand, and how the template at `index` of the set solves it.
    fn solved(&self, index: usize, hand: &Hand) -> SolvedHand {
        let set = self.set.only(index);
        let solution = Compiled::new(&set).any_solution(hand, &self.target);
        let solution = solution.expect("the set has the template that it was counted for");
        let solution = solution.expect("a template solves the hands that it was counted for");
        let solution = Found::new(solution, self.set.grammar(), &self.target);
        SolvedHand { hand: hand.clone(), solution }
    }
}
