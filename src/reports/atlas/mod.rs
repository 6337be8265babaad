//! Every hand of a deck with its solutions, and the templates with their hands.

mod find;
mod share;

use std::collections::HashMap;
use std::sync::Arc;

use itertools::Itertools;

use super::Detours;
use super::Survey;
use crate::cards::Hand;
use crate::difficulty::Difficulty;
use crate::syntax::{Expression, Slot};
use crate::templates::{Template, TemplateSet};
use crate::{Grammar, Rational};

pub use find::{AtlasFinder, HandFind};

/// The most hands of a deck that an atlas is made of: those of six cards from 1 to
/// 13, and those of four in every order.
pub const MAX_ATLAS_HANDS: u64 = 30_000;

/// The most solutions that are kept, together with the other templates of each hand:
/// more than the 146,491 solutions of five cards.
pub const MAX_ATLAS_SOLUTIONS: usize = 150_000;

/// Every hand of a deck with its solutions.
///
/// # Examples
///
/// ```
/// use bracket24::reports::{Atlas, AtlasFinder, Detours};
/// use bracket24::{Compiled, Deck, Equivalence, Grammar, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let (engine, target) = (Compiled::new(&set), 24.into());
/// let finder = AtlasFinder::new(&engine, &target, Equivalence::Function);
/// let mut atlas = Atlas::new(target.clone(), Some(&set));
/// for hand in Deck::new(3..=8, 4, false)?.hands() {
///     let found = finder.find(&hand)?;
///     atlas.add(hand, found, true);
/// }
/// let atlas = atlas.finish();
/// let hand = atlas.hands.iter().find(|it| it.hand.to_string() == "3 3 8 8").unwrap();
/// assert_eq!(hand.solutions.len(), 1);
/// assert_eq!(&*atlas.templates[hand.solutions[0].template].text, "N/(N-N/N)");
/// assert!(hand.needs.fraction);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Atlas {
    /// The target.
    pub target: Rational,
    /// The grammar that read the templates.
    pub grammar: Grammar,
    /// How all hands of the deck fare, those that are not listed too.
    pub survey: Survey,
    /// The templates of the set and those that a search came to.
    pub templates: Vec<AtlasTemplate>,
    /// The hands that are listed, in the order of the deck.
    pub hands: Vec<AtlasHand>,
    /// The most solutions and templates that are kept of a hand, where it is not all.
    pub most: Option<usize>,
    /// The templates that solve most hands, as places in `templates`.
    pub commonest: Vec<usize>,
    /// How many hands any two of the commonest solve both, in their order.
    pub shared: Vec<Vec<usize>>,
    /// By template, the numbers of the hands of the deck that it solves.
    solved: Vec<Vec<usize>>,
    by_text: HashMap<Arc<str>, usize>,
    /// The number of solutions and templates that are kept.
    kept: usize,
}

/// A template of an atlas.
#[derive(Debug, Clone)]
pub struct AtlasTemplate {
    /// Its text.
    pub text: Arc<str>,
    /// How the grammar groups it.
    pub expression: Expression<Slot>,
    /// The hands of the deck that it solves.
    pub hands: u64,
    /// Of those, the hands that no other template solves.
    pub only: u64,
}

/// A hand of an atlas.
#[derive(Debug, Clone)]
pub struct AtlasHand {
    /// The hand.
    pub hand: Hand,
    /// The number of its different solutions.
    pub count: u64,
    /// The first of them.
    pub solutions: Vec<AtlasSolution>,
    /// Templates that none of those is of, and that solve it too: with a solution that
    /// is the same as another.
    pub also: Vec<usize>,
    /// What each of its solutions has on its way, in the way of writing it that is
    /// easiest to follow.
    pub needs: Detours,
    /// How hard it is for people, in ordinary arithmetic; `None` where it cannot be
    /// solved or is too large to rate.
    pub difficulty: Option<Difficulty>,
    /// Whether it has solutions, and all of them are false.
    pub only_false: bool,
}

/// A solution of a hand of an atlas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtlasSolution {
    /// The place of its template.
    pub template: usize,
    /// The cards from left to right, as positions in the hand.
    pub order: Vec<usize>,
    /// What is among the values of its operations.
    pub by_way_of: Detours,
    /// Whether it is the target under its grammar, and not in ordinary arithmetic.
    pub is_false: bool,
}

