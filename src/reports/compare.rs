//! Compares the engines on the same hands: the work and time of each, and whether they find the
//! same solutions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::algebra::{Equivalence, EquivalenceClasses, EquivalenceError, NormalForm};
use crate::bench::{Competitor, median};
use crate::cards::{Deck, Hand, Portions, map};
use crate::{Effort, EngineName, Rational, Reach, ReachError, Refusal, Solution};

/// The options that apply to every engine.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// The target.
    pub target: Rational,
    /// The level at which solutions count as the same. The comparison counts the solutions that are
    /// distinct at this level, and checks that the engines agree on them.
    pub distinct: Equivalence,
}

/// The hand or the deck that the engines solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompareSubject {
    /// One hand.
    Hand(Hand),
    /// Every hand of a deck.
    Deck(Deck),
}

/// A comparison of the engines, over a hand or a deck.
///
/// # Examples
///
/// ```
/// use bracket24::bench::Competitor;
/// use bracket24::reports::{CompareOptions, Comparison};
/// use bracket24::{EngineName, Equivalence, Grammar, Hand, SetName, TemplateSet};
///
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let sets = [("canonical".to_owned(), &set)];
/// let competitors = Competitor::all(&[EngineName::Strings, EngineName::Pairs], &sets);
/// let options = CompareOptions { target: 24.into(), distinct: Equivalence::Function };
/// // The last argument is called with the competitor that starts, and the next one.
/// let hand = Hand::from([3, 3, 8, 8]);
/// let comparison = Comparison::of_hand(&hand, &competitors, options, |_, _| ())?;
///
/// // They find the same solution: `pairs` in four ways, and `strings` in one.
/// assert_eq!((comparison.solutions, comparison.differing), (1, 0));
/// let found: Vec<u64> = comparison.entries.iter().map(|entry| entry.found).collect();
/// assert_eq!(found, [1, 4]);
/// # Ok::<(), bracket24::EquivalenceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The hand or deck.
    pub subject: CompareSubject,
    /// The options.
    pub options: CompareOptions,
    /// The number of hands examined.
    pub hands: u64,
    /// The number of distinct solutions that at least one engine finds.
    pub solutions: u64,
    /// The work of each engine, in the order they were given.
    pub entries: Vec<Entry>,
    /// The engines that refuse hands of this size.
    pub left_out: Vec<SkippedEngine>,
    /// The number of hands for which the engines find different solutions.
    pub differing: u64,
    /// The first of these hands, with the difference.
    pub difference: Option<Difference>,
    /// Whether the run was stopped early.
    pub partial: bool,
    /// The number of hands for which at least one engine finds a solution.
    pub solvable: u64,
    /// For a whole deck and the four operators, the result of [`Reach`], or the reason why it
    /// refuses.
    pub reach: Option<Result<Reached, ReachError>>,
}

/// The number of hands of a deck that have a solution, counted without finding the solutions
/// themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// How many hands have a solution.
    pub solvable: u64,
    /// How long it took, including making the tables.
    pub time: Duration,
}

impl Reached {
    fn new(deck: &Deck, target: &Rational) -> Result<Self, ReachError> {
        let solvable = Reach::new(deck)?.count(target);
        let time = median(|| {
            // Count again, now with the clock running.
            let _ = black_box(Reach::new(deck).map(|reach| reach.count(target)));
        });
        Ok(Self { solvable, time })
    }
}

/// The work that an engine did.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The engine.
    pub engine: EngineName,
    /// The name of its set of templates; `None` for a search.
    pub templates: Option<String>,
    /// The work that it counted.
    pub effort: Effort,
    /// How many solutions it wrote.
    pub found: u64,
    /// How many of these are distinct.
    pub distinct: u64,
    /// How many distinct solutions other engines find but this one does not.
    pub lacking: u64,
    /// The number of hands for which it finds no solution but another engine does.
    pub missed_hands: u64,
    /// How long it took: for a hand, the median of repeated runs; for a deck, one run over all
    /// hands. Solutions are written out and discarded.
    pub time: Duration,
}

/// An engine that refuses the hands.
#[derive(Debug, Clone)]
pub struct SkippedEngine {
    /// The engine.
    pub engine: EngineName,
    /// The name of its set of templates; `None` for a search.
    pub templates: Option<String>,
    /// Why it refuses.
    pub refusal: Refusal,
}

