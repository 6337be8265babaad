//! Quizzes on expressions, their grammars and templates: questions where they teach,
//! the answers, and what settles them. Returns data, and asks nobody.
//!
//! # How to add a kind of question
//!
//! 1. Its name in `kind.rs`, and a file of its own, such as `values.rs`: what the
//!    question is, how it is made at random, and when an answer is right.
//! 2. A line in the table of `item.rs`, an arm in `settled.rs`, and for people one in
//!    `present/quiz/question.rs`.

mod brackets;
mod choices;
mod errors;
mod filled;
mod grammars;
mod item;
mod kind;
mod level;
mod quiz;
mod recipe;
mod settled;
mod templates;
mod texts;
mod trees;
mod values;

pub use brackets::BracketsQuestion;
pub use choices::{Choice, Choices};
pub use errors::ErrorQuestion;
pub use filled::{
    ANSWER, FilledSheet, Given, MarkedAnswer, MarkedSheet, SHEET, SheetError, SheetErrorKind,
};
pub use grammars::GrammarQuestion;
use item::Make;
pub use item::{Item, Misread};
pub use kind::QuizKind;
pub use level::QuizLevel;
pub use quiz::Quiz;
pub use recipe::{MAX_QUESTIONS, QUIZ_VERSION, Recipe, RecipeError};
pub use settled::Settled;
pub use templates::{TemplateOf, TemplateQuestion};
pub use trees::TreeQuestion;
pub use values::ValueQuestion;
