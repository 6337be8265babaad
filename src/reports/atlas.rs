//! Every hand of a deck with its solutions, and the templates with their hands.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use itertools::Itertools;

use super::inspect::{Detours, plainest};
use super::solve::{grammar_of, solve_until_refused};
use super::{Found, SolveError, Survey};
use crate::algebra::{Equivalence, EquivalenceClasses, Symmetries};
use crate::bit_set::{self, BitSet};
use crate::difficulty::Difficulty;
use crate::{
    Effort, Engine, Expression, Grammar, Hand, Rational, Slot, Solution, Template, TemplateSet,
};

/// The maximum number of hands in the deck of an atlas. It is enough for all hands of six cards
/// from 1 to 13, and for all hands of four such cards in every order.
pub const MAX_ATLAS_HANDS: u64 = 30_000;

/// The maximum number of solutions and of further templates ([`AtlasHand::also`]) that an atlas
/// keeps for all hands together. All hands of five cards have 146,491 solutions.
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
/// let mut atlas = Atlas::new(target.clone(), &engine);
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
#[derive(Debug, Clone, Default)]
pub struct Atlas {
    /// The target.
    pub target: Rational,
    /// The grammar that parsed the templates.
    pub grammar: Grammar,
    /// The survey of all hands of the deck, including those not listed.
    pub survey: Survey,
    /// The templates of the set, or those that a search found.
    pub templates: Vec<AtlasTemplate>,
    /// The listed hands, in the order of the deck.
    pub hands: Vec<AtlasHand>,
    /// The maximum number of solutions and further templates kept for a hand; `None` if all are
    /// kept.
    pub most: Option<usize>,
    /// The templates that solve the most hands, as indices of `templates`.
    pub commonest: Vec<usize>,
    /// For each pair of templates in `commonest`, the number of hands that both solve. Rows and
    /// columns have the order of `commonest`.
    pub shared: Vec<Vec<usize>>,
    /// For each template, the hands that it solves, each as its position in the deck.
    solved: Vec<Vec<usize>>,
    by_text: HashMap<Arc<str>, usize>,
    /// The number of solutions and further templates kept for all hands together.
    kept: usize,
}

/// A template of an atlas.
#[derive(Debug, Clone)]
pub struct AtlasTemplate {
    /// Its text.
    pub text: Arc<str>,
    /// Its expression tree under the grammar.
    pub expression: Expression<Slot>,
    /// The number of hands of the deck that it solves.
    pub hands: u64,
    /// The number of those hands that no other template solves.
    pub only: u64,
}

/// A hand of an atlas.
#[derive(Debug, Clone)]
pub struct AtlasHand {
    /// The hand.
    pub hand: Hand,
    /// The number of its distinct solutions.
    pub count: u64,
    /// The first of its distinct solutions.
    pub solutions: Vec<AtlasSolution>,
    /// Further templates that solve the hand, as indices of [`Atlas::templates`]. Each of their
    /// solutions equals a solution that comes from another template.
    pub also: Vec<usize>,
    /// The detours that all its solutions have, even if each is written in the way that is easiest
    /// to follow. A solution of ordinary arithmetic that no template writes counts, too, if the hand
    /// has a [difficulty](Self::difficulty).
    pub needs: Detours,
    /// How hard it is for people, in ordinary arithmetic; `None` if it has no solution or is too
    /// large to rate.
    pub difficulty: Option<Difficulty>,
    /// Whether it has solutions, and all of them are false.
    pub only_false: bool,
}

/// A solution of a hand of an atlas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtlasSolution {
    /// The index of its template in [`Atlas::templates`].
    pub template: usize,
    /// The cards of the solution from left to right, as positions in the hand.
    pub order: Vec<usize>,
    /// The detours among the values of its operations.
    pub by_way_of: Detours,
    /// Whether its value is the target under its grammar, but not in ordinary arithmetic.
    pub is_false: bool,
}

impl AtlasHand {
    /// Returns the number of solutions and further templates kept.
    fn kept(&self) -> usize {
        self.solutions.len() + self.also.len()
    }

    fn truncate(&mut self, most: usize) {
        self.solutions.truncate(most);
        self.also.truncate(most - self.solutions.len());
    }
}

impl Atlas {
    /// Makes an atlas without hands, for the solutions of `engine`.
    pub fn new(target: Rational, engine: &dyn Engine) -> Self {
        let mut atlas = Self { target, grammar: grammar_of(engine), ..Self::default() };
        for template in engine.templates().map_or(&[][..], TemplateSet::templates) {
            atlas.place(template.text());
        }
        atlas
    }

