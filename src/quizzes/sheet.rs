//! A sheet with answers, parsed and marked.

use super::{Misread, Quiz, Recipe, RecipeError};

/// The label of the line with the recipe of a sheet.
pub const SHEET: &str = "Sheet:";

/// The label of an answer on a sheet.
pub const ANSWER: &str = "Answer:";

/// A sheet in Markdown with answers filled in.
///
/// ```
/// use bracket24::quizzes::FilledSheet;
///
/// let sheet = FilledSheet::read("\
/// Sheet: `bracket24 quiz --kind value --count 2 --level 1 --seed 7 # quiz-2, pcg32-1`
///
/// **1.** What is …?
///
/// Answer: 1/2
///
/// **2.** What is …?
///
/// Answer:
/// ")?;
/// assert_eq!((sheet.recipe.seed, sheet.given.len()), (7, 1));
/// assert_eq!((sheet.given[0].line, &*sheet.given[0].text), (5, "1/2"));
/// assert_eq!(sheet.mark().score().unanswered(), 1);
/// # Ok::<(), bracket24::quizzes::SheetError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledSheet {
    /// The recipe that made the sheet.
    pub recipe: Recipe,
    /// The given answers, in the order of the sheet.
    pub given: Vec<Given>,
}

/// A given answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The number of its question, from 1.
    pub number: usize,
    /// The line number of the answer in the sheet, from 1.
    pub line: usize,
    /// The answer, without the marks of Markdown.
    pub text: String,
}

/// Why a text is not a sheet that can be marked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{kind}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct SheetError {
    /// The line number of the error, from 1; `None` if it concerns the whole sheet.
    pub line: Option<usize>,
    /// The error.
    pub kind: SheetErrorKind,
}

/// The kinds of errors in a sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SheetErrorKind {
    /// No line names the quiz.
    #[error("it has no line that begins with `{SHEET}`")]
    NoRecipe,
    /// The line that names the quiz is invalid.
    #[error(transparent)]
    Recipe(RecipeError),
    /// The sheet has a question that is not in the quiz; holds its number.
    #[error("the quiz has no question {0}")]
    NoQuestion(usize),
    /// A question occurs twice; holds its number.
    #[error("question {0} appears twice")]
    Twice(usize),
    /// An answer comes before any question.
    #[error("an answer before any question")]
    AnswerAlone,
    /// A question has a second answer; holds its number.
    #[error("a second answer to question {0}")]
    SecondAnswer(usize),
}

impl FilledSheet {
    /// Parses a sheet. An answer follows `Answer:`, or is on the line below.
    ///
    /// # Errors
    ///
    /// Returns a [`SheetError`] if `text` is not a sheet, or if its questions are not in the quiz.
    pub fn read(text: &str) -> Result<Self, SheetError> {
        let lines = || (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let recipe = lines().find_map(|(line, text)| Some((line, label(text, SHEET)?)));
        let error = |line, kind| SheetError { line: Some(line), kind };
        let (line, recipe) =
            recipe.ok_or(SheetError { line: None, kind: SheetErrorKind::NoRecipe })?;
        let recipe: Recipe =
            recipe.parse().map_err(|why| error(line, SheetErrorKind::Recipe(why)))?;
        let mut given: Vec<Given> = Vec::new();
        let mut begun: Vec<usize> = Vec::new();
        // Whether the question has an `Answer:`, and whether the answer's text is still missing.
        let (mut is_answered, mut is_awaited) = (false, false);
        for (line, text) in lines() {
            if let Some(number) = number_of(text) {
                if number == 0 || number > recipe.count {
                    return Err(error(line, SheetErrorKind::NoQuestion(number)));
                }
                if begun.contains(&number) {
                    return Err(error(line, SheetErrorKind::Twice(number)));
                }
                begun.push(number);
                (is_answered, is_awaited) = (false, false);
                continue;
            }
            let answer = match label(text, ANSWER) {
                Some(answer) => {
                    let number =
                        *begun.last().ok_or_else(|| error(line, SheetErrorKind::AnswerAlone))?;
                    if is_answered {
                        return Err(error(line, SheetErrorKind::SecondAnswer(number)));
                    }
                    (is_answered, is_awaited) = (true, true);
                    answer
                }
                None if is_awaited => bare(text),
                None => continue,
            };
            if let Some(&number) = begun.last()
                && !answer.is_empty()
            {
                is_awaited = false;
                given.push(Given { number, line, text: answer });
            }
        }
        Ok(Self { recipe, given })
    }

    /// Makes the quiz again, and marks the answers.
    pub fn mark(self) -> MarkedSheet {
        let quiz = Quiz::new(self.recipe);
        let mut answers: Vec<Option<MarkedAnswer>> = vec![None; quiz.items.len()];
        for Given { number, line, text: given } in self.given {
            // A quiz that nobody waits for has fewer questions.
            let Some(item) = quiz.items.get(number - 1) else { break };
            answers[number - 1] = Some(MarkedAnswer { line, marked: item.mark(&given), given });
        }
        MarkedSheet { quiz, answers }
    }
}

/// A marked sheet.
#[derive(Debug, Clone)]
pub struct MarkedSheet {
    /// Its quiz.
    pub quiz: Quiz,
    /// The answer to each question, if given.
    pub answers: Vec<Option<MarkedAnswer>>,
}

/// A marked answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedAnswer {
    /// The line number of the answer in the sheet, from 1.
    pub line: usize,
    /// The answer.
    pub given: String,
    /// Whether the answer is right, or why it is invalid.
    pub marked: Result<bool, Misread>,
}

/// The number of right and wrong answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of questions.
    pub questions: usize,
    /// The number of right answers.
    pub right: usize,
    /// The number of wrong answers, with those that make no sense.
    pub wrong: usize,
}

impl Score {
    /// Whether every answer is right.
    pub const fn is_full(self) -> bool {
        self.right == self.questions
    }

    /// Returns the number of questions without an answer.
    pub const fn unanswered(self) -> usize {
        self.questions - self.right - self.wrong
    }
}

impl MarkedSheet {
    /// Counts the right answers.
    pub fn score(&self) -> Score {
        let answers = || self.answers.iter().flatten();
        let right = answers().filter(|answer| answer.marked == Ok(true)).count();
        Score { questions: self.answers.len(), right, wrong: answers().count() - right }
    }
}

/// Returns the rest of a line after `label`, ignoring case and any Markdown marks before the label.
fn label(line: &str, label: &str) -> Option<String> {
    let line = line.trim_start_matches([' ', '\t', '>', '-', '*', '_', '#', '`']);
    let start = line.get(..label.len())?;
    start.eq_ignore_ascii_case(label).then(|| bare(line[label.len()..].trim_start_matches('*')))
}

/// Returns the number of the question that begins in a line: `**3.** …`.
fn number_of(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(['*', '_', '#', ' ']);
    let digits = rest.find(|it: char| !it.is_ascii_digit())?;
    let is_marked = rest.len() < line.len() && rest[digits..].starts_with('.');
    // A number that is too large for the type belongs to no question.
    (is_marked && digits > 0).then(|| rest[..digits].parse().unwrap_or(usize::MAX))
}

/// Removes Markdown marks from `text`: the signs of code, bold and escapes, and lines of `_` to
/// write on.
fn bare(text: &str) -> String {
    let text = text.replace(['`', '\\'], "");
    let text = text.trim_matches([' ', '\t', '\r', '_']);
    text.strip_prefix("**").and_then(|it| it.strip_suffix("**")).unwrap_or(text).trim().to_owned()
}
