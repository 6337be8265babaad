//! An exercise: the files of its folder, and the criteria for grading an answer.

use std::sync::Arc;

use crate::grammars::{Grammar, UserGrammar};
use crate::name::{Named, named_enum};
use crate::reports::{Likeness, quoted};
use crate::tracer::{GrammarError, GrammarErrors};
use crate::words::{did_you_mean, list_and, numbered_lines, ticked};

named_enum! {
    /// A file of an exercise's folder.
    pub enum Part: "part" {
        /// The title, as a heading of Markdown, and the task.
        Text = "text.md": "a heading with the title, and the task",
        /// The grammar to start from.
        Start = "start.pest": "the grammar to start from",
        /// The reference grammar, with which answers are compared.
        Reference = "reference.pest": "the reference grammar, with which answers are compared",
        /// Hints, one per paragraph, from gentle to plain.
        Hints = "hints.md": "hints, one per paragraph, from gentle to plain",
        /// The text shown after a right answer.
        Learned = "learned.md": "a text to show after a right answer (optional)",
        /// Further grading criteria.
        Grading = "grading.txt": "further grading criteria (optional)",
    }
}

/// An exercise: a task on a grammar, and how answers are graded.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// The name of its folder, such as `15-left`.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The text of the grammar to start from.
    pub start: String,
    /// The text of the reference grammar: a solution.
    pub solution: String,
    /// The hints, from gentle to plain.
    pub hints: Vec<String>,
    /// The criteria for grading an answer.
    pub criteria: Criteria,
    text: String,
    learned: String,
}

/// Why a folder is not a valid exercise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    /// A file is missing.
    #[error("it has no file `{0}`")]
    Missing(Part),
    /// A file is empty.
    #[error("its file `{0}` is empty")]
    Empty(Part),
    /// The text does not begin with a title.
    #[error("its file `{}` has no title", Part::Text)]
    NoTitle,
    /// A line of `grading.txt` is invalid.
    #[error(transparent)]
    Criteria(CriteriaError),
}

impl Exercise {
    /// Reads the exercise from a folder. `text` returns the text of a file, or `None` if the file
    /// does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is missing or invalid.
    pub fn read(
        folder: &str,
        mut text: impl FnMut(Part) -> Option<String>,
    ) -> Result<Self, ExerciseError> {
        let mut part = |part: Part| {
            let text = text(part).ok_or(ExerciseError::Missing(part))?.replace("\r\n", "\n");
            if text.trim().is_empty() { Err(ExerciseError::Empty(part)) } else { Ok(text) }
        };
        let whole = part(Part::Text)?;
        let (start, solution) = (part(Part::Start)?, part(Part::Reference)?);
        let hints = paragraphs(&part(Part::Hints)?).map(str::to_owned).collect();
        let learned = part(Part::Learned).unwrap_or_default().trim().to_owned();
        let grading = part(Part::Grading).unwrap_or_default();
        let criteria = Criteria::read(&grading).map_err(ExerciseError::Criteria)?;
        let (title, text) = whole.trim_start().split_once('\n').unwrap_or((whole.trim(), ""));
        let title = title.strip_prefix("# ").ok_or(ExerciseError::NoTitle)?.trim().to_owned();
        let (folder, text) = (folder.to_owned(), text.trim().to_owned());
        Ok(Self { folder, title, start, solution, hints, criteria, text, learned })
    }

    /// Returns its name: the name of the folder without the leading number, such as `left`.
    pub fn name(&self) -> &str {
        name(&self.folder)
    }

    /// Returns the name of the file for an answer.
    pub fn file(&self) -> String {
        format!("{}.pest", self.folder)
    }

    /// Whether a file of this name is an answer to an exercise.
    pub fn is_answer(file: &str) -> bool {
        Self::all().any(|it| it.file() == file)
    }

    /// Returns the findings `found` in a grammar whose file has the name `file`. If the file is an
    /// answer to an exercise, removes the advice that solves the exercise: the hints lead to the
    /// solution instead.
    pub fn kept_open(file: &str, found: Vec<GrammarError>) -> Vec<GrammarError> {
        if Self::is_answer(file) {
            return found.into_iter().map(GrammarError::without_solution).collect();
        }
        found
    }

    /// Returns the paragraphs of the task; code is in backticks, as in Markdown.
    pub fn text(&self) -> impl Iterator<Item = &str> {
        paragraphs(&self.text)
    }