    /// Adds the next hand of the deck, with its solutions `found`. The survey counts every hand,
    /// but `hands` lists this one only if `is_listed`.
    pub fn add(&mut self, hand: Hand, found: HandFind, is_listed: bool) {
        let number = usize::try_from(self.survey.hands).expect("each hand was added before");
        let count = found.count();
        let HandFind { ways, templates, needs, difficulty, effort } = found;
        let solving = templates.iter().map(|text| self.place(text)).collect_vec();
        for &template in &solving {
            self.solved[template].push(number);
            self.templates[template].hands += 1;
        }
        if let [template] = *solving {
            self.templates[template].only += 1;
        }
        self.survey.add(hand.clone(), count, effort);
        if !is_listed {
            return;
        }
        let only_false = count > 0 && ways.iter().all(|way| way.is_false);
        let solutions = ways.into_iter().map(|Way { template, order, by_way_of, is_false }| {
            AtlasSolution { template: self.place(&template), order, by_way_of, is_false }
        });
        let solutions = solutions.collect_vec();
        let is_shown = |template: &usize| solutions.iter().any(|it| it.template == *template);
        let also = solving.into_iter().filter(|it| !is_shown(it)).sorted().collect();
        let mut listed = AtlasHand { hand, count, solutions, also, needs, difficulty, only_false };
        if let Some(most) = self.most {
            listed.truncate(most);
        }
        self.kept += listed.kept();
        self.hands.push(listed);
        // Free memory early. The final cut would remove the same entries, because each further hand
        // leaves less room for those before it.
        if self.kept > 2 * MAX_ATLAS_SOLUTIONS {
            self.cut();
        }
    }

    /// Returns the finished atlas, once all hands are added.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.cut();
        let (commonest, shared) = shared(&self.solved, self.survey.hands);
        Self { commonest, shared, ..self }
    }

    /// Returns the index of the template with this text, and adds the template if it is new.
    fn place(&mut self, text: &str) -> usize {
        if let Some(&place) = self.by_text.get(text) {
            return place;
        }
        let template = Template::parse(text, &self.grammar).expect("it was read before");
        let (place, expression) = (self.templates.len(), template.expression());
        let text: Arc<str> = text.into();
        self.by_text.insert(Arc::clone(&text), place);
        self.solved.push(Vec::new());
        self.templates.push(AtlasTemplate { text, expression, hands: 0, only: 0 });
        place
    }

    /// Cuts the list of each hand to the greatest length at which the lists of all hands still fit.
    fn cut(&mut self) {
        if self.kept <= MAX_ATLAS_SOLUTIONS {
            return;
        }
        let by_length = self.hands.iter().map(AtlasHand::kept).counts();
        let longest = *by_length.keys().max().expect("an atlas with too many solutions has a hand");
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

/// The maximum number of templates in [`Atlas::commonest`].
const COMMONEST: usize = 12;

/// Returns the templates that solve the most hands and, for each pair of them, the number of hands
/// that both solve. `solved` lists the hands that each template solves; a hand is a number below
/// `hands`.
fn shared(solved: &[Vec<usize>], hands: u64) -> (Vec<usize>, Vec<Vec<usize>>) {
    let size = usize::try_from(hands).expect("the hands were counted one by one");
    let live = (0..solved.len()).filter(|&template| !solved[template].is_empty());
    let by_hands = live.sorted_by_key(|&template| Reverse(solved[template].len()));
    let commonest = by_hands.take(COMMONEST).collect_vec();
    let sets = commonest.iter().map(|&it| bit_set::of(size, solved[it].iter().copied()));
    let sets = sets.collect_vec();
    let row = |one: &BitSet| sets.iter().map(|other| one.intersection_count(other)).collect();
    (commonest, sets.iter().map(row).collect())
}

/// The maximum number of cards in a hand that is rated. A deck has so many hands of six cards that
/// rating them takes too long.
const MAX_RATED_CARDS: usize = 5;

/// Finds the solutions of hands for an [`Atlas`].
#[derive(Debug)]
pub struct AtlasFinder<'a> {
    engine: &'a dyn Engine,
    target: &'a Rational,
    distinct: Equivalence,
    grammar: Grammar,
    /// Whether all solutions of the engine are distinct, so that comparing them is unnecessary.
    all_distinct: bool,
    /// The templates of the solutions found so far, by text.
    known: Mutex<HashMap<Arc<str>, Arc<Known>>>,
}

/// A template and its symmetries, which tell which orders of the cards are equivalent.
#[derive(Debug)]
struct Known {
    template: Template,
    symmetries: Symmetries,
}

