//! Hints, from gentle to plain.

use super::{Exercise, Grade, Verdict};
use crate::reports::GrammarDifference;

/// A hint to a learner whose answer is not right yet.
#[derive(Debug, Clone)]
pub enum Hint<'a> {
    /// The shortest text that goes wrong.
    Text(&'a GrammarDifference),
    /// What both make of it.
    Trees(&'a GrammarDifference),
    /// One that is written in the exercise.
    Written(&'a str),
}

impl<'a> Hint<'a> {
    /// All hints to an answer with this grade, from gentle to plain: first what is seen
    /// from the text that goes wrong, if there is one.
    pub fn all(exercise: &'a Exercise, grade: &'a Grade) -> Vec<Self> {
        let shown = match &grade.verdict {
            Verdict::Differs(difference) => {
                vec![Self::Text(difference), Self::Trees(difference)]
            }
            _ => Vec::new(),
        };
        let written = exercise.hints().iter().map(|hint| Self::Written(hint));
        shown.into_iter().chain(written).collect()
    }
}
