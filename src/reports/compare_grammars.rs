//! Solving with templates under several grammars, for a hand and over a deck: the solutions that
//! each grammar finds, the false ones among them, and the solutions that it misses.

use std::collections::{BTreeMap, HashSet};
use std::ops::{ControlFlow, Range};

use super::solve::solve_until_refused;
use super::{CompareOptions, Found, SolveError};
use crate::algebra::EquivalenceClasses;
use crate::engines::{Compiled, Engine, Refusal, Solution};
use crate::grammars::{Grammar, Ordinary};
use crate::{Deck, Hand, Rational, TemplateSet, for_each_hand};

/// The solutions of a hand that the same templates give under several grammars.
///
/// To be compared, all texts are grouped as in ordinary arithmetic, whichever grammar found them.
#[derive(Debug, Clone)]
pub struct GrammarComparison {
    /// The hand.
    pub hand: Hand,
    /// The options.
    pub options: CompareOptions,
    /// One entry for each grammar.
    pub entries: Vec<GrammarEntry>,
}

/// The solutions that the templates give under a grammar.
#[derive(Debug, Clone)]
pub struct GrammarEntry {
    /// The grammar.
    pub grammar: Grammar,
    /// The number of distinct solutions found, including false ones.
    pub solutions: u64,
    /// The distinct solutions whose value in ordinary arithmetic is not the target. If a true one
    /// counts as the same, it is not among them.
    pub false_ones: Vec<Found>,
    /// The distinct solutions that ordinary arithmetic finds with the same templates, and for which
    /// this grammar finds none or only a false one.
    pub lost: Vec<Solution>,
}

crate::serial::serialize_object! { GrammarComparison, self:
    "hand" => self.hand,
    "target" => self.options.target,
    "grammars" => self.entries,
    "agree" => self.agree(),
}

crate::serial::serialize_object! { GrammarEntry, self:
    "grammar" => self.grammar,
    "solutions" => self.solutions,
    "false" => self.false_ones.len(),
    "lost" => self.lost.len(),
}

impl GrammarComparison {
    /// Solves `hand` with each of `sets`: the same templates, parsed with different grammars.
    /// Reports lost solutions only if ordinary arithmetic is among the grammars.
    ///
    /// # Errors
    ///
    /// Returns an error if the hand has more cards than the level of equivalence supports, or a
    /// number of cards for which a set has no template, or if the level does not support a
    /// solution.
    pub fn new(
        hand: Hand,
        sets: &[&TemplateSet],
        options: CompareOptions,
    ) -> Result<Self, SolveError> {
        options.distinct.check(hand.cards().len())?;
        let mut all = Vec::new();
        let mut classes = EquivalenceClasses::new(options.distinct);
        // The places in `all` of each grammar's solutions.
        let mut places = Vec::new();
        for set in sets {
            let from = all.len();
            let mut texts = HashSet::new();
            let set = &set.in_every_order();
            solve_until_refused(&Compiled::new(set), &hand, &options.target, |solution| {
                if texts.insert(solution.text().to_owned()) {
                    let found = Found::new(solution, set.grammar(), &options.target);
                    let found = in_ordinary_arithmetic(found, set.grammar());
                    classes.add(&found.solution)?;
                    all.push(found);
                }
                Ok(())
            })?;
            places.push(from..all.len());
        }
        // For each class, the place of one of the grammar's own solutions: a true one, if it has one.
        let representatives = |own: Range<usize>| {
            let mut chosen = BTreeMap::new();
            for place in own {
                let kept = chosen.entry(classes.first(place)).or_insert(place);
                if all[*kept].is_false() && !all[place].is_false() {
                    *kept = place;
                }
            }
            chosen
        };
        let found: Vec<BTreeMap<usize, usize>> = places.into_iter().map(representatives).collect();
        let ordinary = sets.iter().position(|set| set.grammar().is_ordinary());
        let entries = sets.iter().zip(&found).map(|(set, own)| {
            let is_missed = |(class, _): &(&usize, &usize)| {
                own.get(class).is_none_or(|&place| all[place].is_false())
            };
            // Without ordinary arithmetic, no solution is known to be lost.
            let true_ones = ordinary.into_iter().flat_map(|it| &found[it]);
            let lost = true_ones.filter(is_missed).map(|(_, &place)| all[place].solution.clone());
            let false_ones = own.values().map(|&place| &all[place]).filter(|it| it.is_false());
            GrammarEntry {
                grammar: set.grammar().clone(),
                solutions: own.len() as u64,
                false_ones: false_ones.cloned().collect(),
                lost: lost.collect(),
            }
        });
        Ok(Self { entries: entries.collect(), hand, options })
    }

    /// Whether no grammar gives a false solution or loses one.
    pub fn agree(&self) -> bool {
        self.entries.iter().all(|entry| entry.false_ones.is_empty() && entry.lost.is_empty())
    }
}

