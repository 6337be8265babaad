//! What an answer is graded by, beside the short texts that are made.

use std::fmt;

use super::exercise::Part;
use crate::reports::Likeness;
use crate::words::{did_you_mean, list_and, ticked};

/// The words that a line of the file can begin with.
const WORDS: [&str; 4] = ["text", "calls", "places", "shape"];

/// What an answer is graded by: how it is to be like the reference, and texts that may
/// not take many more rule calls.
///
/// In the file each line is one of these; blank lines and lines that begin with `#` are
/// skipped:
///
/// ```text
/// text TEXT    a text to try beside those that are made
/// calls TEXT   a text that may not take many times the rule calls of the reference
/// places       what is refused has to fail at the same place
/// shape        rules may have any names; trees are compared by how they part a text
/// ```
#[derive(Debug, Clone, Default)]
pub struct Criteria {
    /// How it is to be like the reference.
    pub likeness: Likeness,
    /// The texts of which rule calls are counted, in the order of the file.
    pub calls: Vec<String>,
}

/// A line that says nothing that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriteriaError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl Criteria {
    pub(super) fn read(text: &str) -> Result<Self, CriteriaError> {
        let mut criteria = Self::default();
        let Likeness { by_shape, by_place, texts } = &mut criteria.likeness;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(' ').unwrap_or((line, "")) {
                ("text", text) => texts.push(text.to_owned()),
                ("calls", text) => criteria.calls.push(text.to_owned()),
                ("places", "") => *by_place = true,
                ("shape", "") => *by_shape = true,
                _ => return Err(CriteriaError { line: index + 1, text: line.to_owned() }),
            }
        }
        Ok(criteria)
    }
}

impl CriteriaError {
    /// What to write instead.
    pub fn advice(&self) -> String {
        let word = self.text.split_once(' ').map_or(&*self.text, |(word, _)| word);
        match did_you_mean(word, WORDS) {
            Some(close) if close != word => format!("did you mean `{close}`?"),
            _ => format!("a line begins with {}, or with `#`", list_and(ticked(WORDS))),
        }
    }
}

impl fmt::Display for CriteriaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of its file `{}` says `{}`", self.line, Part::Grading, self.text)
    }
}