impl Comparison {
    /// Makes every competitor solve `hand`; calls `begin` with the competitor that starts, and the
    /// next one.
    ///
    /// Solutions are counted and compared in a separate, untimed run.
    ///
    /// # Errors
    ///
    /// Returns an error if the hand has more cards than the level of equivalence supports, or if
    /// the level does not support a solution.
    pub fn of_hand(
        hand: &Hand,
        competitors: &[Competitor<'_>],
        options: CompareOptions,
        mut begin: impl FnMut(&Competitor<'_>, Option<&Competitor<'_>>),
    ) -> Result<Self, EquivalenceError> {
        let subject = CompareSubject::Hand(hand.clone());
        let (mut comparison, competitors) =
            Self::begin(subject, hand.cards().len(), competitors, options)?;
        let mut begin =
            |place: usize| begin(competitors[place], competitors.get(place + 1).copied());
        comparison.add(hand, Checked::new(hand, &competitors, &comparison.options, &mut begin)?);
        for (place, competitor) in competitors.iter().enumerate() {
            begin(place);
            comparison.entries[place].time =
                median(|| competitor.run(hand, &comparison.options.target));
        }
        Ok(comparison)
    }

    /// Makes every competitor solve every hand of `deck`, each on one processor. Solves the hands
    /// in portions and, after each portion, calls `each_hand` once for each of its hands. If one of
    /// these calls breaks, the run stops after the portion.
    ///
    /// Solutions are counted and compared in a separate, untimed run on all processors.
    ///
    /// # Errors
    ///
    /// Returns an error if the hands have more cards than the level of equivalence supports, or if
    /// the level does not support a solution.
    pub fn of_deck(
        deck: &Deck,
        competitors: &[Competitor<'_>],
        options: CompareOptions,
        mut each_hand: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, EquivalenceError> {
        let (mut comparison, competitors) =
            Self::begin(CompareSubject::Deck(deck.clone()), deck.cards(), competitors, options)?;
        for portion in Portions::new(deck.hands()) {
            let checked = map(&portion, &|hand| {
                Checked::new(hand, &competitors, &comparison.options, |_| ())
            });
            for (entry, competitor) in comparison.entries.iter_mut().zip(&competitors) {
                let clock = Instant::now();
                for hand in &portion {
                    competitor.run(hand, &comparison.options.target);
                }
                entry.time += clock.elapsed();
            }
            for (hand, checked) in portion.iter().zip(checked) {
                comparison.add(hand, checked?);
            }
            // The run stops only after a whole portion, so that all engines have done the same
            // work.
            comparison.partial = portion.iter().filter(|_| each_hand().is_break()).count() > 0;
            if comparison.partial {
                return Ok(comparison);
            }
        }
        let has_four = competitors.iter().all(|it| it.operators.is_of_field());
        comparison.reach = has_four.then(|| Reached::new(deck, &comparison.options.target));
        Ok(comparison)
    }

    /// Starts a comparison without any hand, and returns the competitors that support hands of this
    /// size.
    fn begin<'a, 't>(
        subject: CompareSubject,
        cards: usize,
        competitors: &'a [Competitor<'t>],
        options: CompareOptions,
    ) -> Result<(Self, Vec<&'a Competitor<'t>>), EquivalenceError> {
        options.distinct.check(cards)?;
        let (mut entries, mut left_out, mut able) = (Vec::new(), Vec::new(), Vec::new());
        for competitor in competitors {
            let (engine, templates) = (competitor.name, competitor.templates.clone());
            if let Some(refusal) = competitor.refusal(cards) {
                left_out.push(SkippedEngine { engine, templates, refusal });
            } else {
                entries.push(Entry {
                    engine,
                    templates,
                    effort: Effort::default(),
                    found: 0,
                    distinct: 0,
                    lacking: 0,
                    missed_hands: 0,
                    time: Duration::ZERO,
                });
                able.push(competitor);
            }
        }
        let comparison = Self {
            subject,
            options,
            hands: 0,
            solutions: 0,
            entries,
            left_out,
            differing: 0,
            difference: None,
            partial: false,
            solvable: 0,
            reach: None,
        };
        Ok((comparison, able))
    }

    fn add(&mut self, hand: &Hand, checked: Checked) {
        self.hands += 1;
        self.solutions += checked.solutions;
        self.solvable += u64::from(checked.solutions > 0);
        for (entry, answer) in self.entries.iter_mut().zip(checked.answers) {
            entry.effort += answer.effort;
            entry.found += answer.found;
            entry.distinct += answer.distinct;
            entry.lacking += checked.solutions - answer.distinct;
            entry.missed_hands += u64::from(answer.distinct == 0 && checked.solutions > 0);
        }
        if !checked.lacking.is_empty() {
            self.differing += 1;
            self.difference
                .get_or_insert_with(|| Difference { hand: hand.clone(), lacking: checked.lacking });
        }
    }

    /// Whether all engines find the same solutions for every hand.
    pub const fn agree(&self) -> bool {
        self.differing == 0
    }

    /// Returns how long the fastest engine took, if there is any.
    pub fn fastest(&self) -> Option<Duration> {
        self.entries.iter().map(|entry| entry.time).min()
    }
}

/// A hand for which the engines find different solutions.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The hand.
    pub hand: Hand,
    /// The solutions that some engine lacks.
    pub lacking: Vec<MissingSolution>,
}

/// A solution that some engine does not find.
#[derive(Debug, Clone)]
pub struct MissingSolution {
    /// The solution, as written by the first engine that finds it.
    pub solution: Solution,
    /// The canonical template of the solution.
    pub template: String,
    /// The engines that do not find it, as indices of [`Comparison::entries`].
    pub without: Vec<usize>,
}

crate::serial::serialize_object! { MissingSolution, self:
    "expression" => self.solution.text(),
    "template" => self.template,
    "without" => self.without,
}

/// The work of the engines for a hand, and the differences between their answers.
struct Checked {
    /// One answer for each engine.
    answers: Vec<Answer>,
    /// The number of distinct solutions.
    solutions: u64,
    lacking: Vec<MissingSolution>,
}

/// The work of one engine for a hand.
struct Answer {
    effort: Effort,
    found: u64,
    distinct: u64,
}

/// The solutions of all engines for a hand, sorted into classes. Each text is there once for every
/// template: with cards of 1, 2 and 12, the text `12` is `N` or `NN`.
#[derive(Default)]
struct Pool {
    classes: EquivalenceClasses,
    by_text: HashMap<[String; 2], usize>,
    solutions: Vec<Solution>,
}

impl Pool {
    /// Returns the place of the first solution in the class of `solution`, and adds `solution` if
    /// its text or template is new.
    fn add(&mut self, solution: Solution) -> Result<usize, EquivalenceError> {
        let written = [solution.text(), solution.template()].map(str::to_owned);
        if let Some(&first) = self.by_text.get(&written) {
            return Ok(first);
        }
        self.classes.add(&solution)?;
        let first = self.classes.first(self.solutions.len());
        self.by_text.insert(written, first);
        self.solutions.push(solution);
        Ok(first)
    }
}

impl Checked {
    fn new(
        hand: &Hand,
        competitors: &[&Competitor<'_>],
        options: &CompareOptions,
        mut begin: impl FnMut(usize),
    ) -> Result<Self, EquivalenceError> {
        let classes = EquivalenceClasses::new(options.distinct);
        let mut pool = Pool { classes, ..Pool::default() };
        let mut answers = Vec::new();
        // An engine finds a class if it finds any solution in it.
        let mut found_by: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut refused = Ok(());
        for (place, competitor) in competitors.iter().enumerate() {
            begin(place);
            let mut found = 0;
            let effort = competitor.solve(hand, &options.target, |solution| {
                found += 1;
                match pool.add(solution) {
                    Ok(first) => _ = found_by.entry(first).or_default().insert(place),
                    Err(error) => refused = Err(error),
                }
            });
            answers.push(Answer { effort, found, distinct: 0 });
        }
        refused?;
        found_by.values().flatten().for_each(|engine| answers[*engine].distinct += 1);
        let lacking = found_by.iter().filter(|(_, by)| by.len() < competitors.len());
        let lacking = lacking.map(|(&first, by)| {
            let solution = pool.solutions[first].clone();
            let form = NormalForm::of(solution.expression(), |_| ());
            let template = form.map(|form| form.to_text(&|()| "N".to_owned()));
            let template = template.unwrap_or_else(|_| solution.template().to_string());
            let without = (0..competitors.len()).filter(|engine| !by.contains(engine)).collect();
            MissingSolution { solution, template, without }
        });
        Ok(Self { answers, solutions: found_by.len() as u64, lacking: lacking.collect() })
    }
}

crate::serial::serialize_object! { Comparison, self:
    let (hand, deck) = match &self.subject {
        CompareSubject::Hand(hand) => (Some(hand), None),
        CompareSubject::Deck(deck) => (None, Some(deck)),
    };
    let values =
        deck.map(|deck| format!("{}..{}", deck.values().start(), deck.values().end()));
    let missing = self.difference.as_ref().map(|it| &it.lacking);
    let first = self.difference.as_ref().map(|it| &it.hand);
    let reached = self.reach.as_ref().and_then(|it| it.as_ref().ok());
    "hand" if hand.is_some() => hand,
    "deck" if deck.is_some() => values,
    "target" => self.options.target,
    "engines" => self.entries,
    "agree" => self.agree(),
    "cards" if deck.is_some() => deck.map(Deck::cards),
    "ordered" if deck.is_some() => deck.map(Deck::is_ordered),
    "hands" if deck.is_some() => self.hands,
    "differing" if deck.is_some() => self.differing,
    "first" if deck.is_some() && first.is_some() => first,
    "partial" if deck.is_some() && self.partial => true,
    "reach" if deck.is_some() && reached.is_some() => reached,
    "lacking" if missing.is_some_and(|it| !it.is_empty()) => missing,
    "left_out" if !self.left_out.is_empty() => self.left_out,
}

crate::serial::serialize_object! { Entry, self:
    "engine" => self.engine,
    "filled" => self.effort.filled,
    "parsed" => self.effort.parsed,
    "evaluated" => self.effort.evaluated,
    "zero_divisions" => self.effort.zero_divisions,
    "found" => self.found,
    "distinct" => self.distinct,
    "seconds" => self.time.as_secs_f64(),
    "templates" if self.templates.is_some() => self.templates,
    "nodes" => self.effort.nodes,
    "lacking" => self.lacking,
}

crate::serial::serialize_object! { SkippedEngine, self:
    "engine" => self.engine,
    "templates" if self.templates.is_some() => self.templates,
    "reason" => self.refusal.to_string(),
}

crate::serial::serialize_object! { Reached, self:
    "solvable" => self.solvable,
    "seconds" => self.time.as_secs_f64(),
}
