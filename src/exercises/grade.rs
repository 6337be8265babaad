//! The grade of an answer, and the hints for an answer that is still wrong.

use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::exercise::{Criteria, Exercise};
use crate::grammars::{Completion, Grammar, Lacks, SyntaxErrorKind, UserGrammar};
use crate::reports::{GrammarDifference, ShortestDifference};
use crate::tracer::{GrammarError, Outcome, PestGrammar, What, is_wanted, within_steps};

/// The maximum number of rule calls of an answer, as a multiple of those of the reference. Helper
/// rules add a few calls. A grammar that parses the same text twice on every level takes far more.
const MOST_TIMES: u64 = 4;

/// The maximum number of rule calls to count.
const MOST_CALLS: u64 = 1_000_000;

/// The maximum number of steps for all texts together, so that every check ends within seconds. A
/// right answer needs only a small fraction of them.
pub const MOST_STEPS: u64 = 60_000_000;

/// The grade of an answer, and how many texts the answer was tested on.
#[derive(Debug, Clone)]
pub struct Grade {
    /// The verdict.
    pub verdict: Verdict,
    /// The length, in tokens, up to which all texts were tried.
    pub length: usize,
    /// The number of these texts.
    pub texts: u64,
    /// The number of other texts tried.
    pub others: usize,
}

/// The result of grading an answer.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// No difference from the reference was found.
    Passed,
    /// No difference from the reference was found within [`MOST_STEPS`], or before the caller
    /// stopped the check, but not all texts were tried.
    Stopped,
    /// The answer is not a valid grammar. Only slips in the notation, such as an unclosed quote or
    /// an undefined rule, keep their advice: other advice could solve the exercise.
    Mistakes(Vec<GrammarError>),
    /// The answer lacks rules that it must have.
    Lacks {
        /// The names of these rules.
        rules: Vec<String>,
        /// How to give these names to rules of the answer, if it has such rules under other names.
        advice: Option<String>,
    },
    /// The answer takes many more rule calls than the reference.
    Slow(CallCount),
    /// The answer and the reference parse a text differently. Holds the shortest such text, and its
    /// parses by the reference and by the answer.
    Differs(Box<GrammarDifference>),
}

/// The number of rule calls that a text takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallCount {
    /// The text.
    pub text: String,
    /// The calls under the reference.
    pub reference: u64,
    /// The calls under the answer; `None` if they exceed the limit.
    pub answer: Option<u64>,
}

impl Grade {
    /// Grades the grammar with this `source` as an answer to `exercise`; `name` is the name of
    /// its file.
    ///
    /// Stops trying texts when the result is no longer [wanted](crate::tracer::while_wanted). Then
    /// no answer passes.
    pub fn new(exercise: &Exercise, reference: &Grammar, name: &str, source: &str) -> Self {
        // pest knows no shared rules, so an answer needs them only if the reference does, too.
        let needs_none = PestGrammar::read(reference.source()).is_ok();
        let alone = if needs_none { PestGrammar::read(source).map(|_| ()) } else { Ok(()) };
        let read = UserGrammar::read(name, source);
        let mut answer = match read.and_then(|answer| alone.map(|()| answer)) {
            Ok(answer) => Grammar::User(Arc::new(answer)),
            Err(mistakes) => {
                let told = mistakes.into_iter().map(GrammarError::without_solution);
                return Verdict::Mistakes(told.collect()).into();
            }
        };
        let criteria = &exercise.criteria;
        if !criteria.likeness.by_shape {
            let lacks = lacking(reference, &answer);
            let start = reference.rules().name(reference.start());
            let Some(starting) = answer.starting_at(start).filter(|_| lacks.is_empty()) else {
                let advice = advice(reference, &answer);
                return Verdict::Lacks { rules: lacks, advice }.into();
            };
            answer = starting;
        }
        let (grade, is_done) = within_steps(MOST_STEPS, || {
            let slow = too_many_calls(&criteria.calls, reference, &answer).map(Verdict::Slow);
            slow.map_or_else(|| Self::compared(reference, &answer, criteria), Self::from)
        });
        // The caller may have stopped it, too.
        let is_cut = grade.has_passed() && !(is_done && is_wanted());
        if is_cut { Self { verdict: Verdict::Stopped, ..grade } } else { grade }
    }

    fn compared(reference: &Grammar, answer: &Grammar, criteria: &Criteria) -> Self {
        let ShortestDifference { difference, length, texts, others } =
            ShortestDifference::new(reference, answer, &criteria.likeness);
        let verdict = difference.map_or(Verdict::Passed, |mut difference| {
            // The reference's error message quotes its rules, which are the solution.
            if let Err(error) = &mut difference.parses[0]
                && let SyntaxErrorKind::Unexpected { forbidden, .. } = &mut error.kind
            {
                *forbidden = None;
            }
            Verdict::Differs(Box::new(difference))
        });
        Self { verdict, length, texts, others }
    }

