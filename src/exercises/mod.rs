//! Exercises on grammars: a task, a faulty grammar, hints, and a reference that answers are
//! compared with.
//!
//! An exercise is a folder; the built-in ones have the same [parts](Part) as a teacher's own. An
//! answer is the text of a grammar. Its [grade](Grade) comes from comparing it with the reference
//! on many texts, so every equivalent grammar passes. If the two parse a text differently, the
//! grade has the shortest such text.
//!
//! ```
//! use bracket24::exercises::{Exercise, Grade, Verdict};
//!
//! let exercise = Exercise::built_in("left").expect("it is one of them");
//! let reference = exercise.reference().expect("it has no mistakes");
//! let answer = "//! Nothing is changed.\n".to_owned() + &exercise.start;
//! let grade = Grade::new(&exercise, &reference, "15-left.pest", &answer);
//! let Verdict::Differs(difference) = grade.verdict else { unreachable!("it is not right") };
//! assert_eq!(difference.text, "8-4-2");
//! ```
//!
//! # How to add an exercise
//!
//! 1. Make its folder in `material/`, with a number for its place in the order and the files that
//!    [`Part`] names.
//! 2. In its folder `right/`, add right answers that differ from the reference; in `wrong/`, add at
//!    least six wrong ones, each with its counterexample in the first line: `// "8-4-2"`.
//! 3. Add its name to the list below.
//!
//! The tests check its reference and all right and wrong answers: `cargo test --test library
//! exercises -- --include-ignored`.

mod exercise;
mod grade;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::name::{Named, named_enum};
use crate::words::{list_or, numbered_lines, ticked};
use exercise::name;

pub use exercise::{Criteria, Exercise, ExerciseError, Part};
pub use grade::{CallCount, Grade, Hint, MOST_STEPS, Verdict};

/// Lists the folders of exercises with the contents of their files.
macro_rules! folders {
    ($($folder:literal)+) => {
        &[$((
            $folder,
            [
                include_str!(concat!("material/", $folder, "/text.md")),
                include_str!(concat!("material/", $folder, "/start.pest")),
                include_str!(concat!("material/", $folder, "/reference.pest")),
                include_str!(concat!("material/", $folder, "/hints.md")),
                include_str!(concat!("material/", $folder, "/learned.md")),
                include_str!(concat!("material/", $folder, "/grading.txt")),
            ],
        ),)+]
    };
}

/// A folder: its name, and the texts of its files in the order of [`Part`].
type Folder = (&'static str, [&'static str; Part::ALL.len()]);

const FOLDERS: &[Folder] = folders! {
    "01-number" "02-end" "03-choice" "04-repeat" "05-greedy" "06-string" "07-lookahead"
    "08-brackets" "09-blanks" "10-atomic" "11-newline" "12-comment" "13-keyword"
    "14-precedence" "15-left" "16-levels" "17-minus" "18-power" "19-recursion" "20-calls"
    "21-slow" "22-dangling" "23-errors" "24-place" "25-hand" "26-lists" "27-csv" "28-json"
    "29-name" "30-stack"
};

impl Exercise {
    /// Returns the built-in exercises, in the order in which they build on each other.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        FOLDERS.iter().map(of_folder)
    }

    /// Returns the names of the built-in exercises.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FOLDERS.iter().map(|(folder, _)| name(folder))
    }

    /// Returns the built-in exercise with this name, such as `left`.
    pub fn built_in(called: &str) -> Option<Self> {
        FOLDERS.iter().find(|(folder, _)| name(folder) == called).map(of_folder)
    }
}

fn of_folder((folder, texts): &Folder) -> Exercise {
    let text = |own| Part::ALL.iter().zip(texts).find(|it| *it.0 == own).map(|it| it.1.to_string());
    Exercise::read(folder, text).expect("a test reads every exercise")
}

named_enum! {
    /// A learner's state in an exercise.
    #[derive(PartialOrd, Ord, Default)]
    pub enum State: "state" {
        /// Not started.
        #[default]
        New = "new": "not started",
        /// Started, but not right yet.
        Started = "started": "started, but not right yet",
        /// An answer was right.
        Done = "done": "an answer was right",
    }
}

/// The first line of a file with a learner's progress.
const HEAD: &str = "# exercise, state, hints shown\n";

/// The mark before the odd name of a folder, as in a path.
const HERE: &str = "./";

/// A learner's progress in every exercise, by the names of the folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress(BTreeMap<String, Noted>);

/// A learner's progress in an exercise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Noted {
    /// The state so far.
    pub state: State,
    /// How many hints were shown.
    pub hints: usize,
}

/// A line of a progress file that does not parse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ProgressError {
    /// The number of the line, from 1.
    pub line: usize,
    /// Why it does not parse.
    pub message: String,
}

impl Progress {
    /// Parses the output of [`to_text`](Self::to_text). Skips invalid lines, and returns an error
    /// for the first of them.
    pub fn read(text: &str) -> (Self, Option<ProgressError>) {
        let (mut entries, mut first_error) = (BTreeMap::new(), None);
        for (line, written) in numbered_lines(text) {
            match entry(written) {
                Ok((name, entry)) => _ = entries.insert(name, entry),
                Err(message) => _ = first_error.get_or_insert(ProgressError { line, message }),
            }
        }
        (Self(entries), first_error)
    }

    /// Writes one line for every exercise that [`of_mut`](Self::of_mut) has returned, new or not.
    pub fn to_text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, Noted { state, hints }) in &self.0 {
            // A line that begins with `#` is a comment, and a blank there is lost.
            let mark = if name.starts_with(char::is_alphanumeric) { "" } else { HERE };
            writeln!(text, "{mark}{name} {state} {hints}").expect("a string takes all");
        }
        text
    }

    /// Returns the folders of the exercises with an entry.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the learner's progress in the exercise of a folder.
    pub fn of(&self, folder: &str) -> Noted {
        self.0.get(folder).copied().unwrap_or_default()
    }

    /// Returns the learner's progress in the exercise of a folder, so that the caller can change
    /// it.
    pub fn of_mut(&mut self, folder: &str) -> &mut Noted {
        self.0.entry(folder.to_owned()).or_default()
    }
}

/// Parses the name and the progress of a line.
fn entry(line: &str) -> Result<(String, Noted), String> {
    let mut words = line.rsplitn(3, ' ');
    let (Some(hints), Some(state), Some(name)) = (words.next(), words.next(), words.next()) else {
        return Err(format!("`{line}` is not a name, a state and a number"));
    };
    let hints = hints.parse().map_err(|_| format!("`{hints}` is not a number of hints"))?;
    let state = state.parse().map_err(|_| {
        format!("`{state}` is not a state: expected {}", list_or(ticked(State::ALL)))
    })?;
    Ok((name.strip_prefix(HERE).unwrap_or(name).to_owned(), Noted { state, hints }))
}
