//! Exercises for programs.

use serde::Serialize;

use crate::Named;
use crate::exercises::{CallCount, Exercise, Grade, Hint, State, Verdict};
use crate::serial::ParseFields;
use crate::tracer::GrammarError;

use super::super::grammars::GrammarErrorJson;
use super::hint::hint_words;

/// An exercise, and how far the learner has come with it.
#[derive(Debug, Serialize)]
pub struct ExerciseJson<'a> {
    name: &'a str,
    title: &'a str,
    state: &'a str,
}

impl<'a> From<&'a (Exercise, State)> for ExerciseJson<'a> {
    fn from((exercise, state): &'a (Exercise, State)) -> Self {
        Self { name: exercise.name(), title: exercise.title(), state: state.name() }
    }
}

/// What came of an answer.
#[derive(Debug, Serialize)]
pub struct GradeJson<'a> {
    name: &'a str,
    passed: bool,
    counterexample: Option<CounterexampleJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<GrammarErrorJson<'a>>>,
    /// The rules that are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    lacks: Option<&'a [String]>,
}

/// A text, and what the reference and the answer make of it.
#[derive(Debug, Serialize)]
struct CounterexampleJson<'a> {
    text: &'a str,
    reference: SideJson,
    yours: SideJson,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum SideJson {
    Reading(ParseFields),
    Calls { rule_calls: Option<u64> },
}

impl<'a> GradeJson<'a> {
    /// A mistake comes with its line and its column, which `place` gives.
    pub fn new(
        exercise: &'a Exercise,
        grade: &'a Grade,
        place: impl Fn(&GrammarError) -> (usize, usize),
    ) -> Self {
        let passed = grade.has_passed();
        let nothing =
            Self { name: exercise.name(), passed, counterexample: None, errors: None, lacks: None };
        match &grade.verdict {
            Verdict::Passed => nothing,
            Verdict::Mistakes(errors) => {
                let json = |error| GrammarErrorJson::new(error, &place);
                Self { errors: Some(errors.iter().map(json).collect()), ..nothing }
            }
            Verdict::Lacks(rules) => Self { lacks: Some(rules), ..nothing },
            Verdict::Slow(CallCount { text, reference, answer }) => {
                let [reference, yours] =
                    [Some(*reference), *answer].map(|rule_calls| SideJson::Calls { rule_calls });
                Self {
                    counterexample: Some(CounterexampleJson { text, reference, yours }),
                    ..nothing
                }
            }
            Verdict::Differs(difference) => {
                let [reference, yours] =
                    difference.parses.each_ref().map(|it| SideJson::Reading(it.into()));
                let text = &difference.text;
                Self {
                    counterexample: Some(CounterexampleJson { text, reference, yours }),
                    ..nothing
                }
            }
        }
    }
}

/// An exercise that is begun.
#[derive(Debug, Serialize)]
pub struct StartJson<'a> {
    name: &'a str,
    file: &'a str,
    title: &'a str,
    /// What is to be done, a paragraph each.
    text: Vec<&'a str>,
}

impl<'a> StartJson<'a> {
    /// The exercise whose grammar is in `file`.
    pub fn new(exercise: &'a Exercise, file: &'a str) -> Self {
        let (name, title) = (exercise.name(), exercise.title());
        Self { name, file, title, text: exercise.text().collect() }
    }
}

/// A hint.
#[derive(Debug, Serialize)]
pub struct HintJson<'a> {
    name: &'a str,
    number: usize,
    of: usize,
    hint: String,
}

impl<'a> HintJson<'a> {
    /// A hint to an exercise, the number of it from 1, and of how many.
    pub fn new(exercise: &'a Exercise, hint: &Hint<'_>, number: usize, of: usize) -> Self {
        Self { name: exercise.name(), number, of, hint: hint_words(hint) }
    }
}

/// A solution.
#[derive(Debug, Serialize)]
pub struct SolutionJson<'a> {
    name: &'a str,
    source: &'a str,
}

impl<'a> From<&'a Exercise> for SolutionJson<'a> {
    fn from(exercise: &'a Exercise) -> Self {
        Self { name: exercise.name(), source: exercise.solution() }
    }
}

/// An exercise that is begun anew.
#[derive(Debug, Serialize)]
pub struct ResetJson<'a> {
    name: &'a str,
    file: &'a str,
    kept: Option<&'a str>,
}

impl<'a> ResetJson<'a> {
    /// The exercise whose grammar is in `file`; what was there is `kept` in another.
    pub fn new(exercise: &'a Exercise, file: &'a str, kept: Option<&'a str>) -> Self {
        Self { name: exercise.name(), file, kept }
    }
}