    /// Whether the answer is right, as far as texts were tried.
    pub const fn has_passed(&self) -> bool {
        matches!(self.verdict, Verdict::Passed)
    }
}

impl From<Verdict> for Grade {
    /// Makes the grade of an answer that was not tested on any text.
    fn from(verdict: Verdict) -> Self {
        Self { verdict, length: 0, texts: 0, others: 0 }
    }
}

/// Returns the rules that the answer must have but lacks. If the reference gives texts their values,
/// these are the rules that the answer needs for this, and its start. Otherwise trees are compared by
/// their rules, and the start and all rules that appear in trees are required.
fn lacking(reference: &Grammar, answer: &Grammar) -> Vec<String> {
    let rules = reference.rules();
    let start = rules.name(reference.start());
    let is_missing = |name: &&str| answer.rules().rule(name).is_none();
    match answer.lacks() {
        Some(Lacks::Roles(roles)) if reference.lacks().is_none() => {
            roles.iter().map(|it| it.role.to_owned()).collect()
        }
        None if reference.lacks().is_none() => {
            Some(start).filter(is_missing).map(str::to_owned).into_iter().collect()
        }
        _ => {
            let is_own = |end: usize| end <= reference.source().len();
            let own = rules.written.rules.iter().filter(|rule| is_own(rule.span.end));
            let seen = rules.names_in_trees(reference.start());
            let is_needed = |name: &&str| *name == start || seen.contains(*name);
            let names = own.map(|rule| &*rule.name).filter(is_needed);
            names.filter(is_missing).map(str::to_owned).collect()
        }
    }
}

/// The advice to give roles to rules of the answer, if the reference gives texts their values. Other
/// changes than new names could solve the exercise.
fn advice(reference: &Grammar, answer: &Grammar) -> Option<String> {
    let Grammar::User(answer) = answer else { return None };
    let Lacks::Roles(roles) = answer.lacks().filter(|_| reference.lacks().is_none())? else {
        return None;
    };
    let renames = |it: &Completion| it.changed.is_empty() && it.added.is_empty();
    answer.completion().filter(renames).map(|it| it.advice()).or_else(|| {
        let line = format!("//! roles: {}=NAME", roles.first()?.role);
        Some(format!("write `{line}` at the top of the file if the rule has another NAME"))
    })
}

/// Returns the shortest of the texts for which the answer takes many more rule calls than the
/// reference.
fn too_many_calls(texts: &[String], reference: &Grammar, answer: &Grammar) -> Option<CallCount> {
    texts.iter().sorted_by_key(|text| text.len()).take_while(|_| is_wanted()).find_map(|text| {
        let reference = calls(reference, text)?;
        let answer = calls(answer, text);
        let is_slow = is_wanted() && answer.is_none_or(|calls| calls > reference * MOST_TIMES);
        is_slow.then(|| CallCount { text: text.clone(), reference, answer })
    })
}

/// Returns the rule calls for a text; `None` if they exceed the limit.
fn calls(grammar: &Grammar, text: &str) -> Option<u64> {
    let mut calls = 0;
    // The result does not matter: the calls count whether or not the grammar accepts the text.
    let _ = grammar.trace(text, |event| {
        calls += u64::from(matches!((event.what, event.outcome), (What::Rule(_), Outcome::Enter)));
        if calls > MOST_CALLS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Some(calls).filter(|&calls| calls <= MOST_CALLS)
}

/// A hint for a learner whose answer is still wrong.
#[derive(Debug, Clone)]
pub enum Hint<'a> {
    /// The shortest text that the answer parses differently from the reference, or the reason why
    /// there is none.
    Text(&'a Verdict),
    /// The parses of that text by the reference and by the answer, or the place of the mistake in
    /// the answer. Holds the text of the answer.
    Sides(&'a Verdict, &'a str),
    /// A hint from the exercise's file.
    Written(&'a str),
}

impl<'a> Hint<'a> {
    /// Returns all hints for an `answer` with this grade, from gentle to plain. The first ones come
    /// from the grade, the others from the exercise. Every answer has the same number of hints, so
    /// changing the answer never reveals a plainer hint.
    pub fn all(exercise: &'a Exercise, grade: &'a Grade, answer: &'a str) -> Vec<Self> {
        let shown = [Self::Text(&grade.verdict), Self::Sides(&grade.verdict, answer)];
        shown.into_iter().chain(exercise.hints.iter().map(|hint| Self::Written(hint))).collect()
    }
}
