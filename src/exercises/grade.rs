//! The grade of an answer, and the hints to one that is not right yet.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::exercise::{Criteria, Exercise};
use crate::grammars::{Grammar, SyntaxErrorKind, UserGrammar};
use crate::reports::{GrammarDifference, ShortestDifference};
use crate::tracer::{GrammarError, Outcome, What, is_wanted, within_steps};

/// How many times the rule calls of the reference an answer may take. Rules that help to
/// write it down take some more; what reads the same twice on every level takes far
/// more.
const MOST_TIMES: u64 = 4;

/// The most rule calls that are counted.
const MOST_CALLS: u64 = 1_000_000;

/// The most steps of all texts together, many times what a right answer takes: whatever is
/// typed, the check ends within seconds.
pub const MOST_STEPS: u64 = 60_000_000;

/// What an answer is worth, and what it was tried on.
#[derive(Debug, Clone)]
pub struct Grade {
    /// What came of it.
    pub verdict: Verdict,
    /// The length, in tokens, up to which all texts were tried.
    pub length: usize,
    /// The number of these.
    pub texts: u64,
    /// The number of others that were tried.
    pub others: usize,
}

/// What came of an answer.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// Nothing tells it from the reference.
    Passed,
    /// Nothing told it from the reference within [`MOST_STEPS`], and not all was tried.
    Stopped,
    /// It is no grammar. What to do about a mistake is not said, unless it is a slip.
    Mistakes(Vec<GrammarError>),
    /// It lacks rules whose names the exercise gives.
    Lacks(Vec<String>),
    /// It takes many more rule calls than the reference.
    Slow(CallCount),
    /// The shortest text that it does not read as the reference does, which is the first
    /// of the two.
    Differs(Box<GrammarDifference>),
}

/// The rule calls that a text takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallCount {
    /// The text.
    pub text: String,
    /// The calls under the reference.
    pub reference: u64,
    /// Those of the answer; `None` where there are more than are counted.
    pub answer: Option<u64>,
}

impl Grade {
    /// What the grammar with this `source` is worth as an answer to `exercise`; `name`
    /// is what its file is called.
    ///
    /// Once it is not [wanted](crate::tracer::while_wanted) any more, no further text is tried.
    pub fn new(exercise: &Exercise, reference: &Grammar, name: &str, source: &str) -> Self {
        let answer = match UserGrammar::read(name, source) {
            Ok(answer) => Grammar::User(Arc::new(answer)),
            Err(mistakes) => {
                let told = mistakes.into_iter().map(GrammarError::without_solution);
                return Verdict::Mistakes(told.collect()).into();
            }
        };
        let criteria = &exercise.criteria;
        let mut answer = answer;
        if !criteria.likeness.by_shape {
            let lacks = lacking(reference, &answer);
            let start = reference.rules().name(reference.start());
            match answer.starting_at(start).filter(|_| lacks.is_empty()) {
                Some(starting) => answer = starting,
                None => return Verdict::Lacks(lacks).into(),
            }
        }
        let (grade, is_done) = within_steps(MOST_STEPS, || {
            match too_many_calls(&criteria.calls, reference, &answer) {
                Some(count) => Verdict::Slow(count).into(),
                None => Self::compared(reference, &answer, criteria),
            }
        });
        let is_cut = !is_done && grade.has_passed();
        if is_cut { Self { verdict: Verdict::Stopped, ..grade } } else { grade }
    }

    fn compared(reference: &Grammar, answer: &Grammar, criteria: &Criteria) -> Self {
        let ShortestDifference { difference, length, texts, others } =
            ShortestDifference::new(reference, answer, &criteria.likeness);
        let verdict = difference.map_or(Verdict::Passed, |mut difference| {
            // Why the reference refuses a text quotes its rules: the solution.
            if let Err(error) = &mut difference.parses[0]
                && let SyntaxErrorKind::Unexpected { forbidden, .. } = &mut error.kind
            {
                *forbidden = None;
            }
            Verdict::Differs(Box::new(difference))
        });
        Self { verdict, length, texts, others }
    }

    /// Whether the answer is right, as far as was tried.
    pub const fn has_passed(&self) -> bool {
        matches!(self.verdict, Verdict::Passed)
    }
}

impl From<Verdict> for Grade {
    /// What came of an answer that was tried on no text.
    fn from(verdict: Verdict) -> Self {
        Self { verdict, length: 0, texts: 0, others: 0 }
    }
}

/// The rules that a grammar has to have and has not: the one to begin with and, where
/// trees are compared by rules, those that are seen in them.
fn lacking(reference: &Grammar, answer: &Grammar) -> Vec<String> {
    let rules = reference.rules();
    let start = rules.name(reference.start());
    let has_values = reference.lacks().is_none() && answer.lacks().is_none();
    let is_own = |end: usize| end <= reference.source().len();
    let own = rules.written().rules.iter().filter(|rule| is_own(rule.span.end));
    let is_wanted = |name: &str| {
        let is_seen = rules.rule(name).is_some_and(|rule| !rules.is_silent(rule));
        name == start || (is_seen && !has_values)
    };
    let names = own.map(|rule| rule.name.clone());
    names.filter(|name| is_wanted(name) && answer.rules().rule(name).is_none()).collect()
}

/// The first of the texts that takes many more rule calls than under the reference.
fn too_many_calls(texts: &[String], reference: &Grammar, answer: &Grammar) -> Option<CallCount> {
    texts.iter().take_while(|_| is_wanted()).find_map(|text| {
        let reference = calls(reference, text)?;
        let answer = calls(answer, text);
        let is_slow = is_wanted() && answer.is_none_or(|calls| calls > reference * MOST_TIMES);
        is_slow.then(|| CallCount { text: text.clone(), reference, answer })
    })
}

/// The rule calls that a text takes; `None` where there are too many to count.
fn calls(grammar: &Grammar, text: &str) -> Option<u64> {
    let mut calls = 0;
    // What is counted is the same whether or not the text is read.
    let _ = grammar.trace(text, |event| {
        calls += u64::from(matches!((event.what, event.outcome), (What::Rule(_), Outcome::Enter)));
        if calls > MOST_CALLS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Some(calls).filter(|&calls| calls <= MOST_CALLS)
}

/// A hint to a learner whose answer is not right yet.
#[derive(Debug, Clone)]
pub enum Hint<'a> {
    /// The shortest text that goes wrong, or why there is none.
    Text(&'a Verdict),
    /// What both make of it; or where the mistake is in the answer, which is beside it.
    Sides(&'a Verdict, &'a str),
    /// One that is written in the exercise.
    Written(&'a str),
}

impl<'a> Hint<'a> {
    /// All hints to an `answer` with this grade, from gentle to plain: first what is seen
    /// from what goes wrong. There are as many to any answer, so that whoever changes it gets
    /// no plainer one.
    pub fn all(exercise: &'a Exercise, grade: &'a Grade, answer: &'a str) -> Vec<Self> {
        let shown = [Self::Text(&grade.verdict), Self::Sides(&grade.verdict, answer)];
        let written = exercise.hints.iter().map(|hint| Self::Written(hint));
        shown.into_iter().chain(written).collect()
    }
}
