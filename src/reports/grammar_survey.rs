//! The solutions of a deck by each grammar: how many, how many false, how many lost.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::cards::Deck;
use crate::cards::Hand;
use crate::cards::for_each_hand;
use crate::engines::{Compiled, Engine, Refusal};
use crate::grammars::Grammar;
use crate::number::Rational;
use crate::templates::TemplateSet;

/// The values of the same filled strings under several grammars, over a deck.
///
/// Every template is filled with every order of the cards, and a string counts
/// once a hand: so each grammar is asked about the very same strings.
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
/// // What `a-b-c` is under it is not what it is in ordinary arithmetic.
/// assert!(of_scala.false_ones > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarSurvey {
    /// The number of hands that were examined.
    pub hands: u64,
    /// One for each grammar.
    pub tallies: Vec<GrammarTally>,
    /// Whether the run was broken off.
    pub partial: bool,
}

/// The solutions that one grammar finds over a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarTally {
    /// The grammar.
    pub grammar: Grammar,
    /// The number of strings that are the target under it.
    pub solutions: u64,
    /// The number of them that are not the target in ordinary arithmetic.
    pub false_ones: u64,
    /// The number of strings that are the target in ordinary arithmetic and not under it.
    pub lost: u64,
}

/// A grammar beside what holds for all of them, as it is serialized.
#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
struct TallyOf<'a> {
    grammar: &'a Grammar,
    hands: u64,
    solutions: u64,
    r#false: u64,
    lost: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

impl GrammarSurvey {
    /// One object for each grammar, to be serialized: what it finds, the number
    /// of hands, and whether the run was broken off.
    #[cfg(feature = "serde")]
    pub fn by_grammar(&self) -> impl Iterator<Item = impl serde::Serialize> {
        self.tallies.iter().map(|tally| TallyOf {
            grammar: &tally.grammar,
            hands: self.hands,
            solutions: tally.solutions,
            r#false: tally.false_ones,
            lost: tally.lost,
            partial: self.partial,
        })
    }

    /// Goes through the hands of `deck` with each of `sets`, which are the same
    /// templates read with different grammars, and with `ordinary`, which are
    /// those that ordinary arithmetic reads. `advance` is called after each
    /// hand and may break off.
    ///
    /// # Errors
    ///
    /// Where one of the sets has no template of the size of the hands.
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
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
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
            solutions: 0,
            false_ones: 0,
            lost: 0,
        };
        let mut survey =
            Self { hands: 0, tallies: sets.iter().map(tally).collect(), partial: false };
        let flow = for_each_hand(deck.hands(), count, |_, counts| {
            survey.hands += 1;
            for (tally, [solutions, false_ones, lost]) in survey.tallies.iter_mut().zip(counts) {
                tally.solutions += solutions;
                tally.false_ones += false_ones;
                tally.lost += lost;
            }
            advance()
        });
        Ok(Self { partial: flow.is_break(), ..survey })
    }
}

/// The strings that are the target.
fn texts(engine: &Compiled<'_>, hand: &Hand, target: &Rational) -> HashSet<String> {
    let mut texts = HashSet::new();
    let effort = engine.solve(hand, target, &mut |solution| {
        texts.insert(solution.text().to_owned());
        ControlFlow::Continue(())
    });
    effort.expect("hands of a size that it refuses are not asked of it");
    texts
}