impl AtlasHand {
    /// The number of solutions and templates that are kept.
    fn kept(&self) -> usize {
        self.solutions.len() + self.also.len()
    }

    fn truncate(&mut self, most: usize) {
        self.solutions.truncate(most);
        self.also.truncate(most - self.solutions.len());
    }
}

impl Atlas {
    /// One without hands yet, by the templates of `set`, or by a search.
    pub fn new(target: Rational, set: Option<&TemplateSet>) -> Self {
        let mut atlas = Self {
            target,
            grammar: set.map_or(Grammar::Left, |set| set.grammar().clone()),
            survey: Survey::default(),
            templates: Vec::new(),
            hands: Vec::new(),
            most: None,
            commonest: Vec::new(),
            shared: Vec::new(),
            solved: Vec::new(),
            by_text: HashMap::new(),
            kept: 0,
        };
        for template in set.map_or(&[][..], TemplateSet::templates) {
            atlas.place(template.text());
        }
        atlas
    }

    /// Adds the next hand of the deck with what was found for it; it is listed, or
    /// only counted.
    pub fn add(&mut self, hand: Hand, found: HandFind, is_listed: bool) {
        let number = usize::try_from(self.survey.hands).expect("each hand was added before");
        let count = found.count();
        let solving = found.templates.iter().map(|text| self.place(text)).collect_vec();
        for &template in &solving {
            self.solved[template].push(number);
            self.templates[template].hands += 1;
        }
        if let [template] = *solving {
            self.templates[template].only += 1;
        }
        self.survey.add(hand.clone(), count, found.effort);
        if !is_listed {
            return;
        }
        let only_false = count > 0 && found.ways.iter().all(|way| way.is_false);
        let solutions = found.ways.into_iter().map(|way| AtlasSolution {
            template: self.place(&way.template),
            order: way.order,
            by_way_of: way.by_way_of,
            is_false: way.is_false,
        });
        let solutions = solutions.collect_vec();
        let is_shown = |template: &usize| solutions.iter().any(|it| it.template == *template);
        let also = solving.into_iter().filter(|it| !is_shown(it)).sorted().collect();
        let mut listed = AtlasHand {
            hand,
            count,
            solutions,
            also,
            needs: found.needs,
            difficulty: found.difficulty,
            only_false,
        };
        if let Some(most) = self.most {
            listed.truncate(most);
        }
        self.kept += listed.kept();
        self.hands.push(listed);
        // What is cut off now would be cut off at the end too: with every hand the
        // others have less room.
        if self.kept > 2 * MAX_ATLAS_SOLUTIONS {
            self.cut();
        }
    }

    /// The whole atlas, once all hands are there.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.cut();
        let (commonest, shared) = share::shared(&self.solved, self.survey.hands);
        Self { commonest, shared, ..self }
    }

    /// The place of the template with this text.
    fn place(&mut self, text: &str) -> usize {
        if let Some(&place) = self.by_text.get(text) {
            return place;
        }
        let template = Template::parse(text, &self.grammar).expect("it was read before");
        let place = self.templates.len();
        let text: Arc<str> = text.into();
        self.by_text.insert(Arc::clone(&text), place);
        self.solved.push(Vec::new());
        self.templates.push(AtlasTemplate {
            text,
            expression: template.expression(),
            hands: 0,
            only: 0,
        });
        place
    }

    /// Keeps so many of each hand, at most, that all of them have room.
    fn cut(&mut self) {
        if self.kept <= MAX_ATLAS_SOLUTIONS {
            return;
        }
        let by_length = self.hands.iter().map(AtlasHand::kept).counts();
        let longest = *by_length.keys().max().expect("what has too many solutions has a hand");
        let with = |most: usize| -> usize {
            by_length.iter().map(|(&kept, hands)| kept.min(most) * hands).sum()
        };
        let fits = |most: &usize| with(*most) <= MAX_ATLAS_SOLUTIONS;
        let most = (0..longest).rev().find(fits).expect("no solutions have room");
        self.hands.iter_mut().for_each(|hand| hand.truncate(most));
        self.kept = with(most);
        self.most = Some(most);
    }
}
