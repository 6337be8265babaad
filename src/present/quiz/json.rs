//! Questions for programs.

use serde::Serialize;

use crate::Random;
use crate::quizzes::{MarkedAnswer, QUIZ_VERSION, Quiz};

use super::question::{asked, choices};
use super::settled::settled;

/// A question for programs, with what was answered where it is marked.
#[derive(Debug, Serialize)]
pub struct ItemJson<'a> {
    number: usize,
    kind: String,
    question: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
    answer: String,
    explanation: String,
    #[serde(flatten)]
    given: Option<GivenJson<'a>>,
    level: u8,
    seed: u64,
    items: &'static str,
    generator: &'static str,
}

/// An answer; `null` where there is none.
#[derive(Debug, Serialize)]
struct GivenJson<'a> {
    given: Option<&'a str>,
    right: bool,
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> ItemJson<'a> {
    /// The question of `quiz` with this number, from 1; with `answer` where it is
    /// marked. `None` where there is none.
    pub fn new(
        quiz: &'a Quiz,
        number: usize,
        answer: Option<Option<&'a MarkedAnswer>>,
    ) -> Option<Self> {
        let item = quiz.items.get(number.checked_sub(1)?)?;
        let given = answer.map(|answer| GivenJson {
            given: answer.map(|it| &*it.given),
            right: answer.is_some_and(|it| it.marked == Ok(true)),
            line: answer.map(|it| it.line),
            error: answer.and_then(|it| it.marked.as_ref().err()).map(ToString::to_string),
        });
        let choices = choices(item).into_iter().map(|it| it.option);
        Some(Self {
            number,
            kind: item.kind().to_string(),
            question: asked(item).to_string(),
            choices: choices.map(|choice| choice.to_string()).collect(),
            answer: item.answer(),
            explanation: settled(item).to_string(),
            given,
            level: quiz.recipe.level.number(),
            seed: quiz.recipe.seed,
            items: QUIZ_VERSION,
            generator: Random::NAME,
        })
    }
}