/// The solutions of a hand.
#[derive(Debug, Clone)]
pub struct HandFind {
    /// The distinct solutions, in the order they were found.
    ways: Vec<Way>,
    /// The templates of all solutions, duplicates included.
    templates: BTreeSet<Arc<str>>,
    /// The detours that all solutions share.
    needs: Detours,
    /// How hard the hand is for people, in ordinary arithmetic.
    difficulty: Option<Difficulty>,
    /// The work done.
    effort: Effort,
}

impl HandFind {
    /// Returns the number of distinct solutions.
    pub fn count(&self) -> u64 {
        self.ways.len() as u64
    }
}

/// A solution.
#[derive(Debug, Clone)]
struct Way {
    template: Arc<str>,
    order: Vec<usize>,
    by_way_of: Detours,
    is_false: bool,
}

/// The reason why the template of a solution always parses.
const READ: &str = "the grammar has read the template of a solution";

impl<'a> AtlasFinder<'a> {
    /// Makes a finder for the solutions of `engine`.
    pub fn new(engine: &'a dyn Engine, target: &'a Rational, distinct: Equivalence) -> Self {
        let grammar = grammar_of(engine);
        let all_distinct = distinct == Equivalence::Function && engine.finds_no_function_twice();
        Self { engine, target, distinct, grammar, all_distinct, known: Mutex::default() }
    }

    /// Returns the solutions of `hand`.
    ///
    /// If solutions that are the same function count as one, each solution is written in the way of
    /// its template that is easiest to follow: `(9-1)*(8-5)` rather than `(1-9)*(5-8)`.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine or the level of equivalence does not support this many
    /// cards, or the level does not support a solution.
    ///
    /// # Panics
    ///
    /// If a solution has an operator that is not among the [`operators`](Engine::operators) of the
    /// engine, or has no value.
    pub fn find(&self, hand: &Hand) -> Result<HandFind, SolveError> {
        self.distinct.check(hand.cards().len())?;
        let mut classes = EquivalenceClasses::new(self.distinct);
        let mut all = Vec::new();
        let effort = solve_until_refused(self.engine, hand, self.target, |solution| {
            if !self.all_distinct {
                classes.add(&solution)?;
            }
            all.push(solution);
            Ok(())
        })?;
        let is_rewritten = self.distinct.contains(Equivalence::Function);
        let (mut ways, mut templates) = (BTreeMap::<usize, Way>::new(), BTreeSet::new());
        let mut needs = Detours::ALL;
        for (index, found) in all.into_iter().enumerate() {
            let known = self.known(&found);
            let (easiest, easiest_detours) =
                plainest(&known.template, &known.symmetries, found.order(), hand);
            needs = needs.and(easiest_detours);
            templates.insert(known.template.text().into());
            let first = if self.all_distinct { index } else { classes.first(index) };
            if ways.get(&first).is_some_and(|it| !it.is_false) {
                continue;
            }
            let (solution, by_way_of) = if is_rewritten {
                (easiest, easiest_detours)
            } else {
                let detours = Detours::of(found.expression(), Rational::clone);
                (found, detours.expect("a solution has a value"))
            };
            let order = solution.order().to_vec();
            let is_false = Found::new(solution, &self.grammar, self.target).is_false();
            let way = Way { template: known.template.text().into(), order, by_way_of, is_false };
            // Only a true solution takes the place of a false one that it equals.
            if !is_false || !ways.contains_key(&first) {
                ways.insert(first, way);
            }
        }
        let is_rated = hand.cards().len() <= MAX_RATED_CARDS;
        let difficulty = is_rated.then(|| Difficulty::of(hand, self.target)).flatten();
        let negative = self.target.is_negative();
        // A rating counts every way, even one that no template writes, and needs no negative numbers
        // unless the target is negative.
        let needs = match &difficulty {
            _ if ways.is_empty() => Detours::NONE,
            Some(it) => needs.and(Detours { negative, fraction: it.needs_fraction }),
            None => needs,
        };
        Ok(HandFind { ways: ways.into_values().collect(), templates, needs, difficulty, effort })
    }

    /// Returns the template of a solution.
    fn known(&self, solution: &Solution) -> Arc<Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(solution.template()) {
            return Arc::clone(known);
        }
        let template = Template::parse(solution.template(), &self.grammar).expect(READ);
        let symmetries = Symmetries::of(&template.expression());
        let text = template.text().into();
        Arc::clone(known.entry(text).or_insert(Arc::new(Known { template, symmetries })))
    }
}
