//! One text under several grammars, side by side.

use super::{Habit, ParseTree, Parting};
use crate::grammars::Reading;
use crate::grammars::{Grammar, SyntaxError};
use crate::number::Rational;

/// What several grammars make of a text, and whether they agree.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The text.
    pub text: String,
    /// What it is to be worth.
    pub target: Rational,
    /// What each grammar makes of it: ordinary arithmetic first, which reads
    /// it, then the others in the order they were given.
    pub readings: Vec<GrammarReading>,
}

/// What one grammar makes of the text.
#[derive(Debug, Clone)]
pub struct GrammarReading {
    /// The grammar.
    pub grammar: Grammar,
    /// What it reads; or why it reads nothing, such as a limit of its own.
    pub read: Result<TracedReading, SyntaxError>,
    /// Where it parts from ordinary arithmetic; `None` where it groups the
    /// text in the same way, or does not read it.
    pub parting: Option<Parting>,
    /// How its value stands to the target.
    pub verdict: Verdict,
}

/// How a text is grouped, what it is worth, and the rules that read it.
#[derive(Debug, Clone)]
pub struct TracedReading {
    /// Tree and value.
    pub reading: Reading,
    /// The rules that read it, and how many calls that took.
    pub tree: ParseTree,
}

/// How a value stands to the target, and to the value in ordinary arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It is the target, and so it is in ordinary arithmetic.
    Solution,
    /// It is the target, and in ordinary arithmetic it is not.
    FalseSolution,
    /// It is the target in ordinary arithmetic, but not here.
    Lost,
    /// It is the target neither here nor in ordinary arithmetic.
    NoSolution,
    /// The grammar does not read the text.
    NotRead,
}

impl Explanation {
    /// Reads `text` in ordinary arithmetic and with each of `others`; one that
    /// comes twice, or is ordinary arithmetic itself, is not read again.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`], where ordinary arithmetic does not read `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::lessons::{Explanation, Verdict};
    /// use bracket24::{Grammar, Named};
    ///
    /// let explanation = Explanation::new("(5-8-7)*6", Grammar::ALL, 24.into())?;
    /// assert!(!explanation.agree());
    /// assert_eq!(explanation.verdict(), Verdict::FalseSolution);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, others: &[Grammar], target: Rational) -> Result<Self, SyntaxError> {
        let ordinary = TracedReading::of(text, &Grammar::Left)?;
        let is_solution = ordinary.is_worth(&target);
        let mut readings: Vec<GrammarReading> = Vec::new();
        for grammar in others {
            let is_known = readings.iter().any(|known| known.grammar == *grammar);
            if *grammar == Grammar::Left || is_known {
                continue;
            }
            let read = TracedReading::of(text, grammar);
            let parting = read.as_ref().ok().and_then(|read| {
                Parting::between(text, [(&Grammar::Left, &ordinary), (grammar, read)])
            });
            let verdict = read
                .as_ref()
                .map_or(Verdict::NotRead, |read| Verdict::of(read.is_worth(&target), is_solution));
            readings.push(GrammarReading { grammar: grammar.clone(), read, parting, verdict });
        }
        let ordinary = GrammarReading {
            grammar: Grammar::Left,
            read: Ok(ordinary),
            parting: None,
            verdict: Verdict::of(is_solution, is_solution),
        };
        readings.insert(0, ordinary);
        Ok(Self { text: text.to_owned(), target, readings })
    }

    /// Whether the text is worth the same to all grammars that read it, or
    /// cannot be worked out under any.
    pub fn agree(&self) -> bool {
        let mut read = self.readings.iter().filter_map(|it| it.read.as_ref().ok());
        let ordinary = read.next();
        ordinary.is_none_or(|ordinary| read.all(|it| it.reading.is_worth(&ordinary.reading)))
    }

    /// Whether all grammars that read the text group it in the same way.
    pub fn same_trees(&self) -> bool {
        self.readings.iter().all(|it| it.parting.is_none())
    }

    /// A solution where ordinary arithmetic has it; false where only another
    /// grammar has.
    pub fn verdict(&self) -> Verdict {
        let verdicts = || self.readings.iter().map(|it| it.verdict);
        match self.readings.first() {
            Some(ordinary) if ordinary.verdict == Verdict::Solution => Verdict::Solution,
            _ if verdicts().any(|it| it == Verdict::FalseSolution) => Verdict::FalseSolution,
            _ => Verdict::NoSolution,
        }
    }

    /// The grammars that group the text in the same way, together; those of
    /// ordinary arithmetic's way first. One that does not read it is in none.
    pub fn groups(&self) -> Vec<Vec<&GrammarReading>> {
        let mut groups: Vec<Vec<&GrammarReading>> = Vec::new();
        for it in &self.readings {
            let Ok(read) = &it.read else { continue };
            let is_alike = |group: &&mut Vec<&GrammarReading>| {
                let first = group.first().and_then(|first| first.read.as_ref().ok());
                first.is_some_and(|first| first.reading.is_grouped_as(&read.reading))
            };
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.push(it),
                None => groups.push(vec![it]),
            }
        }
        groups
    }

    /// What the grammars of a group do otherwise than ordinary arithmetic, each
    /// habit once, with those that have it: two grammars can group a text in
    /// the same way, and not for the same reason.
    pub fn habits<'a>(group: &[&'a GrammarReading]) -> Vec<(&'a Habit, Vec<&'a GrammarReading>)> {
        let mut all: Vec<(&Habit, Vec<&GrammarReading>)> = Vec::new();
        for it in group {
            for habit in it.parting.iter().flat_map(|parting| &parting.habits) {
                match all.iter_mut().find(|(known, _)| *known == habit) {
                    Some((_, readings)) => readings.push(it),
                    None => all.push((habit, vec![it])),
                }
            }
        }
        all
    }
}

impl TracedReading {
    /// Reads `text` with `grammar`.
    pub(super) fn of(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let reading = Reading::new(text, grammar)?;
        Ok(Self { reading, tree: ParseTree::of(text, grammar) })
    }

    fn is_worth(&self, target: &Rational) -> bool {
        self.reading.value.as_ref().is_ok_and(|value| value == target)
    }
}

impl Verdict {
    /// What to say of a grammar that reaches the target or does not, and so
    /// does ordinary arithmetic.
    const fn of(reaches: bool, is_solution: bool) -> Self {
        match (reaches, is_solution) {
            (true, true) => Self::Solution,
            (true, false) => Self::FalseSolution,
            (false, true) => Self::Lost,
            (false, false) => Self::NoSolution,
        }
    }
}