    /// Parses the reference grammar.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the grammar.
    pub fn reference(&self) -> Result<Grammar, GrammarErrors> {
        Ok(Grammar::User(Arc::new(UserGrammar::read(Part::Reference.name(), &self.solution)?)))
    }

    /// Returns the paragraphs to show after a right answer.
    pub fn learned(&self) -> impl Iterator<Item = &str> {
        paragraphs(&self.learned)
    }
}

/// Returns the name of a folder without a leading number.
pub(super) fn name(folder: &str) -> &str {
    let is_number = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let parts = folder.split_once('-');
    let numbered = parts.filter(|(number, name)| !name.is_empty() && is_number(number));
    numbered.map_or(folder, |(_, name)| name)
}

/// Splits a text into paragraphs at blank lines.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let is_blank =
            |at: &usize| rest[*at..].lines().nth(1).is_none_or(|it| it.trim().is_empty());
        let end = rest.match_indices('\n').map(|it| it.0).find(is_blank).unwrap_or(rest.len());
        let paragraph = rest[..end].trim_end();
        rest = &rest[end..];
        (!paragraph.is_empty()).then_some(paragraph)
    })
}

impl ExerciseError {
    /// Returns advice on how to fix the exercise.
    pub fn advice(&self) -> String {
        match self {
            Self::Missing(part) | Self::Empty(part) => {
                format!("`{}` contains {}", part.name(), part.summary())
            }
            Self::NoTitle => "begin the file with `# ` and a title".to_owned(),
            Self::Criteria(error) => error.advice(),
        }
    }
}

/// The words that can start a line of `grading.txt`.
const WORDS: [&str; 5] = ["text", "calls", "places", "pairs", "shape"];

/// The criteria for grading an answer: how the answer must match the reference, and texts for which
/// it must not take many more rule calls than the reference.
///
/// Each line of `grading.txt` has one of these forms; blank lines and lines that begin with `#` are
/// skipped:
///
/// ```text
/// text TEXT    a text to try, besides those that the check makes
/// calls TEXT   a text for which an answer may need at most a few times as many calls as the
///              reference
/// places       a rejected text must fail at the same place as under the reference
/// pairs        pairs must match exactly the same text, including blanks at the ends
/// shape        rules may have any names; only the way in which the trees divide a text matters
/// ```
///
/// A TEXT in quotation marks is parsed as a string with escapes, such as `"a\nb"`.
#[derive(Debug, Clone, Default)]
pub struct Criteria {
    /// How the answer must match the reference.
    pub likeness: Likeness,
    /// The texts whose rule calls are counted, in the order of the file.
    pub calls: Vec<String>,
}

/// An invalid line of `grading.txt`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of its file `{}` says `{text}`", Part::Grading)]
pub struct CriteriaError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

impl Criteria {
    pub(super) fn read(text: &str) -> Result<Self, CriteriaError> {
        let mut criteria = Self::default();
        let Likeness { by_shape, by_place, by_pairs, texts } = &mut criteria.likeness;
        for (number, line) in numbered_lines(text) {
            let error = || CriteriaError { line: number, text: line.to_owned() };
            match line.split_once(' ').unwrap_or((line, "")) {
                ("text", text) => texts.push(written(text).ok_or_else(error)?),
                ("calls", text) => criteria.calls.push(written(text).ok_or_else(error)?),
                ("places", "") => *by_place = true,
                ("pairs", "") => *by_pairs = true,
                ("shape", "") => *by_shape = true,
                _ => return Err(error()),
            }
        }
        Ok(criteria)
    }
}

/// Returns a text as it is. If it is a string in quotation marks, returns the content, or `None` if
/// the string is invalid.
fn written(text: &str) -> Option<String> {
    if !text.starts_with('"') {
        return Some(text.to_owned());
    }
    quoted(text).filter(|(_, length)| *length == text.len()).map(|(text, _)| text)
}

impl CriteriaError {
    /// Returns advice on what to write instead.
    pub fn advice(&self) -> String {
        let word = self.text.split_once(' ').map_or(&*self.text, |(word, _)| word);
        match did_you_mean(word, WORDS) {
            Some(close) if close != word => format!("did you mean `{close}`?"),
            _ if self.text.contains(" \"") => {
                r#"expected `"` at the end; escapes are \n \r \t \0 \\ \" \' \u{…}"#.to_owned()
            }
            _ => format!("a line begins with {}, or with `#`", list_and(ticked(WORDS))),
        }
    }
}
