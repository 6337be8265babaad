//! An exercise: the files of its folder, and what an answer is graded by.

use std::sync::Arc;

use crate::grammars::{Grammar, UserGrammar};
use crate::name::{Named, named_enum};
use crate::reports::{Likeness, quoted};
use crate::tracer::{GrammarError, GrammarErrors};
use crate::words::{did_you_mean, list_and, ticked};

named_enum! {
    /// A file of an exercise's folder.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Part: "part" {
        /// The title, as a heading of Markdown, and what is to be done.
        Text = "text.md": "a heading with the title, and what is to be done",
        /// The grammar to begin with.
        Start = "start.pest": "the grammar to begin with",
        /// The grammar that an answer is to be like.
        Reference = "reference.pest": "the grammar that an answer is to be like",
        /// Hints, one a paragraph, from gentle to plain.
        Hints = "hints.md": "hints, one a paragraph, from gentle to plain",
        /// The words about an answer that is right.
        Learned = "learned.md": "what was learned, if there is anything to say",
        /// What else is graded.
        Grading = "grading.txt": "what else is graded, if there is anything",
    }
}

/// An exercise: what is to be done to a grammar, and what comes of it.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// The name of its folder, such as `15-left`.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The text of the grammar to begin with.
    pub start: String,
    /// The text of the grammar that an answer is to be like: a solution.
    pub solution: String,
    /// The hints that are written, from gentle to plain.
    pub hints: Vec<String>,
    /// What an answer is graded by.
    pub criteria: Criteria,
    text: String,
    learned: String,
}

/// Why a folder is no exercise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseError {
    /// It lacks a file.
    #[error("it has no file `{0}`")]
    Missing(Part),
    /// There is nothing in a file.
    #[error("there is nothing in its file `{0}`")]
    Empty(Part),
    /// The text does not begin with a title.
    #[error("its file `{}` has no title", Part::Text)]
    NoTitle,
    /// A line of `grading.txt` says nothing that is known.
    #[error(transparent)]
    Criteria(CriteriaError),
}

impl Exercise {
    /// Reads the exercise of a folder called `folder`; `text` has what is in its files,
    /// or nothing of one that is not there.
    ///
    /// # Errors
    ///
    /// The file that is missing or wrong.
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
        let learned = part(Part::Learned).map_or_else(|_| String::new(), |it| it.trim().to_owned());
        let criteria = match part(Part::Grading) {
            Ok(text) => Criteria::read(&text).map_err(ExerciseError::Criteria)?,
            Err(_) => Criteria::default(),
        };
        let (title, text) = whole.trim_start().split_once('\n').unwrap_or((whole.trim(), ""));
        let title = title.strip_prefix("# ").ok_or(ExerciseError::NoTitle)?.trim().to_owned();
        let (folder, text) = (folder.to_owned(), text.trim().to_owned());
        Ok(Self { folder, title, start, solution, hints, criteria, text, learned })
    }

    /// Its name: that of the folder without a number before it, such as `left`.
    pub fn name(&self) -> &str {
        name(&self.folder)
    }

    /// The name of the file that an answer is written in.
    pub fn file(&self) -> String {
        format!("{}.pest", self.folder)
    }

    /// What was found in a grammar whose file has this name; of the answer to an exercise
    /// without what solves it, which its hints lead to.
    pub fn kept_open(file: &str, found: Vec<GrammarError>) -> Vec<GrammarError> {
        if Self::all().any(|it| it.file() == file) {
            return found.into_iter().map(GrammarError::without_solution).collect();
        }
        found
    }

    /// The paragraphs of what is to be done; code is in backticks, as in Markdown.
    pub fn text(&self) -> impl Iterator<Item = &str> {
        paragraphs(&self.text)
    }

    /// The grammar that an answer is to be like.
    ///
    /// # Errors
    ///
    /// Its mistakes, where it has any.
    pub fn reference(&self) -> Result<Grammar, GrammarErrors> {
        let read = UserGrammar::read(Part::Reference.name(), &self.solution)?;
        Ok(Grammar::User(Arc::new(read)))
    }

    /// The paragraphs of what was learned.
    pub fn learned(&self) -> impl Iterator<Item = &str> {
        paragraphs(&self.learned)
    }
}

/// The name of a folder without a number before it.
pub(super) fn name(folder: &str) -> &str {
    let is_number = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    let parts = folder.split_once('-');
    let numbered = parts.filter(|(number, name)| !name.is_empty() && is_number(number));
    numbered.map_or(folder, |(_, name)| name)
}

/// The paragraphs of a text, which blank lines part.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty())
}

impl ExerciseError {
    /// What to do about it.
    pub fn advice(&self) -> String {
        match self {
            Self::Missing(part) | Self::Empty(part) => {
                format!("`{}` is {}", part.name(), part.summary())
            }
            Self::NoTitle => "let its first line be `# ` and a title".to_owned(),
            Self::Criteria(error) => error.advice(),
        }
    }
}

/// The words that a line of the file can begin with.
const WORDS: [&str; 5] = ["text", "calls", "places", "pairs", "shape"];

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
/// pairs        pairs are the same to the letter: the blanks at their ends count
/// shape        rules may have any names; trees are compared by how they part a text
/// ```
///
/// A TEXT in quotation marks is read as a string with escapes, such as `"a\nb"`.
#[derive(Debug, Clone, Default)]
pub struct Criteria {
    /// How it is to be like the reference.
    pub likeness: Likeness,
    /// The texts of which rule calls are counted, in the order of the file.
    pub calls: Vec<String>,
}

/// A line that says nothing that is known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of its file `{}` says `{text}`", Part::Grading)]
pub struct CriteriaError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl Criteria {
    pub(super) fn read(text: &str) -> Result<Self, CriteriaError> {
        let mut criteria = Self::default();
        let Likeness { by_shape, by_place, by_pairs, texts } = &mut criteria.likeness;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let error = || CriteriaError { line: index + 1, text: line.to_owned() };
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

/// A text as it is, or that of a string in quotation marks, if it is one.
fn written(text: &str) -> Option<String> {
    if !text.starts_with('"') {
        return Some(text.to_owned());
    }
    quoted(text).filter(|(_, length)| *length == text.len()).map(|(text, _)| text)
}

impl CriteriaError {
    /// What to write instead.
    pub fn advice(&self) -> String {
        let word = self.text.split_once(' ').map_or(&*self.text, |(word, _)| word);
        match did_you_mean(word, WORDS) {
            Some(close) if close != word => format!("did you mean `{close}`?"),
            _ if self.text.contains(" \"") => {
                "expected `\"` at the end; escapes are \\n \\r \\t \\0 \\\\ \\\" \\' \\u{…}"
                    .to_owned()
            }
            _ => format!("a line begins with {}, or with `#`", list_and(ticked(WORDS))),
        }
    }
}
