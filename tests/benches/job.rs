//! The jobs that are measured in process, on one processor.

use std::fmt;
use std::ops::ControlFlow;

use bracket24::reports::{Counter, CoverageCount, Survey};
use bracket24::{
    Deck, EngineName, Equivalence, Grammar, Hand, Named, Rational, Reach, SetName, TemplateSet,
    for_each_hand,
};

/// A job, whose target is always 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Counts the different solutions of the hand 1 2 3 … with so many cards.
    Hand(EngineName, usize),
    /// Counts the different solutions of every hand of so many cards from 1 to 13.
    Deck(EngineName, usize, Equivalence),
    /// Counts the hands of four cards that each canonical template solves, and proves which fewest
    /// templates solve all of them.
    Coverage,
    /// Counts the hands of so many cards from 1 to 13 that have a solution.
    Reach(usize),
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(engine, cards) => write!(f, "hand {cards} {engine}"),
            Self::Deck(engine, cards, distinct) => write!(f, "deck {cards} {engine} {distinct}"),
            Self::Coverage => f.write_str("coverage"),
            Self::Reach(cards) => write!(f, "reach {cards}"),
        }
    }
}

impl Job {
    /// Reads a name that [`Display`](fmt::Display) writes; returns `None` if it names no job.
    pub fn by_name(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split(' ').collect();
        match words[..] {
            ["hand", cards, engine] => {
                Some(Self::Hand(EngineName::by_name(engine).ok()?, cards.parse().ok()?))
            }
            ["deck", cards, engine, distinct] => Some(Self::Deck(
                EngineName::by_name(engine).ok()?,
                cards.parse().ok()?,
                Equivalence::by_name(distinct).ok()?,
            )),
            ["coverage"] => Some(Self::Coverage),
            ["reach", cards] => Some(Self::Reach(cards.parse().ok()?)),
            _ => None,
        }
    }

    /// Prepares the job and hands it to `measure`, which may do it as often as it likes. Each run
    /// returns the number that it counts: solutions, templates of a cover, or hands.
    ///
    /// # Errors
    ///
    /// If the engine or the level of equivalence cannot take so many cards; the error says so in
    /// words.
    pub fn prepare<T>(
        self,
        measure: impl FnOnce(&mut dyn FnMut() -> u64) -> T,
    ) -> Result<T, String> {
        let target = Rational::from(24);
        Ok(match self {
            Self::Hand(name, cards) => {
                let (set, hand) = (templates(name, cards), one_hand(cards));
                check(name, &set, cards, Equivalence::Function)?;
                measure(&mut || {
                    let engine = name.engine(&set);
                    let counter = Counter::new(&*engine, &target, Equivalence::Function);
                    counter.count(&hand).expect("what is refused was asked").0
                })
            }
            Self::Deck(name, cards, distinct) => {
                let set = templates(name, cards);
                check(name, &set, cards, distinct)?;
                measure(&mut || survey(&set, name, cards, distinct).solutions)
            }
            Self::Coverage => {
                let set = templates(EngineName::Compiled, 4);
                measure(&mut || {
                    let go_on = || ControlFlow::Continue(());
                    let count = CoverageCount::new(deck(4), &set, target.clone(), go_on);
                    count.report(|| false).cover.len() as u64
                })
            }
            Self::Reach(cards) => {
                measure(&mut || Reach::new(&deck(cards)).expect("a small deck").count(&target))
            }
        })
    }
}

/// Checks whether the engine and the level take hands of this many cards; if not, the error says
/// why.
fn check(
    name: EngineName,
    set: &TemplateSet,
    cards: usize,
    distinct: Equivalence,
) -> Result<(), String> {
    if let Some(refusal) = name.engine(set).refusal(cards) {
        return Err(format!("`{name}` refuses: {refusal}"));
    }
    distinct.check(cards).map_err(|error| error.to_string())
}

/// Returns the measured hand, which has this many different cards.
pub fn one_hand(cards: usize) -> Hand {
    (1..).take(cards).collect()
}

/// Returns the deck of all hands of this many cards.
pub fn deck(cards: usize) -> Deck {
    Deck::new(1..=13, cards, false).expect("its hands can be counted")
}

/// Returns the templates that `engine` needs; a search needs none.
fn templates(engine: EngineName, cards: usize) -> TemplateSet {
    let cards = if engine.has_templates() { cards } else { 1 };
    TemplateSet::named(SetName::Canonical, cards, &Grammar::Left)
}

/// Surveys the hands of this many cards with a new engine.
fn survey(set: &TemplateSet, engine: EngineName, cards: usize, distinct: Equivalence) -> Survey {
    let (engine, target) = (engine.engine(set), Rational::from(24));
    let counter = Counter::new(&*engine, &target, distinct);
    let mut survey = Survey::default();
    let _ = for_each_hand(
        deck(cards).hands(),
        |hand| counter.count(hand).expect("what is refused was asked"),
        |hand, (solutions, effort)| {
            survey.add(hand, solutions, effort);
            ControlFlow::Continue(())
        },
    );
    survey
}

#[cfg(test)]
mod tests {
    use super::Job;
    use bracket24::{EngineName, Equivalence};

    #[test]
    fn a_job_is_parsed_from_its_name() {
        for job in [
            Job::Hand(EngineName::Split, 6),
            Job::Deck(EngineName::Compiled, 4, Equivalence::FourNums),
            Job::Coverage,
            Job::Reach(5),
        ] {
            assert_eq!(Job::by_name(&job.to_string()), Some(job));
        }
        assert_eq!(Job::by_name("hand six split"), None);
    }

    #[test]
    fn every_engine_counts_the_same_solutions_of_a_hand_or_gives_a_reason() {
        for &engine in <EngineName as bracket24::Named>::ALL {
            let found = Job::Hand(engine, 4).prepare(|work| work());
            assert_eq!(found, Ok(4), "{engine}");
        }
        let refused = Job::Hand(EngineName::Shapes, 5).prepare(|work| work());
        assert_eq!(refused, Err("`shapes` refuses: it takes only hands of 4 cards".to_owned()));
    }
}