/// Returns the solution grouped as in ordinary arithmetic. If ordinary arithmetic rejects the text,
/// returns it unchanged.
fn in_ordinary_arithmetic(found: Found, grammar: &Grammar) -> Found {
    match &found.ordinary {
        Ordinary::NotRead(_) => found,
        Ordinary::Same if grammar.is_ordinary() => found,
        Ordinary::Same | Ordinary::Value(_) | Ordinary::NoValue(_) => {
            let (_, read) = Grammar::read_ordinarily(found.solution.text());
            let expression = read.expect("ordinary arithmetic has just accepted the text");
            Found { solution: found.solution.grouped_as(expression), ..found }
        }
    }
}

/// The values of the same filled strings under several grammars, over a deck.
///
/// Every template is filled with every order of the cards, so all grammars evaluate the same
/// strings. If two of them are equal, they count once per hand.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::reports::GrammarSurvey;
/// use bracket24::{Deck, Grammar, SetName, TemplateSet};
///
/// let [left, scala] =
///     [Grammar::Left, Grammar::Scala].map(|it| TemplateSet::named(SetName::Scala, 4, &it));
/// let deck = Deck::new(1..=4, 4, false)?;
/// let survey = GrammarSurvey::new(&deck, &left, &[&left, &scala], &24.into(), || {
///     ControlFlow::Continue(())
/// })?;
/// let [of_left, of_scala] = &*survey.tallies else { unreachable!("there are two") };
/// assert_eq!((of_left.false_ones, of_left.lost), (0, 0));
/// // Under `scala`, `a-b-c` does not mean what it means in ordinary arithmetic.
/// assert!(of_scala.false_ones > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarSurvey {
    /// The deck.
    pub deck: Deck,
    /// The target.
    pub target: Rational,
    /// One entry for each grammar.
    pub tallies: Vec<GrammarTally>,
}

/// The solutions that one grammar finds over a deck.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrammarTally {
    /// The grammar.
    pub grammar: Grammar,
    /// The number of hands examined.
    pub hands: u64,
    /// The number of strings whose value under the grammar is the target.
    pub solutions: u64,
    /// The number of these strings whose value in ordinary arithmetic is not the target.
    #[cfg_attr(feature = "serde", serde(rename = "false"))]
    pub false_ones: u64,
    /// The number of strings whose value is the target in ordinary arithmetic but not under the
    /// grammar.
    pub lost: u64,
    /// Whether the run was stopped early.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub partial: bool,
}

impl GrammarSurvey {
    /// Returns the number of hands examined.
    pub fn hands(&self) -> u64 {
        self.tallies.first().map_or(0, |tally| tally.hands)
    }

    /// Whether the run was stopped early.
    pub fn partial(&self) -> bool {
        self.tallies.iter().any(|tally| tally.partial)
    }

    /// Solves every hand of `deck` with each of `sets`: the same templates, parsed with different
    /// grammars. `ordinary` is the set of these templates under ordinary arithmetic. Calls
    /// `advance` after each hand; that call can stop the run.
    ///
    /// # Errors
    ///
    /// Returns an error if a set has no template of the size of the hands.
    pub fn new(
        deck: &Deck,
        ordinary: &TemplateSet,
        sets: &[&TemplateSet],
        target: &Rational,
        mut advance: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, Refusal> {
        let in_every_order: Vec<_> = sets.iter().map(|set| set.in_every_order()).collect();
        let engines: Vec<_> = in_every_order.iter().map(Compiled::new).collect();
        let ordinary = ordinary.in_every_order();
        let truth = Compiled::new(&ordinary);
        let refusal = engines.iter().chain([&truth]).find_map(|it| it.refusal(deck.cards()));
        refusal.map_or(Ok(()), Err)?;
        let count = |hand: &Hand| {
            let truth = texts(&truth, hand, target);
            let counts = engines.iter().map(|engine| {
                let found = texts(engine, hand, target);
                let right = found.intersection(&truth).count();
                [found.len(), found.len() - right, truth.len() - right].map(|it| it as u64)
            });
            counts.collect::<Vec<_>>()
        };
        let tally = |set: &&TemplateSet| GrammarTally {
            grammar: set.grammar().clone(),
            ..GrammarTally::default()
        };
        let mut tallies: Vec<GrammarTally> = sets.iter().map(tally).collect();
        let flow = for_each_hand(deck.hands(), count, |_, counts| {
            for (tally, [solutions, false_ones, lost]) in tallies.iter_mut().zip(counts) {
                tally.hands += 1;
                tally.solutions += solutions;
                tally.false_ones += false_ones;
                tally.lost += lost;
            }
            advance()
        });
        for tally in &mut tallies {
            tally.partial = flow.is_break();
        }
        Ok(Self { deck: deck.clone(), target: target.clone(), tallies })
    }
}

/// Returns the filled strings whose value is the target.
fn texts(engine: &Compiled<'_>, hand: &Hand, target: &Rational) -> HashSet<String> {
    let mut texts = HashSet::new();
    let effort = engine.solve(hand, target, &mut |solution| {
        texts.insert(solution.text().to_owned());
        ControlFlow::Continue(())
    });
    effort.expect("an engine that refuses hands of this size is not asked");
    texts
}
